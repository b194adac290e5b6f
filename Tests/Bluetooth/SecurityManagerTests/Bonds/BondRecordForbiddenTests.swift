import Octets
import TestSupport
import Testing

@testable import SecurityManager

/// Records with a correct checksum and with values that the watch never writes: another program made them.
@Suite struct BondRecordForbiddenTests {
  /// Returns `body` with its CRC-32 (IEEE 802.3) appended, computed bit by bit.
  private static func sealed(_ body: [UInt8]) -> [UInt8] {
    var remainder: UInt32 = 0xFFFF_FFFF
    for octet in body {
      remainder ^= UInt32(octet)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
    }
    return body + (0..<4).map { UInt8(~remainder >> (8 * $0) & 0xFF) }
  }

  private static func error(of body: [UInt8]) -> BondRecordError? {
    let record = sealed(body)
    do throws(BondRecordError) { _ = try BondTable(decoding: record.span) } catch { return error }
    return nil
  }

  /// The record from which the others are made is valid.
  @Test(arguments: BondRecordLayout.all) func theUnchangedRecordIsRead(layout: BondRecordLayout) throws {
    let record = Self.sealed(layout.body)
    let table = try BondTable(decoding: record.span)
    #expect(table.count == 2 && table[0].identityResolvingKey != nil && table[1].identityResolvingKey == nil)
    #expect(table[0].name.isEmpty == (layout.name == nil))
  }

  /// - Conformance: Attacks | bond record with a right checksum
  @Test(arguments: BondRecordLayout.all) func aForbiddenValueIsRefused(layout: BondRecordLayout) {
    let records = layout.forbidden
    for record in records where Self.error(of: record.body) != .damaged {
      Issue.record("\(layout.testDescription), \(record.what): \(String(describing: Self.error(of: record.body)))")
    }
    #expect(Set(records.map(\.body)).count == records.count, "each is another record")
    #expect(!records.contains { $0.body == layout.body })
    recordCases(records.count)
  }

  /// A record with a wrong version number is refused, or left to the later program.
  ///
  /// - Conformance: Attacks | bond record with a right checksum
  @Test(arguments: BondRecordLayout.all) func anotherVersionIsNotReadAsThisOne(layout: BondRecordLayout) {
    let known = BondRecordLayout.all.map(\.version)
    let versions: [UInt8] = [0, 1, 2, 0x20, 0x7F, 0x80, 0xFF].filter { $0 != layout.version }
    for version in versions {
      var body = layout.body
      body[BondRecordLayout.versionField] = version
      #expect(Self.error(of: body) == (known.contains(version) ? .damaged : .unknownVersion(version)))
    }
    recordCases(versions.count)
  }
}
