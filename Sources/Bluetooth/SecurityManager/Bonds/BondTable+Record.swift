internal import Features
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
//     | "BLFB": 4 | version: 1 = 3 | bondCount: 1 | ownAddress: 6 | ownIdentityResolvingKey: 16 |
//     | bond: 117, bondCount times | promisedAddressType: 1 | promisedAddress: 6 | CRC-32 of all that is before: 4 |
//
// An address type is 0 (public) or 1 (random). The type 0xFF with an address of zeros stands for a missing address.
//
// A bond:
//
//     | addressType: 1 | address: 6 | flags: 1 | identityResolvingKey: 16 | longTermKey: 16 | keySize: 1 |
//     | encryptedDiversifier: 2 | random: 8 | clientConfigurations: 4 | clientSupportedFeatures: 1 |
//     | databaseHash: 16 | lastUsed: 4 | nameLength: 1 | name: 24, zeros behind it | localIdentityResolvingKey: 16 |
//
// A key of zeros stands for a missing key. Two earlier versions can still be read. Version 2 had no
// `localIdentityResolvingKey` and no flags for the receipt of the device's key. Version 1 also had no promised address,
// no names, and no flag for the selected phone. A change that this program would misread needs a new version number, so
// that this program leaves the record unchanged.

extension BondTable {
  private static let version: UInt8 = 3
  private static let headerSize = 28
  private static let promiseSize = 7
  private static let checksumSize = 4
  private static let noAddress: UInt8 = 0xFF
  private static var signature: [4 of UInt8] { [0x42, 0x4C, 0x46, 0x42] }

  /// The octets of a full table's record.
  public static let maximumRecordSize = headerSize + capacity * Bond.recordSize + promiseSize + checksumSize

  /// Appends the record; it takes at most `maximumRecordSize` octets.
  @_lifetime(record: copy record)
  public func encode(into record: inout OutputSpan<UInt8>) throws(EncodeError) {
    let start = record.count
    try record.put(Self.signature)
    try record.put(Self.version)
    try record.put(UInt8(truncatingIfNeeded: bonds.count))
    try record.put(identity.address.octets)
    try identity.identityResolvingKey.encode(into: &record)
    for index in bonds.indices { try bonds[index].encode(into: &record) }
    try record.put(promisedAddress?.kind.rawValue ?? Self.noAddress)
    try record.put(promisedAddress?.octets ?? .init(repeating: 0))
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
    guard let version = RecordVersion(rawValue: body[4]), Features.hasEarlierBonds || version == .withLocalKeys else {
      throw .unknownVersion(body[4])
    }
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
      guard restore(bond) else { throw .invalidValue }
    }
    if version != .withoutNames, let address = try Self.takePromisedAddress(from: &rest) { _ = promise(address) }
    guard rest.isEmpty else { throw .invalidValue }
  }

  @_lifetime(input: copy input)
  private static func takePromisedAddress(from input: inout Span<UInt8>) throws(DecodeError) -> DeviceAddress? {
    let type = try input.takeUInt8()
    let address = try DeviceAddress(decoding: &input, kind: type == 0 ? .public : .random)
    switch type {
    case 0, 1:
      guard address.isIdentity else { throw .invalidValue }
      return address
    case noAddress:
      for index in 0..<6 where address.octets[index] != 0 { throw .invalidValue }
      return nil
    default: throw .invalidValue
    }
  }
}

/// How a record is laid out.
private enum RecordVersion: UInt8 {
  case withoutNames = 1
  case withNames = 2
  case withLocalKeys = 3
}

extension Bond {
  static let recordSize = 117

  private enum Flag {
    static let hasIdentityResolvingKey: UInt8 = 0x01
    static let isAuthenticated: UInt8 = 0x02
    static let usesSecureConnections: UInt8 = 0x04
    static let isSelected: UInt8 = 0x08
    static let hasReceivedLocalKey: UInt8 = 0x10
    static let lacksLocalKey: UInt8 = 0x20

    /// The flags that a record of this version may have.
    static func all(in version: RecordVersion) -> UInt8 {
      switch version {
      case .withoutNames: 0x07
      case .withNames: 0x0F
      case .withLocalKeys: 0x3F
      }
    }
  }

