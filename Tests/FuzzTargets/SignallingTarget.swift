import L2CAP
import TestSupport
import Timing

/// LE signalling. Each command gets at most one response, of a bounded size; responses get none; at most ten are sent
/// per second; and every request of the watch ends.
///
/// Input: choices; see `SignallingRun.step`.
public enum SignallingTarget: FuzzTarget {
  public static var sources: [String] { ["L2CAP/Signalling", "L2CAP/ConnectionParameter"] }

  public static func run(_ input: FuzzInput) {
    let run = SignallingRun(input)
    while !input.isEmpty { run.step() }
    run.finish()
  }
}

private final class SignallingRun {
  private var channel = SignallingChannel()
  private let input: FuzzInput
  private var now = Instant.start
  /// The times at which refusals were sent.
  private var refusals: [Instant] = []
  /// The identifier of the request that was sent and has no response yet.
  private var awaited: UInt8?
  /// Whether a request was made and is not yet sent.
  private var isPending = false

  init(_ input: FuzzInput) { self.input = input }

  func step() {
    switch input.number(below: 6) {
    case 0: hear(input.block(below: 64))
    case 1: hear(command(input.octet(), input.block(below: 24)))
    case 2: hear(command(input.choice([0x01, 0x13]), input.choice([[0, 0], [1, 0], [2, 0], []]), awaited))
    case 3: request()
    case 4: send()
    default: wait(input.interval())
    }
  }

  /// Checks that the channel is free again after its timer, at the latest.
  func finish() {
    wait(SignallingChannel.responseTimeout)
    send()
    wait(SignallingChannel.responseTimeout)
    require(channel.deadline == nil, "no wait lasts for ever")
    require(channel.request(Self.parameters), "a request may be made again")
  }

  private static let parameters = ConnectionParameterUpdateRequest(
    intervalMinimum: 24, intervalMaximum: 36, latency: 3, timeoutMultiplier: 600)!

  private func command(_ code: UInt8, _ data: [UInt8], _ identifier: UInt8? = nil) -> [UInt8] {
    let count = input.rarely(4) ? input.number() : UInt16(data.count)
    return [code, identifier ?? input.octet()] + wire(count) + data
  }

  private func hear(_ pdu: [UInt8]) {
    var event: SignallingEvent?
    let answer = output(capacity: 23) { event = channel.handle(pdu.span, answer: &$0, now: now) }
    if !answer.isEmpty { check(answer, to: pdu) }
    switch event {
    case .parameterUpdateAccepted, .parameterUpdateRejected:
      require(pdu[1] == awaited, "a request ends only with its own response")
      awaited = nil
    case .refusalLimitReached: require(answer.isEmpty, "no refusal is sent above the limit")
    case .parameterUpdateTimedOut: require(false, "a timeout is reported only by the clock")
    case nil: break
    }
  }

  private func check(_ answer: [UInt8], to pdu: [UInt8]) {
    require(pdu.count >= 4 && pdu[1] != 0, "a command without an identifier is not answered")
    require(![0x01, 0x13, 0x15, 0x16, 0x18, 0x1A].contains(pdu[0]), "a response is not answered")
    require(answer.count <= 14 && answer.count >= 6, "a response has 6 to 14 octets")
    require(answer[1] == pdu[1], "a response has its command's identifier")
    require(Int(answer[2]) + 4 == answer.count && answer[3] == 0, "a response's length field is correct")
    require(answer[0] == 0x01 || answer[0] == 0x15, "every command is refused")
    refusals = refusals.filter { now.since($0) < .seconds(1) } + [now]
    require(refusals.count <= 2 * SignallingChannel.refusalLimit, "the number of refusals is limited")
  }

  private func request() {
    let isTaken = channel.request(Self.parameters)
    require(isTaken == (!isPending && awaited == nil), "one request is pending at most")
    isPending = isPending || isTaken
  }

  private func send() {
    var isThere = false
    let pdu = output(capacity: 23) { isThere = channel.nextPDU(into: &$0, now: now) }
    require(isThere == !pdu.isEmpty, "the result says whether there is a PDU")
    require(isThere == isPending, "a request is sent once")
    isPending = false
    guard isThere else { return }
    require(pdu.count == 12 && pdu[0] == 0x12 && pdu[1] != 0, "the request is a Connection Parameter Update Request")
    awaited = pdu[1]
  }

  private func wait(_ interval: Interval) {
    now = now + interval
    let isDue = channel.deadline.map { $0 <= now } ?? false
    let event = channel.handleTimeout(now: now)
    require(isDue == (event == .parameterUpdateTimedOut), "a timeout is reported")
    if isDue { awaited = nil }
    require(channel.deadline.map { $0 > now } ?? true, "no deadline that was reached stays set")
    require((channel.deadline != nil) == (awaited != nil), "a pending request has a deadline")
  }
}
