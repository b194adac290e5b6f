import ATT
import GATT
import Identifiers
import TestSupport
import Testing
import Timing

@Suite struct GATTClientTests {
  static let ancs = BluetoothUUID(0x7905_F431_B5CE_4E99, 0xA40F_4B1E_122D_00D0)

  private static func range(_ first: UInt16, _ last: UInt16) -> HandleRange {
    HandleRange(rawFirst: first, rawLast: last)!
  }

  private static func handle(_ rawValue: UInt16) -> AttributeHandle { AttributeHandle(rawValue: rawValue)! }

  // MARK: Procedures

  /// GATT/CL/GAC/BV-01-C.
  @Test func exchangeMTU() {
    let link = ClientLink()
    #expect(link.start(.exchangeMTU))
    #expect(link.next() == "02 05 02")
    #expect(link.receive("03 b9 00") == "")
    #expect(link.result() == .success)
    #expect(link.bearer.mtu == 185)
    #expect(!link.isBusy)
  }

  @Test func mtuBelowTheLeastCountsAsTheLeast() {
    let link = ClientLink()
    link.start(.exchangeMTU)
    _ = link.next()
    link.receive("03 16 00")
    #expect(link.result() == .success)
    #expect(link.bearer.mtu == 23)
  }

  @Test func serverWithoutMTUExchangeKeepsTheLeast() {
    let link = ClientLink()
    link.start(.exchangeMTU)
    _ = link.next()
    link.receive("01 02 00 00 06")
    #expect(link.result() == .refused(.requestNotSupported))
    #expect(link.bearer.mtu == 23)
  }

  /// GATT/CL/GAD/BV-02-C, with the request that just fits the smallest MTU.
  @Test func everyInstanceOfAServiceIsFound() {
    let link = ClientLink()
    link.start(.discoverPrimaryService(Self.ancs))
    #expect(link.next() == "06 01 00 ff ff 00 28 d0 00 2d 12 1e 4b 0f a4 99 4e ce b5 31 f4 05 79")
    #expect(link.receive("07 1000 1a00 2000 2a00") == "services 16-26 32-42")
    #expect(link.result() == nil)
    #expect(link.next().hasPrefix("06 2b 00 ff ff"))
    #expect(link.receive("01 06 2b00 0a") == "")
    #expect(link.result() == .success)
  }

  @Test func serviceThatEndsAtTheLastHandleIsTheLast() {
    let link = ClientLink()
    link.start(.discoverPrimaryService(.short(0x1805)))
    #expect(link.next() == "06 01 00 ff ff 00 28 05 18")
    #expect(link.receive("07 1000 ffff") == "services 16-65535")
    #expect(link.result() == .success)
    #expect(link.next() == "")
  }

  /// GATT/CL/GAD/BV-04-C at the smallest MTU: one long entry per response, as iOS does.
  @Test func characteristicsOfAServiceAreFound() {
    let link = ClientLink()
    link.start(.discoverCharacteristics(Self.range(16, 26)))
    #expect(link.next() == "08 10 00 1a 00 03 28")
    #expect(link.receive("09 15 1100 10 1200 bd1da299e625588cd94201630d12bf9f") == "characteristics 17:18/16")
    #expect(link.next() == "08 12 00 1a 00 03 28")
    #expect(link.receive("09 07 1400 08 1500 002a 1600 02 1700 012a") == "characteristics 20:21/8 22:23/2")
    #expect(link.next() == "08 17 00 1a 00 03 28")
    #expect(link.receive("01 08 1700 0a") == "")
    #expect(link.result() == .success)
  }

  /// GATT/CL/GAD/BV-06-C.
  @Test func descriptorsAreFound() {
    let link = ClientLink()
    link.start(.discoverDescriptors(Self.range(19, 21)))
    #expect(link.next() == "04 13 00 15 00")
    #expect(link.receive("05 01 1300 0229 1400 0129") == "descriptors 19=2902 20=2901")
    #expect(link.next() == "04 15 00 15 00")
    #expect(link.receive("05 02 1500 000102030405060708090a0b0c0d0e0f") == "descriptors 21=long")
    #expect(link.result() == .success)
    #expect(link.next() == "")
  }