  @inline(never)  // So that a bond is not copied field by field.
  @_lifetime(record: copy record)
  fileprivate func encode(into record: inout OutputSpan<UInt8>) throws(EncodeError) {
    try record.put(identity.kind.rawValue)
    try record.put(identity.octets)
    try record.put(flags)
    try (identityResolvingKey ?? .zero).encode(into: &record)
    try longTermKey.encode(into: &record)
    try record.put(strength.keySize)
    try record.put(keyIdentification.encryptedDiversifier)
    try record.put(keyIdentification.random)
    try record.put(serverSettings.configurations)
    try record.put(serverSettings.supportedFeatures)
    try serverSettings.databaseHash.encode(into: &record)
    try record.put(lastUsed)
    try record.put(UInt8(truncatingIfNeeded: name.count))
    try record.put(name.span)
    for _ in name.count..<Self.nameSize { try record.put(0 as UInt8) }
    try (localIdentityResolvingKey ?? .zero).encode(into: &record)
  }

  private var flags: UInt8 {
    var flags: UInt8 = 0
    if identityResolvingKey != nil { flags |= Flag.hasIdentityResolvingKey }
    if strength.isAuthenticated { flags |= Flag.isAuthenticated }
    if strength.usesSecureConnections { flags |= Flag.usesSecureConnections }
    if isSelected { flags |= Flag.isSelected }
    switch localKeyReceipt {
    case .unknown: break
    case .notReceived: flags |= Flag.lacksLocalKey
    case .received: flags |= Flag.hasReceivedLocalKey
    }
    return flags
  }

  private static let nameSize = 24

  @inline(never)  // So that a bond is not copied field by field.
  fileprivate init(decoding record: inout Span<UInt8>, of version: RecordVersion) throws(DecodeError) {
    let keys = try StoredKeys(decoding: &record, of: version)
    var settings = ServerSettings()
    settings.configurations = try record.takeUInt32()
    settings.supportedFeatures = try record.takeUInt8()
    settings.databaseHash = try Value128(decoding: &record)
    let use = try record.takeUInt32()
    let name = version == .withoutNames ? BoundedText() : try Self.takeName(from: &record)
    let localKey = version == .withLocalKeys ? try Value128(decoding: &record) : .zero
    let receipt = try Self.receipt(in: keys.flags)
    // A phone that has a key of its own has received it.
    guard localKey.isZero || receipt == .received else { throw .invalidValue }
    self.init(
      identity: keys.identity, identityResolvingKey: keys.identityResolvingKey, longTermKey: keys.longTermKey,
      strength: BondStrength(
        keySize: keys.keySize, isAuthenticated: keys.flags & Flag.isAuthenticated != 0,
        usesSecureConnections: keys.flags & Flag.usesSecureConnections != 0),
      keyIdentification: keys.identification, localKeyReceipt: receipt,
      localIdentityResolvingKey: localKey.isZero ? nil : localKey)
    serverSettings = settings
    lastUsed = use
    isSelected = keys.flags & Flag.isSelected != 0
    self.name = name
  }

  private static func receipt(in flags: UInt8) throws(DecodeError) -> LocalKeyReceipt {
    switch (flags & Flag.hasReceivedLocalKey != 0, flags & Flag.lacksLocalKey != 0) {
    case (false, false): .unknown
    case (false, true): .notReceived
    case (true, false): .received
    case (true, true): throw .invalidValue
    }
  }

  /// The first part of a bond. It is the same in all versions, except for the flags.
  private struct StoredKeys {
    let identity: DeviceAddress
    let flags: UInt8
    let identityResolvingKey: Value128?
    let longTermKey: Value128
    let keySize: UInt8
    let identification: LongTermKeyRequest

    @_lifetime(record: copy record)
    init(decoding record: inout Span<UInt8>, of version: RecordVersion) throws(DecodeError) {
      guard let kind = DeviceAddress.Kind(rawValue: try record.takeUInt8()) else { throw .invalidValue }
      identity = try DeviceAddress(decoding: &record, kind: kind)
      flags = try record.takeUInt8()
      let key = try Value128(decoding: &record)
      longTermKey = try Value128(decoding: &record)
      keySize = try record.takeUInt8()
      identification = try LongTermKeyRequest(decodingIdentification: &record)
      let hasKey = flags & Flag.hasIdentityResolvingKey != 0
      identityResolvingKey = hasKey ? key : nil
      guard identity.isIdentity, flags & ~Flag.all(in: version) == 0, hasKey != key.isZero, !longTermKey.isZero,
        (7...16).contains(keySize)
      else { throw .invalidValue }
    }
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
