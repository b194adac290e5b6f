import AMS
import ANCS
import Graphics
import Octets
import Peripherals
import Screens
import TestSupport
import Timing
import Watch

/// A watch on a clock that moves by hand, connected to a phone that answers every request from a table.
final class Wrist {
  struct Posted {
    var app = "a.b"
    var title = "title"
    var message = "message"
    var category: UInt8 = 4
    var flags: UInt8 = 0
    var date = ""
  }

  var watch: WatchMachine
  var bitmap = Bitmap()
  var now = Instant(microseconds: 1_000_000)
  var posted: [UInt32: Posted] = [:]
  var performed: [[UInt8]] = []
  /// The requests for attributes that were answered.
  var requests: [[UInt8]] = []
  /// What the phone answers to an action.
  var actionError: UInt8?
  /// Whether the phone answers at all.
  var isMute = false
  /// The commands to the player.
  var sent: [[UInt8]] = []
  var events: [WatchEvent] = []
  var actions: [WatchAction] = []

  init(connected: Bool = true, alerts: AlertSettings = AlertSettings()) {
    watch = WatchMachine(alerts: alerts)
    watch.setTime(TimeOfDay(hour: 12, minute: 34), CalendarDate(year: 2026, month: 11, day: 20), now: now)
    if connected { connect() }
    collect()
    (events, actions) = ([], [])
    _ = watch.takeNeedsRedraw()
  }

  func connect() {
    watch.linkChanged(to: .connected, now: now)
    watch.linkChanged(to: .encrypted, now: now)
    watch.serviceFound(hasControlPoint: true, hasDataSource: true, now: now)
    watch.subscribed(now: now)
    watch.linkChanged(to: .ready, now: now)
    pump()
  }

  func disconnect() {
    watch.sessionEnded(now: now)
    watch.linkChanged(to: .disconnected, now: now)
    collect()
  }

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
    watch.receiveNotificationSource(octets.span, now: now)
  }

  func pump() {
    while !isMute, let command = command() { answer(command) }
    while !isMute, let request = musicRequest() { answer(request) }
    collect()
  }

  func command() -> [UInt8]? {
    var isThere = false
    let value = [UInt8](unsafeUninitializedCapacity: 182) { buffer, count in
      var output = OutputSpan(buffer: buffer, initializedCount: 0)
      isThere = watch.nextCommand(into: &output, now: now)
      count = output.finalize(for: buffer)
    }
    return isThere ? value : nil
  }

  /// The attributes that are asked for, and how much of each.
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
    let uid = command.count >= 5 ? (0..<4).reduce(UInt32(0)) { $0 | UInt32(command[1 + $1]) << (8 * UInt32($1)) } : 0
    switch command[0] {
    case 0:
      guard let notification = posted[uid] else { return watch.writeCompleted(attError: 0xA2, now: now) }
      watch.writeCompleted(attError: nil, now: now)
      let values = [
        0: notification.app, 1: notification.title, 3: notification.message, 4: "\(notification.message.utf8.count)",
        5: notification.date, 6: "Yes", 7: "No",
      ]
      var reply = Array(command[..<5])
      requests.append(command)
      for (id, maximum) in attributes(of: command) {
        let value = Array((values[id] ?? "").utf8.prefix(maximum))
        reply += [UInt8(id), UInt8(value.count & 0xFF), UInt8(value.count >> 8)] + value
      }
      watch.receiveDataSource(reply.span, now: now)
    case 1:
      watch.writeCompleted(attError: nil, now: now)
      let reply = command + [1, 0, 0x41]
      watch.receiveDataSource(reply.span, now: now)
    default:
      performed.append(command)
      watch.writeCompleted(attError: actionError, now: now)
    }
  }

  private func musicRequest() -> (MediaRequest, [UInt8])? {
    var request: MediaRequest?
    let value = output { request = watch.nextMusicRequest(into: &$0, now: now) }
    return request.map { ($0, value) }
  }

  private func answer(_ request: (MediaRequest, [UInt8])) {
    if request.0 == .write(.remoteCommand) { sent.append(request.1) }
    if request.0 == .readEntityAttribute { return watch.musicReadFailed() }
    watch.musicWritten(.success, now: now)
  }

  // MARK: The person

  /// How long it takes to see a screen and to answer it.
  static let reaction = Interval.milliseconds(300)

  func press(_ button: Button) {
    wait(Self.reaction)
    watch.handle(ButtonEvent(button: button, edge: .pressed), now: now)
    wait(.milliseconds(50))
    watch.handle(ButtonEvent(button: button, edge: .released), now: now)
    pump()
  }

  func hold(_ button: Button) {
    wait(Self.reaction)
    watch.handle(ButtonEvent(button: button, edge: .pressed), now: now)
    wait(.milliseconds(900))
    watch.handle(ButtonEvent(button: button, edge: .released), now: now)
    pump()
  }

  /// Moves the clock and calls what is due, deadline by deadline.
  func wait(_ interval: Interval) {
    let end = now + interval
    while let deadline = watch.deadline, deadline <= end {
      now = max(now, deadline)
      watch.handleTimeout(now: now)
      pump()
    }
    now = end
  }

  func collect() {
    while let event = watch.nextEvent() { events.append(event) }
    while let action = watch.nextAction() { actions.append(action) }
  }

  // MARK: The glass

  func takeNeedsRedraw() -> Bool { watch.takeNeedsRedraw() }

  var screen: ScreenName { watch.screen }
  var isInverted: Bool { watch.isInverted }
  var listCount: Int { watch.session.notifications.count }

  /// The picture's octets.
  var picture: [UInt8] {
    watch.draw(into: &bitmap)
    return Self.octets(of: bitmap)
  }

  private static func octets(of bitmap: borrowing Bitmap) -> [UInt8] {
    var octets: [UInt8] = []
    for index in bitmap.octets.indices { octets.append(bitmap.octets[index]) }
    return octets
  }

  /// The troubles that were told, the last one in a row of the same.
  var troubles: [LinkTrouble?] {
    events.compactMap { if case .connection(_, let trouble) = $0 { .some(trouble) } else { nil } }
  }

  /// How new notifications were made known.
  var decisions: [AlertDecision] {
    events.compactMap { if case .alert(_, let decision) = $0 { decision } else { nil } }
  }

  var screens: [ScreenName] { events.compactMap { if case .screen(let name) = $0 { name } else { nil } } }
}

extension NotificationUID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: UInt32) { self.init(rawValue: value) }
}
