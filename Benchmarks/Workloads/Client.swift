internal import ANCS
internal import Octets
internal import Timing

/// The product's client of a phone's notifications: the session with its queue, its list of 32 notifications, its
/// deadlines and its search for codes. The workloads pass it the phone's data.
///
/// The phone completes each notification before it sends the next: it answers every request. A phone that does not do
/// so ends the workload with a `Tally.Failure`.
struct Client: ~Copyable {
  private var session = Session<33, 33_792, 32, 5_632, 8_192>()
  private var command = OctetBuffer<182>()
  private var hasCommand = false
  private var now = Instant.start
  /// The last notification that was counted. The client reports some notifications twice.
  private var lastUID: NotificationUID?
  /// The last notification whose code was counted.
  private var lastCodeUID: NotificationUID?
  private let verifies: Bool

  /// - Parameter verifies: whether every octet of every text is summed.
  init(verifies: Bool) {
    self.verifies = verifies
    subscribe()
  }

  /// Simulates a connected phone that allows requests.
  private mutating func subscribe() {
    session.serviceFound(hasControlPoint: true, hasDataSource: true, now: now)
    session.subscribed(now: now)
    _ = takeCommand()
    hasCommand = false
    session.writeCompleted(attError: ControlPointAnswer.invalidParameter, now: now)
    while session.nextEvent() != nil {}
  }

  /// The command that waits for the phone's Write Response; empty if no command waits.
  var request: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { command.span.extracting(first: hasCommand ? command.count : 0) }
  }

  /// Takes a value of the Notification Source.
  ///
  /// - Returns: whether there is a new `request`.
  mutating func receiveSource(_ value: Span<UInt8>, _ tally: inout Tally) -> Bool {
    if session.isAsking { tally.fail(.unanswered) }
    passTime()
    session.receiveNotificationSource(value, now: now)
    return proceed(&tally)
  }

  /// Takes a value of the Data Source.
  ///
  /// - Returns: whether there is a new `request`.
  mutating func receiveData(_ value: Span<UInt8>, _ tally: inout Tally) -> Bool {
    if !session.isAsking { tally.fail(.unasked) }
    passTime()
    session.receiveDataSource(value, now: now)
    return proceed(&tally)
  }

  /// Takes the Write Response for `request`.
  ///
  /// - Returns: whether there is a new `request`.
  mutating func receiveWriteResponse(_ tally: inout Tally) -> Bool {
    if !hasCommand { tally.fail(.unasked) }
    hasCommand = false
    passTime()
    session.writeCompleted(attError: nil, now: now)
    return proceed(&tally)
  }

  /// Notes that the phone has sent everything.
  func finish(_ tally: inout Tally) {
    if session.isAsking { tally.fail(.unanswered) }
    if tally.items != tally.added { tally.fail(.incomplete) }
  }

  private mutating func passTime() {
    now = now + .milliseconds(1)
    if let deadline = session.deadline, deadline <= now { session.handleTimeout(now: now) }
  }

  private mutating func proceed(_ tally: inout Tally) -> Bool {
    let isNew = takeCommand()
    takeEvents(&tally)
    return isNew
  }

  private mutating func takeCommand() -> Bool {
    guard !hasCommand, session.mayHaveCommand else { return false }
    command.removeAll()
    var isThere = false
    command.append { output in isThere = session.nextCommand(into: &output, now: now) }
    hasCommand = isThere
    return isThere
  }

  private mutating func takeEvents(_ tally: inout Tally) {
    while let event = session.nextEvent() {
      switch event {
      case .content(let uid), .attributes(let uid): take(uid, &tally)
      case .added(let uid):
        if tally.items != tally.added { tally.fail(.incomplete) }
        tally.added += 1
        // A notification that was removed may have had the same UID.
        (lastUID, lastCodeUID) = (nil, nil)
        if verifies { tally.sum(uid.rawValue) }
      case .removed(let uid, _): if verifies { tally.sum(uid.rawValue) }
      case .authorized, .unauthorized, .modified, .evicted, .excerpt, .read, .actionEnded: break
      }
    }
  }

  private mutating func take(_ uid: NotificationUID, _ tally: inout Tally) {
    guard let index = session.notifications.index(of: uid) else { return }
    if verifies { countCode(of: uid, at: index, &tally) }
    guard uid != lastUID, session.notifications.notification(at: index).content == .complete else { return }
    lastUID = uid
    tally.items += 1
    guard verifies else { return tally.note(session.notifications[.message, at: index].count) }
    for raw in 0..<8 {
      guard let attribute = NotificationAttributeID(rawValue: UInt8(truncatingIfNeeded: raw)) else { return }
      tally.sum(session.notifications[attribute, at: index], attribute: attribute.rawValue)
    }
  }

  private mutating func countCode(of uid: NotificationUID, at index: Int, _ tally: inout Tally) {
    guard uid != lastCodeUID, !session.notifications[codeAt: index].isEmpty else { return }
    lastCodeUID = uid
    tally.codes += 1
  }
}

/// The phone's response to a write to the Control Point.
enum ControlPointAnswer {
  static var invalidParameter: UInt8 { 0xA2 }
}
