/// Days of the week.
public struct Weekdays: Equatable, Sendable {
  /// Bit 0 is Monday, bit 6 is Sunday: 0...0x7F.
  public let rawValue: UInt8

  /// - Returns: nil outside the range above.
  public init?(rawValue: UInt8) {
    guard rawValue <= 0x7F else { return nil }
    self.rawValue = rawValue
  }

  private init(bits: UInt8) { rawValue = bits }

  public static var none: Weekdays { Weekdays(bits: 0) }
  public static var all: Weekdays { Weekdays(bits: 0x7F) }
  public static var mondayToFriday: Weekdays { Weekdays(bits: 0x1F) }
  public static var weekend: Weekdays { Weekdays(bits: 0x60) }

  public init(_ weekday: CalendarDate.Weekday) { rawValue = 1 << UInt8(truncatingIfNeeded: weekday.rawValue) }

  public var isEmpty: Bool { rawValue == 0 }

  public func contains(_ weekday: CalendarDate.Weekday) -> Bool {
    rawValue & 1 << UInt8(truncatingIfNeeded: weekday.rawValue) != 0
  }

  /// The days of both.
  public func union(_ other: Weekdays) -> Weekdays { Weekdays(bits: rawValue | other.rawValue) }

  /// The choice that follows this one on the watch, or precedes it: once, daily, Monday to Friday, the weekend, and
  /// each single day. Another combination is followed by *once*.
  public func next(isBackward: Bool = false) -> Weekdays {
    let choices: [11 of UInt8] = [0, 0x7F, 0x1F, 0x60, 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40]
    for index in 0..<11 where choices[index] == rawValue {
      return Weekdays(bits: choices[(index + (isBackward ? 10 : 1)) % 11])
    }
    return .none
  }
}

/// One alarm.
public struct Alarm: Equatable, Sendable {
  /// The minutes since midnight: 0...1439.
  public private(set) var minute: UInt16
  /// The days on which it rings; without a day it rings once.
  public var weekdays: Weekdays
  public var isOn: Bool

  /// - Returns: nil if `minute` is not 0...1439.
  public init?(minute: UInt16, weekdays: Weekdays, isOn: Bool) {
    guard minute < 1_440 else { return nil }
    self.minute = minute
    self.weekdays = weekdays
    self.isOn = isOn
  }

  public init(_ time: TimeOfDay, _ weekdays: Weekdays = .none, isOn: Bool = true) {
    minute = UInt16(truncatingIfNeeded: time.hour * 60 + time.minute)
    self.weekdays = weekdays
    self.isOn = isOn
  }

  /// An alarm that was never set: 7:00, once, off.
  public init() { (minute, weekdays, isOn) = (420, .none, false) }

  public var time: TimeOfDay { TimeOfDay(minuteOfDay: minute) }

  // MARK: The calendar

  /// Whether it rings on a day, counted from 1 January 1970, which was a Thursday.
  private func rings(onDay day: Int32) -> Bool {
    weekdays.isEmpty || weekdays.rawValue & 1 << UInt8(truncatingIfNeeded: (day + 3) % 7) != 0
  }

  /// Returns the latest minute at which the alarm rings, after `start` and not after `end`; nil if it does not ring
  /// between them. Minutes count from the beginning of 1970 in local time; `end` is not negative.
  public func latestDue(after start: Int32, upTo end: Int32) -> Int32? {
    var day = end / 1_440
    for _ in 0...7 where day >= 0 {
      let due = day * 1_440 + Int32(minute)
      if due <= start { return nil }
      if due <= end, rings(onDay: day) { return due }
      day -= 1
    }
    return nil
  }

  /// Returns the first minute after `start` at which the alarm rings. Minutes count as for `latestDue`; `start` is not
  /// negative.
  public func nextDue(after start: Int32) -> Int32 {
    var day = start / 1_440
    while true {
      let due = day * 1_440 + Int32(minute)
      if due > start, rings(onDay: day) { return due }
      day += 1
    }
  }
}
