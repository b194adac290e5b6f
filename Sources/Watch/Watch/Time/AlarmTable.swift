internal import Octets
internal import WatchModel

/// Some of the five alarms.
struct AlarmSet: Equatable, Sendable {
  /// A bit for each alarm.
  private(set) var bits: UInt8 = 0

  init() {}

  /// - Returns: nil if a bit stands for no alarm.
  init?(bits: UInt8) {
    guard bits < 1 << UInt8(AlarmTable.count) else { return nil }
    self.bits = bits
  }

  var isEmpty: Bool { bits == 0 }
  /// The index of the first alarm in the set; nil if the set is empty.
  var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount }

  func contains(_ index: Int) -> Bool { bits & 1 << UInt8(truncatingIfNeeded: index) != 0 }
  mutating func insert(_ index: Int) { bits |= 1 << UInt8(truncatingIfNeeded: index) }
  mutating func remove(_ index: Int) { bits &= ~(1 << UInt8(truncatingIfNeeded: index)) }
  mutating func formUnion(_ other: AlarmSet) { bits |= other.bits }
}

/// The five alarms, and the local minute up to which they were handled.
///
/// Alarms are set in local time. Minutes count from the beginning of 1970 in local time, so they jump when the zone
/// changes.
struct AlarmTable: Sendable {
  static var count: Int { 5 }
  /// An alarm that is fewer minutes late than this rings; a later one was missed. This is also how long an alarm rings.
  static var longestDelayMinutes: Int32 { 5 }
  /// The year 2160: a later time is not accepted.
  private static var lastMinute: Int32 { 100_000_000 }

  /// The latest time at which an alarm rang, was missed or was changed.
  private enum Last {
    case none
    case rang(at: Int32)
    case missed(at: Int32)
    /// It was set while the time was not known, this many minutes after the start.
    case changed(uptime: Int32)
  }

  private var alarms = [5 of Alarm](repeating: Alarm())
  private var last = [5 of Last](repeating: .none)
  /// Nil until the time was known for the first time.
  private var handled: Int32?
  private var isTimeKnown = false

  subscript(_ index: Int) -> Alarm { alarms.span[index] }

  var isAnyOn: Bool {
    for index in alarms.indices where alarms.span[index].isOn { return true }
    return false
  }

  /// Whether an alarm is set, but the time is not known.
  var isWaiting: Bool { isAnyOn && !isTimeKnown }

  /// Sets one alarm.
  ///
  /// - Parameter uptime: the minutes since the start.
  mutating func set(_ index: Int, to alarm: Alarm, uptime: Int32) {
    alarms[index] = alarm
    last[index] = isTimeKnown ? .none : .changed(uptime: uptime)
  }

  /// The next minute, in local time, at which an alarm rings; nil if no alarm is on, or if the time is not known.
  var next: Int32? {
    guard isTimeKnown, let handled else { return nil }
    var next: Int32?
    for index in alarms.indices where alarms.span[index].isOn {
      let due = alarms[index].nextDue(after: handled)
      next = next.map { min($0, due) } ?? due
    }
    return next
  }

  /// Returns how many minutes have passed since an alarm was handled for the last time; nil if none was handled.
  func minutesSinceHandled(at minute: Int32) -> Int32? { handled.map { minute - $0 } }

  // MARK: Time

  /// The time is not known any more.
  mutating func loseTime() { isTimeKnown = false }

  /// The alarms that have become due.
  struct Due {
    var ringing = AlarmSet()
    var missed = AlarmSet()
    /// Whether an alarm that rings once is on again, because the time went back.
    var isAnyOnAgain = false
    /// Whether the stored record would let an alarm be forgotten after a restart: it does not know the time yet, or a
    /// later one.
    var needsSaving = false
  }

