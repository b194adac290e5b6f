internal import Octets
public import Timing

/// How a command that was sent has ended.
public enum RemoteCommandResult: Equatable, Sendable {
  /// The phone took it. What came of it, the next updates tell.
  case ok
  case refused(MediaError)
  /// The phone did not answer for ten seconds.
  case timeout
  /// The link or the service was lost before the phone answered.
  case disconnected
}

/// Why a command was not even queued.
public enum RemoteCommandRefusal: Equatable, Sendable {
  /// There is no service, or it is not set up.
  case notReady
  /// The player does not take it now.
  case notOffered
  /// Too many wait.
  case busy
}

/// A command that has ended.
public struct RemoteCommandOutcome: Equatable, Sendable {
  public let command: RemoteCommandID
  public let result: RemoteCommandResult
}

/// What the owner of the connection is to do next.
public enum MediaRequest: Equatable, Sendable {
  /// Write, with response, the octets that came with this; then call `written`.
  case write(MediaCharacteristic)
  /// Read all of Entity Attribute; then call `receiveEntityAttribute`, or `readFailed`.
  case readEntityAttribute
}

/// How a request has ended.
public enum MediaAnswer: Equatable, Sendable {
  case success
  case refused(MediaError)
  /// No answer, or none that makes sense.
  case failed
}

/// The media remote: keeps what a phone plays, and sends commands to its player.
///
///     absent → found ── subscribed ──→ settingUp ──→ ready          any state ── ended ──→ absent
///                                         ↑ refused: again after 1 s, 5 s, 15 s, then the step is passed over
///
/// Owns no connection: it is told of the service and its values, and asked for the next request. One write and one read
/// are under way at a time, and four commands wait. A value that was cut is read in full, at most eight values in two
/// seconds.
/// AMS specification.
public struct MediaRemote: ~Copyable {
  public enum State: UInt8, Equatable, Sendable {
    case absent
    /// Entity Update is not subscribed to yet.
    case found
    /// What is to be told of is being registered.
    case settingUp
    case ready
  }

  public internal(set) var state = State.absent
  public internal(set) var media = MediaState()
  /// What the player takes now.
  public internal(set) var commands = RemoteCommandSet()

  var available = Characteristics()
  var step = SetupStep.registerPlayer
  var refusals = 0
  var restarts = 0
  var retry = Deadline()
  /// The write that is under way.
  var writing: Transaction?
  /// The attribute that is being read. Overtaken: a newer value came meanwhile.
  var reading: (attribute: MediaAttribute, isOvertaken: Bool)?
  var waiting = FixedQueue<4, RemoteCommandID>()
  /// When everything that was sent is given up.
  var patience = Deadline()
  var reads = PendingReads()
  /// What Entity Attribute holds now, to be read.
  var selected: MediaAttribute?
  var outcomes = FixedQueue<8, RemoteCommandOutcome>()
  private var hasChanged = false

  public init() {}

  // MARK: What happens

  /// The service was found, with these characteristics. Subscribe to Entity Update and to Remote Command.
  public mutating func serviceFound(
    hasRemoteCommand: Bool, hasEntityUpdate: Bool, hasEntityAttribute: Bool, now: Instant
  ) {
    if state != .absent { ended(now: now) }
    available = Characteristics(command: hasRemoteCommand, update: hasEntityUpdate, attribute: hasEntityAttribute)
    state = .found
    noteChange()
  }

  /// Entity Update is subscribed to, perhaps anew.
  public mutating func subscribed(now: Instant) {
    guard state != .absent else { return }
    state = .settingUp
    step = .registerPlayer
    refusals = 0
    retry.clear()
    noteChange()
  }

  /// The link was lost or is no longer encrypted, or the service has vanished. Nothing is known any more.
  public mutating func ended(now: Instant) {
    guard state != .absent else { return }
    abandonCommands(.disconnected)
    let kept = outcomes
    self = MediaRemote()
    outcomes = kept
    noteChange()
  }

  /// A value of Entity Update was notified.
  public mutating func receiveEntityUpdate(_ value: Span<UInt8>, now: Instant) {
    guard state != .absent, let update = try? EntityUpdate(decoding: value), let attribute = update.attribute else {
      return
    }
    if attribute == .player(.name) { notePlayer(update.value, now: now) }
    let isCut = update.flags.contains(.truncated)
    overtake(attribute)
    reads.set(attribute, isCut && available.attribute)
    let text = isCut ? update.value.extracting(first: update.value.countWithoutPartialCharacter) : update.value
    if media.update(attribute, text, now: now) { noteChange() }
  }

  /// A value of Remote Command was notified.
  public mutating func receiveRemoteCommands(_ value: Span<UInt8>) {
    guard state != .absent else { return }
    let new = RemoteCommandSet(decoding: value)
    guard new != commands else { return }
    commands = new
    noteChange()
  }

  // MARK: What it is asked

  /// Queues a command.
  ///
  /// - Returns: nil, or why it was not queued.
  public mutating func send(_ command: RemoteCommandID, now: Instant) -> RemoteCommandRefusal? {
    guard state != .absent, available.command else { return .notReady }
    guard commands.contains(command) else { return .notOffered }
    // Each has to be told of in the end.
    guard waiting.count + outcomes.count < 4, waiting.pushLast(command) == nil else { return .busy }
    if !patience.isSet { patience.set(now + Self.patienceLimit) }
    return nil
  }

  /// The next command that has ended.
  public mutating func nextOutcome() -> RemoteCommandOutcome? { outcomes.popFirst() }

  /// Whether `media`, `commands` or `state` changed since the last call.
  public mutating func takeHasChanged() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  /// The next instant at which `handleTimeout` wants to be called.
  public var deadline: Instant? {
    earliest(earliest(retry.instant, patience.instant), reads.deadline)
  }

  public mutating func handleTimeout(now: Instant) {
    _ = retry.expire(at: now)
    reads.refill(now: now)
    if patience.expire(at: now) { abandonCommands(.timeout) }
  }

  mutating func noteChange() { hasChanged = true }

  static var patienceLimit: Interval { .seconds(10) }
}
