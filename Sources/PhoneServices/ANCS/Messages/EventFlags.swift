/// The flags of a notification. Bits without a name are carried as they came.
///
/// ANCS specification, "EventFlags".
public struct EventFlags: Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Delivered silently on the phone.
  public static let silent = EventFlags(rawValue: 1 << 0)
  /// The phone holds it to be of high importance.
  public static let important = EventFlags(rawValue: 1 << 1)
  /// It was there before this session began.
  public static let preExisting = EventFlags(rawValue: 1 << 2)
  /// The positive action may be performed.
  public static let positiveAction = EventFlags(rawValue: 1 << 3)
  /// The negative action may be performed.
  public static let negativeAction = EventFlags(rawValue: 1 << 4)

  /// Not documented; seen with the attachments of messages.
  public static let attachment = EventFlags(rawValue: 1 << 5)

  /// Whether all flags of `other` are set.
  public func contains(_ other: EventFlags) -> Bool { rawValue & other.rawValue == other.rawValue }

  /// The flags of both.
  public func union(_ other: EventFlags) -> EventFlags { EventFlags(rawValue: rawValue | other.rawValue) }

  /// The specification's name of one bit, 0...7, without its prefix; nil for a reserved bit.
  public static func name(ofBit bit: Int) -> StaticString? {
    switch bit {
    case 0: "silent"
    case 1: "important"
    case 2: "preExisting"
    case 3: "positiveAction"
    case 4: "negativeAction"
    default: nil
    }
  }
}
