import L2CAP
import Octets
import TestSupport
import Testing
import Timing

/// A channel seen from its peer: octets in, octets out.
private final class Peer {
  var channel = SignallingChannel()

  func answer(to pdu: String, now: Instant = .start) -> (octets: String, event: SignallingEvent?) {
    let pdu = octets(hex: pdu)
    var event: SignallingEvent?
    let answer = output(capacity: 14) { event = channel.handle(pdu.span, answer: &$0, now: now) }
    return (answer.hex, event)
  }

  func ask() -> Bool { channel.request(SignallingChannelTests.parameters) }

  func nextRequest() -> String { output { _ = channel.nextPDU(into: &$0, now: .start) }.hex }

  func wait(seconds: UInt32) -> SignallingEvent? { channel.handleTimeout(now: .start + .seconds(seconds)) }
}

@Suite struct SignallingChannelTests {
  static let parameters = ConnectionParameterUpdateRequest(
    intervalMinimum: 24, intervalMaximum: 36, latency: 3, timeoutMultiplier: 600)!

  /// L2CAP/LE/REJ/BI-02-C, CPU/BI-02-C and the refusal of every connection-oriented channel.
  @Test(arguments: [
    // Unknown commands.
    ("00 05 00 00", "01 05 02 00 00 00"),
    ("02 05 04 00 01 00 40 00", "01 05 02 00 00 00"),
    ("0a 07 02 00 01 00", "01 07 02 00 00 00"),
    ("1b 09 00 00", "01 09 02 00 00 00"),
    ("ff 01 00 00", "01 01 02 00 00 00"),
    ("19 01 06 00 40 00 40 00 40 00", "01 01 02 00 00 00"),
    // Only a central may receive this request.
    ("12 02 08 00 18 00 24 00 03 00 58 02", "01 02 02 00 00 00"),
    // Credit based connections: the PSM does not exist.
    ("14 03 0a 00 80 00 40 00 17 00 17 00 01 00", "15 03 0a 00 00 00 00 00 00 00 00 00 02 00"),
    ("14 03 02 00 80 00", "01 03 02 00 00 00"),
    ("17 03 0a 00 80 00 40 00 17 00 17 00 01 00", "01 03 02 00 00 00"),
    // Disconnection of a channel that does not exist.
    ("06 04 04 00 41 00 42 00", "01 04 06 00 02 00 41 00 42 00"),
    ("06 04 02 00 41 00", "01 04 02 00 00 00"),
    // Length mismatch, two commands in one PDU.
    ("0a 06 05 00 01", "01 06 02 00 00 00"),
    ("0a 06 00 00 0a 07 00 00", "01 06 02 00 00 00"),
    // More than 23 octets.
    ("0a 08 14 00 " + String(repeating: "00 ", count: 20), "01 08 04 00 01 00 17 00"),
  ])
  func requestsAreRefusedInThePeersTerms(_ pdu: String, _ expected: String) {
    let peer = Peer()
    let answer = peer.answer(to: pdu)
    #expect(answer.octets == expected)
    #expect(answer.event == nil)
  }

  @Test(arguments: [
    "", "0a", "0a 01", "0a 01 00",  // too short to contain an identifier
    "0a 00 00 00",  // identifier 0
    "01 05 02 00 00 00", "13 05 02 00 00 00", "15 05 0a 00 00 00 00 00 00 00 00 00 02 00", "16 05 04 00 40 00 01 00",
    "18 05 00 00", "1a 05 02 00 00 00", "07 05 04 00 40 00 40 00", "03 05 00 00", "0b 05 00 00",
    "01 05 18 00 " + String(repeating: "00 ", count: 24),
  ])
  func unexpectedResponsesAndNoiseGetNoAnswer(_ pdu: String) {
    let peer = Peer()
    let answer = peer.answer(to: pdu)
    #expect(answer.octets == "")
    #expect(answer.event == nil)
    #expect(peer.channel.droppedCount == 1)
  }

  /// The example in 2.4 of the facts, with the shape of the Core Specification, as a complete frame.
  @Test func parameterUpdateRequestHasTheShapeOfTheSpecification() throws {
    let peer = Peer()
    #expect(peer.ask())
    let frame = try output { output in
      let start = try output.beginFrame(on: .signalling)
      _ = peer.channel.nextPDU(into: &output, now: .start)
      _ = output.endFrame(start)
    }
    #expect(frame.hex == "0c 00 05 00 12 01 08 00 18 00 24 00 03 00 58 02")
    #expect(peer.nextRequest() == "")
    #expect(peer.channel.deadline == .start + .seconds(5))
  }

  @Test func onlyOneRequestIsOutstanding() {
    let peer = Peer()
    #expect(peer.ask())
    #expect(!peer.ask())
    _ = peer.nextRequest()
    #expect(!peer.ask())
    #expect(peer.answer(to: "13 01 02 00 00 00").event == .parameterUpdateAccepted)
    #expect(peer.channel.deadline == nil)
    #expect(peer.ask())
    #expect(peer.nextRequest().hasPrefix("12 02 08 00"))
  }

