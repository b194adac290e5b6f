import ANCS
import BluetoothHost
import GATT
import Graphics
import Octets
import Peripherals
import Screens
import SecurityManager
import TestSupport
import Timing
import Watch

@testable import PhoneSupport

/// The whole watch above its devices, on a clock that moves by hand. After each step it must have kept what holds for
/// it whatever is heard: nothing it had to tell is lost, no bond changes in silence, every timer ends.
final class WatchRig {
  private(set) var application: WatchApplication
  private(set) var now = Instant.seconds(100)
  /// Where packets for the controller go.
  var send: ([UInt8]) -> Void = { _ in }
  private(set) var isBonded = false
  /// What the user is to type on the phone.
  private(set) var passkey: UInt32?
  private(set) var contents: [UInt32] = []

  private var entropy = SeededEntropy()
  private var bitmap = Bitmap()
  private var bonds: [Bond]
  private var haveBondsChanged = false
  /// Whether the user has pressed a button since the last bond was made.
  private var hasPressed = false

  init(bonds: BondTable, security: PairingSecurity = .secureConnections, usesPrivateAddress: Bool = false) {
    var configuration = HostConfiguration(
      name: BoundedText("Belfry"),
      deviceInformation: DeviceInformation(name: BoundedText("Belfry"), firmwareRevision: "0.1.0"), security: security)
    configuration.usesPrivateAddress = usesPrivateAddress
    application = WatchApplication(configuration: configuration, bonds: bonds)
    self.bonds = Self.list(bonds)
  }

  private static func list(_ table: BondTable) -> [Bond] { (0..<table.count).map { table[$0] } }

  func start() {
    application.start(now: now)
    settle()
  }

  func stop() {
    application.stop(now: now)
    settle()
  }

  func deliver(_ packet: [UInt8]) {
    application.handle(packet: packet.span, now: now)
    settle()
  }

  func handle(_ button: Button, _ edge: ButtonEdge) {
    hasPressed = true
    application.handle(ButtonEvent(button: button, edge: edge), now: now)
    settle()
  }

  /// A press by a person, who sees the question first.
  func answer(_ button: Button, _ body: () -> Void = {}) {
    wait(.milliseconds(1_000), body)
    press(button)
  }

  func press(_ button: Button, for interval: Interval = .milliseconds(50)) {
    handle(button, .pressed)
    wait(interval)
    handle(button, .released)
  }

  /// Moves the clock, deadline by deadline; `body` carries packets in between.
  func wait(_ interval: Interval, _ body: () -> Void = {}) {
    let end = now + interval
    // What comes again and again, like a request for the clock's next minute, comes seldom: a day has few deadlines.
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

  /// Jumps over whatever was due in between.
  func jump(_ interval: Interval) {
    now = now + interval
    handleTimeout()
  }

  private func handleTimeout() {
    for _ in 0..<32 {
      application.handleTimeout(now: now)
      settle()
      guard let deadline = application.deadline, deadline <= now else { return }
    }
    require(false, "what is due is done")
  }

  /// Takes all there is to take.
  private func settle() {
    takeNotices()
    application.prepareKeys(from: &entropy)
    var count = 0
    while true {
      var isThere = false
      let packet = output(capacity: 264) { isThere = application.nextPacket(into: &$0, now: now) }
      takeNotices()
      guard isThere else { break }
      count += 1
      require(count < 64, "packets come to an end")
      check(packet)
      send(packet)
    }
    if application.takeNeedsRedraw() { application.client.watch.draw(into: &bitmap) }
    check()
  }

  private func check(_ packet: [UInt8]) {
    switch packet[0] {
    case 0x01: require(packet.count >= 4 && packet.count == 4 + Int(packet[3]), "a command is well formed")
    case 0x02: require(packet.count > 5 && packet.count == 5 + Int(packet[3]) + 256 * Int(packet[4]), "so is data")
    default: require(false, "only commands and data are sent")
    }
  }

  private func takeNotices() {
    while let notice = application.nextNotice() {
      switch notice {
      case .bondsChanged: haveBondsChanged = true
      case .pairingPasskey(let number): passkey = number
      case .pairingEnded(.bonded):
        require(hasPressed || passkey != nil, "no bond without a person")
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
    require(application.host.lostEventCount == 0, "nor any event")
    let current = Self.list(application.host.bonds)
    require(current == bonds || haveBondsChanged, "bonds change only as it is told")
    bonds = current
    haveBondsChanged = false
  }

  // MARK: An honest phone

  /// Whatever has happened: the controller is opened anew, a phone comes, pairs, and brings a notification.
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
    // Calls, alerts and back-off are over by then.
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
    require(isBonded, "an honest phone can pair")
    requireNotification(from: phone, run)
    require(phone.violations.isEmpty, "\(phone.violations)")
  }

  private func openPairingWindow(_ run: () -> Void) {
    for steps in 0..<6 where !application.host.isPairingWindowOpen(at: now) {
      for _ in 0..<4 where application.client.watch.screen != .clock { press(.back) }
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
    require(contents.contains(0x4D), "an honest phone brings a notification")
  }
}

extension FakePhone {
  /// Begins to pair with the address that the watch advertises with.
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
