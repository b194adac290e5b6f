import ANCS
import TestSupport
import Timing

/// The session, with a notification centre that may send anything at any time. There are at most 32 notifications and
/// one pending write; actions go only to notifications that this session has received; every wait ends. Afterwards an
/// honest phone is served.
///
/// Input: choices; see `SessionRun.step`.
public enum SessionTarget: FuzzTarget {
  public static var sources: [String] { ["ANCS"] }

  public static func run(_ input: FuzzInput) {
    let run = SessionRun(input)
    while !input.isEmpty { run.step() }
    run.finish()
  }
}

private final class SessionRun {
  private var session = Session<33, 33_792, 32, 5_632, 8_192>()
  private let input: FuzzInput
  private var now = Instant.start
  /// The write that has no response yet.
  private var written: [UInt8]?
  /// The notifications that this session saw added or modified, and not removed.
  private var seen: Set<UInt32> = []

  init(_ input: FuzzInput) {
    self.input = input
    open(hasControlPoint: true)
  }

  func step() {
    switch input.number(below: 16) {
    case 0, 1, 2:
      let uid = UInt32(input.number(below: 40))
      source(input.octet() & 3, uid, category: UInt8(input.number(below: 14)), flags: input.octet())
    case 3: source(input.block(below: 20))
    case 4: write()
    case 5, 6: answer(error: nil)
    case 7: answer(error: input.choice([0x03, 0xA0, 0xA1, 0xA2, 0xA3, 0x80, 0x05, input.octet()]))
    case 8: if let written { data(Self.reply(to: written, text: input.block(below: 64))) }
    case 9: if let written { data(input.mutated(Self.reply(to: written, text: input.block(below: 600)))) }
    case 10: data(input.block(below: 200))
    case 11: wait(input.interval())
    case 12: if input.rarely(2) { perform() } else { read() }
    case 13: if input.rarely(4) { open(hasControlPoint: !input.rarely(4)) }
    case 14: if input.rarely(4) { end() }
    default: serve()
    }
    check()
  }

  /// Starts a new session with a phone that answers.
  func finish() {
    end()
    open(hasControlPoint: true)
    serve()
    wait(.seconds(1))
    serve()
    require(session.state == .ready, "the session with an honest phone is ready")
    source(0, 7, category: 4, flags: 0x18)
    for _ in 0..<4 { serve() }
    guard let index = session.notifications.index(of: NotificationUID(rawValue: 7)) else {
      fatalError("broken: what is added is there")
    }
    require(session.notifications.notification(at: index).content == .complete, "its texts are fetched")
    require(session.notifications[.title, at: index].list == Self.text, "the texts are those that the phone sent")
    check()
  }

  // MARK: The phone

  private static let text = Array("text".utf8)

  private static func uid(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }

  private static func number(_ octets: ArraySlice<UInt8>) -> UInt32 {
    octets.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func reply(to command: [UInt8], text: [UInt8]) -> [UInt8] {
    let value = wire(UInt16(text.count)) + text
    guard command[0] == 0 else { return command + value }
    var rest = command.dropFirst(5)
    var reply = Array(command.prefix(5))
    while let id = rest.popFirst() {
      if (1...3).contains(id) { rest = rest.dropFirst(2) }
      reply += [id] + value
    }
    return reply
  }

  private func open(hasControlPoint: Bool) {
    session.serviceFound(hasControlPoint: hasControlPoint, hasDataSource: true, now: now)
    session.subscribed(now: now)
    written = nil
    seen = []
  }

  private func end() {
    session.ended(now: now)
    written = nil
    seen = []
  }

  private func source(_ event: UInt8, _ uid: UInt32, category: UInt8, flags: UInt8) {
    source([event, flags, category, 1] + Self.uid(uid))
  }

  private func source(_ value: [UInt8]) {
    session.receiveNotificationSource(value.span, now: now)
    guard session.state != .absent, value.count == 8 else { return }
    if value[0] < 2 { seen.insert(Self.number(value[4...])) }
    if value[0] == 2 { seen.remove(Self.number(value[4...])) }
  }

  private func data(_ value: [UInt8]) {
    var rest = value[...]
    let size = 1 + input.number(below: 182)
    while !rest.isEmpty {
      session.receiveDataSource(Array(rest.prefix(size)).span, now: now)
      rest = rest.dropFirst(size)
    }
  }

  private func answer(error: UInt8?) {
    guard written != nil else { return }
    written = nil
    session.writeCompleted(attError: error, now: now)
  }

  /// Answers all requests.
  private func serve() {
    for _ in 0..<64 {
      write()
      guard let command = written else { return }
      answer(error: command.starts(with: [0, 0xFF, 0xFF, 0xFF, 0xFF]) ? 0xA2 : nil)
      if command[0] < 2 { data(Self.reply(to: command, text: Self.text)) }
      check()
    }
  }

  // MARK: The watch

  private func write() {
    var isThere = false
    let command = output(capacity: 182) { isThere = session.nextCommand(into: &$0, now: now) }
    require(isThere == !command.isEmpty, "the result says whether there is a command")
    guard isThere else { return }
    require(written == nil, "one write is pending at most")
    require(command[0] <= 2 && command.count >= 2, "a command has one of three types")
    if command[0] != 1 {
      let uid = Self.number(command[1..<5])
      require(uid == 0xFFFF_FFFF || seen.contains(uid), "a command names a notification of this session")
    }
    written = command
  }

  private func perform() {
    let uid = UInt32(input.number(below: 40))
    let refusal = session.perform(input.flag() ? .positive : .negative, on: NotificationUID(rawValue: uid))
    require(refusal != nil || seen.contains(uid), "an action names a notification of this session")
  }

  private func read() {
    guard session.notifications.count > 0 else { return session.endReading() }
    let index = input.number(below: session.notifications.count)
    session.beginReading(session.notifications.notification(at: index).serial)
    session.readOn(wantsMore: !input.rarely(4))
    let count = session[messageAt: index].count
    require(count <= Session<33, 33_792, 32, 5_632, 8_192>.longestMessage, "a message has a maximum length")
    if session.messageEnd(at: index) == .whole {
      require(session.wholeSize(at: index) == count, "a complete message has its stated length")
    }
  }

  private func wait(_ interval: Interval) {
    now = now + interval
    for _ in 0..<4 { session.handleTimeout(now: now) }
    require(session.deadline.map { $0 > now } ?? true, "no deadline that was reached stays set")
  }

  private func check() {
    var count = 0
    while session.nextEvent() != nil { count += 1 }
    require(count <= 64, "at most 64 events are pending")
    require(session.notifications.count <= 32, "at most 32 notifications are held")
    for index in 0..<session.notifications.count {
      require(session.notifications[.message, at: index].count <= 512, "a message has at most 512 octets")
      require(session[appNameAt: index].count <= 128, "an application's name has at most 128 octets")
      let code = session.notifications[codeAt: index].count
      require(code == 0 || (4...12).contains(code), "a code has 4 to 12 octets")
    }
  }
}
