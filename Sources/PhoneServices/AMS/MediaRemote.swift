internal import Octets
public import Timing

/// The media remote: keeps what a phone plays, and sends commands to its player.
///
///     absent → found ── subscribed ──→ settingUp ──→ ready          any state ── ended ──→ absent
///
/// It has no connection of its own: the caller passes it the service's events and values, and takes the next request
/// from it. One write and one read run at a time, and four commands may wait. A value that was cut is read in full, at
/// most eight values in two seconds.
/// AMS specification.
public struct MediaRemote: ~Copyable {
  private let inPlace = InPlace()
  /// The state of a remote.
  public enum State: UInt8, Equatable, Sendable {
    /// The link or the media service is missing.
    case absent
    /// Entity Update is not subscribed to yet.
    case found
    /// The phone is being told which updates to send.
    case settingUp
    /// All updates are registered.
    case ready
  }

  /// The present state.
  public private(set) var state = State.absent
  /// The player, the track and the position, as far as the phone has sent them.
  public private(set) var media = MediaState()
  /// The commands that the player takes now.
  public private(set) var commands = RemoteCommandSet()

  private var available = Characteristics()
  private var registration = UpdateRegistration()
  private var nameTrial = PlayerNameTrial()
  private var queue = RemoteCommandQueue()
  private var reads = AttributeReads()
  /// The write that is under way.
  private var writing: Transaction?
  private var hasChanged = false
  /// Whether an empty name has cleared the values of the player, and no other name has followed.
  private var isPlayerGone = false

  /// Creates a remote without a phone.
  @inline(never)  // Short instructions reach its properties from its own address.
  public init() {}

  // MARK: The service

  /// The service was found, with these characteristics. Subscribe to Entity Update and to Remote Command.
  public mutating func serviceFound(
    hasRemoteCommand: Bool, hasEntityUpdate: Bool, hasEntityAttribute: Bool, now: Instant
  ) {
    if state != .absent { ended(now: now) }
    available = Characteristics(command: hasRemoteCommand, update: hasEntityUpdate, attribute: hasEntityAttribute)
    state = .found
    hasChanged = true
  }

  /// Entity Update is subscribed to, perhaps again.
  public mutating func subscribed(now: Instant) {
    guard state != .absent else { return }
    state = .settingUp
    registration.begin()
    hasChanged = true
  }

  /// The link was lost or is no longer encrypted, or the service has vanished. All values are cleared.
  public mutating func ended(now: Instant) {
    guard state != .absent else { return }
    abandonCommands(.disconnected)
    state = .absent
    media = MediaState()
    commands = RemoteCommandSet()
    available = Characteristics()
    registration = UpdateRegistration()
    reads = AttributeReads()
    writing = nil
    isPlayerGone = false
    hasChanged = true
  }

  /// The link timed out. `ended` follows.
  public mutating func linkTimedOut(now: Instant) { nameTrial.noteLinkTimeout(now: now) }

  // MARK: Values

  /// A value of Entity Update was notified.
  public mutating func receiveEntityUpdate(_ value: Span<UInt8>, now: Instant) {
    guard state != .absent, let update = try? EntityUpdate(decoding: value), let attribute = update.attribute else {
      return
    }
    let isCut = update.flags.contains(.truncated)
    let text = isCut ? update.value.extracting(first: update.value.countWithoutPartialCharacter) : update.value
    // A name that is cut each time is the name that was read whole.
    let isKnown = isCut && media.player.span.extracting(first: text.count).isEqual(to: text)
    if attribute == .player(.name), !isKnown { notePlayer(text, now: now) }
    noteNewerValue(attribute)
    reads.setPending(attribute, isCut && available.attribute)
    if media.update(attribute, text, now: now) { hasChanged = true }
  }

  /// A value of Remote Command was notified.
  public mutating func receiveRemoteCommands(_ value: Span<UInt8>) {
    guard state != .absent else { return }
    let new = RemoteCommandSet(decoding: value)
    guard new != commands else { return }
    commands = new
    hasChanged = true
  }

  /// All of Entity Attribute, as far as it was read.
  public mutating func receiveEntityAttribute(_ value: Span<UInt8>, now: Instant) {
    if let attribute = reads.finish(), media.update(attribute, value, now: now) { hasChanged = true }
  }

  /// Entity Attribute could not be read.
  public mutating func readFailed() { _ = reads.finish() }

  /// There is a newer value than the one that is being read.
  private mutating func noteNewerValue(_ attribute: MediaAttribute) {
    reads.noteNewerValue(attribute)
    if case .select(attribute, _) = writing { writing = .select(attribute, isOvertaken: true) }
  }

  /// Forgets the values of the previous player when the player's name changes. Values of the last 500 ms are kept if
  /// there is a new player, because they may precede its name. The other values are read again, because the phone does
  /// not resend values that it considers unchanged.
  ///
  /// An empty name clears all values, and the reading waits for the next name.
  private mutating func notePlayer(_ name: Span<UInt8>, now: Instant) {
    let new = BoundedText<64>(repairing: name)
    guard isPlayerGone || !media.player.isEmpty, !new.isEqual(to: media.player) else { return }
    let attributes = MediaState.attributesOfPlayer
    for index in attributes.indices {
      let attribute = attributes[index]
      if !new.isEmpty, media.age(of: attribute, at: now) < .milliseconds(500) { continue }
      // Values that came after an empty name belong to the player that is named now.
      if !isPlayerGone { forget(attribute) }
      reads.setPending(attribute, available.attribute && !new.isEmpty)
    }
    isPlayerGone = new.isEmpty
  }

