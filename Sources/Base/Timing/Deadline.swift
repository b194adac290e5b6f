/// An instant at which something has to happen, or none.
///
///     idle ⇄ set
public struct Deadline: Equatable, Sendable {
  /// The instant; nil if no deadline is set.
  public private(set) var instant: Instant?

  /// Creates a deadline that is not set.
  public init() {}

  /// Whether a deadline is set.
  public var isSet: Bool { instant != nil }

  /// Sets the deadline.
  public mutating func set(_ instant: Instant) { self.instant = instant }
  /// Removes the deadline.
  public mutating func clear() { instant = nil }

  /// Whether the deadline has been reached.
  public func isDue(at now: Instant) -> Bool {
    guard let instant else { return false }
    return instant <= now
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
