internal import LinuxPlatform
internal import Octets
internal import Peripherals

/// A value that a setting accepts, read from text.
enum SettingValue {
  case none
  /// A number, a line, an address, or the position of a word.
  case number(UInt32)
  case text(StaticBytes)
  /// Minutes since midnight.
  case times(start: Int, end: Int)

  /// The number; nil for `none`.
  var number: UInt32? { if case .number(let number) = self { number } else { nil } }

  /// The text; nil for `none`.
  var text: StaticBytes? { if case .text(let text) = self { text } else { nil } }

  /// The number of a range that ends at or before 255.
  var level: UInt8 { UInt8(truncatingIfNeeded: number ?? 0) }

  /// The two times.
  var times: (start: Int, end: Int)? { if case .times(let start, let end) = self { (start, end) } else { nil } }

  /// Whether the first of two words was chosen.
  var isFirstWord: Bool { number == 0 }

  /// The case of an enumeration that has the order of the table's words; nil if no case has the word's position.
  func choice<Choice: RawRepresentable>() -> Choice? where Choice.RawValue == UInt8 {
    number.flatMap { Choice(rawValue: UInt8(truncatingIfNeeded: $0)) }
  }
}

extension SettingValues {
  /// Reads a value; nil if it is not accepted.
  func parse(_ text: StaticBytes) -> SettingValue? {
    let octets = text.span
    switch self {
    case .words(let words): return WordList(words).index(of: octets).map { .number($0) }
    case .number(let range, _): return octets.number(in: range)
    case .optionalNumber(let range, _): return octets.isNone ? SettingValue.none : octets.number(in: range)
    case .line: return octets.isNone ? SettingValue.none : octets.withoutLinePrefix().number(in: 0...511)
    case .address: return octets.number(in: 0x08...0x77)
    case .times: return Self.parseTimes(text)
    case .text(let range, _): return range.contains(octets.count) && octets.isUTF8 ? .text(text) : nil
    case .battery:
      if octets.isNone { return SettingValue.none }
      // A path that is not absolute is more likely a misspelled word.
      let path = text.dropping(prefix: BatteryChoice.gaugePrefix) ?? text
      let isAbsolute = !path.isEmpty && path.span[0] == UInt8(ascii: "/")
      return isAbsolute || octets.isEqual(ignoringCase: "auto") ? .text(text) : nil
    case .place:
      guard !text.isEmpty else { return nil }
      return octets.isNone ? SettingValue.none : .text(text)
    }
  }

  /// Reads `22:00-07:00`.
  private static func parseTimes(_ text: StaticBytes) -> SettingValue? {
    guard let (head, tail) = text.split(atLast: UInt8(ascii: "-")), let start = head.span.trimmed().minuteOfDay,
      let end = tail.span.trimmed().minuteOfDay
    else { return nil }
    return .times(start: start, end: end)
  }
}

extension Span<UInt8> {
  fileprivate var isNone: Bool { isEqual(ignoringCase: "none") }

  fileprivate func number(in range: ClosedRange<UInt32>) -> SettingValue? {
    guard let number, range.contains(number) else { return nil }
    return .number(number)
  }

  /// The text without `GPIO` in front: a Raspberry Pi's pinout names the lines GPIO0 to GPIO27.
  @_lifetime(copy self)
  fileprivate func withoutLinePrefix() -> Span<UInt8> {
    guard count > 4, extracting(first: 4).isEqual(ignoringCase: "gpio") else { return self }
    return extracting(droppingFirst: 4)
  }

  /// The minutes since midnight of a time as `07:00`.
  fileprivate var minuteOfDay: Int? {
    guard count == 5, self[2] == UInt8(ascii: ":"), let hour = extracting(first: 2).number,
      let minute = extracting(droppingFirst: 3).number, hour <= 23, minute <= 59
    else { return nil }
    return Int(truncatingIfNeeded: hour * 60 + minute)
  }
}