  private mutating func forget(_ attribute: MediaAttribute) {
    noteNewerValue(attribute)
    if media.update(attribute, Span(), now: .start) { hasChanged = true }
  }

  // MARK: Commands

  /// Queues a command.
  ///
  /// - Returns: nil, or why it was not queued.
  public mutating func send(_ command: RemoteCommandID, now: Instant) -> RemoteCommandRefusal? {
    if let refusal = refusal(of: command) { return refusal }
    return queue.append(command, now: now) ? nil : .busy
  }

  /// Why a command would not be queued now; nil if it would.
  public borrowing func refusal(of command: RemoteCommandID) -> RemoteCommandRefusal? {
    guard state != .absent, available.command else { return .notReady }
    guard commands.contains(command) else { return .notOffered }
    return queue.hasRoom ? nil : .busy
  }

  /// The next command that has ended.
  public mutating func nextOutcome() -> RemoteCommandOutcome? { queue.nextOutcome() }

  /// Whether the present write is a command that was given up. If the write has not started, cancel it, and call
  /// `written`.
  public var isWritingAbandonedCommand: Bool { writing == .abandoned }

  private mutating func abandonCommands(_ result: RemoteCommandResult) {
    var sent: RemoteCommandID?
    if case .command(let command) = writing {
      sent = command
      writing = .abandoned
    }
    queue.abandon(sent: sent, result)
  }

  // MARK: Requests

  /// The request to start next; nil when there is nothing to do now.
  ///
  /// `output` takes the octets to write. It must have room for six.
  @_lifetime(output: copy output)
  public mutating func nextRequest(into output: inout OutputSpan<UInt8>, now: Instant) -> MediaRequest? {
    guard state != .absent, output.freeCapacity >= 6 else { return nil }
    if reads.beginSelected() { return .readEntityAttribute }
    guard writing == nil else { return nil }
    if let command = queue.popFirst() {
      writing = .command(command)
    } else if state == .settingUp, let step = registration.dueStep {
      let withName = nameTrial.isAllowed(at: now)
      if step == .registerPlayer, withName { nameTrial.noteRegistered(now: now) }
      writing = .setup(step, withName: withName)
    } else if let attribute = reads.takePending(now: now) {
      writing = .select(attribute, isOvertaken: false)
    }
    return writing?.request(into: &output)
  }

  /// The last write from `nextRequest` has ended.
  public mutating func written(_ answer: MediaAnswer, now: Instant) {
    guard let transaction = writing else { return }
    writing = nil
    switch transaction {
    case .setup(let step, _): finish(step, answer, now: now)
    case .command(let command): finish(command, answer, now: now)
    case .select(let attribute, let isOvertaken): finish(attribute, isOvertaken, answer, now: now)
    case .abandoned: break
    }
  }

  private mutating func finish(_ step: SetupStep, _ answer: MediaAnswer, now: Instant) {
    guard state == .settingUp, registration.finish(step, isRefused: answer != .success, now: now) else { return }
    state = .ready
    hasChanged = true
  }

  private mutating func finish(_ command: RemoteCommandID, _ answer: MediaAnswer, now: Instant) {
    switch answer {
    case .success: queue.finish(command, .ok, now: now)
    case .failed: queue.finish(command, .timeout, now: now)
    case .refused(let error):
      queue.finish(command, .refused(error), now: now)
      if error == .invalidState { setUpAgain(now: now) }
    }
  }

  private mutating func finish(
    _ attribute: MediaAttribute, _ isOvertaken: Bool, _ answer: MediaAnswer, now: Instant
  ) {
    switch answer {
    case .refused(.invalidState): setUpAgain(now: now)
    case .refused(.absentAttribute) where !isOvertaken:
      if media.update(attribute, Span(), now: now) { hasChanged = true }
    case .success where !isOvertaken: reads.select(attribute)
    case .success, .refused, .failed: break
    }
  }

  /// The phone answered that the client has not set up the service.
  private mutating func setUpAgain(now: Instant) {
    guard state == .ready, available.update, registration.restart(now: now) else { return }
    state = .settingUp
    hasChanged = true
  }

  // MARK: Time and changes

  /// The next instant at which `handleTimeout` wants to be called.
  public var deadline: Instant? { earliest(earliest(registration.deadline, queue.deadline), reads.deadline) }

  /// Handles the timeouts that have expired. Call it at `deadline`.
  public mutating func handleTimeout(now: Instant) {
    registration.handleTimeout(now: now)
    reads.handleTimeout(now: now)
    if queue.handleTimeout(now: now) { abandonCommands(.timeout) }
  }

  /// Whether `media`, `commands` or `state` changed since the last call.
  public mutating func takeHasChanged() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }
}