  /// GATT/CL/GAR/BV-01-C.
  @Test func valueIsReadOnceOnly() {
    let link = ClientLink()
    link.start(.readValue(Self.handle(3)))
    #expect(link.next() == "0a 03 00")
    let full = "0b" + String(repeating: "61", count: 22)
    #expect(link.receive(full).hasPrefix("value 0: 61 61"))
    #expect(link.result() == .success)
    #expect(link.next() == "")
  }

  /// GATT/CL/GAR/BV-04-C.
  @Test func longValueIsReadInPartsUntilAShortOne() {
    let link = ClientLink()
    link.start(.readLongValue(Self.handle(3)))
    #expect(link.next() == "0a 03 00")
    link.receive("0b" + String(repeating: "61", count: 22))
    #expect(link.result() == nil)
    #expect(link.next() == "0c 03 00 16 00")
    #expect(link.receive("0d 62 63") == "value 22: 62 63")
    #expect(link.result() == .success)
  }

  /// - Conformance: ATT client | long value | GATT/CL/GAR/BV-04-C, GATT/CL/GAR/BI-13-C
  @Test(arguments: ["0d", "01 0c 0300 07", "01 0c 0300 0b"])
  func valueThatJustFitsEndsWithAnEmptyPartOrAnError(_ response: String) {
    let link = ClientLink()
    link.start(.readLongValue(Self.handle(3)))
    _ = link.next()
    link.receive("0b" + String(repeating: "61", count: 22))
    _ = link.next()
    link.receive(response)
    #expect(link.result() == .success)
  }

  @Test func shortValueNeedsNoSecondRequest() {
    let link = ClientLink()
    link.start(.readLongValue(Self.handle(3)))
    _ = link.next()
    #expect(link.receive("0b") == "value 0: ")
    #expect(link.result() == .success)
  }

  /// - Conformance: ATT client | long value
  @Test func valueOfFiveHundredAndTwelveOctetsIsTheLongest() {
    let link = ClientLink(mtu: 513)
    link.start(.readLongValue(Self.handle(3)))
    _ = link.next()
    link.receive("0b" + String(repeating: "61", count: 512))
    #expect(link.result() == .success)
    link.start(.readLongValue(Self.handle(3)))
    let other = ClientLink()
    other.start(.readLongValue(Self.handle(3)))
    for _ in 0..<23 {
      let isFirst = other.next().hasPrefix("0a")
      other.receive((isFirst ? "0b" : "0d") + String(repeating: "61", count: 22))
    }
    #expect(other.next() == "0c 03 00 fa 01")
    other.receive("0d" + String(repeating: "61", count: 7))
    #expect(other.result() == .invalidResponse)
  }

  /// The server's response was cut for the MTU the request was sent with, whatever was exchanged meanwhile.
  @Test func partIsJudgedByTheMTUOfItsRequest() {
    let link = ClientLink()
    link.start(.readLongValue(Self.handle(3)))
    _ = link.next()
    link.bearer.completeMTUExchange(peerReceiveMTU: 185)
    link.receive("0b" + String(repeating: "61", count: 22))
    #expect(link.next() == "0c 03 00 16 00")
  }

  /// GATT/CL/GAW/BV-03-C.
  @Test func valueIsWrittenWithResponse() {
    let link = ClientLink()
    #expect(link.startWrite(to: 21, [0, 1, 2]))
    #expect(link.next() == "12 15 00 00 01 02")
    #expect(link.receive("13") == "")
    #expect(link.result() == .success)
  }

  @Test(arguments: [
    (ClientCharacteristicConfiguration.notifications, "12 16 00 01 00"), (.indications, "12 16 00 02 00"),
    (.nothing, "12 16 00 00 00"),
  ])
  func configurationIsTwoOctets(_ configuration: ClientCharacteristicConfiguration, _ request: String) {
    let link = ClientLink()
    link.start(.configure(Self.handle(22), configuration))
    #expect(link.next() == request)
    link.receive("13")
    #expect(link.result() == .success)
  }

  @Test(arguments: [0x03, 0xA0, 0xA1, 0xA2, 0xA3, 0x80, 0xFF] as [UInt8])
  func errorIsHandedOnAsItCame(_ code: UInt8) {
    let link = ClientLink()
    link.startWrite(to: 21, [0])
    _ = link.next()
    link.receive([0x01, 0x12, 21, 0, code])
    #expect(link.result() == .refused(ErrorCode(rawValue: code)))
    #expect(!link.isBusy)
  }

