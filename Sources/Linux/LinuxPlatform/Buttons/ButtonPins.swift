public import Peripherals

/// Which line of the GPIO chip each button is at.
public struct ButtonPins: Sendable {
  /// By `Button`'s raw value; nil for a button that is not fitted.
  package private(set) var lines: [6 of UInt32?] = [5, 6, 17, 22, 4, 27]
  /// Whether a pressed button pulls its line to ground.
  public var isActiveLow = true

  /// The lines of a widely sold bonnet with a 128x64 panel: two buttons and a stick.
  public init() {}

  public subscript(button: Button) -> UInt32? { lines[Int(button.rawValue)] }

  // Not a setter of the subscript: one that other modules can see comes with a coroutine, which frees memory.
  public mutating func set(_ line: UInt32?, for button: Button) { lines[Int(button.rawValue)] = line }

  package static var count: Int { 6 }
}
