internal import Timing

/// The attributes whose values were cut, and are read in full from Entity Attribute: one is selected by a write, then
/// read.
///
///     pending → selected → being read → done
struct AttributeReads {
  private var pending = PendingReads()
  /// The attribute whose value Entity Attribute holds now.
  private var selected: MediaAttribute?
  /// The attribute that is being read, and whether a newer value has come since.
  private var reading: (attribute: MediaAttribute, isOvertaken: Bool)?

  var deadline: Instant? { pending.deadline }

  mutating func handleTimeout(now: Instant) { pending.refill(now: now) }

  mutating func setPending(_ attribute: MediaAttribute, _ isPending: Bool) { pending.set(attribute, isPending) }

  /// The next attribute to select; nil while one is being read.
  mutating func takePending(now: Instant) -> MediaAttribute? { reading == nil ? pending.take(now: now) : nil }

  mutating func select(_ attribute: MediaAttribute) { selected = attribute }

  /// Begins to read the selected attribute.
  ///
  /// - Returns: whether there is one.
  mutating func beginSelected() -> Bool {
    guard let attribute = selected else { return false }
    selected = nil
    reading = (attribute, false)
    return true
  }

  /// A newer value of an attribute has come.
  mutating func noteNewerValue(_ attribute: MediaAttribute) {
    if selected == attribute { selected = nil }
    if reading?.attribute == attribute { reading?.isOvertaken = true }
  }

  /// The reading has ended.
  ///
  /// - Returns: the attribute that was read; nil if a newer value has come since.
  mutating func finish() -> MediaAttribute? {
    defer { reading = nil }
    guard let reading, !reading.isOvertaken else { return nil }
    return reading.attribute
  }
}

/// The attributes that wait for a read. At most eight are read in two seconds, because a phone may send cut values
/// endlessly.
struct PendingReads {
  private static var limit: Int { 8 }
  private static var window: Interval { .seconds(2) }

  /// Bit 4 · entity + attribute.
  private var bits: UInt16 = 0
  private var count = 0
  private var end = Deadline()

  mutating func set(_ attribute: MediaAttribute, _ isPending: Bool) {
    if case .queue = attribute { return }
    let bit: UInt16 = 1 << (UInt16(attribute.entityID.rawValue) * 4 + UInt16(attribute.attributeID))
    if isPending { bits |= bit } else { bits &= ~bit }
  }

  /// Nil while nothing waits for it.
  var deadline: Instant? { bits != 0 && count >= Self.limit ? end.instant : nil }

  mutating func refill(now: Instant) {
    if end.expire(at: now) { count = 0 }
  }

  mutating func take(now: Instant) -> MediaAttribute? {
    refill(now: now)
    guard bits != 0, count < Self.limit else { return nil }
    let number = UInt8(truncatingIfNeeded: bits.trailingZeroBitCount)
    bits &= bits - 1
    count += 1
    if !end.isSet { end.set(now + Self.window) }
    return MediaAttribute(entity: number / 4, attribute: number % 4)
  }
}
