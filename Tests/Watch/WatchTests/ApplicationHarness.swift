import ANCS
import BluetoothHost
import GATT
import Octets
import Peripherals
import PhoneClient
import Screens
import TestSupport
import Timing
import WatchModel

@testable import PhoneSupport
@testable import SecurityManager
@testable import Watch

/// The whole watch above its devices, and a phone, with a clock that the test sets.
final class ApplicationHarness {
  typealias Handle = NotificationCenterServer.Handle

  enum Notice: Equatable {
    case code(UInt32)
    case passkey(UInt32)
    case ended(PairingResult)
    case watch(WatchEvent)
    case bondsChanged
    case controllerFailed
  }

  var application: WatchApplication
  let phone = FakePhone()
  var entropy = SeededEntropy()
  var now = Instant.seconds(100)
  private(set) var notices: [Notice] = []
  /// The largest number of steps in one `run` until both sides were idle.
  private(set) var longestRun = 0
  /// The number of deadlines in one `wait`.
  private(set) var longestWait = 0
  /// The packets that were delivered while `isRecording`.
  private(set) var recording: [[UInt8]] = []
  var isRecording = false
  /// Whether the bonds are saved as soon as they change.
  var savesBonds = true

  init(
    bonds: BondTable = Sample.bonds(bondedWithPhone: false), security: PairingSecurity = .secureConnections
  ) {
    var configuration = HostConfiguration(security: security)
    // This harness's phone knows the watch by one address.
    configuration.privateAddress = .off
    application = WatchApplication(name: BoundedText("Belfry"), configuration: configuration, bonds: bonds)
  }

  /// Changes what the watch has for its wearer.
  func fit(_ change: (inout FrontPanelSettings) -> Void) {
    var settings = FrontPanelSettings()
    change(&settings)
    application.fit(settings)
  }

  static func started(bonds: BondTable = Sample.bonds(bondedWithPhone: false)) -> ApplicationHarness {
    let harness = ApplicationHarness(bonds: bonds)
    harness.start()
    return harness
  }

  /// A harness with a bonded phone whose notifications are subscribed.
  static func ready() -> ApplicationHarness {
    let harness = started(bonds: Sample.bonds())
    harness.connect()
    harness.takeNotices()
    return harness
  }

  func start() {
    application.start(now: now)
    run()
  }

  func stop() {
    application.stop(now: now)
    run()
  }

  /// The bonded phone connects.
  func connect() {
    phone.connect()
    phone.encrypt(with: Sample.phoneBond.longTermKey)
    run()
  }

  /// A new phone connects and pairs, and both sides confirm the code.
  func pair() {
    phone.connect()
    phone.startPairing()
    run()
    press(.accept)
    phone.decide(isConfirmed: true)
    run()
  }

  /// Passes packets on until neither side has any.
  func run() {
    collect()
    for round in 0..<100_000 {
      longestRun = max(longestRun, round)
      if !phone.packets.isEmpty {
        deliver(phone.packets.removeFirst())
      } else if let packet = nextPacket() {
        phone.receive(packet)
      } else {
        return
      }
    }
  }

  func deliver(_ packet: [UInt8]) {
    if isRecording { recording.append(packet) }
    application.handle(packet: packet.span, now: now)
    collect()
  }

  private func nextPacket() -> [UInt8]? {
    application.prepareKeys(from: &entropy)
    var isThere = false
    let packet = output(capacity: 264) { isThere = application.nextPacket(into: &$0, now: now) }
    collect()
    return isThere ? packet : nil
  }

  private func collect() {
    while let notice = application.nextNotice() {
      switch notice {
      case .pairingCode(let code): notices.append(.code(code))
      case .pairingPasskey(let passkey): notices.append(.passkey(passkey))
      case .pairingEnded(let result): notices.append(.ended(result))
      case .watch(let event): notices.append(.watch(event))
      case .bondsChanged:
        notices.append(.bondsChanged)
        if savesBonds { application.noteBondsSaved(now: now) }
      case .controllerFailed: notices.append(.controllerFailed)
      }
    }
  }

  @discardableResult
  func takeNotices() -> [Notice] {
    collect()
    defer { notices = [] }
    return notices
  }

  /// The time that the user waits before pressing: until a prompt accepts it.
  private var reaction: Interval {
    let prompt = application.watch.front.input.prompt
    return prompt.prompt != nil && !prompt.isOpen ? PromptGate.quietTime : MachineHarness.reaction
  }

