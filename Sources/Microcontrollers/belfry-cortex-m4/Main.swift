internal import BluetoothHost
internal import CCortexM4
internal import Octets
internal import Peripherals
internal import SecurityManager
internal import Timing
internal import WatchCore

/// The watch on ARM's MPS2 with a Cortex-M4 (AN386): an example of a port.
@main
struct Main {
  typealias Watch = WatchCore<SerialTransport, TracedBus, SerialButtons, SerialEntropy, MemoryStorage, Board>

  static func main() {
    belfry_board_start()
    var watch = makeWatch()
    serve(&watch)
  }

  // Not inlined, so that the compiler makes the watch in its final place and not a second time on the stack.
  @inline(never)
  private static func serve(_ watch: inout Watch) {
    watch.start()
    while true {
      // At the start, and after a failure. A board with a line to the controller's reset pin pulls it here.
      if watch.isControllerLost {
        watch.transport = SerialTransport()
        watch.startController()
      }
      watch.turn()
      // No interrupt of the transmitter ends the sleep.
      if !watch.hasWork, !watch.hasUnsentPacket { belfry_board_sleep() }
    }
  }

  // Not inlined, so that its stack is free again before the first turn.
  @inline(never)
  private static func makeWatch() -> Watch {
    var entropy = SerialEntropy()
    var store = BondStore(in: MemoryStorage())
    var finding: BondStoreFinding?
    let bonds = Watch.loadBonds(from: &store, entropy: &entropy, finding: &finding)
    return Watch(
      settings, bonds: bonds, store: store, transport: SerialTransport(), bus: TracedBus(), buttons: SerialButtons(),
      entropy: entropy, surroundings: Board())
  }

  private static var settings: WatchSettings {
    // Safe to unwrap: 0x3C is a valid seven-bit address.
    return WatchSettings(
      name: BoundedText("Belfry"), host: HostConfiguration(),
      panel: PanelSettings(address: I2CAddress(rawValue: 0x3C)!))
  }
}

/// The board's surroundings: it has only a clock.
struct Board: WatchSurroundings {
  var now: Instant { Instant(microseconds: belfry_board_microseconds()) }
}
