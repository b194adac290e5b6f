import ANCS
import BluetoothHost
import GATT
import Graphics
import Octets
import Peripherals
import PhoneClient
import Screens
import SecurityManager
import TestSupport
import Timing
import Watch
import WatchModel

@testable import PhoneSupport

/// The whole watch above its devices, with a clock that the test sets. After each step it checks the requirements that
/// hold for any input: no notice is lost, no bond changes unreported, every timer ends.
final class WatchHarness {
  private(set) var application: WatchApplication
  private(set) var now = Instant.seconds(100)
  /// Receives the packets for the controller.
  var send: ([UInt8]) -> Void = { _ in }
  private(set) var isBonded = false
  /// The passkey that the user must type on the phone.
  private(set) var passkey: UInt32?
  private(set) var contents: [UInt32] = []

  private var entropy = SeededEntropy()
  private var bitmap = Bitmap()
  private var bonds: [Bond]
  private var haveBondsChanged = false
  /// Whether the user has pressed a button since the last bond was made.
  private var hasPressed = false

  init(bonds: BondTable, security: PairingSecurity = .secureConnections, privateAddress: PrivateAddressChoice = .off) {
    var configuration = HostConfiguration(security: security)
    configuration.privateAddress = privateAddress
    application = WatchApplication(name: BoundedText("Belfry"), configuration: configuration, bonds: bonds)
    self.bonds = Self.list(bonds)
  }

  private static func list(_ table: BondTable) -> [Bond] { (0..<table.count).map { table[$0] } }

  func start() {
    application.start(now: now)
    takeOutput()
  }

  func stop() {
    application.stop(now: now)
    takeOutput()
  }

  func deliver(_ packet: [UInt8]) {
    application.handle(packet: packet.span, now: now)
    takeOutput()
  }

  func handle(_ button: Button, _ edge: ButtonEdge) {
    hasPressed = true
    application.handle(ButtonEvent(button: button, edge: edge), now: now)
    takeOutput()
  }

  /// Presses a button as a user does: after the question is shown and the watch accepts an answer.
  func answer(_ button: Button, _ body: () -> Void = {}) {
    wait(.milliseconds(1_600), body)
    press(button)
  }

  func press(_ button: Button, for interval: Interval = .milliseconds(50)) {
    handle(button, .pressed)
    wait(interval)
    handle(button, .released)
  }

  /// Advances the clock from deadline to deadline; `body` carries packets in between.
  func wait(_ interval: Interval, _ body: () -> Void = {}) {
    let end = now + interval
    // The watch has few repeating deadlines, such as the clock's next minute, so a day needs few steps.
    for _ in 0..<256 {
      guard let deadline = application.deadline, deadline <= end else { break }
      now = max(now, deadline)
      handleTimeout()
      body()
    }
    now = end
    handleTimeout()
    body()
  }

  /// Advances the clock in one step, past all deadlines in between.
  func jump(_ interval: Interval) {
    now = now + interval
    handleTimeout()
  }

  private func handleTimeout() {
    for _ in 0..<32 {
      application.handleTimeout(now: now)
      takeOutput()
      guard let deadline = application.deadline, deadline <= now else { return }
    }
    require(false, "no deadline that was reached stays set")
  }

  /// Takes all pending output.
  private func takeOutput() {
    takeNotices()
    application.prepareKeys(from: &entropy)
    var count = 0
    while true {
      var isThere = false
      let packet = output(capacity: 264) { isThere = application.nextPacket(into: &$0, now: now) }
      takeNotices()
      guard isThere else { break }
      count += 1
      require(count < 64, "the watch stops sending packets")
      check(packet)
      send(packet)
    }
    if application.takeNeedsRedraw() { application.watch.draw(application.client.phone, into: &bitmap) }
    check()
  }

  private func check(_ packet: [UInt8]) {
    switch packet[0] {
    case 0x01: require(packet.count >= 4 && packet.count == 4 + Int(packet[3]), "a command is well formed")
    case 0x02:
      require(packet.count > 5 && packet.count == 5 + Int(packet[3]) + 256 * Int(packet[4]), "data is well formed")
    default: require(false, "only commands and data are sent")
    }
  }

