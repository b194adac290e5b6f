import ANCS
import Octets
import Timing

/// A phone as the ANCS document describes it, written independently of the client: it answers commands from a table.
struct FakePhone {
  struct Notification {
    var category: UInt8 = 4
    var flags: UInt8 = 0
    /// The values by attribute; a missing attribute has length 0.
    var attributes: [UInt8: [UInt8]] = [:]

    init(_ app: String, title: String = "", message: String = "", category: UInt8 = 4, flags: UInt8 = 0) {
      self.category = category
      self.flags = flags
      attributes = [0: Array(app.utf8), 1: Array(title.utf8), 3: Array(message.utf8)]
      attributes[4] = Array(String(message.utf8.count).utf8)
    }
  }

  var notifications: [UInt32: Notification] = [:]
  var appNames: [String: String] = [
    "a.b": "B", "a.c": "C", "a.call": "Call", "com.apple.MobileSMS": "Messages",
  ]
  var isAllowed = true
  /// Whether titles, subtitles and messages are cut to the requested maximum.
  var honoursMaximum = true
  private(set) var performed: [[UInt8]] = []

  /// The answer to a write to the Control Point: an ATT error or the reply, or nil.
  mutating func answer(_ command: [UInt8]) -> (error: UInt8?, reply: [UInt8]?) {
    guard isAllowed else { return (0x03, nil) }
    switch command.first {
    case 0: return attributes(command)
    case 1: return appAttributes(command)
    case 2:
      performed.append(command)
      return notifications[uid(command)] == nil ? (0xA2, nil) : (nil, nil)
    default: return (0xA0, nil)
    }
  }

  private func uid(_ command: [UInt8]) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(command[1 + $1]) << (8 * $1) }
  }

  private func attributes(_ command: [UInt8]) -> (UInt8?, [UInt8]?) {
    guard let notification = notifications[uid(command)] else { return (0xA2, nil) }
    var reply = Array(command[..<5])
    var index = 5
    while index < command.count {
      let id = command[index]
      index += 1
      var value = notification.attributes[id] ?? []
      if (1...3).contains(id) {
        let maximum = Int(command[index]) | Int(command[index + 1]) << 8
        index += 2
        if honoursMaximum { value = Array(value.prefix(maximum)) }
      }
      reply += tuple(id, value)
    }
    return (nil, reply)
  }

  private func appAttributes(_ command: [UInt8]) -> (UInt8?, [UInt8]?) {
    guard let end = command.firstIndex(of: 0), end == command.count - 2 else { return (0xA1, nil) }
    let name = appNames[String(decoding: command[1..<end], as: UTF8.self)]
    return (nil, Array(command[...end]) + (name.map { tuple(0, Array($0.utf8)) } ?? []))
  }
}

/// ` | attributeID: 1 | length: 2 | value | `
func tuple(_ id: UInt8, _ value: [UInt8]) -> [UInt8] {
  [id, UInt8(value.count & 0xFF), UInt8(value.count >> 8)] + value
}

/// The request that tests whether the phone allows requests.
let permissionQuestion: [UInt8] = [1] + Array("com.apple.MobileSMS".utf8) + [0, 0]

func sourceEvent(_ eventID: UInt8, _ uid: UInt32, category: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
  [eventID, flags, category, 1] + (0..<4).map { UInt8(truncatingIfNeeded: uid >> (8 * UInt32($0))) }
}

/// A session with the capacities of the watch.
typealias WatchSession = Session<33, 33_792, 32, 5_632, 8_192>

/// A session, a phone, and the connection between them, with a clock that the test sets.
final class Exchange {
  var session = WatchSession()
  var phone = FakePhone()
  var now = Instant.start
  var mtu = 185
  /// Whether the reply arrives before the write response.
  var repliesFirst = false
  var events: [SessionEvent] = []
  var commands: [[UInt8]] = []

  init(ready: Bool = true) {
    guard ready else { return }
    open()
    pump()
    events = []
    commands = []
  }

