import AMS
import ANCS
import Graphics
import Identifiers
import Octets
import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import PhoneClient
@testable import Watch

/// A watch with a clock that the test sets, connected to a phone that answers every request from a table.
final class MachineHarness {
  struct Posted {
    var app = "a.b"
    var title = "title"
    var message = "message"
    var category: UInt8 = 4
    var flags: UInt8 = 0
    var date = ""
  }

  var watch: WatchMachine
  private var front = FrontPanelSettings()
  /// The phone's data, as its client keeps it.
  var phone = PhoneState()
  var bitmap = Bitmap()
  var now = Instant(microseconds: 1_000_000)
  var posted: [UInt32: Posted] = [:]
  var performed: [[UInt8]] = []
  /// The requests for attributes that were answered.
  var requests: [[UInt8]] = []
  /// The phone's error for an action.
  var actionError: UInt8?
  /// Whether the phone sends no responses.
  var isMute = false
  /// The commands to the player.
  var sent: [[UInt8]] = []
  var events: [WatchEvent] = []
  var actions: [WatchAction] = []

  init(connected: Bool = true, alerts: AlertSettings = AlertSettings()) {
    watch = WatchMachine(alerts: alerts)
    phone.session.isDiscreet = alerts.isDiscreet
    setTime(TimeOfDay(hour: 12, minute: 34), CalendarDate(year: 2026, month: 11, day: 20), now: now)
    if connected { connect() }
    collect()
    (events, actions) = ([], [])
    _ = watch.takeNeedsRedraw()
  }

  /// Changes what the watch has for its wearer.
  func fit(_ change: (inout FrontPanelSettings) -> Void) {
    change(&front)
    watch.fit(front)
  }

  func connect() {
    linkChanged(to: .connected, now: now)
    linkChanged(to: .encrypted, now: now)
    serviceFound(hasControlPoint: true, hasDataSource: true, now: now)
    subscribed(now: now)
    linkChanged(to: .ready, now: now)
    pump()
  }

  func disconnect() {
    sessionEnded(now: now)
    linkChanged(to: .disconnected, now: now)
    collect()
  }

  var shownNotification: NotificationUID? { watch.shownNotification(phone) }

  // MARK: The phone

  func post(_ uid: UInt32, _ notification: Posted, modified: Bool = false) {
    posted[uid] = notification
    source(modified ? 1 : 0, uid, notification.category, notification.flags)
    pump()
  }

  func remove(_ uid: UInt32) {
    posted[uid] = nil
    source(2, uid, 0, 0)
    pump()
  }

  func source(_ event: UInt8, _ uid: UInt32, _ category: UInt8, _ flags: UInt8) {
    let octets = [event, flags, category, 1] + (0..<4).map { UInt8(truncatingIfNeeded: uid >> (8 * UInt32($0))) }
    receiveNotificationSource(octets.span, now: now)
  }

  func pump() {
    while !isMute, let command = command() {
      answer(command)
      // The queue of events is shorter than a burst.
      collect()
    }
    while !isMute, let request = musicRequest() { answer(request) }
    collect()
  }

  func command() -> [UInt8]? {
    var isThere = false
    let value = [UInt8](unsafeUninitializedCapacity: 182) { buffer, count in
      var output = OutputSpan(buffer: buffer, initializedCount: 0)
      isThere = phone.session.nextCommand(into: &output, now: now)
      count = output.finalize(for: buffer)
    }
    deliver()
    return isThere ? value : nil
  }

  /// The requested attributes, and the maximum length of each.
  private func attributes(of command: [UInt8]) -> [(id: Int, maximum: Int)] {
    var attributes: [(id: Int, maximum: Int)] = []
    var index = 5
    while index < command.count {
      let hasMaximum = (1...3).contains(command[index])
      let maximum = hasMaximum ? Int(command[index + 1]) | Int(command[index + 2]) << 8 : 0xFFFF
      attributes.append((Int(command[index]), maximum))
      index += hasMaximum ? 3 : 1
    }
    return attributes
  }