  private func takeNotices() {
    while let notice = application.nextNotice() {
      switch notice {
      case .bondsChanged:
        haveBondsChanged = true
        application.noteBondsSaved(now: now)
      case .pairingPasskey(let number): passkey = number
      case .pairingEnded(.bonded):
        require(hasPressed || passkey != nil, "no bond without a user's action")
        isBonded = true
        hasPressed = false
        passkey = nil
      case .pairingEnded: passkey = nil
      case .watch(.notificationContent(let uid)): contents.append(uid.rawValue)
      default: break
      }
    }
  }

  private func check() {
    require(application.lostNoticeCount == 0, "no notice is lost")
    require(application.unfinishedDeliveryCount == 0, "all events are delivered at once")
    require(application.host.lostEventCount == 0, "no event is lost")
    let current = Self.list(application.host.bonds)
    let isTold = haveBondsChanged || application.host.hasUnsavedSettings
    require(current == bonds || isTold, "each change of the bonds is reported")
    bonds = current
    haveBondsChanged = false
  }

  // MARK: An honest phone

  /// Checks that, after anything, the controller can be reopened and an honest phone can pair and deliver a
  /// notification.
  func requireHonestPhoneIsServed() {
    let phone = FakePhone()
    var isQuiet = false
    send = { packet in
      isQuiet = false
      phone.receive(packet)
    }
    let run = { [self] in
      repeat {
        isQuiet = true
        while !phone.packets.isEmpty { deliver(phone.packets.removeFirst()) }
      } while !isQuiet || !phone.packets.isEmpty
    }
    stop()
    start()
    run()
    // Calls, alerts and back-off have ended by then.
    wait(.seconds(150), run)
    openPairingWindow(run)
    phone.connect()
    phone.pairWithVisibleAddress()
    run()
    isBonded = false
    answer(.accept, run)
    run()
    phone.decide(isConfirmed: true)
    run()
    // The watch asks the user if it already has a bond with this phone.
    if !isBonded { answer(.accept, run) }
    run()
    require(isBonded, "an honest phone can pair")
    requireNotification(from: phone, run)
    require(phone.violations.isEmpty, "\(phone.violations)")
  }

  private func openPairingWindow(_ run: () -> Void) {
    for steps in 0..<6 where !application.host.isPairingWindowOpen(at: now) {
      for _ in 0..<4 where application.watch.screen != .clock { answer(.back) }
      press(.decline, for: .milliseconds(900))
      for _ in 0..<steps { press(.down) }
      press(.accept)
      run()
    }
    require(application.host.isPairingWindowOpen(at: now), "the user can let a phone pair")
  }

  private func requireNotification(from phone: FakePhone, _ run: () -> Void) {
    let handles = NotificationCenterServer.Handle.self
    phone.attributes.reply = { command in
      guard command.first == 0 else { return [[0x1B] + wire(handles.dataSource) + command + [1, 0, 0x42]] }
      let ids: [UInt8] = [0, 1, 2, 3, 4, 5] + command.suffix(2).filter { $0 > 5 }
      return [[0x1B] + wire(handles.dataSource) + command.prefix(5) + ids.flatMap { [$0, 1, 0, 0x41] }]
    }
    wait(.seconds(1), run)
    contents = []
    phone.send([0x1B] + wire(handles.notificationSource) + [0, 0, 4, 1, 0x4D, 0, 0, 0], on: 4)
    run()
    wait(.seconds(2), run)
    require(contents.contains(0x4D), "an honest phone delivers a notification")
  }
}

extension FakePhone {
  /// Starts a pairing at the address that the watch advertises with.
  func pairWithVisibleAddress(_ request: PairingFeatures? = nil) {
    let parameters = controller.commands.last { $0.starts(with: [0x01, 0x06, 0x20]) }
    let isRandom = parameters?.dropFirst(9).first == 1
    let local = isRandom ? randomAddresses.last ?? Sample.watch : Sample.watch
    startPairing {
      $0.link = PairingLink(localAddress: local, peerAddress: self.address, isPeerBonded: false)
      if let request { $0.request = request }
    }
  }
}
