import ATT
import GATT
import Identifiers
import TestSupport
import Testing
import Timing

@Suite struct GATTClientTests {
  static let ancs = BluetoothUUID(0x7905_F431_B5CE_4E99, 0xA40F_4B1E_122D_00D0)

  static func range(_ first: UInt16, _ last: UInt16) -> HandleRange {
    HandleRange(rawFirst: first, rawLast: last)!
  }

  static func handle(_ rawValue: UInt16) -> AttributeHandle { AttributeHandle(rawValue: rawValue)! }

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

  /// The server cut the response to the MTU at the time of the request, whatever was exchanged meanwhile.
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

  @Test func resultIsReportedOnce() {
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
}
