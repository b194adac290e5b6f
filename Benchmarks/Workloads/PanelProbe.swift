internal import Displays
internal import Octets
internal import Peripherals

/// A bus that counts, and shows each message to a model of the panel if it is to verify.
struct CountingBus: I2CController, ~Copyable {
  private(set) var octets = 0
  private(set) var messages = 0
  private var model = SSD1306Model()
  let verifies: Bool

  init(verifies: Bool) { self.verifies = verifies }

  /// The address octet of each message is counted with it.
  mutating func write(_ octets: Span<UInt8>, to address: I2CAddress) {
    self.octets += 1 + octets.count
    messages += 1
    if verifies { model.receive(octets) }
  }

  /// Whether the glass shows that picture. Mutating, as else all of the model is copied for the call.
  mutating func shows(_ picture: Span<UInt8>) -> Bool { model.picture().span.isEqual(to: picture) }
}

/// A panel on such a bus.
struct PanelProbe: ~Copyable {
  private var panel: SSD1306<CountingBus>
  private let verifies: Bool

  init(verifies: Bool) {
    self.verifies = verifies
    guard let address = I2CAddress(rawValue: 0x3C) else { preconditionFailure() }
    panel = SSD1306(on: CountingBus(verifies: verifies), at: address)
    flush()
  }

  /// Says what the glass should show, and nothing more.
  mutating func plan(_ picture: Span<UInt8>) { panel.show(picture) }

  /// Brings a picture to the glass.
  ///
  /// - Returns: how many octets that took on the wire.
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
