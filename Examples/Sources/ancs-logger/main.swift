// A logger of an iPhone's notifications: `ancs-logger PORT` uses the controller on that TCP port. On the iPhone, choose
// `ANCS log` in the Bluetooth settings and compare the codes. Then press Enter here. A new phone may pair for two
// minutes from the start on, or from Enter on. The bond lasts as long as the program.
import ANCS
import BluetoothHost
import ControllerSocket
import GAP
import GATT
import Glibc
import HCI
import Octets
import SecurityManager
import Timing

/// An iPhone lists an accessory that solicits the notification service.
func makeAdvertisement() throws(EncodeError) -> Advertisement {
  var payload = AdvertisingPayload()
  try payload.primary.putFlags(isDiscoverable: true)
  try payload.primary.put(solicitationOf: NotificationCenterService.uuid)
  try payload.primary.put(name: BoundedText<8>("ANCS log"))
  return Advertisement(discoverable: payload, undiscoverable: payload)
}

func makeHost(entropy: inout SystemEntropy) throws(EncodeError) -> BluetoothHost {
  var identity = LocalIdentity(randomness: entropy.randomOctets())
  while identity == nil { identity = LocalIdentity(randomness: entropy.randomOctets()) }
  var database = AttributeDatabase()
  database.addGenericAccess(name: ("ANCS log" as StaticString).utf8Span, appearance: 0)
  database.addGenericAttribute()
  return BluetoothHost(
    configuration: HostConfiguration(), advertisement: try makeAdvertisement(), database: database,
    bonds: BondTable(identity: identity!))
}

/// Whether the user has pressed Enter since the last call.
func hasUserConfirmed() -> Bool {
  var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
  return poll(&input, 1, 0) > 0 && readLine() != nil
}

/// Forgets Enter that was pressed before a code is shown, so that it does not confirm the code. The limit is for a
/// program that writes lines without end.
func forgetConfirmations() {
  var count = 0
  while count < 1_000, hasUserConfirmed() { count += 1 }
}

func run(port: UInt16) throws {
  var entropy = SystemEntropy()
  var host = try makeHost(entropy: &entropy)
  var transport = Socket(port: port)
  var receiver = H4Receiver<2_200>()
  var logger = NotificationLogger()
  var isPairing = false

  host.prepareKeys(from: &entropy)
  host.start(now: monotonicTime())
  print("choose ANCS log in the iPhone's Bluetooth settings within two minutes; Enter starts them again")
  while true {
    let now = monotonicTime()
    try transport.deliverPackets(to: &host, through: &receiver, observer: &logger, now: now)
    host.handleTimeout(now: now, observer: &logger)
    logger.handleTimeout(now: now)
    while let event = host.nextEvent() {
      switch event {
      case .pairingCode(let code):
        isPairing = true
        forgetConfirmations()
        let digits = String(code)
        let padding = String(repeating: "0", count: 6 - digits.count)
        print("code \(padding)\(digits): press Enter if the phone shows the same")
      case .pairingEnded(let result):
        isPairing = false
        print("pairing: \(result)")
      case .secured: logger.begin()
      case .linkLost: logger.end(now: now)
      case .bondsChanged: host.noteBondsSaved(now: now)
      // A program that goes on opens the transport again, and calls `start(now:)`.
      case .controllerFailed:
        endProgram("the controller failed: \(host.controllerFailure, default: "no reason")")
      default: break
      }
    }
    // Enter on a link without a code says nothing.
    if hasUserConfirmed() {
      if isPairing { host.answerPairing(isConfirmed: true, now: now) }
      if host.state == .advertising { host.openPairingWindow(now: now) }
    }
    logger.drive(&host, now: now)
    logger.printEvents()
    try transport.sendPackets(of: &host, now: now)
    if host.needsKeys { host.prepareKeys(from: &entropy) }
    // A pipe would hold the lines back.
    fflush(nil)
    transport.wait(milliseconds: 50)
  }
}

guard CommandLine.arguments.count == 2, let port = UInt16(CommandLine.arguments[1]) else {
  endProgram("usage: ancs-logger PORT")
}
do { try run(port: port) } catch { endProgram("the controller is lost: \(error)") }
