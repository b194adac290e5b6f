internal import Octets
internal import WatchModel

// The values of an alarm in a request.

extension TimeOfDay {
  /// Reads `07:00`.
  init?(parsing text: BoundedText<128>) {
    let octets = text.span
    guard octets.count == 5, octets[2] == UInt8(ascii: ":"), let hour = Self.number(octets, at: 0),
      let minute = Self.number(octets, at: 3)
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  /// Returns the number of two digits.
  private static func number(_ octets: Span<UInt8>, at index: Int) -> Int? {
    let (tens, ones) = (octets[index] &- 0x30, octets[index + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}

extension Weekdays {
  /// Reads `once`, `daily`, `weekdays`, `weekend`, or days as `mon,wed`, each once at most.
  init?(parsing text: BoundedText<128>) {
    let octets = text.span
    if let choice = Self.choice(octets) {
      self = choice
      return
    }
    guard octets.count % 4 == 3 else { return nil }
    var days = Weekdays.none
    for first in stride(from: 0, to: octets.count, by: 4) {
      let name = octets.extracting(first..<(first + 3))
      guard let day = Self.day(name), !days.contains(day) else { return nil }
      guard first == 0 || octets[first - 1] == UInt8(ascii: ",") else { return nil }
      days = days.union(Weekdays(day))
    }
    self = days
  }

  private static func choice(_ name: Span<UInt8>) -> Weekdays? {
    if name.isEqual(to: ("once" as StaticString).utf8Span) { return Weekdays.none }
    if name.isEqual(to: ("daily" as StaticString).utf8Span) { return .all }
    if name.isEqual(to: ("weekdays" as StaticString).utf8Span) { return .mondayToFriday }
    return name.isEqual(to: ("weekend" as StaticString).utf8Span) ? .weekend : nil
  }

  private static func day(_ name: Span<UInt8>) -> CalendarDate.Weekday? {
    let names = ("montuewedthufrisatsun" as StaticString).utf8Span
    for value in 0..<7 where names.extracting((3 * value)..<(3 * value + 3)).isEqual(to: name) {
      return CalendarDate.Weekday(rawValue: value)
    }
    return nil
  }
}
