/// An instant at which something has to happen, or none.
///
///     idle ⇄ set
public struct Deadline: Equatable, Sendable {
  /// The instant. The largest number, which no clock reaches, means that no deadline is set: one comparison then finds
  /// the earlier of two deadlines.
  private var microseconds = UInt64.max

  /// Creates a deadline that is not set.
  public init() {}

  /// Creates a deadline that is set.
  public init(_ instant: Instant) { set(instant) }

  /// The instant; nil if no deadline is set.
  public var instant: Instant? { isSet ? Instant(microseconds: microseconds) : nil }

  /// Whether a deadline is set.
  public var isSet: Bool { microseconds != UInt64.max }

  /// Sets the deadline.
  public mutating func set(_ instant: Instant) { microseconds = instant.microseconds }
  /// Removes the deadline.
  public mutating func clear() { microseconds = UInt64.max }

  /// Whether the deadline has been reached.
  public func isDue(at now: Instant) -> Bool { isSet && microseconds <= now.microseconds }

  /// The deadline that comes first.
  public static func earlier(_ one: Deadline, _ other: Deadline) -> Deadline {
    one.microseconds < other.microseconds ? one : other
  }

  /// Clears the deadline if it has been reached, and says whether it had.
  #if BELFRY_TINY
    @inline(never)  // Many callers: one copy is smaller.
  #endif
  public mutating func expire(at now: Instant) -> Bool {
    guard isDue(at: now) else { return false }
    clear()
    return true
  }
}

/// The earlier of two instants, where nil means never.
public func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
  guard let one else { return other }
  guard let other else { return one }
  return one < other ? one : other
}
