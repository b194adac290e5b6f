/// The number by which the phone knows a notification, valid in one session only. Zero is a valid number.
///
/// ANCS specification, "Notification Source".
public struct NotificationUID: Equatable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A UID that no phone has been seen to give out: asking for it tells whether the phone answers at all.
  static let probe = NotificationUID(rawValue: 0xFFFF_FFFF)
}
