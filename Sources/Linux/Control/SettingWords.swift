internal import Features
public import Octets
public import WatchModel

// The settings in requests, answers and events.

extension WearerSetting {
  /// The key of the setting in requests and events.
  public var key: StaticString {
    switch self {
    case .brightness: "brightness"
    case .dimAfter: "dimAfter"
    case .offAfter: "offAfter"
    case .hours: "hours"
    case .seconds: "seconds"
    case .face: "face"
    case .dateOrder: "dateOrder"
    case .textSize: "textSize"
    case .vibration: "vibration"
    case .quiet: "quietHours"
    case .quietFrom: "quietFrom"
    case .quietUntil: "quietUntil"
    case .privacy: "privacy"
    case .history: "history"
    case .rotation: "rotation"
    case .pairingWindow: "pairingWindow"
    case .language: "language"
    case .hints: "hints"
    case .name: "name"
    }
  }

  /// The setting with this key; nil if the key is unknown.
  init?(key: BoundedText<128>) {
    for number in 0...UInt8.max {
      guard let setting = WearerSetting(rawValue: number), key.says(setting.key) else { continue }
      self = setting
      return
    }
    return nil
  }

  private enum Notation {
    /// The words of the values 0, 1 and so on, with bars between them.
    case words(StaticString)
    /// `off` or `on`; a request may also contain `false` or `true`.
    case power
    case decimal
    /// In seconds, with `none` for 0.
    case seconds
    /// A time of day, as `22:00`.
    case time
    /// Any text.
    case text
  }

  private var notation: Notation {
    switch self {
    case .brightness, .hours, .rotation, .pairingWindow: .decimal
    case .dimAfter, .offAfter: .seconds
    case .seconds, .vibration, .quiet, .privacy, .hints: .power
    case .face: .words("digital|analog|large")
    case .dateOrder: .words("day-month|month-day|year-month-day")
    case .history: .words("off|hour|day")
    case .textSize: .words("small|normal|large")
    case .language:
      .words(Features.hasLanguages ? "auto|en|de|fr|es|it|pt|ru|zh-Hans|zh-Hant|ja|ko|vi|ar|he|th" : "auto|en")
    case .quietFrom, .quietUntil: .time
    case .name: .text
    }
  }

  /// Writes a value as requests and events contain it; nothing for the name.
  @_lifetime(output: copy output)
  public func put(_ value: UInt16, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    switch notation {
    case .words(let words): try words.putWord(at: Int(value), into: &output)
    case .power: try output.put(text: value == 0 ? "off" : "on")
    case .seconds where value == 0: try output.put(text: "none")
    case .decimal, .seconds: try output.put(decimal: UInt32(value))
    case .time:
      try output.put(decimal: UInt32(value) / 60, minimumDigits: 2)
      try output.put(text: ":")
      try output.put(decimal: UInt32(value) % 60, minimumDigits: 2)
    case .text: break
    }
  }

  /// The request for a value in a line; nil if the setting does not have this value.
  func request(_ value: JSONValue) -> SettingRequest? {
    if case .text(let text) = value, self == .name { return nameRequest(text) }
    guard let number = number(value), isValid(number) else { return nil }
    return .choose(self, number)
  }

  private func nameRequest(_ text: BoundedText<128>) -> SettingRequest? {
    let name = BoundedText<29>(repairing: text.span)
    guard !name.isEmpty, !name.isTruncated else { return nil }
    return .chooseName(name)
  }

  private func number(_ value: JSONValue) -> UInt16? {
    switch (notation, value) {
    case (.words(let words), .text(let text)): return words.index(of: text)
    case (.power, .flag(let isOn)): return isOn ? 1 : 0
    case (.power, .text(let text)): return ("off|on" as StaticString).index(of: text)
    case (.seconds, .text(let text)) where text.says("none"): return 0
    case (.decimal, .text(let text)), (.seconds, .text(let text)): return text.decimal
    case (.decimal, .number(let number?)), (.seconds, .number(let number?)): return UInt16(exactly: number)
    case (.time, .text(let text)):
      return TimeOfDay(parsing: text).map { UInt16(truncatingIfNeeded: $0.hour * 60 + $0.minute) }
    case (.words, _), (.power, _), (.decimal, _), (.seconds, _), (.time, _), (.text, _): return nil
    }
  }
}

// A list of words in a literal, with bars between them.
extension StaticString {
  /// Appends the word at `index`; nothing behind the last one.
  @_lifetime(output: copy output)
  fileprivate func putWord(at index: Int, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    var rest = utf8Span
    for _ in 0..<index { _ = Self.takeWord(&rest) }
    if let word = Self.takeWord(&rest) { try output.put(word) }
  }

  fileprivate func index(of wanted: BoundedText<128>) -> UInt16? {
    var index: UInt16 = 0
    var rest = utf8Span
    while let word = Self.takeWord(&rest) {
      if !wanted.isTruncated, wanted.span.isEqual(to: word) { return index }
      index += 1
    }
    return nil
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

extension BoundedText<128> {
  /// The decimal number that the text is; nil for any other text, and for a number above 65535.
  fileprivate var decimal: UInt16? {
    guard (1...5).contains(count), !isTruncated else { return nil }
    var number: UInt32 = 0
    for index in 0..<count {
      let digit = span[index] &- 0x30
      guard digit < 10 else { return nil }
      number = 10 * number + UInt32(digit)
    }
    return UInt16(exactly: number)
  }
}
