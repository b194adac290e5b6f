import ATT
import Identifiers
import Octets
import TestSupport
import Testing

/// The PDUs that contain a list.
@Suite struct ListTests {
  @Test func findInformationResponseHoldsHandlesAndTypes() throws {
    let octets = octets(hex: "05 01 01 00 00 28 02 00 03 28")
    var rest = octets.span
    let header = try FindInformationResponse(decoding: &rest)
    let one = try header.takeElement(from: &rest)
    let other = try header.takeElement(from: &rest)
    #expect(one.attributeHandle.rawValue == 1 && one.attributeType == .short(0x2800))
    #expect(other.attributeHandle.rawValue == 2 && other.attributeType == .short(0x2803))
    #expect(rest.count == 0)
    let encoded = output { output in
      try? header.encode(into: &output)
      try? one.encode(into: &output)
      try? other.encode(into: &output)
    }
    #expect(encoded == octets)
  }

  @Test func longTypesTakeEighteenOctetsEach() throws {
    let octets = octets(hex: "05 02 07 00 d0002d121e4b0fa4994eceb531f40579")
    var rest = octets.span
    let header = try FindInformationResponse(decoding: &rest)
    let element = try header.takeElement(from: &rest)
    #expect(element.attributeType == BluetoothUUID(0x7905_F431_B5CE_4E99, 0xA40F_4B1E_122D_00D0))
  }

  @Test(arguments: [
    "05", "05 01", "05 02", "05 03 01 00 00 28", "05 00 01 00 00 28", "05 01 01 00 00", "05 01 01 00 00 28 02",
    "05 02 01 00 00 28",
  ])
  func badFindInformationResponsesAreRefused(_ hex: String) {
    let octets = octets(hex: hex)
    var rest = octets.span
    #expect(throws: DecodeError.self) { try FindInformationResponse(decoding: &rest) }
    #expect(rest.count == octets.count)
  }

  @Test func findByTypeValueResponseHoldsRanges() throws {
    let octets = octets(hex: "07 10 00 1a 00 20 00 ff ff")
    var rest = octets.span
    let header = try FindByTypeValueResponse(decoding: &rest)
    let one = try header.takeElement(from: &rest)
    let other = try header.takeElement(from: &rest)
    #expect(one == HandleRange(rawFirst: 0x10, rawLast: 0x1A))
    #expect(other == HandleRange(rawFirst: 0x20, rawLast: 0xFFFF))
    let encoded = output { output in
      try? header.encode(into: &output)
      try? header.encode(element: one, into: &output)
      try? header.encode(element: other, into: &output)
    }
    #expect(encoded == octets)
  }

  @Test(arguments: ["07", "07 01", "07 01 00 02", "07 01 00 02 00 03"])
  func badFindByTypeValueResponsesAreRefused(_ hex: String) {
    let octets = octets(hex: hex)
    var rest = octets.span
    #expect(throws: DecodeError.truncated) { try FindByTypeValueResponse(decoding: &rest) }
    #expect(rest.count == octets.count)
  }

  @Test(arguments: ["00 00 02 00", "03 00 02 00", "01 00 00 00", "01 00 02"])
  func emptyRangeIsRefusedAndKept(_ hex: String) {
    let octets = octets(hex: hex)
    var rest = octets.span
    #expect(throws: DecodeError.self) { try FindByTypeValueResponse().takeElement(from: &rest) }
    #expect(rest.count == octets.count)
  }

  @Test func readByTypeResponseHoldsHandlesAndValues() throws {
    let octets = octets(hex: "09 04 03 00 61 62 05 00 63 64")
    var rest = octets.span
    let header = try ReadByTypeResponse(decoding: &rest)
    var value = rest
    var found: [(UInt16, [UInt8])] = []
    while !rest.isEmpty {
      let handle = try header.takeElement(from: &rest, value: &value)
      found.append((handle.rawValue, value.list))
    }
    #expect(found.map(\.0) == [3, 5])
    #expect(found.map(\.1) == [[0x61, 0x62], [0x63, 0x64]])
    #expect(output { try? header.encode(into: &$0) }.hex == "09 04")
  }

  @Test(arguments: ["09", "09 00", "09 01 03", "09 04", "09 04 03 00 61", "09 04 03 00 61 62 05", "09 02"])
  func badReadByTypeResponsesAreRefused(_ hex: String) {
    let octets = octets(hex: hex)
    var rest = octets.span
    #expect(throws: DecodeError.self) { try ReadByTypeResponse(decoding: &rest) }
    #expect(rest.count == octets.count)
    #expect(ReadByTypeResponse(elementCount: 1) == nil)
  }

  @Test func readByGroupTypeResponseHoldsRangesAndValues() throws {
    let octets = octets(hex: "11 06 01 00 09 00 00 18 0a 00 11 00 01 18")
    var rest = octets.span
    let header = try ReadByGroupTypeResponse(decoding: &rest)
    var value = rest
    let group = try header.takeElement(from: &rest, value: &value)
    #expect(group == HandleRange(rawFirst: 1, rawLast: 9))
    #expect(value.list == [0x00, 0x18])
    #expect(output { try? header.encode(into: &$0) }.hex == "11 06")
  }

  @Test(arguments: ["11", "11 03 01 00 09", "11 06", "11 06 01 00 09 00 00", "11 05 01 00 09 00 00 18"])
  func badReadByGroupTypeResponsesAreRefused(_ hex: String) {
    let octets = octets(hex: hex)
    var rest = octets.span
    #expect(throws: DecodeError.self) { try ReadByGroupTypeResponse(decoding: &rest) }
    #expect(rest.count == octets.count)
    #expect(ReadByGroupTypeResponse(elementCount: 3) == nil)
  }

  @Test(arguments: [
    "08 01 00 ff ff 01 02 03", "08 01 00 ff ff 01 02 03 04", "08 01 00 ff ff 01",
    "08 01 00 ff ff 000102030405060708090a0b0c0d0e", "10 01 00 ff ff 01 02 03",
    "10 01 00 ff ff 000102030405060708090a0b0c0d0e",
  ])
  func typesOfOtherThanTwoOrSixteenOctetsAreRefused(_ hex: String) {
    let octets = octets(hex: hex)
    var rest = octets.span
    #expect(throws: DecodeError.self) { try ReadByTypeRequest(decoding: &rest) }
    #expect(throws: DecodeError.self) { try ReadByGroupTypeRequest(decoding: &rest) }
    #expect(rest.count == octets.count)
  }

  @Test func typeMayHaveSixteenOctets() throws {
    let octets = octets(hex: "08 02 00 05 00 d0002d121e4b0fa4994eceb531f40579")
    var rest = octets.span
    let request = try ReadByTypeRequest(decoding: &rest)
    #expect(request.range == HandleRange(rawFirst: 2, rawLast: 5))
    #expect(request.attributeType == BluetoothUUID(0x7905_F431_B5CE_4E99, 0xA40F_4B1E_122D_00D0))
    #expect(output { try? request.encode(into: &$0) } == octets)
  }

  @Test(arguments: [("0e 01 00", false), ("0e 01 00 02", false), ("0e", false), ("0e 01 00 02 00", true)])
  func readMultipleNeedsTwoWholeHandles(_ hex: String, _ isLegal: Bool) {
    let octets = octets(hex: hex)
    var rest = octets.span
    let request = try? ReadMultipleRequest(decoding: &rest)
    #expect((request != nil) == isLegal)
    #expect(rest.count == (isLegal ? 4 : octets.count))
  }
}
