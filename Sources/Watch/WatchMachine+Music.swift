public import AMS
internal import Graphics
internal import Octets
internal import Peripherals
internal import Screens
public import Timing

// What the phone plays: as it is told, asked and shown.
extension WatchMachine {
  /// As `MediaRemote.serviceFound`.
  public mutating func musicFound(
    hasRemoteCommand: Bool, hasEntityUpdate: Bool, hasEntityAttribute: Bool, now: Instant
  ) {
    music.remote.serviceFound(
      hasRemoteCommand: hasRemoteCommand, hasEntityUpdate: hasEntityUpdate, hasEntityAttribute: hasEntityAttribute,
      now: now)
    settle(now: now)
  }

  /// As `MediaRemote.ended`.
  public mutating func musicEnded(now: Instant) {
    music.remote.ended(now: now)
    settleScreen(now: now)
  }

  /// As `MediaRemote.receiveEntityUpdate`.
  public mutating func receiveEntityUpdate(_ value: Span<UInt8>, now: Instant) {
    music.remote.receiveEntityUpdate(value, now: now)
    settle(now: now)
  }

  /// As `MediaRemote.receiveRemoteCommands`.
  public mutating func receiveRemoteCommands(_ value: Span<UInt8>, now: Instant) {
    music.remote.receiveRemoteCommands(value)
    settle(now: now)
  }

  /// As `MediaRemote.subscribed`.
  public mutating func musicSubscribed(now: Instant) {
    music.remote.subscribed(now: now)
    settle(now: now)
  }

  /// As `MediaRemote.written`.
  public mutating func musicWritten(_ answer: MediaAnswer, now: Instant) {
    music.remote.written(answer, now: now)
    settle(now: now)
  }

  /// As `MediaRemote.receiveEntityAttribute`.
  public mutating func receiveEntityAttribute(_ value: Span<UInt8>, now: Instant) {
    music.remote.receiveEntityAttribute(value, now: now)
    settle(now: now)
  }

  /// As `MediaRemote.readFailed`.
  public mutating func musicReadFailed() { music.remote.readFailed() }

  /// As `MediaRemote.nextRequest`.
  @_lifetime(output: copy output)
  public mutating func nextMusicRequest(into output: inout OutputSpan<UInt8>, now: Instant) -> MediaRequest? {
    music.remote.nextRequest(into: &output, now: now)
  }

  /// What is sent for a command; nil if the player does not take it now.
  public func meaning(of command: MusicCommand) -> RemoteCommandID? { music.meaning(of: command) }

  /// Sends a command to the player, as its button would. Its result comes as an event.
  ///
  /// - Returns: nil, or why it was not queued.
  public mutating func perform(_ command: MusicCommand, now: Instant) -> RemoteCommandRefusal? {
    if music.remote.state == .absent { return .notReady }
    guard let meaning = music.meaning(of: command) else { return .notOffered }
    return music.remote.send(meaning, now: now)
  }
}

// The screen.
extension WatchMachine {
  mutating func handleOnMusic(_ gesture: ButtonGesture, now: Instant) {
    guard case .music(let mode) = page else { return }
    let commands = music.commands(in: mode)
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press): order(commands.accept, now: now)
    case (.decline, .press): if let command = commands.decline { order(command, now: now) } else { page = .clock }
    case (.accept, .hold): page = .music(music.mode(after: mode))
    case (.decline, .hold), (.back, .press): page = .clock
    case (.up, .press): order(.volumeUp, now: now)
    case (.down, .press): order(.volumeDown, now: now)
    case (.select, .press): order(.toggle, now: now)
    case (.select, .hold): order(.previous, now: now)
    case (.up, .hold), (.down, .hold), (.back, .hold): break
    }
  }

  private mutating func order(_ command: MusicCommand?, now: Instant) {
    guard let command, let refusal = perform(command, now: now) else { return }
    feedback.show(Banner(refusal), now: now)
    record(.musicRefused(command, refusal))
  }

  /// Draws the consequences of what the remote has heard.
  mutating func settleMusic(now: Instant) {
    while let outcome = music.remote.nextOutcome() {
      record(.musicCommand(outcome.command, outcome.result))
      guard outcome.result != .ok else { continue }
      feedback.show(Banner(outcome.result), now: now)
      needsRedraw = true
    }
    if music.remote.takeHasChanged() {
      music.noteNews(now: now)
      music.restartTime()
      if screen == .music { needsRedraw = true }
    }
    if music.takeNews(now: now) { record(.music) }
    if music.followTime(isSeen: screen == .music && isLit, now: now) { needsRedraw = true }
  }

  borrowing func drawMusic(into bitmap: inout Bitmap) {
    guard case .music(let mode) = page else { return }
    var text = Self.text(of: music)
    text.elapsed = music.remote.media.elapsed(at: lastCallAt).map { .milliseconds($0) }
    text.duration = music.remote.media.duration.map { .milliseconds($0) }
    text.volume = music.remote.media.volume
    let isPlaying = music.remote.media.isPlaying
    let commands = music.commands(in: mode)
    let decline = commands.decline.map { MusicKey($0, isPlaying: isPlaying) } ?? .leave
    MusicScreen(
      musicStatus, text, accept: commands.accept.map { MusicKey($0, isPlaying: isPlaying) }, decline: decline,
      runningBy: marquee.offset
    ).draw(into: &bitmap)
  }

  /// What is played, without how far.
  @_lifetime(borrow music)
  static func text(of music: borrowing MusicDesk) -> MusicText {
    MusicText(
      player: music.remote.media.player.span, title: music.remote.media.title.span,
      artist: music.remote.media.artist.span, album: music.remote.media.album.span)
  }

  private var musicStatus: MusicStatus {
    switch music.remote.state {
    case .absent: return identity.phones.connected == nil ? .noPhone : .noService
    case .found, .settingUp, .ready:
      guard music.remote.media.isPresent else { return .nothingPlaying }
      return music.remote.media.isPlaying ? .playing : .paused
    }
  }
}