  func press(_ button: Button) {
    wait(reaction)
    application.handle(ButtonEvent(button: button, edge: .pressed), now: now)
    wait(.milliseconds(50))
    application.handle(ButtonEvent(button: button, edge: .released), now: now)
    run()
  }

  func hold(_ button: Button) {
    wait(reaction)
    application.handle(ButtonEvent(button: button, edge: .pressed), now: now)
    wait(.milliseconds(900))
    application.handle(ButtonEvent(button: button, edge: .released), now: now)
    run()
  }

  /// Opens the menu, goes to the item and selects it.
  func choose(_ item: MenuItem) {
    hold(.decline)
    for _ in 0..<item.rawValue { press(.down) }
    press(.accept)
  }

  /// Forgets the only phone.
  func chooseForgetPhone() {
    choose(.forgetPhone)
    press(.accept)
  }

  /// Advances the clock from deadline to deadline.
  func wait(_ interval: Interval) {
    let end = now + interval
    var rounds = 0
    while let deadline = application.deadline, deadline <= end, rounds < 10_000 {
      now = max(now, deadline)
      handleTimeout()
      rounds += 1
    }
    longestWait = max(longestWait, rounds)
    now = end
    handleTimeout()
  }

  func handleTimeout() {
    application.handleTimeout(now: now)
    run()
  }

  // MARK: Results

  /// The reported states. Consecutive reports of one state with other reasons count once.
  var states: [ConnectionState] {
    reports.reduce(into: []) { states, report in if states.last != report.0 { states.append(report.0) } }
  }
  /// The reported reasons why nothing arrives.
  var troubles: [LinkTrouble?] { reports.map(\.1) }
  private var reports: [(ConnectionState, LinkTrouble?)] {
    notices.compactMap {
      if case .watch(.connection(let state, let trouble)) = $0 { (state, trouble) } else { nil }
    }
  }
  var results: [PairingResult] { notices.compactMap { if case .ended(let result) = $0 { result } else { nil } } }
  var screen: ScreenName { application.watch.screen }
  var bondCount: Int { application.host.bondCount }
  /// The number of bonds on the status screen.
  var shownBondCount: Int { application.watch.identity.bondCount }
  var lostNoticeCount: UInt32 { application.lostNoticeCount }
  var deadline: Instant? { application.deadline }
  var notificationCount: Int { application.client.phone.session.notifications.count }
  var isSessionAbsent: Bool { application.client.phone.session.state == .absent }

  // MARK: The notification centre

  /// Sends a Notification Source value.
  func post(_ event: UInt8 = 0, uid: UInt8, category: UInt8 = 4, flags: UInt8 = 0) {
    notify(Handle.notificationSource, [event, flags, category, 1, uid, 0, 0, 0])
    run()
  }

  func notify(_ handle: UInt16, _ value: [UInt8]) { phone.send([0x1B] + wire(handle) + value, on: 4) }

  /// The phone answers all commands, in fragments of at most `size` octets.
  func answerCommands(inPiecesOf size: Int = 182) {
    phone.attributes.reply = { command in
      let value = Self.reply(to: command)
      return stride(from: 0, to: value.count, by: size).map {
        [0x1B] + wire(Handle.dataSource) + value[$0..<min($0 + size, value.count)]
      }
    }
  }

  private static func reply(to command: [UInt8]) -> [UInt8] {
    let text = Array("text".utf8)
    let value = wire(UInt16(text.count)) + text
    switch command.first {
    case 0 where command.count >= 5:
      let ids: [UInt8] = [0, 1, 2, 3, 4, 5] + command.suffix(2).filter { $0 > 5 }
      return Array(command[..<5]) + ids.flatMap { [$0] + value }
    case 1: return command + value
    default: return []
    }
  }

  /// The phone indicates that its services have changed.
  func changeServices(to services: [FakeServer.Service]? = nil) {
    if let services { phone.attributes.services = services }
    changeHandles(0x0001...0xFFFF)
  }

  /// The phone indicates that the attributes with these handles have changed.
  func changeHandles(_ handles: ClosedRange<UInt16>) {
    phone.send([0x1D] + wire(Handle.serviceChanged) + wire(handles.lowerBound) + wire(handles.upperBound), on: 4)
    run()
  }
}
