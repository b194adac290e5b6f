import ANCS
import Identifiers
import Octets
import Testing

@Suite struct NotificationSourceEventTests {
  @Test func everyFieldIsReadFromItsPlace() throws {
    let octets: [UInt8] = [0x00, 0x1A, 0x06, 0x02, 0x78, 0x56, 0x34, 0x12]
    let event = try NotificationSourceEvent(decoding: octets.span)
    #expect(event.eventID == .added)
    #expect(event.flags == .important.union(.positiveAction).union(.negativeAction))
    #expect(event.category == .email)
    #expect(event.categoryCount == 2)
    #expect(event.uid == 0x1234_5678)
  }

  @Test func everyValueEncodesToTheSameOctets() throws {
    for event in UInt8.min...UInt8.max {
      let octets: [UInt8] = [event, ~event, event &* 7, event ^ 0x55, 0, event, 0xFF, 1]
      let decoded = try NotificationSourceEvent(decoding: octets.span)
      #expect(encoded { output throws(EncodeError) in try decoded.encode(into: &output) } == octets)
    }
  }

  /// - Conformance: ANCS | notification source of another length
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7, 9, 20]) func anyOtherLengthIsRefused(_ length: Int) {
    let octets = [UInt8](repeating: 0, count: length)
    #expect(throws: DecodeError.self) { _ = try NotificationSourceEvent(decoding: octets.span) }
  }

  @Test func aFullOutputIsLeftAlone() {
    let event = NotificationSourceEvent(.removed, 7, category: .news)
    #expect(encoded(capacity: 7) { output throws(EncodeError) in try event.encode(into: &output) } == nil)
  }
}

@Suite struct IdentifierTests {
  /// The UUIDs of the ANCS document in reverse: the order on the air.
  @Test func uuidsAreOnTheAirAsPublished() {
    #expect(
      encoded { output throws(EncodeError) in try NotificationCenterService.uuid.encode(into: &output) }
        == [0xD0, 0x00, 0x2D, 0x12, 0x1E, 0x4B, 0x0F, 0xA4, 0x99, 0x4E, 0xCE, 0xB5, 0x31, 0xF4, 0x05, 0x79])
    #expect(
      encoded { output throws(EncodeError) in try NotificationCenterService.notificationSource.encode(into: &output) }
        == [0xBD, 0x1D, 0xA2, 0x99, 0xE6, 0x25, 0x58, 0x8C, 0xD9, 0x42, 0x01, 0x63, 0x0D, 0x12, 0xBF, 0x9F])
    #expect(
      encoded { output throws(EncodeError) in try NotificationCenterService.controlPoint.encode(into: &output) }
        == [0xD9, 0xD9, 0xAA, 0xFD, 0xBD, 0x9B, 0x21, 0x98, 0xA8, 0x49, 0xE1, 0x45, 0xF3, 0xD8, 0xD1, 0x69])
    #expect(
      encoded { output throws(EncodeError) in try NotificationCenterService.dataSource.encode(into: &output) }
        == [0xFB, 0x7B, 0x7C, 0xCE, 0x6A, 0xB3, 0x44, 0xBE, 0xB5, 0x4B, 0xD6, 0x24, 0xE9, 0xC6, 0xEA, 0x22])
  }

  @Test func categoriesAreCarriedWhateverTheirNumber() {
    for raw in UInt8.min...UInt8.max {
      let category = CategoryID(rawValue: raw)
      #expect(category.rawValue == raw)
      #expect((category.name == nil) == (raw > 11))
    }
    #expect(CategoryID(rawValue: 12) == .activeCall)
    #expect(CategoryID(rawValue: 1).name.map(String.init(describing:)) == "incomingCall")
  }

  @Test func flagsHaveNamesUpToTheFifthBit() {
    let names = (0..<8).map { EventFlags.name(ofBit: $0).map(String.init(describing:)) }
    #expect(names == ["silent", "important", "preExisting", "positiveAction", "negativeAction", nil, nil, nil])
    #expect(EventFlags(rawValue: 0x21).contains(.silent))
    #expect(!EventFlags(rawValue: 0x21).contains(.important))
  }
}

