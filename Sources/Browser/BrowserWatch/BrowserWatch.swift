internal import ANCS
internal import BluetoothHost
internal import HCI
internal import Octets
internal import Peripherals
internal import PhoneClient
internal import SecurityManager
internal import Timing
internal import Watch
internal import WatchCore
internal import WatchModel

// The functions that the page calls. Times are microseconds. The first one, of `watch_start`, is one second.

typealias Watch = WatchCore<PageTransport, PageBus, PageButtons, PageEntropy, PageStorage, Page>

/// The one watch of this module. A reboot is a new instance of the module.
nonisolated(unsafe) private var watch = makeWatch()

private func makeWatch() -> Watch {
  var entropy = PageEntropy()
  var store = BondStore(in: PageStorage())
  let bonds = loadBonds(from: &store, entropy: &entropy)
  let choices = store.storage.loadChoices().record
  return Watch(
    settings, bonds: bonds, choices: choices, store: store, transport: PageTransport(), boundaries: .datagrams,
    bus: PageBus(),
    buttons: PageButtons(), entropy: entropy, surroundings: Page())
}

private var settings: WatchSettings {
  // Safe to unwrap: 0x3C is a valid seven-bit address.
  var settings = WatchSettings(
    name: BoundedText("Belfry"), host: HostConfiguration(), panel: PanelSettings(address: I2CAddress(rawValue: 0x3C)!))
  settings.hasMotor = true
  settings.hasLED = true
  return settings
}

/// The stored bonds. A browser that does not store them has a watch without bonds.
private func loadBonds(from store: inout BondStore<PageStorage>, entropy: inout PageEntropy) -> BondTable {
  var finding: BondStoreFinding?
  if let bonds = try? Watch.loadBonds(from: &store, entropy: &entropy, finding: &finding) { return bonds }
  while true {
    if let identity = LocalIdentity(randomness: entropy.randomOctets()) { return BondTable(identity: identity) }
  }
}

/// Brings the controller up.
@_cdecl("watch_start") public func start(microseconds: Double) {
  unsafe watch.surroundings.now = Instant(microseconds: UInt64(microseconds))
  unsafe watch.start()
  unsafe watch.startController()
}

/// One turn.
///
/// - Returns: the time of the next turn; the present time if there is work; negative without a deadline.
@_cdecl("watch_turn") public func turn(microseconds: Double) -> Double {
  unsafe watch.surroundings.now = Instant(microseconds: UInt64(microseconds))
  unsafe watch.turn()
  if unsafe watch.hasWork { return microseconds }
  guard let deadline = unsafe watch.deadline else { return -1 }
  return Double(deadline.microseconds)
}

/// The UID of the notification that the display shows, or that is selected in the list; negative without one.
@_cdecl("watch_shown_uid") public func shownUID() -> Double {
  let uid = unsafe watch.application.watch.shownNotification(watch.application.client.phone)
  return uid.map { Double($0.rawValue) } ?? -1
}

/// Bit 0: the motor runs. Bit 1: the LED shines. Bit 2: the controller is lost.
@_cdecl("watch_outputs") public func outputs() -> UInt32 {
  unsafe (watch.surroundings.isMotorOn ? 1 : 0) | (watch.surroundings.isLEDLit ? 2 : 0)
    | (watch.isControllerLost ? 4 : 0)
}