  /// - Conformance: L2CAP | parameter response with result 1 and more
  @Test(arguments: [
    ("13 01 02 00 00 00", SignallingEvent.parameterUpdateAccepted),
    ("13 01 02 00 01 00", .parameterUpdateRejected),
    ("13 01 02 00 02 00", .parameterUpdateRejected),
    ("01 01 02 00 00 00", .parameterUpdateRejected),
  ])
  func answerEndsTheRequest(_ pdu: String, _ event: SignallingEvent) {
    let peer = Peer()
    _ = peer.ask()
    _ = peer.nextRequest()
    let answer = peer.answer(to: pdu)
    #expect(answer.event == event)
    #expect(answer.octets == "")
  }

  /// - Conformance: L2CAP | parameter response that is not awaited
  @Test(arguments: [
    "13 02 02 00 00 00", "13 01 01 00 00", "13 01 03 00 00 00 00", "13 01 02 00 00", "15 01 02 00 00 00",
    "01 02 02 00 00 00",
  ])
  func otherAnswersLeaveTheRequestOutstanding(_ pdu: String) {
    let peer = Peer()
    _ = peer.ask()
    _ = peer.nextRequest()
    #expect(peer.answer(to: pdu).event == nil)
    #expect(peer.answer(to: "13 01 02 00 00 00").event == .parameterUpdateAccepted)
  }

  @Test func silenceEndsTheRequestAndALateAnswerIsIgnored() {
    let peer = Peer()
    _ = peer.ask()
    _ = peer.nextRequest()
    #expect(peer.wait(seconds: 4) == nil)
    #expect(peer.wait(seconds: 5) == .parameterUpdateTimedOut)
    #expect(peer.answer(to: "13 01 02 00 00 00").event == nil)
    #expect(peer.ask())
  }

  @Test func identifiersSkipZeroWhenTheyWrap() {
    let peer = Peer()
    var identifiers: [UInt8] = []
    for _ in 0..<256 {
      _ = peer.ask()
      let pdu = octets(hex: peer.nextRequest())
      identifiers.append(pdu[1])
      _ = peer.wait(seconds: 5)
    }
    #expect(identifiers == Array(1...255) + [1])
  }

  @Test func requestWaitsForRoom() {
    let peer = Peer()
    _ = peer.ask()
    let cramped = output(capacity: 11) { output in
      let isSent = peer.channel.nextPDU(into: &output, now: .start)
      #expect(!isSent)
    }
    #expect(cramped.isEmpty)
    #expect(peer.nextRequest().hasPrefix("12 01"))
  }

  @Test func eleventhRefusalInASecondIsTooMany() {
    let peer = Peer()
    for _ in 0..<10 { #expect(peer.answer(to: "0a 01 00 00").octets != "") }
    let next = peer.answer(to: "0a 01 00 00", now: .start + .milliseconds(999))
    #expect(next.octets == "")
    #expect(next.event == .refusalLimitReached)
    #expect(peer.answer(to: "0a 01 00 00", now: .start + .seconds(1)).octets != "")
  }

  @Test(
    arguments: [
      (6, 6, 0, 10), (3200, 3200, 0, 3200), (24, 40, 3, 600), (96, 120, 4, 600), (3200, 3200, 1, 1601),
    ] as [(UInt16, UInt16, UInt16, UInt16)])
  func legalParametersAreAccepted(_ minimum: UInt16, _ maximum: UInt16, _ latency: UInt16, _ timeout: UInt16) {
    let parameters = ConnectionParameterUpdateRequest(
      intervalMinimum: minimum, intervalMaximum: maximum, latency: latency, timeoutMultiplier: timeout)
    #expect(parameters != nil)
  }

  @Test(
    arguments: [
      (5, 6, 0, 10), (7, 6, 0, 10), (6, 3201, 0, 3200), (6, 6, 500, 3200), (6, 6, 0, 9), (6, 6, 0, 3201),
      (3200, 3200, 1, 1600), (0, 0, 0, 0), (0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF),
    ] as [(UInt16, UInt16, UInt16, UInt16)])
  func illegalParametersCannotBeMade(_ minimum: UInt16, _ maximum: UInt16, _ latency: UInt16, _ timeout: UInt16) {
    let parameters = ConnectionParameterUpdateRequest(
      intervalMinimum: minimum, intervalMaximum: maximum, latency: latency, timeoutMultiplier: timeout)
    #expect(parameters == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func randomPDUsNeverTrapAndGetAtMostOneAnswer(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var channel = SignallingChannel()
    var now = Instant.start
    for _ in 0..<1000 {
      var pdu = random.octets(random.number(in: 0..<30))
      if pdu.count >= 4, random.number(in: 0..<3) > 0 {
        pdu[0] = UInt8(random.number(in: 0..<0x20))
        pdu[2] = UInt8(pdu.count - 4)
        pdu[3] = 0
      }
      now = now + .milliseconds(200)
      let answer = output(capacity: 32) { _ = channel.handle(pdu.span, answer: &$0, now: now) }
      #expect(answer.count <= 14)
      if !answer.isEmpty {
        #expect(answer[1] == pdu[1])
        #expect(Int(answer[2]) == answer.count - 4)
      }
    }
  }
}
