/// The result of a workload: the amount of work, and a checksum that shows that it was done correctly.
public struct Tally: Equatable, Sendable {
  /// The number of notifications, pictures or glyphs.
  public var items = 0
  /// The number of octets read.
  public var octetsIn = 0
  /// The number of octets sent to the controller or to the display.
  public var octetsOut = 0
  /// The number of notifications that the phone has sent.
  public var added = 0
  /// The number of notifications in which a verifying workload found a one-time code.
  public var codes = 0
  /// The first reason why the workload stopped; nil if it reached its end.
  public var failure: Failure?
  /// FNV-1a, 32 bits, over the output if the workload verifies; otherwise a cheaper sum.
  public var checksum: UInt32 = 0x811C_9DC5

  /// The reason why a workload stops before its end.
  public enum Failure: UInt8, Sendable {
    /// The client waits for a response that the phone does not send.
    case unanswered
    /// The phone answers a request that the client did not send.
    case unasked
    /// The client has no more requests, and texts of a notification are missing.
    case incomplete
  }

  public init() {}

  /// Notes the first failure.
  mutating func fail(_ failure: Failure) { self.failure = self.failure ?? failure }

  /// Adds the result of another turn.
  public mutating func add(_ other: Tally) {
    items += other.items
    octetsIn += other.octetsIn
    octetsOut += other.octetsOut
    added += other.added
    codes += other.codes
    failure = failure ?? other.failure
    checksum = checksum &* 31 &+ other.checksum
  }

  mutating func sum(_ octet: UInt8) { checksum = (checksum ^ UInt32(octet)) &* 0x0100_0193 }

  mutating func sum(_ octets: Span<UInt8>) {
    for index in octets.indices { sum(octets[index]) }
  }

  mutating func sum(_ number: UInt32) {
    for index in 0..<4 { sum(UInt8(truncatingIfNeeded: number >> UInt32(index * 8))) }
  }

  /// Uses `number`, so that the optimiser cannot remove its computation.
  mutating func note(_ number: Int) { checksum = checksum &* 31 &+ UInt32(truncatingIfNeeded: number) }

  /// Adds one text of one notification to the checksum.
  mutating func sum(_ text: Span<UInt8>, attribute: UInt8) {
    sum(attribute)
    sum(UInt32(truncatingIfNeeded: text.count))
    sum(text)
  }
}