  /// Handles all minutes up to `minute`, which may have jumped. After a jump back, an alarm rings only if it has not
  /// rung in the same minute of the same day. An alarm that rings once is off afterwards; if it was missed and the time
  /// goes back before its own, it is on again.
  mutating func advance(to minute: Int32, uptime: Int32) -> Due {
    var due = Due()
    guard (0...Self.lastMinute).contains(minute), minute != handled || !isTimeKnown else { return due }
    for index in alarms.indices where !alarms.span[index].isOn && alarms.span[index].weekdays.isEmpty {
      guard case .missed(let time) = last[index], time > minute else { continue }
      alarms[index].isOn = true
      due.isAnyOnAgain = true
    }
    let before = min(handled ?? minute - 1, minute - (handled == minute ? 0 : 1))
    for index in alarms.indices where alarms.span[index].isOn {
      var start = before
      if case .changed(let setAt) = last[index] { start = minute - min(max(0, uptime - setAt), minute) }
      if let time = alarms[index].latestDue(after: start, upTo: minute) { note(index, time, at: minute, &due) }
    }
    for index in last.indices { if case .changed = last[index] { (last[index], due.needsSaving) = (.none, true) } }
    if isAnyOn, handled.map({ minute < $0 }) ?? true { due.needsSaving = true }
    handled = minute
    isTimeKnown = true
    return due
  }

  private mutating func note(_ index: Int, _ time: Int32, at minute: Int32, _ due: inout Due) {
    if case .rang(time) = last[index] { return }
    if minute - time < Self.longestDelayMinutes {
      due.ringing.insert(index)
      last[index] = .rang(at: time)
    } else {
      if case .missed(time) = last[index] { return }
      due.missed.insert(index)
      last[index] = .missed(at: time)
    }
    if alarms[index].weekdays.isEmpty { alarms[index].isOn = false }
  }

  // MARK: The record

  /// The length of the record, with the last part five times; `handled` is 0xFFFFFFFF if it is unknown:
  ///
  ///     | handled: 4 | minute: 2 | weekdays: 1 | isOn: 1 bit, last: 2 bits | time: 4 |
  static var recordLength: Int { 4 + 8 * count }

  @_lifetime(output: copy output)
  func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(handled.map { UInt32(bitPattern: $0) } ?? UInt32.max)
    for index in alarms.indices {
      try output.put(alarms[index].minute)
      try output.put(alarms[index].weekdays.rawValue)
      let (kind, time) = Self.octets(of: last[index])
      try output.put((alarms[index].isOn ? 1 : 0) | kind << 1)
      try output.put(time)
    }
  }

  /// Takes the record off the front of `record`.
  ///
  /// - Throws: unless all values are in their ranges.
  @_lifetime(record: copy record)
  init(decoding record: inout Span<UInt8>) throws(DecodeError) {
    self.init()
    let handled = try record.takeUInt32()
    guard handled == UInt32.max || handled <= UInt32(bitPattern: Self.lastMinute) else { throw .invalidValue }
    self.handled = handled == UInt32.max ? nil : Int32(bitPattern: handled)
    for index in alarms.indices {
      let minute = try record.takeUInt16()
      let days = Weekdays(rawValue: try record.takeUInt8())
      let flags = try record.takeUInt8()
      let time = try record.takeUInt32()
      guard let days, flags < 8, let alarm = Alarm(minute: minute, weekdays: days, isOn: flags & 1 != 0),
        let last = Self.last(flags >> 1, time)
      else { throw .invalidValue }
      alarms[index] = alarm
      self.last[index] = last
    }
  }

  init() {}

  private static func octets(of last: Last) -> (kind: UInt8, time: UInt32) {
    switch last {
    case .none: (0, 0)
    case .rang(let time): (1, UInt32(bitPattern: time))
    case .missed(let time): (2, UInt32(bitPattern: time))
    // After a restart it counts as set at the start.
    case .changed: (3, 0)
    }
  }

  private static func last(_ kind: UInt8, _ time: UInt32) -> Last? {
    guard time <= UInt32(bitPattern: lastMinute) else { return nil }
    switch kind {
    case 0: return Last.none
    case 1: return .rang(at: Int32(bitPattern: time))
    case 2: return .missed(at: Int32(bitPattern: time))
    default: return .changed(uptime: 0)
    }
  }
}
