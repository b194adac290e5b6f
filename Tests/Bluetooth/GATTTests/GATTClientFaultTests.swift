import ATT
import GATT
import Identifiers
import TestSupport
import Testing
import Timing

/// PDUs that a server sends without a request, and PDUs that it must not send.
@Suite struct GATTClientFaultTests {
  private static let ancs = GATTClientTests.ancs
  private static func range(_ first: UInt16, _ last: UInt16) -> HandleRange { GATTClientTests.range(first, last) }
  private static func handle(_ rawValue: UInt16) -> AttributeHandle { GATTClientTests.handle(rawValue) }

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
    link.client.refuseAllValues()
    #expect(link.receive("1b 1200 61") == "")
    #expect(!link.isBearerLost)
  }

  @Test func valuesOnAPlainLinkAreIgnored() {
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
    link.client.refuseAllValues()
    #expect(link.receive("1b 0300 61") == "")
    #expect(link.accept(9))
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
  func unexpectedResponseIsAFault(_ pdu: String) {
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

  /// GATT/CL/GAD/BI: values that a discovery must refuse. The search is for handles 0x0010 to 0x0020.
  ///
  /// - Conformance: ATT client | forged discovery
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
    recordCases(1)
  }

  /// - Conformance: ATT client | forged discovery
  @Test func serviceListThatDoesNotAdvanceEndsTheSearch() {
    let link = ClientLink()
    link.start(.discoverPrimaryService(.short(0x1805)))
    _ = link.next()
    link.receive("07 1000 1a00")
    _ = link.next()
    #expect(link.receive("07 1000 1a00") == "")
    #expect(link.result() == .invalidResponse)
  }

  /// - Conformance: ATT client | forged discovery
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
    recordCases(1)
  }

  /// - Conformance: ATT client | forged discovery
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
    recordCases(1)
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

  /// A search of a server with a service at every handle ends.
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

  /// For any responses of a server, a procedure ends after a bounded number of PDUs, and nothing traps.
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

  /// A plausible response: the opcode is mostly right, the content mostly well formed.
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
