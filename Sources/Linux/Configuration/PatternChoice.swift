public import LinuxPlatform
internal import Octets

/// The vibration pattern of an application or a category.
public struct PatternChoice: Sendable {
  public enum Subject: Sendable {
    /// The bundle identifier.
    case application(StaticBytes)
    /// The number of the category.
    case category(UInt8)
  }

  public let subject: Subject
  /// The position of the pattern in `patterns`.
  public let pattern: UInt8

  private static var patterns: StaticString { "none|short|long|double|triple" }
  /// The categories by their numbers. A ringing call has no name here, because it has its own pattern.
  private static var categories: StaticString {
    "other||missedCall|voicemail|social|schedule|email|news|healthAndFitness|businessAndFinance|location|entertainment"
  }

  /// Reads `email long` or `com.tencent.xin double`; nil if it is neither.
  init?(_ text: StaticBytes) {
    guard let (head, tail) = text.split(atLast: UInt8(ascii: " ")),
      let pattern = WordList(Self.patterns).index(of: tail.span)
    else { return nil }
    let subject = head.withoutTrailingSpaces
    guard !subject.isEmpty else { return nil }
    self.pattern = UInt8(truncatingIfNeeded: pattern)
    if subject.span.isBundleIdentifier {
      self.subject = .application(subject)
    } else {
      guard let category = WordList(Self.categories).index(of: subject.span) else { return nil }
      self.subject = .category(UInt8(truncatingIfNeeded: category))
    }
  }
}

extension StaticBytes {
  fileprivate var withoutTrailingSpaces: StaticBytes {
    var end = span.count
    while end > 0, span[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return extracting(0..<end)
  }
}

extension Span<UInt8> {
  /// Whether the text can be a bundle identifier. One without a dot is more likely the name on the display, and blanks
  /// are more likely a comment's.
  var isBundleIdentifier: Bool { contains(UInt8(ascii: ".")) && !contains(UInt8(ascii: " ")) }

  private func contains(_ octet: UInt8) -> Bool {
    for index in indices where self[index] == octet { return true }
    return false
  }
}
