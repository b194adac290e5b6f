internal import Octets

// The setters of the section `[alerts]`.
extension Options {
  /// `22:00-07:00`
  mutating func setQuietHours(_ text: LastingText) -> StaticString? {
    guard let (head, tail) = text.split(atLast: UInt8(ascii: "-")), let start = Self.minute(head.span.trimmed()),
      let end = Self.minute(tail.span.trimmed())
    else { return "expected two times of the day, as 22:00-07:00" }
    quietHours = (start, end)
    return nil
  }

  private static func minute(_ text: Span<UInt8>) -> Int? {
    guard text.count == 5, text[2] == UInt8(ascii: ":"), let hour = text.extracting(first: 2).number,
      let minute = text.extracting(droppingFirst: 3).number, hour <= 23, minute <= 59
    else { return nil }
    return Int(truncatingIfNeeded: hour * 60 + minute)
  }

  mutating func setQuietCalls(_ text: LastingText) -> StaticString? {
    let isOn = text.span.isEqual(to: "on")
    guard isOn || text.span.isEqual(to: "off") else { return "expected on or off" }
    areCallsQuiet = isOn
    return nil
  }

  mutating func setPrivacy(_ text: LastingText) -> StaticString? {
    let isOn = text.span.isEqual(to: "on")
    guard isOn || text.span.isEqual(to: "off") else { return "expected on or off" }
    isDiscreet = isOn
    return nil
  }

  mutating func addRule(_ kind: RuleChoice.Kind, _ text: LastingText) -> StaticString? {
    guard ruleCount < rules.count else { return "expected at most 16 rules for alerts" }
    guard (1...64).contains(text.span.count), text.span.isUTF8 else { return "expected 1 to 64 octets of UTF-8" }
    rules[ruleCount] = RuleChoice(kind: kind, text: text)
    ruleCount += 1
    return nil
  }
}
