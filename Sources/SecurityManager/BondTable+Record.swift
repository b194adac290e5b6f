internal import Identifiers
public import Octets

/// Why a stored record was refused.
public enum BondRecordError: Error, Equatable, Sendable {
  /// Octets are missing, too many or wrong.
  case damaged
  /// Written by a later version.
  case unknownVersion(UInt8)
}

// The record that survives a loss of power:
//
//     | "BLFB": 4 | version: 1 = 2 | bondCount: 1 | ownAddress: 6 | ownIdentityResolvingKey: 16 |
//     | bond: 101, bondCount times | CRC-32 of all that is before: 4 |
//
// A bond:
//
//     | addressType: 1 | address: 6 | flags: 1 | identityResolvingKey: 16 | longTermKey: 16 | keySize: 1 |
//     | encryptedDiversifier: 2 | random: 8 | clientConfigurations: 4 | clientSupportedFeatures: 1 |
//     | databaseHash: 16 | lastUsed: 4 | nameLength: 1 | name: 24, zeros behind it |
//
// Version 1, which is still read, had bonds of 76 octets, without a name, and no flag for the selected phone. A change
// that this program would misread takes a new version: then it leaves the record alone.

extension BondTable {
  private static let version: UInt8 = 2
  private static let headerSize = 28
  private static let checksumSize = 4
  private static var signature: [4 of UInt8] { [0x42, 0x4C, 0x46, 0x42] }

  /// The octets of a full table's record.
  public static let maximumRecordSize = headerSize + capacity * Bond.recordSize + checksumSize

  /// Appends the record; it takes at most `maximumRecordSize` octets.
  @_lifetime(record: copy record)
  public func encode(into record: inout OutputSpan<UInt8>) throws(EncodeError) {
    let start = record.count
    try record.put(Self.signature)
    try record.put(Self.version)
    try record.put(UInt8(truncatingIfNeeded: bonds.count))
    try record.put(identity.address.octets)
    try record.put(identity.identityResolvingKey.octets)
    for index in bonds.indices { try bonds[index].encode(into: &record) }
    var checksum = CRC32()
    checksum.update(record.span.extracting(droppingFirst: start))
    try record.put(checksum.value)
  }

  /// Reads a whole record.
  ///
  /// - Throws: for any record that `encode` did not write just so.
  public init(decoding record: Span<UInt8>) throws(BondRecordError) {
    guard record.count >= Self.headerSize + Self.checksumSize else { throw .damaged }
    let body = record.extracting(droppingLast: Self.checksumSize)
    var trailer = record.extracting(last: Self.checksumSize)
    var checksum = CRC32()
    checksum.update(body)
    do throws(DecodeError) {
      guard try trailer.takeUInt32() == checksum.value else { throw .invalidValue }
    } catch { throw .damaged }
    guard body.extracting(first: 4).isEqual(to: Self.signature.span) else { throw .damaged }
    guard let version = RecordVersion(rawValue: body[4]) else { throw .unknownVersion(body[4]) }
    do throws(DecodeError) { try self.init(decodingBody: body, of: version) } catch { throw .damaged }
  }

  private init(decodingBody body: Span<UInt8>, of version: RecordVersion) throws(DecodeError) {
    var rest = body.extracting(droppingFirst: 5)
    let count = Int(try rest.takeUInt8())
    let address = try DeviceAddress(decoding: &rest, kind: .random)
    let key = try Value128(decoding: &rest)
    guard address.isStaticRandom, !key.isZero, count <= Self.capacity else { throw .invalidValue }
    self.init(identity: LocalIdentity(address: address, identityResolvingKey: key))
    for _ in 0..<count {
      let bond = try Bond(decoding: &rest, of: version)
      guard self.bond(for: bond.identity) == nil, !bond.isSelected || selected == nil else { throw .invalidValue }
      bonds.append(bond)
    }
    guard rest.isEmpty else { throw .invalidValue }
  }
}