  @Test func errorZeroCountsAsUnlikely() {
    let link = ClientLink()
    link.startWrite(to: 21, [0])
    _ = link.next()
    link.receive("01 12 1500 00")
    #expect(link.result() == .refused(.unlikelyError))
  }

  // MARK: Long writes

  /// GATT/CL/GAW/BV-05-C.
  @Test func valueLongerThanARequestIsPreparedAndExecuted() {
    let link = ClientLink()
    let value = Array(UInt8(0)..<40)
    link.startWrite(to: 21, value)
    for start in [0, 18, 36] {
      let part = Array(value[start..<min(start + 18, 40)])
      let request = link.nextOctets()
      #expect(request == [0x16, 21, 0, UInt8(start), 0] + part)
      link.receive([0x17] + request.dropFirst())
      #expect(link.result() == nil)
    }
    #expect(link.next() == "18 01")
    link.receive("19")
    #expect(link.result() == .success)
  }

  @Test func valueThatJustFitsIsNotPrepared() {
    let link = ClientLink()
    link.startWrite(to: 21, [UInt8](repeating: 7, count: 20))
    #expect(link.nextOctets().count == 23)
    link.receive("13")
    #expect(link.result() == .success)
  }

  @Test func longestValueIsWrittenAndALongerOneRefused() {
    let link = ClientLink()
    #expect(!link.startWrite(to: 21, [UInt8](repeating: 7, count: 513)))
    #expect(!link.isBusy)
    #expect(link.startWrite(to: 21, [UInt8](repeating: 7, count: 512)))
    var written = 0
    while true {
      let request = link.nextOctets()
      guard request[0] == 0x16 else { break }
      written += request.count - 5
      link.receive([0x17] + request.dropFirst())
    }
    #expect(written == 512)
    link.receive("19")
    #expect(link.result() == .success)
  }

  /// GATT/CL/GAW/BV-05-C's counterpart: a server that echoes something else must not write it.
  /// - Conformance: ATT client | echo of a prepared write
  @Test(arguments: ["17 1500 0000 ff", "17 1600 0000", "17 1500 0100", "17 1500 0000"])
  func wrongEchoCancelsTheQueue(_ echo: String) {
    let link = ClientLink()
    link.startWrite(to: 21, [UInt8](repeating: 7, count: 40))
    _ = link.next()
    link.receive(echo)
    #expect(link.next() == "18 00")
    link.receive("19")
    #expect(link.result() == .invalidResponse)
  }

  @Test func refusalOfALaterPartCancelsTheQueue() {
    let link = ClientLink()
    link.startWrite(to: 21, [UInt8](repeating: 7, count: 40))
    link.receive([0x17] + link.nextOctets().dropFirst())
    _ = link.next()
    link.receive("01 16 1500 09")
    #expect(link.next() == "18 00")
    link.receive("19")
    #expect(link.result() == .refused(.prepareQueueFull))
  }

  @Test func refusalOfTheFirstPartEndsTheWrite() {
    let link = ClientLink()
    link.startWrite(to: 21, [UInt8](repeating: 7, count: 40))
    _ = link.next()
    link.receive("01 16 1500 06")
    #expect(link.result() == .refused(.requestNotSupported))
    #expect(link.next() == "")
  }

  @Test func refusalOfTheExecutionIsTheResult() {
    let link = ClientLink()
    link.startWrite(to: 21, [UInt8](repeating: 7, count: 21))
    link.receive([0x17] + link.nextOctets().dropFirst())
    link.receive([0x17] + link.nextOctets().dropFirst())
    #expect(link.next() == "18 01")
    link.receive("01 18 1500 0d")
    #expect(link.result() == .refused(.invalidAttributeValueLength))
  }

  // MARK: Order and time

  @Test func onlyOneProcedureRuns() {
    let link = ClientLink()
    #expect(link.start(.exchangeMTU))
    #expect(!link.start(.readValue(Self.handle(3))))
    #expect(!link.startWrite(to: 3, [1]))
    _ = link.next()
    #expect(!link.start(.exchangeMTU))
    #expect(link.next() == "")
    link.receive("03 1700")
    #expect(link.start(.readValue(Self.handle(3))))
  }

  @Test func resultIsToldOnce() {
    let link = ClientLink()
    link.start(.readValue(Self.handle(3)))
    _ = link.next()
    link.receive("0b 01")
    #expect(link.result() == .success)
    #expect(link.result() == nil)
  }

