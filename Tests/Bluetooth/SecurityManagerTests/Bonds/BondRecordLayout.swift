import TestSupport
import Testing

/// The layout of a bond record on the disk, one value per version, written independently of the product's code.
struct BondRecordLayout: Sendable, CustomTestStringConvertible {
  let version: UInt8
  /// The size of one bond in octets.
  let bondSize: Int
  /// The flags that a bond may have.
  let flags: UInt8
  /// The offset of a bond's name: its length, then 24 octets.
  let name: Int?
  /// Whether the address that phones were given follows the bonds.
  let hasPromise: Bool

  static let all = [
    BondRecordLayout(version: 1, bondSize: 76, flags: 0x07, name: nil, hasPromise: false),
    BondRecordLayout(version: 2, bondSize: 101, flags: 0x0F, name: 76, hasPromise: true),
  ]

  var testDescription: String { "version \(version)" }

  // The offsets of the fields: in the record, and in a bond.
  static let (signature, versionField, count, ownAddress, ownKey, firstBond) = (0, 4, 5, 6, 12, 28)
  static let (type, address, flagsField, resolvingKey, longTermKey, keySize) = (0, 1, 7, 8, 24, 40)
  static let nameCapacity = 24

  /// The offset of a bond.
  func bond(_ index: Int) -> Int { Self.firstBond + index * bondSize }

  /// The offset of that address, which starts with its type.
  func promise(behind bonds: Int) -> Int { bond(bonds) }

  /// A valid record without its checksum: one phone with a resolving key, and one without.
  var body: [UInt8] {
    var body = octets(hex: "424c4642") + [version, 2] + octets(hex: "a0a1a2a3a4c5 000102030405060708090a0b0c0d0e0f")
    body += makeBond([0x00] + octets(hex: "050403d2d1a4"), flags: 0x07, resolvingKey: 0x21)
    body += makeBond([0x01] + octets(hex: "0102030405c6"), flags: 0x06, resolvingKey: 0x00)
    return body + (hasPromise ? octets(hex: "00 563412eb27b8") : [])
  }

  private func makeBond(_ address: [UInt8], flags: UInt8, resolvingKey: UInt8) -> [UInt8] {
    var bond = address + [flags] + [UInt8](repeating: resolvingKey, count: 16) + [UInt8](repeating: 0x41, count: 16)
    bond += [16] + [UInt8](repeating: 0, count: 10) + [1, 2, 3, 4, 5] + [UInt8](repeating: 0x51, count: 16)
    bond += [1, 0, 0, 0]
    guard name != nil else { return bond }
    return bond + [4] + Array("Anna".utf8) + [UInt8](repeating: 0, count: Self.nameCapacity - 4)
  }
}

/// A record with a value that no version of the watch writes.
struct ForbiddenRecord {
  let what: String
  let body: [UInt8]
}

extension BondRecordLayout {
  /// All forbidden records of this layout.
  var forbidden: [ForbiddenRecord] {
    header + sizes + [0, 1].flatMap { bondRecords($0) } + together + promises
  }

  private func changed(_ what: String, _ change: (inout [UInt8]) -> Void) -> ForbiddenRecord {
    var body = body
    change(&body)
    return ForbiddenRecord(what: what, body: body)
  }

  private func octet(_ what: String, at place: Int, _ values: some Sequence<UInt8>) -> [ForbiddenRecord] {
    values.map { value in changed("\(what) \(value) at \(place)") { $0[place] = value } }
  }

  private var header: [ForbiddenRecord] {
    let counts = octet("count", at: Self.count, [0, 1, 3, 7, 8, 9, 16, 127, 128, 255])
    let signatures = (0..<4).flatMap { octet("signature", at: $0, [0x00, 0xFF, 0x62]) }
    let keys = [changed("own key of zeros") { $0.replaceSubrange(Self.ownKey..<Self.firstBond, with: zeros(16)) }]
    return signatures + counts + keys + addresses("own address", at: Self.ownAddress)
  }

