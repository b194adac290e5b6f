public import Octets
public import Screens
public import Timing

/// A time that is not what went before: from another source, after a jump, or in another zone.
public struct TimeReport: Equatable, Sendable {
  public let source: TimeSource
  /// Local; nil from no source.
  public let time: CivilTime?
  /// How far that is ahead of UTC; nil if the phone does not say, and if it is not the phone's.
  public let utcOffsetMinutes: Int?
}

/// What the phone says of itself beside its notifications, on this link.
public struct PhoneFacts: Equatable, Sendable {
  /// Its charge, 0...100; nil if it is not known.
  public internal(set) var batteryLevel: UInt8?
  /// As `iPhone16,1`; empty if it is not known.
  public internal(set) var model = BoundedText<24>()
  public internal(set) var manufacturer = BoundedText<24>()

  /// Takes a value of Battery Level: one octet, 0...100. Battery Service 1.0, 3.1.
  ///
  /// - Returns: false for anything else, which changes nothing.
  mutating func receive(batteryLevel value: Span<UInt8>) -> Bool {
    guard value.count == 1, value[0] <= 100 else { return false }
    batteryLevel = value[0]
    return true
  }
}