  @Test func requestWaitsForRoom() {
    let link = ClientLink()
    link.start(.readValue(Self.handle(3)))
    let cramped = output(capacity: 22) { _ = link.client.nextPDU(into: &$0, on: link.bearer, now: .start) }
    #expect(cramped.isEmpty)
    #expect(link.client.deadline == nil)
    #expect(link.next() == "0a 03 00")
  }

  /// - Conformance: ATT client | silence | GATT/CL/GAT/BV-01-C
  @Test func silenceOfThirtySecondsLosesTheBearer() {
    let link = ClientLink()
    link.start(.readValue(Self.handle(3)))
    _ = link.next()
    #expect(link.client.deadline == .start + .seconds(30))
    link.wait(seconds: 29)
    #expect(!link.isBearerLost)
    link.wait(seconds: 1)
    #expect(link.result() == .timedOut)
    #expect(link.isBearerLost)
    #expect(link.client.deadline == nil)
    #expect(!link.start(.exchangeMTU))
    #expect(link.receive("0b 01") == "")
    #expect(link.next() == "")
    link.client.reset()
    #expect(link.start(.exchangeMTU))
  }

  @Test func eachRequestHasItsOwnThirtySeconds() {
    let link = ClientLink()
    link.start(.discoverPrimaryService(.short(0x1805)))
    _ = link.next()
    link.wait(seconds: 20)
    link.receive("07 1000 1a00")
    #expect(link.client.deadline == nil)
    _ = link.next()
    #expect(link.client.deadline == .start + .seconds(50))
  }

  // MARK: Values sent unasked

  /// GATT/CL/GAN/BV-01-C.
  @Test func notificationsComeFromAcceptedHandlesOnly() {
    let link = ClientLink()
    #expect(link.receive("1b 1200 61 62") == "")
    link.accept(0x12)
    #expect(link.receive("1b 1200 61 62") == "notification 18: 61 62")
    #expect(link.receive("1b 1200") == "notification 18: ")
    #expect(link.receive("1b 1300 61") == "")
    #expect(link.receive("1b 12") == "")
    #expect(link.receive("1b 0000 61") == "")
    link.client.refuseValues(from: Self.handle(0x12))
    #expect(link.receive("1b 1200 61") == "")
    #expect(!link.isBearerLost)
  }

  @Test func nothingOfAPlainLinkIsBelieved() {
    let link = ClientLink(isEncrypted: false)
    link.accept(0x12)
    #expect(link.receive("1b 1200 61") == "")
    #expect(link.receive("1d 1200 61") == "")
    #expect(link.next() == "1e")
  }

