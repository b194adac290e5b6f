/// The size of the text of a notification.
public enum TextSize: UInt8, Equatable, Sendable {
  /// Four lines of 21 characters.
  case small
  /// Three lines of 16 characters.
  case normal
  /// Two lines of 10 characters.
  case large
}
