internal import Octets
internal import Timing

/// The rule by which local time follows from UTC, without end: a zone's standard time and, if any, its summer time.
///
/// Written as in the variable TZ and at the end of a zone's file, `CET-1CEST,M3.5.0,M10.5.0/3`. POSIX.1-2017, 8.3.
/// Zones that this form cannot express are left out: Morocco during Ramadan.
struct TimeZoneRule: Equatable, Sendable {
  static let utc = TimeZoneRule()

  /// How far standard time is ahead of UTC, in seconds.
  private(set) var standardOffset = 0
  private var summer: SummerTime?

  private struct SummerTime: Equatable, Sendable {
    /// How far summer time is ahead of UTC, in seconds.
    let offset: Int
    let start: Transition
    let end: Transition
  }

  private init() {}

  /// How far local time is ahead of UTC at a time, in seconds.
  func offset(at secondsSince1970: Int64) -> Int {
    guard let summer else { return standardOffset }
    let year = Self.year(of: secondsSince1970 + Int64(widening: standardOffset))
    let start = summer.start.time(in: year) - Int64(widening: standardOffset)
    let end = summer.end.time(in: year) - Int64(widening: summer.offset)
    let isSummer =
      start < end
      ? secondsSince1970 >= start && secondsSince1970 < end : secondsSince1970 >= start || secondsSince1970 < end
    return isSummer ? summer.offset : standardOffset
  }

  private static func year(of localSeconds: Int64) -> Int {
    let days = localSeconds / 86_400 - (localSeconds % 86_400 < 0 ? 1 : 0)
    return CivilDate(daysSince1970: Int(truncatingIfNeeded: days)).year
  }
}

extension TimeZoneRule {
  /// - Returns: nil if the text is not a rule.
  init?(parsing text: Span<UInt8>) {
    var reader = RuleReader(text)
    // West of Greenwich counts as positive there.
    guard reader.skipName(), let west = reader.takeTime(atMost: 24) else { return nil }
    standardOffset = -west
    if reader.isAtEnd { return }
    guard reader.skipName() else { return nil }
    var summerOffset = standardOffset + 3_600
    if !reader.isAt(","), !reader.isAtEnd {
      guard let west = reader.takeTime(atMost: 24) else { return nil }
      summerOffset = -west
    }
    guard reader.skip(","), let start = reader.takeTransition(), reader.skip(","),
      let end = reader.takeTransition(), reader.isAtEnd
    else { return nil }
    summer = SummerTime(offset: summerOffset, start: start, end: end)
  }

  /// From the end of a zone's file, whose last line is a rule. RFC 8536, 3.3.
  init?(file: Span<UInt8>) {
    let newline = UInt8(ascii: "\n")
    guard file.count > 44, file.extracting(first: 4).isEqual(to: "TZif"), file[4] >= UInt8(ascii: "2"),
      file[file.count - 1] == newline, let before = file.extracting(first: file.count - 1).lastIndex(of: newline)
    else { return nil }
    self.init(parsing: file.extracting((before + 1)..<(file.count - 1)))
  }
}

/// When summer time begins or ends in a year, by the local time before that.
private struct Transition: Equatable, Sendable {
  enum Day: Equatable, Sendable {
    /// 1...365; the 29th of February is not counted.
    case ofCommonYear(Int)
    /// 0...365
    case ofYear(Int)
    /// 0...6 from Sunday; the first to fourth in the month, or fifth for the last.
    case weekday(Int, week: Int, month: Int)
  }

  let day: Day
  /// The time of the day, in seconds after midnight.
  let seconds: Int

  /// In local seconds since 1970.
  func time(in year: Int) -> Int64 {
    Int64(widening: days(in: year)) * 86_400 + Int64(widening: seconds)
  }

  private func days(in year: Int) -> Int {
    let newYear = CivilDate(year: year, month: 1, day: 1).daysSince1970
    switch day {
    case .ofCommonYear(let day): return newYear + day - (CivilDate.isLeap(year) && day >= 60 ? 0 : 1)
    case .ofYear(let day): return newYear + day
    case .weekday(let weekday, let week, let month):
      let first = CivilDate(year: year, month: month, day: 1).daysSince1970
      let next = CivilDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1).daysSince1970
      var day = first + (weekday - CivilDate.weekday(daysSince1970: first) + 7) % 7 + 7 * (week - 1)
      if day >= next { day -= 7 }
      return day
    }
  }
}

/// Takes a rule apart.
private struct RuleReader: ~Escapable {
  private var rest: Span<UInt8>

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) { rest = text }

  var isAtEnd: Bool { rest.count == 0 }

  func isAt(_ character: Unicode.Scalar) -> Bool { rest.count > 0 && rest[0] == UInt8(ascii: character) }

  @_lifetime(self: copy self)
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard isAt(character) else { return false }
    rest = rest.extracting(droppingFirst: 1)
    return true
  }

  /// Three letters or more, or anything in angle brackets.
  @_lifetime(self: copy self)
  mutating func skipName() -> Bool {
    var length = 0
    if skip("<") {
      while length < rest.count, rest[length] != UInt8(ascii: ">") { length += 1 }
      rest = rest.extracting(droppingFirst: length)
      return skip(">")
    }
    while length < rest.count, (0x41...0x5A).contains(rest[length] & 0xDF) { length += 1 }
    rest = rest.extracting(droppingFirst: length)
    return length >= 3
  }

  @_lifetime(self: copy self)
  private mutating func takeNumber(_ range: ClosedRange<Int>) -> Int? {
    var length = 0
    var value = 0
    while length < rest.count, length < 3, (0x30...0x39).contains(rest[length]) {
      value = value * 10 + Int(rest[length] - 0x30)
      length += 1
    }
    rest = rest.extracting(droppingFirst: length)
    return length > 0 && range.contains(value) ? value : nil
  }

  /// `[+-]hours[:minutes[:seconds]]`, in seconds.
  @_lifetime(self: copy self)
  mutating func takeTime(atMost hours: Int) -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard var seconds = takeNumber(0...hours) else { return nil }
    seconds *= 3_600
    if skip(":") {
      guard let minutes = takeNumber(0...59) else { return nil }
      seconds += minutes * 60
      if skip(":") {
        guard let more = takeNumber(0...59) else { return nil }
        seconds += more
      }
    }
    return isNegative ? -seconds : seconds
  }

  /// `date[/time]`; without a time, at two o'clock.
  @_lifetime(self: copy self)
  mutating func takeTransition() -> Transition? {
    guard let day = takeDay() else { return nil }
    guard skip("/") else { return Transition(day: day, seconds: 7_200) }
    // RFC 8536, 3.3.1: up to a week before and after.
    return takeTime(atMost: 167).map { Transition(day: day, seconds: $0) }
  }

  @_lifetime(self: copy self)
  private mutating func takeDay() -> Transition.Day? {
    if skip("J") { return takeNumber(1...365).map { .ofCommonYear($0) } }
    guard skip("M") else { return takeNumber(0...365).map { .ofYear($0) } }
    guard let month = takeNumber(1...12), skip("."), let week = takeNumber(1...5), skip("."),
      let weekday = takeNumber(0...6)
    else { return nil }
    return .weekday(weekday, week: week, month: month)
  }
}