  @Test func eightHandlesCanBeAccepted() {
    let link = ClientLink()
    for handle in 1...8 as ClosedRange<UInt16> { #expect(link.accept(handle)) }
    #expect(link.accept(3))
    #expect(!link.accept(9))
    link.client.refuseValues(from: Self.handle(3))
    #expect(link.accept(9))
    link.client.refuseAllValues()
    #expect(link.receive("1b 0900 61") == "")
  }

  /// GATT/CL/GAI/BV-01-C and BI-01-C.
  @Test(arguments: [
    ("1d 1200 0100 ffff", "indication 18: 01 00 ff ff"), ("1d 1300 61", ""), ("1d 12", ""), ("1d", ""),
    ("1d 0000 61", ""),
  ])
  func everyIndicationIsConfirmed(_ pdu: String, _ event: String) {
    let link = ClientLink()
    link.accept(0x12)
    #expect(link.receive(pdu) == event)
    #expect(link.next() == "1e")
    #expect(link.next() == "")
  }

  @Test func confirmationGoesBeforeARequestAndBesidesOne() {
    let link = ClientLink()
    link.start(.readValue(Self.handle(3)))
    link.receive("1d 1200 61")
    #expect(link.next() == "1e")
    #expect(link.next() == "0a 03 00")
    link.receive("1d 1200 61")
    #expect(link.next() == "1e")
    #expect(link.receive("0b 01") == "value 0: 01")
  }

  @Test func indicationBeforeTheConfirmationIsAFault() {
    let link = ClientLink()
    link.accept(0x12)
    #expect(link.receive("1d 1200 61") == "indication 18: 61")
    #expect(link.receive("1d 1200 62") == "")
    #expect(link.client.faultCount == 1)
    #expect(link.next() == "1e")
    #expect(link.receive("1d 1200 63") == "indication 18: 63")
  }

  // MARK: Responses that make no sense

  @Test(arguments: [
    "01 0a 0000 01", "03 1700", "05 01 0100 0028", "07 0100 0200", "09 02 0100", "0b", "0d", "0f", "11 06 010002000018",
    "13", "17 0100 0000", "19", "21 00",
  ])
  func responseNobodyWaitsForIsAFault(_ pdu: String) {
    let link = ClientLink()
    #expect(link.receive(pdu) == "")
    #expect(link.client.faultCount == 1)
    #expect(link.result() == nil)
    #expect(!link.isBearerLost)
  }

  @Test(arguments: [
    "0d 01", "13", "09 04 0300 0101", "01 0c 0300 01", "01 00 0300 01", "01 0a 0300", "01 0a 0300 01 00", "01",
  ])
  func wrongResponseNeverEndsTheProcedure(_ pdu: String) {
    let link = ClientLink()
    link.start(.readValue(Self.handle(3)))
    _ = link.next()
    #expect(link.receive(pdu) == "")
    #expect(link.result() == nil)
    #expect(link.isBusy)
    #expect(link.client.faultCount == 1)
    #expect(link.receive("0b 01") == "value 0: 01")
    #expect(link.result() == .success)
  }

  @Test func responseBeforeTheRequestIsSentIsAFault() {
    let link = ClientLink()
    link.start(.readValue(Self.handle(3)))
    #expect(link.receive("0b 01") == "")
    #expect(link.client.faultCount == 1)
    #expect(link.next() == "0a 03 00")
  }

  @Test func threeFaultsLoseTheBearer() {
    let link = ClientLink()
    link.start(.readValue(Self.handle(3)))
    _ = link.next()
    link.receive("13")
    link.receive("13")
    #expect(!link.isBearerLost)
    link.receive("13")
    #expect(link.isBearerLost)
    #expect(link.result() == .invalidResponse)
    #expect(link.client.deadline == nil)
  }

  @Test func responseLongerThanTheMTUIsDropped() {
    let link = ClientLink()
    link.start(.readValue(Self.handle(3)))
    _ = link.next()
    #expect(link.receive("0b" + String(repeating: "61", count: 23)) == "ignored")
    #expect(link.isBusy)
  }

  /// GATT/CL/GAD/BI: what a discovery must not believe. The search is for handles 0x0010 to 0x0020.
  @Test(arguments: [
    "07", "07 1000", "07 1000 1a00 20", "07 0000 1a00", "07 1a00 1000", "07 1000 1a00 1a00 2000",
    "07 1000 1a00 1500 1800", "07 2000 2a00 1000 1a00",
  ])
  func badServiceListEndsTheSearch(_ response: String) {
    let link = ClientLink()
    link.start(.discoverPrimaryService(.short(0x1805)))
    _ = link.next()
    #expect(link.receive(response) == "")
    #expect(link.result() == .invalidResponse)
    #expect(link.next() == "")
  }

  @Test func serviceListThatDoesNotAdvanceEndsTheSearch() {
    let link = ClientLink()
    link.start(.discoverPrimaryService(.short(0x1805)))
    _ = link.next()
    link.receive("07 1000 1a00")
    _ = link.next()
    #expect(link.receive("07 1000 1a00") == "")
    #expect(link.result() == .invalidResponse)
  }

  @Test(arguments: [
    "09", "09 00", "09 01 10", "09 02 1000", "09 07", "09 07 1000 02 1100 002a 00", "09 08 1000 02 1100 002a 00",
    "09 07 0f00 02 1100 002a", "09 07 2100 02 2200 002a", "09 07 0000 02 1100 002a", "09 07 1000 02 1000 002a",
    "09 07 1000 02 0f00 002a", "09 07 1000 02 0000 002a", "09 07 1000 02 2100 002a",
    "09 07 1200 02 1300 002a 1000 02 1100 012a", "09 07 1000 02 1100 002a 1000 02 1100 002a", "09 05 1000 02 1100",
  ])
  func badCharacteristicListEndsTheSearch(_ response: String) {
    let link = ClientLink()
    link.start(.discoverCharacteristics(Self.range(0x10, 0x20)))
    _ = link.next()
    #expect(link.receive(response) == "")
    #expect(link.result() == .invalidResponse)
  }

  @Test(arguments: [
    "05", "05 01", "05 03 1000 0229", "05 00 1000 0229", "05 01 1000 02", "05 01 1000 0229 11", "05 02 1000 0229",
    "05 01 0f00 0229", "05 01 2100 0229", "05 01 0000 0229", "05 01 1100 0229 1000 0129", "05 01 1000 0229 1000 0229",
  ])
  func badDescriptorListEndsTheSearch(_ response: String) {
    let link = ClientLink()
    link.start(.discoverDescriptors(Self.range(0x10, 0x20)))
    _ = link.next()
    #expect(link.receive(response) == "")
    #expect(link.result() == .invalidResponse)
  }

  @Test(arguments: ["03", "03 17", "03 1700 00"]) func badMTUResponseEndsTheExchange(_ response: String) {
    let link = ClientLink()
    link.start(.exchangeMTU)
    _ = link.next()
    link.receive(response)
    #expect(link.result() == .invalidResponse)
    #expect(link.bearer.mtu == 23)
  }

  @Test func writeResponseWithAValueIsInvalid() {
    let link = ClientLink()
    link.startWrite(to: 3, [1])
    _ = link.next()
    link.receive("13 00")
    #expect(link.result() == .invalidResponse)
  }

  /// A server with a service at every handle is not listened to for ever.
  /// - Conformance: ATT client | answers without end
  @Test func searchEndsAfterSixtyFourResponses() {
    let link = ClientLink()
    link.start(.discoverPrimaryService(.short(0x1805)))
    var requests = 0
    while requests < 1000 {
      let request = link.nextOctets()
      guard !request.isEmpty else { break }
      requests += 1
      link.receive([0x07, request[1], request[2], request[1], request[2]])
    }
    #expect(requests == 64)
    #expect(link.result() == .invalidResponse)
  }

  /// Whatever a server answers, a procedure ends after a bounded number of PDUs, and nothing traps.
  @Test(arguments: 0..<40 as Range<UInt64>) func hostileServerNeverTrapsTheClientOrKeepsItBusy(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let link = ClientLink(mtu: [23, 64, 185, 517][random.number(in: 0..<4)])
      let procedures: [Procedure] = [
        .exchangeMTU, .discoverPrimaryService(Self.ancs), .discoverCharacteristics(Self.range(1, 0xFFFF)),
        .discoverDescriptors(Self.range(3, 40)), .readValue(Self.handle(3)), .readLongValue(Self.handle(3)),
        .configure(Self.handle(9), .notifications),
      ]
      let choice = random.number(in: 0..<procedures.count + 1)
      if choice < procedures.count {
        link.start(procedures[choice])
      } else {
        link.startWrite(to: 9, random.octets(random.number(in: 0..<513)))
      }
      var rounds = 0
      while link.isBusy, rounds < 500 {
        let request = link.nextOctets()
        #expect(request.count <= link.bearer.mtu)
        var pdu = plausibleResponse(to: request, &random, mtu: link.bearer.mtu)
        if random.number(in: 0..<4) == 0, !pdu.isEmpty { pdu[random.number(in: 0..<pdu.count)] = random.octet() }
        link.receive(pdu)
        rounds += 1
        if rounds % 50 == 0 { link.wait(seconds: 30) }
      }
      #expect(!link.isBusy)
      #expect(rounds <= 200)
      #expect(link.result() != nil)
    }
  }

  /// Something like an answer: the opcode mostly right, the content mostly well-formed.
  private func plausibleResponse(to request: [UInt8], _ random: inout SeededGenerator, mtu: Int) -> [UInt8] {
    guard request.count >= 2 else { return random.octets(random.number(in: 0..<mtu)) }
    switch (request[0], random.number(in: 0..<6)) {
    case (_, 0): return [0x01, request[0], 0, 0, random.octet()]
    case (0x06, _), (0x04, _), (0x08, _):
      let first = request[1]
      switch request[0] {
      case 0x06: return [0x07, first, request[2], first, request[2]]
      case 0x04: return [0x05, 0x01, first, request[2], 0x02, 0x29]
      default: return [0x09, 0x07, first, request[2], 0x02, first &+ 1, request[2], 0x00, 0x2A]
      }
    case (0x0A, _), (0x0C, _): return [request[0] + 1] + random.octets(mtu - 1)
    case (0x16, _): return [0x17] + request.dropFirst()
    default: return [request[0] + 1] + random.octets(random.number(in: 0..<3))
    }
  }
}
