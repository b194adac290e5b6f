/// An ATT error code with which the phone refuses a write to the Control Point.
///
/// ANCS specification, "Error Codes"; the others from Core Spec 5.4, Vol 3, Part F, 3.4.1.1.
public struct ControlPointError: Error, Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Write Not Permitted: the user has not allowed this accessory to see notifications.
  public static let writeNotPermitted = ControlPointError(rawValue: 0x03)
  /// The phone does not know the command.
  public static let unknownCommand = ControlPointError(rawValue: 0xA0)
  /// The command is malformed.
  public static let invalidCommand = ControlPointError(rawValue: 0xA1)
  /// No such notification, or no such app: routine, because apps retract what they posted.
  public static let invalidParameter = ControlPointError(rawValue: 0xA2)
  /// The action was not performed.
  public static let actionFailed = ControlPointError(rawValue: 0xA3)
}
