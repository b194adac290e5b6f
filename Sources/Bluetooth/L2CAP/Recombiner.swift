internal import Octets
public import Timing

/// Puts one link's ACL fragments together into frames.
///
///     idle ⇄ receiving → complete → idle
///               ↓ longer than the buffer
///            skipping → idle
///
/// A frame that does not fit is counted down and thrown away, so that the next one is found. One that stays
/// incomplete for 30 s is reason to disconnect: its rest will not come.
/// `capacity` is the largest whole frame, its four header octets included.
/// Core Spec 5.4, Vol 3, Part A, 7.2.2.
public struct Recombiner<let capacity: Int>: ~Copyable {
  /// The result of one fragment.
  public enum Outcome: Equatable, Sendable {
    /// Nothing to do yet.
    case incomplete
    /// `channelID` and `payload` hold a frame until `removeFrame()`.
    case frameComplete
    /// The fragment, or the frame it belonged to, was discarded.
    case dropped
    /// As `dropped`, once too often: the link is of no more use.
    case misbehaving
  }

  private enum State {
    case idle
    case receiving
    case skipping(remaining: Int)
    case complete
  }

  /// The number of discarded fragments and frames after which the link should end.
  public static var faultLimit: UInt32 { 100 }
  /// How long a frame may stay incomplete.
  public static var frameTimeout: Interval { .seconds(30) }

  private var state = State.idle
  private var timeLimit = Deadline()
  public private(set) var counters = RecombinationCounters()

  // Large, and therefore last: short instructions reach the properties before.
  private var frame = OctetBuffer<capacity>()

  public init() {}

  /// The channel of the complete frame, or nil.
  public var channelID: ChannelID? {
    guard case .complete = state else { return nil }
    var rest = frame.span
    return (try? FrameHeader(decoding: &rest))?.channelID
  }

  /// The complete frame's payload; empty if no frame is complete.
  public var payload: Span<UInt8> {
    // Inlined always: Swift 6.3.1 crashes when two modules specialise this getter for Embedded Swift.
    @inline(__always)
    @_lifetime(borrow self)
    borrowing get {
      guard case .complete = state else { return frame.span.extracting(first: 0) }
      return frame.span.extracting(droppingFirst: FrameHeader.octetCount)
    }
  }

  /// Frees the buffer for the next frame.
  public mutating func removeFrame() {
    guard case .complete = state else { return }
    becomeIdle()
  }

  /// Resets all state: the link has ended.
  public mutating func reset() {
    becomeIdle()
    counters = RecombinationCounters()
  }

  /// Takes one ACL fragment; `isFirst` comes from its packet boundary flag.
  public mutating func append(_ fragment: Span<UInt8>, isFirst: Bool, now: Instant) -> Outcome {
    guard fragment.count > 0 else { return .incomplete }
    if isFirst {
      countLostFrame()
      if keepWhole(fragment) { return .frameComplete }
      beginFrame(now: now)
    }
    switch state {
    case .idle, .complete:
      counters.orphaned &+= 1
      return dropped()
    case .receiving:
      return receive(fragment)
    case .skipping(let remaining):
      return skip(fragment.count, of: remaining)
    }
  }

  /// When the incomplete frame is overdue.
  public var deadline: Instant? { timeLimit.instant }

  /// - Returns: whether a frame was overdue: disconnect.
  public mutating func handleTimeout(now: Instant) -> Bool {
    guard timeLimit.expire(at: now) else { return false }
    becomeIdle()
    return true
  }

  /// Counts the frame that is discarded because a new one begins.
  private mutating func countLostFrame() {
    switch state {
    case .idle: break
    case .receiving, .skipping: counters.restarted &+= 1
    case .complete: counters.unread &+= 1
    }
  }

  /// Stores a fragment that is a whole frame, as nearly all are.
  ///
  /// - Returns: false, without storing anything, if the fragment is not a whole frame.
  private mutating func keepWhole(_ fragment: Span<UInt8>) -> Bool {
    var payload = fragment
    guard let header = try? FrameHeader(decoding: &payload), payload.count == Int(header.payloadLength),
      fragment.count <= capacity
    else { return false }
    becomeIdle()
    keep(fragment)
    state = .complete
    return true
  }

  private mutating func beginFrame(now: Instant) {
    becomeIdle()
    state = .receiving
    timeLimit.set(now + Self.frameTimeout)
  }

  private mutating func becomeIdle() {
    frame.removeAll()
    state = .idle
    timeLimit.clear()
  }

  /// The header itself may come in pieces, so it is completed first; only then is the frame's size known.
  private mutating func receive(_ fragment: Span<UInt8>) -> Outcome {
    var rest = fragment
    let missing = FrameHeader.octetCount - frame.count
    if missing > 0 {
      keep(rest.extracting(first: missing))
      rest = rest.extracting(droppingFirst: missing)
      guard frame.count == FrameHeader.octetCount else { return .incomplete }
    }
    guard let total = announcedCount else { return .incomplete }
    guard total <= capacity else {
      counters.oversized &+= 1
      return skip(rest.count, of: total - FrameHeader.octetCount)
    }
    guard rest.count <= total - frame.count else {
      counters.overrun &+= 1
      becomeIdle()
      return dropped()
    }
    keep(rest)
    guard frame.count == total else { return .incomplete }
    state = .complete
    timeLimit.clear()
    return .frameComplete
  }

  /// The size of the whole frame according to its header, in octets: 4...65,539; nil until the header is complete.
  private var announcedCount: Int? {
    var rest = frame.span
    guard let header = try? FrameHeader(decoding: &rest) else { return nil }
    return FrameHeader.octetCount + Int(header.payloadLength)
  }

  private mutating func skip(_ count: Int, of remaining: Int) -> Outcome {
    guard count < remaining else {
      if count > remaining { counters.overrun &+= 1 }
      becomeIdle()
      return dropped()
    }
    frame.removeAll()
    state = .skipping(remaining: remaining - count)
    return .incomplete
  }

  /// - Precondition: `octets` fit, which every caller has made sure of.
  private mutating func keep(_ octets: Span<UInt8>) {
    do throws(EncodeError) {
      try frame.put(octets)
    } catch {
      preconditionFailure()
    }
  }

  private func dropped() -> Outcome {
    counters.total >= Self.faultLimit ? .misbehaving : .dropped
  }
}
