internal import Octets
public import Timing

// What is asked of the phone, and what it answers.
extension MediaRemote {
  /// What to start next; nil when there is nothing to do now.
  ///
  /// - Parameter output: takes what is to be written. It must have room for six octets.
  @_lifetime(output: copy output)
  public mutating func nextRequest(into output: inout OutputSpan<UInt8>, now: Instant) -> MediaRequest? {
    guard state != .absent, output.freeCapacity >= 6 else { return nil }
    if let attribute = selected {
      selected = nil
      reading = (attribute, false)
      return .readEntityAttribute
    }
    guard writing == nil else { return nil }
    if let command = waiting.popFirst() {
      writing = .command(command)
    } else if state == .settingUp, !retry.isSet {
      writing = .setup(step)
    } else if reading == nil, let attribute = reads.take(now: now) {
      writing = .select(attribute, isOvertaken: false)
    }
    return writing?.request(into: &output)
  }

  /// The write that was handed out last has ended.
  public mutating func written(_ answer: MediaAnswer, now: Instant) {
    guard let transaction = writing else { return }
    writing = nil
    switch transaction {
    case .setup(let step): finish(step, answer, now: now)
    case .command(let command): finish(command, answer, now: now)
    case .select(let attribute, let isOvertaken): select(attribute, isOvertaken, answer, now: now)
    case .abandoned: break
    }
  }

  /// All of Entity Attribute, as far as it was read.
  public mutating func receiveEntityAttribute(_ value: Span<UInt8>, now: Instant) {
    guard let read = reading else { return }
    reading = nil
    if !read.isOvertaken, media.update(read.attribute, value, now: now) { noteChange() }
  }

  /// Entity Attribute could not be read.
  public mutating func readFailed() { reading = nil }

  // MARK: Setting up

  private mutating func finish(_ step: SetupStep, _ answer: MediaAnswer, now: Instant) {
    // It was begun anew meanwhile.
    guard state == .settingUp, step == self.step else { return }
    if answer != .success {
      refusals += 1
      if refusals <= 3 {
        retry.set(now + (refusals == 1 ? .seconds(1) : refusals == 2 ? .seconds(5) : .seconds(15)))
        return
      }
    }
    refusals = 0
    switch step {
    case .registerPlayer: self.step = .registerTrack
    case .registerTrack:
      state = .ready
      noteChange()
    }
  }

  /// The phone says that nothing is set up. It is believed a few times in a session.
  private mutating func setUpAgain(now: Instant) {
    guard restarts < 4, state == .ready, available.update else { return }
    restarts += 1
    state = .settingUp
    step = .registerPlayer
    retry.set(now + .seconds(1))
    noteChange()
  }

  // MARK: Values

  private mutating func select(
    _ attribute: MediaAttribute, _ isOvertaken: Bool, _ answer: MediaAnswer, now: Instant
  ) {
    switch answer {
    case .refused(.invalidState): setUpAgain(now: now)
    case .refused(.absentAttribute) where !isOvertaken:
      if media.update(attribute, Span(), now: now) { noteChange() }
    case .success where !isOvertaken: selected = attribute
    case .success, .refused, .failed: break
    }
  }

  /// There is a newer value than the one that is being read.
  mutating func overtake(_ attribute: MediaAttribute) {
    if selected == attribute { selected = nil }
    if reading?.attribute == attribute { reading?.isOvertaken = true }
    if case .select(attribute, _) = writing { writing = .select(attribute, isOvertaken: true) }
  }

  /// Another application plays, or none. What is known of the one before is forgotten, save for what came just now: it
  /// may precede the name. What the phone holds to be unchanged it does not send again, so that it is asked for.
  mutating func notePlayer(_ name: Span<UInt8>, now: Instant) {
    let new = BoundedText<64>(repairing: name)
    guard !media.player.isEmpty, !new.isEqual(to: media.player) else { return }
    let attributes = MediaState.attributesOfPlayer
    for index in attributes.indices {
      let attribute = attributes[index]
      if !new.isEmpty, media.age(of: attribute, at: now) < .milliseconds(500) { continue }
      overtake(attribute)
      if media.update(attribute, Span(), now: .start) { noteChange() }
      reads.set(attribute, available.attribute && !new.isEmpty)
    }
  }

  // MARK: Commands

  private mutating func finish(_ command: RemoteCommandID, _ answer: MediaAnswer, now: Instant) {
    if waiting.isEmpty { patience.clear() } else { patience.set(now + Self.patienceLimit) }
    switch answer {
    case .success: outcome(of: command, .ok)
    case .failed: outcome(of: command, .timeout)
    case .refused(let error):
      outcome(of: command, .refused(error))
      if error == .invalidState { setUpAgain(now: now) }
    }
  }

  private mutating func outcome(of command: RemoteCommandID, _ result: RemoteCommandResult) {
    // There is room: no more are queued than can be told of.
    _ = outcomes.pushLast(RemoteCommandOutcome(command: command, result: result))
  }

  mutating func abandonCommands(_ result: RemoteCommandResult) {
    patience.clear()
    if case .command(let command) = writing {
      outcome(of: command, result)
      writing = .abandoned
    }
    while let command = waiting.popFirst() { outcome(of: command, result) }
  }
}
