public import Octets

/// Facts about the phone that it reported on this link: its battery level, model and manufacturer.
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