@Suite struct ControlPointCommandTests {
  @Test func getNotificationAttributesCarriesMaximaOfThreeAttributesOnly() {
    let command = GetNotificationAttributes(
      uid: 0x0403_0201, attributes: .everything(flags: .positiveAction.union(.negativeAction)))
    #expect(
      encoded { output throws(EncodeError) in try command.encode(into: &output) }
        == [0, 1, 2, 3, 4, 0, 1, 88, 0, 2, 128, 0, 3, 0, 2, 4, 5, 6, 7])
  }

  @Test func labelsOfActionsThatAreNotOfferedAreNotAskedFor() {
    let command = GetNotificationAttributes(uid: 5, attributes: .everything(flags: .negativeAction))
    let octets = encoded { output throws(EncodeError) in try command.encode(into: &output) }
    #expect(octets?.suffix(3) == [4, 5, 7])
  }

  @Test func everythingFitsTheSmallestMTU() {
    let command = GetNotificationAttributes(uid: 1, attributes: .everything(flags: EventFlags(rawValue: 0xFF)))
    #expect(encoded(capacity: 20) { output throws(EncodeError) in try command.encode(into: &output) }?.count == 19)
    #expect(encoded(capacity: 18) { output throws(EncodeError) in try command.encode(into: &output) } == nil)
  }

  @Test func getAppAttributesEndsTheIdentifierWithAZero() throws {
    let identifier = Array("a.b".utf8)
    let octets = try encodedAppRequest(identifier)
    #expect(octets == [1, 0x61, 0x2E, 0x62, 0, 0])
  }

  @Test(arguments: [[], [0x61, 0, 0x62]] as [[UInt8]])
  func anIdentifierThatIsEmptyOrHoldsAZeroIsRefused(_ identifier: [UInt8]) throws {
    #expect(try encodedAppRequest(identifier) == nil)
  }

  @Test func performNotificationActionIsSixOctets() {
    let command = PerformNotificationAction(uid: 0xA0B0_C0D0, action: .negative)
    #expect(
      encoded { output throws(EncodeError) in try command.encode(into: &output) } == [2, 0xD0, 0xC0, 0xB0, 0xA0, 1])
  }

  @Test func aReplyThatWouldNotFitASlotCannotBeAskedFor() {
    var request = AttributeRequest()
    #expect(request.pushLast(RequestedAttribute(.message, maximumLength: 1_017)) != nil)
    #expect(request.pushLast(RequestedAttribute(.message, maximumLength: 1_016)) == nil)
    #expect(request.pushLast(RequestedAttribute(.title, maximumLength: 0)) != nil)
  }

  /// The offsets of the values have 15 bits.
  @Test func aValueThatCouldBeginBehindTheLargestOffsetIsRefused() throws {
    func decode(firstMaximum: UInt16) throws -> Int {
      let (low, high) = (UInt8(truncatingIfNeeded: firstMaximum), UInt8(firstMaximum >> 8))
      let command: [UInt8] = [0, 7, 0, 0, 0, 3, low, high, 1, 0, 0]
      return try GetNotificationAttributes(decoding: command.span, longestValue: .max, slotCount: 100_000)
        .attributes.count
    }
    // Header, three octets, the first value and three octets are in front of the second value.
    #expect(try decode(firstMaximum: 32_767 - 11) == 2)
    #expect(throws: DecodeError.invalidValue) { try decode(firstMaximum: 32_767 - 10) }
  }

  private func encodedAppRequest(_ identifier: [UInt8]) throws -> [UInt8]? {
    guard let command = GetAppAttributes(appIdentifier: identifier.span) else { return nil }
    var octets: [UInt8] = []
    var buffer = OctetBuffer<64>()
    try buffer.append { output throws(EncodeError) in try command.encode(into: &output) }
    for index in 0..<buffer.count { octets.append(buffer.span[index]) }
    return octets
  }
}

@Suite struct NotificationDateTests {
  @Test func aDateIsReadAndWrittenAsISO8601() throws {
    let parsed = NotificationDate(parsing: Array("20261120T231200".utf8).span)
    let date = try #require(parsed)
    let text = encoded { output throws(EncodeError) in try date.putISO8601(into: &output) }
    #expect(text.map { String(decoding: $0, as: UTF8.self) } == "2026-11-20T23:12:00")
  }

  /// - Conformance: ANCS | text that is no text
  @Test(arguments: [
    "", "20261120", "20261320T231200", "20260230T000000", "20250229T000000", "20261120T241200", "20261120T236000",
    "2026112 T231200", "20261120 231200", "20261100T231200", "20261120T2312001", "２０２６1", "-0261120T231200",
  ])
  func invalidDatesAreRefused(_ text: String) {
    #expect(!isDate(text))
  }

  @Test func theTwentyNinthOfFebruaryExistsInLeapYears() {
    #expect(isDate("20240229T000060"))
    #expect(isDate("20000229T000000"))
    #expect(!isDate("21000229T000000"))
  }

  private func isDate(_ text: String) -> Bool { NotificationDate(parsing: Array(text.utf8).span) != nil }
}