  func open(hasControlPoint: Bool = true, hasDataSource: Bool = true) {
    session.serviceFound(hasControlPoint: hasControlPoint, hasDataSource: hasDataSource, now: now)
    session.subscribed(now: now)
  }

  /// Posts `notification` on the phone and sends the event.
  func post(_ uid: UInt32, _ notification: FakePhone.Notification, modified: Bool = false) {
    phone.notifications[uid] = notification
    source(sourceEvent(modified ? 1 : 0, uid, category: notification.category, flags: notification.flags))
  }

  func remove(_ uid: UInt32) {
    phone.notifications[uid] = nil
    source(sourceEvent(2, uid))
  }

  func source(_ octets: [UInt8]) { session.receiveNotificationSource(octets.span, now: now) }
  func data(_ octets: [UInt8]) { session.receiveDataSource(octets.span, now: now) }
  func written(_ error: UInt8? = nil) { session.writeCompleted(attError: error, now: now) }

  /// The next command, if the session has one.
  func command() -> [UInt8]? {
    var isThere = false
    let value = [UInt8](unsafeUninitializedCapacity: mtu - 3) { buffer, count in
      var output = OutputSpan(buffer: buffer, initializedCount: 0)
      isThere = session.nextCommand(into: &output, now: now)
      count = output.finalize(for: buffer)
    }
    drain()
    guard isThere else { return nil }
    commands.append(value)
    return value
  }

  /// Lets the phone answer until the session has no more requests.
  func pump() {
    while let command = command() { answer(command) }
  }

  /// Lets the phone answer a command.
  func answer(_ command: [UInt8]) {
    let answer = phone.answer(command)
    if !repliesFirst { written(answer.error) }
    if let reply = answer.reply {
      for start in stride(from: 0, to: reply.count, by: mtu - 3) {
        data(Array(reply[start..<min(reply.count, start + mtu - 3)]))
      }
    }
    if repliesFirst { written(answer.error) }
    drain()
  }

  /// Advances the clock from deadline to deadline.
  func wait(_ interval: Interval) {
    let end = now + interval
    while let deadline = session.deadline, deadline <= end {
      now = max(now, deadline)
      session.handleTimeout(now: now)
    }
    now = end
    drain()
  }

  func drain() {
    while let event = session.nextEvent() { events.append(event) }
  }

  var count: Int { session.notifications.count }

  func notification(_ uid: UInt32) -> Notification? {
    session.notifications.index(of: .init(rawValue: uid)).map { session.notifications.notification(at: $0) }
  }

  func text(_ attribute: NotificationAttributeID, _ uid: UInt32) -> String? {
    Self.text(attribute, NotificationUID(rawValue: uid), session)
  }

  func appName(_ uid: UInt32) -> String? { Self.text(nil, NotificationUID(rawValue: uid), session) }

  /// The value of `attribute`, or the app's name for nil.
  private static func text(
    _ attribute: NotificationAttributeID?, _ uid: NotificationUID, _ session: borrowing WatchSession
  ) -> String? {
    guard let index = session.notifications.index(of: uid) else { return nil }
    if let attribute { return string(session.notifications[attribute, at: index]) }
    return string(session[appNameAt: index])
  }
}

func string(_ span: Span<UInt8>) -> String {
  var octets: [UInt8] = []
  for index in span.indices { octets.append(span[index]) }
  return String(decoding: octets, as: UTF8.self)
}

extension NotificationUID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: UInt32) { self.init(rawValue: value) }
}

/// Returns the octets that `body` writes into `capacity` octets; nil if it throws, and then nothing may be written.
func encoded(
  capacity: Int = 514, _ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void
) -> [UInt8]? {
  var isRefused = false
  let octets = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
    buffer.initialize(repeating: 0xA5)
    var output = OutputSpan(buffer: buffer, initializedCount: 0)
    do throws(EncodeError) {
      try body(&output)
    } catch {
      isRefused = true
    }
    count = output.finalize(for: buffer)
  }
  if isRefused, !octets.isEmpty { return [0xDE, 0xAD] }
  return isRefused ? nil : octets
}
