internal import BluetoothHost
internal import CCortexM4
internal import Core
internal import GATT
internal import Octets
internal import Peripherals
internal import SecurityManager
internal import Timing

/// The watch on ARM's MPS2 with a Cortex-M4 (AN386): an example of a port.
@main
struct Main {
  typealias Watch = WatchCore<SerialTransport, TracedBus, SerialButtons, SerialEntropy, MemoryStorage>

  static func main() {
    belfry_board_start()
    var entropy = SerialEntropy()
    var store = BondStore(in: MemoryStorage())
    let bonds = Watch.loadBonds(from: &store, entropy: &entropy)
    // Safe to unwrap: 0x3C is a valid seven-bit address.
    var watch = Watch(
      configuration: configuration, bonds: bonds, store: store, transport: SerialTransport(), bus: TracedBus(),
      panel: I2CAddress(rawValue: 0x3C)!, buttons: SerialButtons(), entropy: entropy)
    watch.start(now: now)
    while true {
      watch.turn(now: now)
      if !watch.hasWork { belfry_board_sleep() }
    }
  }

  private static var configuration: HostConfiguration {
    HostConfiguration(
      name: BoundedText("Belfry"),
      deviceInformation: DeviceInformation(name: BoundedText("Belfry"), firmwareRevision: "0.1.0"),
      pairingWindow: .seconds(120), security: .secureConnections)
  }

  private static var now: Instant { Instant(microseconds: belfry_board_microseconds()) }
}