/// How a record is laid out.
private enum RecordVersion: UInt8 {
  case withoutNames = 1
  case withNames = 2
}

extension Bond {
  static let recordSize = 101

  private enum Flag {
    static let hasIdentityResolvingKey: UInt8 = 0x01
    static let isAuthenticated: UInt8 = 0x02
    static let usesSecureConnections: UInt8 = 0x04
    static let isSelected: UInt8 = 0x08

    /// Those that a record may have.
    static func all(in version: RecordVersion) -> UInt8 {
      switch version {
      case .withoutNames: 0x07
      case .withNames: 0x0F
      }
    }
  }

  @_lifetime(record: copy record)
  fileprivate func encode(into record: inout OutputSpan<UInt8>) throws(EncodeError) {
    var flags: UInt8 = 0
    if identityResolvingKey != nil { flags |= Flag.hasIdentityResolvingKey }
    if strength.isAuthenticated { flags |= Flag.isAuthenticated }
    if strength.usesSecureConnections { flags |= Flag.usesSecureConnections }
    if isSelected { flags |= Flag.isSelected }
    try record.put(identity.kind.rawValue)
    try record.put(identity.octets)
    try record.put(flags)
    try record.put((identityResolvingKey ?? .zero).octets)
    try record.put(longTermKey.octets)
    try record.put(strength.keySize)
    try record.put(keyIdentification.encryptedDiversifier)
    try record.put(keyIdentification.random)
    try record.put(clientConfigurations)
    try record.put(clientSupportedFeatures)
    try record.put(databaseHash.octets)
    try record.put(lastUsed)
    try record.put(UInt8(truncatingIfNeeded: name.count))
    try record.put(name.span)
    for _ in name.count..<Self.nameSize { try record.put(0 as UInt8) }
  }

  private static let nameSize = 24

  fileprivate init(decoding record: inout Span<UInt8>, of version: RecordVersion) throws(DecodeError) {
    guard let kind = DeviceAddress.Kind(rawValue: try record.takeUInt8()) else { throw .invalidValue }
    let identity = try DeviceAddress(decoding: &record, kind: kind)
    let flags = try record.takeUInt8()
    let identityResolvingKey = try Value128(decoding: &record)
    let longTermKey = try Value128(decoding: &record)
    let keySize = try record.takeUInt8()
    let keyIdentification = try LongTermKeyRequest(decodingIdentification: &record)
    let hasIdentityResolvingKey = flags & Flag.hasIdentityResolvingKey != 0
    guard identity.isIdentity, flags & ~Flag.all(in: version) == 0,
      hasIdentityResolvingKey != identityResolvingKey.isZero, !longTermKey.isZero, (7...16).contains(keySize)
    else { throw .invalidValue }
    self.init(
      identity: identity, identityResolvingKey: hasIdentityResolvingKey ? identityResolvingKey : nil,
      longTermKey: longTermKey,
      strength: BondStrength(
        keySize: keySize, isAuthenticated: flags & Flag.isAuthenticated != 0,
        usesSecureConnections: flags & Flag.usesSecureConnections != 0),
      keyIdentification: keyIdentification)
    clientConfigurations = try record.takeUInt32()
    clientSupportedFeatures = try record.takeUInt8()
    databaseHash = try Value128(decoding: &record)
    lastUsed = try record.takeUInt32()
    isSelected = flags & Flag.isSelected != 0
    if version == .withNames { name = try Self.takeName(from: &record) }
  }

  /// - Throws: for anything that `encode` does not write: octets that are not UTF-8, and other than zeros behind them.
  @_lifetime(record: copy record)
  private static func takeName(from record: inout Span<UInt8>) throws(DecodeError) -> BoundedText<24> {
    let length = Int(try record.takeUInt8())
    var rest = try record.take(nameSize)
    let octets = try rest.take(length)
    let name = BoundedText<24>(repairing: octets)
    guard name.span.isEqual(to: octets) else { throw .invalidValue }
    for index in rest.indices where rest[index] != 0 { throw .invalidValue }
    return name
  }
}