  func answer(_ command: [UInt8]) {
    let uid = command.dropFirst().prefix(4).reversed().reduce(into: UInt32(0)) { $0 = $0 << 8 | UInt32($1) }
    switch command[0] {
    case 0:
      guard let notification = posted[uid] else { return writeCompleted(attError: 0xA2, now: now) }
      writeCompleted(attError: nil, now: now)
      let values = [
        0: notification.app, 1: notification.title, 3: notification.message, 4: "\(notification.message.utf8.count)",
        5: notification.date, 6: "Yes", 7: "No",
      ]
      var reply = Array(command[..<5])
      requests.append(command)
      for (id, maximum) in attributes(of: command) {
        let value = Array((values[id] ?? "").utf8.prefix(maximum))
        reply += ([UInt8(id), UInt8(value.count & 0xFF), UInt8(value.count >> 8)] as [UInt8]) + value
      }
      receiveDataSource(reply.span, now: now)
    case 1:
      writeCompleted(attError: nil, now: now)
      let reply = command + [1, 0, 0x41]
      receiveDataSource(reply.span, now: now)
    default:
      performed.append(command)
      writeCompleted(attError: actionError, now: now)
    }
  }

  private func musicRequest() -> (MediaRequest, [UInt8])? {
    var request: MediaRequest?
    let value = output { request = phone.media.nextRequest(into: &$0, now: now) }
    return request.map { ($0, value) }
  }

  private func answer(_ request: (MediaRequest, [UInt8])) {
    if request.0 == .write(.remoteCommand) { sent.append(request.1) }
    if request.0 == .readEntityAttribute { return musicReadFailed() }
    musicWritten(.success, now: now)
  }

  // MARK: The person

  /// The time in which a user sees a screen and answers it.
  static let reaction = Interval.milliseconds(300)

  func press(_ button: Button) {
    wait(reaction)
    handle(ButtonEvent(button: button, edge: .pressed), now: now)
    wait(.milliseconds(50))
    handle(ButtonEvent(button: button, edge: .released), now: now)
    pump()
  }

  /// The time that the user waits before pressing: until a prompt accepts it.
  private var reaction: Interval {
    watch.front.input.prompt.prompt != nil && !watch.front.input.prompt.isOpen ? PromptGate.quietTime : Self.reaction
  }

  func hold(_ button: Button) {
    wait(reaction)
    handle(ButtonEvent(button: button, edge: .pressed), now: now)
    wait(.milliseconds(900))
    handle(ButtonEvent(button: button, edge: .released), now: now)
    pump()
  }

  /// Advances the clock from deadline to deadline, and handles each.
  func wait(_ interval: Interval) {
    let end = now + interval
    while let deadline, deadline <= end {
      now = max(now, deadline)
      handleTimeout()
      pump()
    }
    now = end
  }

  var deadline: Instant? { earliest(watch.deadline, phone.deadline) }

  func handleTimeout() {
    phone.handleTimeout(now: now)
    watch.handleMinute(phone, now: now)
    deliver()
    watch.handleTimeout(phone, now: now)
    performActions()
  }

  func collect() {
    while let event = watch.nextEvent() { events.append(event) }
    performActions()
  }

  // MARK: Between the phone and the watch, as `WatchApplication` joins them

  /// Passes the phone's values to the watch, and the watch's requests to the phone.
  func deliver() {
    guard var event = phone.nextEvent() else { return performActions() }
    watch.followConnection(phone, now: now)
    while true {
      watch.handle(event, phone, now: now)
      performActions()
      guard let next = phone.nextEvent() else { break }
      event = next
    }
    watch.update(phone, now: now)
    performActions()
  }

  private func performActions() {
    while let action = watch.nextAction() {
      switch action {
      case .perform(let action, let uid): #expect(phone.session.perform(action, on: uid) == nil)
      case .sendToPlayer(let command): #expect(phone.media.send(command, now: now) == nil)
      case .fetchContent(let uid): phone.session.allowContent(of: uid)
      case .read(let serial, let wantsMore):
        phone.session.beginReading(serial)
        phone.session.readOn(wantsMore: wantsMore)
      case .endReading: phone.session.endReading()
      case .clearHistory: phone.clearHistory()
      case .applySetting(.history): phone.setHistory(watch.wearer.history.interval, now: now)
      default: actions.append(action)
      }
    }
  }

  // MARK: Actions of the phone

  func serviceFound(hasControlPoint: Bool, hasDataSource: Bool, now: Instant) {
    phone.serviceFound(hasControlPoint: hasControlPoint, hasDataSource: hasDataSource, now: now)
    deliver()
  }

