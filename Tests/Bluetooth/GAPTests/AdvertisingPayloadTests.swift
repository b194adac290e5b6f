import GAP
import HCI
import Identifiers
import Octets
import Testing

/// The AD structures of a payload. Core Spec Supplement, Part A, 1.
@Suite struct AdvertisingPayloadTests {
  private static let long = BluetoothUUID(0x6E40_0001_B5A3_F393, 0xE0A9_E50E_24DC_CA9E)
  private static let longOctets = octets("9ECADC24 0EE5A9E0 93F3A3B5 0100406E")

  private func data(_ put: (inout AdvertisingData) throws(EncodeError) -> Void) throws -> [UInt8] {
    var data = AdvertisingData()
    try put(&data)
    return array(data.span)
  }

  /// Data must not have two lists of UUIDs of one length: 1.1.1.
  @Test func servicesAreInOneList() throws {
    let data = try data { data throws(EncodeError) in
      try data.put(service: .short(0x180D))
      try data.put(service: .short(0x180F))
    }
    #expect(data == octets("05 02 0D18 0F18"))
  }

  @Test func aListThatOthersFollowIsExtended() throws {
    let data = try data { data throws(EncodeError) in
      try data.putFlags(isDiscoverable: true)
      try data.put(service: .short(0x180D))
      try data.put(solicitationOf: .short(0x1805))
      try data.put(name: BoundedText<8>("Rate"))
      try data.put(service: .short(0x180F))
      try data.put(solicitationOf: .short(0x1806))
    }
    #expect(data == octets("02 01 06  05 02 0D18 0F18  05 14 0518 0618  05 09 52617465"))
  }

  @Test func eachLengthOfUUIDsHasItsList() throws {
    let data = try data { data throws(EncodeError) in
      try data.put(service: Self.long)
      try data.put(service: .short(0x180D))
      try data.put(service: .short(0x180F))
    }
    #expect(data == [0x11, 0x06] + Self.longOctets + octets("05 02 0D18 0F18"))
  }

  @Test func aServiceThatDoesNotFitLeavesTheListAsItWas() throws {
    var data = AdvertisingData()
    try data.put(service: Self.long)
    for number in 0..<5 { try data.put(service: .short(0x1800 + UInt16(number))) }
    let before = array(data.span)
    #expect(before.count == 30)
    #expect(throws: EncodeError.insufficientCapacity) { try data.put(service: .short(0x180F)) }
    #expect(throws: EncodeError.insufficientCapacity) { try data.put(service: Self.long) }
    #expect(array(data.span) == before)
  }
}