  /// Random addresses that are not static: private, reserved, or with all bits equal.
  private func addresses(_ what: String, at place: Int) -> [ForbiddenRecord] {
    let tops = octet(what, at: place + 5, [0x05, 0x45, 0x85, 0x00, 0x3F, 0x40, 0x7F, 0x80, 0xBF])
    return tops + [
      changed(what + " of zeros") { $0.replaceSubrange(place..<place + 6, with: zeros(5) + [0xC0]) },
      changed(what + " of ones") { $0.replaceSubrange(place..<place + 6, with: [UInt8](repeating: 0xFF, count: 6)) },
    ]
  }

  /// Octets that are missing at the end, or follow it.
  private var sizes: [ForbiddenRecord] {
    (1...12).map { count in changed("\(count) octets less") { $0.removeLast(count) } }
      + (1...12).map { count in changed("\(count) octets more") { $0 += zeros(count) } }
      + [
        changed("a bond more") { $0 += $0[bond(0)..<bond(1)] },
        changed("a bond less") { $0.removeSubrange(bond(1)..<bond(2)) },
      ]
  }

  private func bondRecords(_ index: Int) -> [ForbiddenRecord] {
    let start = bond(index)
    let hasKey = index == 0
    let reserved = (0..<8).map { UInt8(1) << $0 }.filter { $0 & flags == 0 }.map { body[start + Self.flagsField] | $0 }
    var list = octet("address type", at: start + Self.type, [2, 3, 0x7F, 0x80, 0xFE, 0xFF])
    list += octet("flags", at: start + Self.flagsField, reserved)
    list += octet("key size", at: start + Self.keySize, Array(0...6) + [17, 18, 31, 32, 64, 127, 128, 255])
    list.append(
      changed("long term key of zeros") {
        $0.replaceSubrange(start + Self.longTermKey..<start + Self.keySize, with: zeros(16))
      })
    list.append(
      changed("resolving key flag \(index)") { $0[start + Self.flagsField] ^= 0x01 })
    list.append(
      changed("resolving key \(index)") {
        let key = [UInt8](repeating: hasKey ? 0 : 0x21, count: 16)
        $0.replaceSubrange(start + Self.resolvingKey..<start + Self.longTermKey, with: key)
      })
    if !hasKey { list += addresses("identity", at: start + Self.address) }
    return list + names(start)
  }

  private func names(_ start: Int) -> [ForbiddenRecord] {
    guard let name else { return [] }
    let place = start + name
    let texts: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0xC3],
    ]
    let lengths = octet("name length", at: place, [25, 26, 32, 64, 127, 128, 200, 255])
    let behind = (5...Self.nameCapacity).map { at in changed("octet \(at) behind the name") { $0[place + at] = 0x41 } }
    let bad = texts.map { text in
      changed("name \(text.hex)") { body in
        let padding = zeros(Self.nameCapacity - text.count)
        body.replaceSubrange(place...place + Self.nameCapacity, with: [UInt8(text.count)] + text + padding)
      }
    }
    return lengths + behind + bad
  }

  /// Pairs of bonds that are valid only separately.
  private var together: [ForbiddenRecord] {
    var list = [
      changed("one phone twice") { $0.replaceSubrange(bond(1)..<bond(2), with: $0[bond(0)..<bond(1)]) },
      changed("one identity twice") {
        $0.replaceSubrange(bond(1)..<bond(1) + 7, with: $0[bond(0)..<bond(0) + 7])
      },
    ]
    if flags & 0x08 != 0 {
      list.append(
        changed("two selected phones") { for index in 0...1 { $0[bond(index) + Self.flagsField] |= 0x08 } })
    }
    return list
  }

  private var promises: [ForbiddenRecord] {
    guard hasPromise else { return [] }
    let place = promise(behind: 2)
    // 0xFF stands for a missing address; then the octets after it are zeros.
    let none = (1...6).map { at in
      changed("octet \(at) of no promised address") {
        $0.replaceSubrange(place..<place + 7, with: [0xFF] + zeros(6))
        $0[place + at] = 1
      }
    }
    let random = addresses("promised address", at: place + 1).map { record in
      var body = record.body
      body[place] = 1
      return ForbiddenRecord(what: record.what, body: body)
    }
    return octet("promised type", at: place, [2, 3, 0x7F, 0x80, 0xFE, 0xFF]) + none + random
  }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