  func subscribed(now: Instant) {
    phone.subscribed(now: now)
    deliver()
  }

  func sessionEnded(now: Instant) {
    phone.sessionEnded(now: now)
    deliver()
  }

  func receiveNotificationSource(_ value: Span<UInt8>, now: Instant) {
    phone.receiveNotificationSource(value, now: now)
    deliver()
    update()
  }

  func receiveDataSource(_ value: Span<UInt8>, now: Instant) {
    phone.session.receiveDataSource(value, now: now)
    deliver()
    update()
  }

  func writeCompleted(attError: UInt8?, now: Instant) {
    phone.session.writeCompleted(attError: attError, now: now)
    deliver()
    update()
  }

  func musicWritten(_ answer: MediaAnswer, now: Instant) {
    phone.media.written(answer, now: now)
    deliver()
  }

  func musicReadFailed() { phone.media.readFailed() }

  /// Updates the watch as the application does after every event.
  private func update() {
    watch.update(phone, now: now)
    performActions()
  }

  // MARK: Other inputs of the watch

  func linkChanged(to state: ConnectionState, trouble: LinkTrouble? = nil, now: Instant) {
    watch.linkChanged(to: state, trouble: trouble, phone, now: now)
    performActions()
  }

  func setTime(_ time: TimeOfDay?, _ date: CalendarDate?, now: Instant) {
    watch.setTime(time, date, phone, now: now)
    performActions()
  }

  func handle(_ event: ButtonEvent, now: Instant) {
    watch.handle(event, phone, now: now)
    performActions()
    deliver()
  }

  func pairingStarted(_ step: PairingScreen.Step, now: Instant) {
    watch.handle(.pairingStarted(step), phone, now: now)
    performActions()
  }

  func pairingEnded(_ failure: PairingFailureExplanation?, now: Instant) {
    watch.handle(.pairingEnded(failure), phone, now: now)
    performActions()
  }

  func offerReplacement(of address: DeviceAddress, now: Instant) {
    watch.offerReplacement(of: address, phone, now: now)
    performActions()
  }

  func identityClaimed(_ address: DeviceAddress, now: Instant) {
    watch.handle(.identityClaimed(address), phone, now: now)
    performActions()
  }

  func bondMismatchFound(now: Instant) {
    watch.handle(.bondMismatchFound, phone, now: now)
    performActions()
  }

  func bondMismatchEnded(now: Instant) {
    watch.handle(.bondMismatchEnded, phone, now: now)
    performActions()
  }

  // MARK: The display

  func takeNeedsRedraw() -> Bool { watch.takeNeedsRedraw() }

  var screen: ScreenName { watch.screen }
  var isInverted: Bool { watch.isInverted }
  var listCount: Int { phone.session.notifications.count }

  /// The picture's octets.
  var picture: [UInt8] {
    watch.draw(phone, into: &bitmap)
    return Self.octets(of: bitmap)
  }

  private static func octets(of bitmap: borrowing Bitmap) -> [UInt8] {
    var octets: [UInt8] = []
    for index in bitmap.octets.indices { octets.append(bitmap.octets[index]) }
    return octets
  }

  /// The reported troubles, without consecutive repetitions.
  var troubles: [LinkTrouble?] {
    events.compactMap { if case .connection(_, let trouble) = $0 { .some(trouble) } else { nil } }
  }

  /// The decisions about new notifications.
  var decisions: [AlertDecision] {
    events.compactMap { if case .alert(_, let decision) = $0 { decision } else { nil } }
  }

  var screens: [ScreenName] { events.compactMap { if case .screen(let name) = $0 { name } else { nil } } }
}

extension NotificationUID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: UInt32) { self.init(rawValue: value) }
}

extension WatchMachine {
  /// The time of the next animation step.
  var motionDeadline: Instant? { earliest(front.slide.deadline, front.marquee.deadline) }

  /// The clock's offset in pixels from its usual place.
  var clockOffset: (x: Int, y: Int) { front.power.clockOffset(at: clock.time) }

  /// The last line that may be at the top of the status screen.
  borrowing func lastStatusLine(_ phone: borrowing PhoneState) -> Int {
    link.lastStatusLine(of: identity, phone, timeSource: clock.source, now: updatedAt, clock.style)
  }
}
