internal import Displays
internal import Octets
internal import Peripherals

/// A bus that counts octets, and passes each message to a model of the panel if the workload verifies.
struct CountingBus: I2CController, ~Copyable {
  private(set) var octets = 0
  private(set) var messages = 0
  private var model = SSD1306Model()
  let verifies: Bool

  init(verifies: Bool) { self.verifies = verifies }

  /// Counts the octets and the address octet of each message.
  mutating func write(_ octets: Span<UInt8>, to address: I2CAddress) {
    self.octets += 1 + octets.count
    messages += 1
    if verifies { model.receive(octets) }
  }

  /// Whether the panel shows this picture. Mutating, because otherwise the whole model is copied for the call.
  mutating func shows(_ picture: Span<UInt8>) -> Bool { model.picture().span.isEqual(to: picture) }
}

/// A panel on a counting bus.
struct PanelProbe: ~Copyable {
  private var panel: SSD1306<CountingBus>
  private let verifies: Bool

  init(verifies: Bool) {
    self.verifies = verifies
    guard let address = I2CAddress(rawValue: 0x3C) else { preconditionFailure() }
    panel = SSD1306(on: CountingBus(verifies: verifies), at: address)
    flush()
  }

  /// Sets the picture to show, without sending it.
  mutating func plan(_ picture: Span<UInt8>) { panel.show(picture) }

  /// Sends a picture to the panel.
  ///
  /// - Returns: the number of octets on the wire.
  mutating func show(_ picture: Span<UInt8>, scrolledBy rows: Int = 0) -> Int {
    let before = panel.bus.octets
    panel.show(picture, scrolledBy: rows)
    flush()
    return panel.bus.octets - before
  }

  mutating func shows(_ picture: Span<UInt8>) -> Bool {
    guard verifies else { return true }
    return panel.bus.shows(picture)
  }

  private mutating func flush() { while panel.sendNext() {} }
}
