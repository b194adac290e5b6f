public import Peripherals

/// Which line of the GPIO chip each button is at.
public struct ButtonPins: Sendable {
  /// By `Button`'s raw value; nil for a button that is not fitted.
  private var lines: [6 of UInt32?] = [5, 6, 17, 22, 4, 27]
  /// Whether a pressed button pulls its line to ground.
  public var isActiveLow = true

  /// The lines of a widely sold bonnet with a 128x64 panel: two buttons and a stick.
  public init() {}

  public subscript(button: Button) -> UInt32? { lines[Int(button.rawValue)] }

  /// Connects `button` to `line`; to none if it is not fitted.
  ///
  /// Not a setter of the subscript: changing an element through one in place may take a frame from a heap.
  public mutating func connect(_ button: Button, to line: UInt32?) { lines[Int(button.rawValue)] = line }

  static var count: Int { 6 }
}
