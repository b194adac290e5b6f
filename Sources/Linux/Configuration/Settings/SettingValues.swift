package import LinuxPlatform
internal import Octets

/// The values that a setting or an option accepts.
package enum SettingValues: Sendable {
  /// One of the words between the bars, as `auto|on|off`.
  case words(StaticString)
  /// A number of the range; the text names the unit or the quantity.
  case number(ClosedRange<UInt32>, StaticString)
  /// The same, or `none`.
  case optionalNumber(ClosedRange<UInt32>, StaticString)
  /// A line of a GPIO chip, 0 to 511, as a number or as `GPIO5`; or `none`.
  case line
  /// The address of an I2C panel.
  case address
  /// Two times of the day.
  case times
  /// Text with this range of bytes of UTF-8. The second value is its name.
  case text(ClosedRange<Int>, StaticString)
  /// A path or a name, or `none`.
  case place(StaticString)
  case battery

  /// Appends the accepted values, as they stand after "expected".
  package func describe(in message: inout MessageText) {
    switch self {
    case .words(let words): WordList(words).describe(in: &message)
    case .number(let range, let unit): Self.describe(range, unit, in: &message)
    case .optionalNumber(let range, let unit):
      Self.describe(range, unit, in: &message)
      message.put(", or none")
    case .line: message.put("a line of the chip, 0 to 511, or none")
    case .address: message.put("an I2C address from 0x08 to 0x77")
    case .times: message.put("two times of the day, as 22:00-07:00")
    case .text(let range, let name):
      message.put(name)
      message.put(" of ")
      message.put(UInt32(truncatingIfNeeded: range.lowerBound))
      message.put(" to ")
      message.put(UInt32(truncatingIfNeeded: range.upperBound))
      message.put(" bytes of UTF-8")
    case .battery: message.put("auto, max17048:BUS, a file, as /sys/class/power_supply/BAT0/capacity, or none")
    case .place(let name):
      message.put(name)
      message.put(", or none")
    }
  }

  private static func describe(_ range: ClosedRange<UInt32>, _ unit: StaticString, in message: inout MessageText) {
    message.put(unit)
    message.put(", ")
    message.put(range.lowerBound)
    message.put(" to ")
    message.put(range.upperBound)
  }
}

/// The words of a literal, with bars between them.
struct WordList {
  private let text: StaticString

  init(_ text: StaticString) { self.text = text }

  /// The position of a word in the list, in upper or lower case.
  func index(of wanted: Span<UInt8>) -> UInt32? {
    var index: UInt32 = 0
    var rest = text.utf8Span
    while let word = Self.takeWord(&rest) {
      if wanted.isEqual(ignoringCase: word) { return index }
      index += 1
    }
    return nil
  }

  /// Appends the words as `a, b or c`.
  func describe(in message: inout MessageText) {
    var rest = text.utf8Span
    var list = Enumeration()
    while let word = Self.takeWord(&rest) {
      list.separate(isLast: rest.count == 0, in: &message)
      message.put(word)
    }
  }

  /// Removes the first word and the bar after it; nil if nothing is left.
  @_lifetime(copy rest)
  private static func takeWord(_ rest: inout Span<UInt8>) -> Span<UInt8>? {
    guard rest.count > 0 else { return nil }
    var end = 0
    while end < rest.count, rest[end] != UInt8(ascii: "|") { end += 1 }
    let word = rest.extracting(first: end)
    rest = rest.extracting(droppingFirst: min(end + 1, rest.count))
    return word
  }
}

/// Puts commas and an "or" between the parts of a list.
struct Enumeration {
  private var hasStarted = false

  /// Appends the separator in front of the next part.
  mutating func separate(isLast: Bool, in message: inout MessageText) {
    if hasStarted { message.put(isLast ? " or " : ", ") }
    hasStarted = true
  }
}
