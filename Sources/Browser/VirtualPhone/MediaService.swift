import Timing

/// The phone's side of Apple Media Service: what plays, what the watch registered for, and its commands.
///
/// Apple Media Service specification, "Remote Command", "Entity Update" and "Entity Attribute".
struct MediaService {
  /// One attribute of one entity.
  struct Attribute: Equatable {
    var entity: UInt8
    var identifier: UInt8
  }

  /// An AMS error code.
  struct Refusal: Error, Equatable {
    var code: UInt8

    static let invalidCommand = Refusal(code: 0xA1)
    static let absentAttribute = Refusal(code: 0xA2)
  }

  /// RemoteCommandID values: play, pause, toggle, next track, previous track, volume up and volume down. Empty without
  /// a player.
  var supportedCommands: [UInt8] { hasPlayer ? [0, 1, 2, 3, 4, 5, 6] : [] }

  private static let playerName = Attribute(entity: 0, identifier: 0)
  private static let playbackInfo = Attribute(entity: 0, identifier: 1)
  private static let volume = Attribute(entity: 0, identifier: 2)
  private static let artist = Attribute(entity: 2, identifier: 0)
  private static let album = Attribute(entity: 2, identifier: 1)
  private static let title = Attribute(entity: 2, identifier: 2)
  private static let duration = Attribute(entity: 2, identifier: 3)

  private var music = PhoneMusic()
  /// When `music.elapsed` was right.
  private var since = Instant(microseconds: 0)
  private var registered: [Attribute] = []
  private var hasPlayer: Bool { !music.player.isEmpty }

  init() {}

  /// Takes what plays now. Returns the registered attributes that have changed.
  mutating func set(_ music: PhoneMusic, now: Instant) -> [Attribute] {
    let before = registered.map { value(of: $0, now: now) }
    self.music = music
    since = now
    return zip(registered, before).compactMap { attribute, old in
      value(of: attribute, now: now) == old ? nil : attribute
    }
  }

  /// Ends with the link.
  mutating func forgetLink() { registered = [] }

  /// Takes a write to Entity Update: an entity and the identifiers of its attributes. Returns the attributes.
  mutating func register(_ write: [UInt8]) throws(Refusal) -> [Attribute] {
    guard let entity = write.first else { throw .absentAttribute }
    let wanted = write.dropFirst().map { Attribute(entity: entity, identifier: $0) }
    guard wanted.allSatisfy({ value(of: $0, now: since) != nil }) else { throw .absentAttribute }
    registered.removeAll { $0.entity == entity }
    registered += wanted
    return wanted
  }

  /// Takes a write to Remote Command. Returns the RemoteCommandID.
  func command(_ write: [UInt8]) throws(Refusal) -> UInt8 {
    guard write.count == 1, supportedCommands.contains(write[0]) else { throw .invalidCommand }
    return write[0]
  }

  /// Takes a write to Entity Attribute. Returns the whole value, for the read that follows.
  func wholeValue(_ write: [UInt8], now: Instant) throws(Refusal) -> [UInt8] {
    guard write.count == 2, let value = value(of: Attribute(entity: write[0], identifier: write[1]), now: now) else {
      throw .absentAttribute
    }
    return value
  }

  /// The Entity Update value of an attribute, at most `limit` octets:
  ///
  ///     | EntityID: 1 | AttributeID: 1 | flags: 1, bit 0: cut | value |
  func update(of attribute: Attribute, limit: Int, now: Instant) -> [UInt8] {
    let value = value(of: attribute, now: now) ?? []
    let part = NotificationCenter.prefix(of: value, atMost: limit - 3)
    return [attribute.entity, attribute.identifier, part.count < value.count ? 1 : 0] + part
  }

  /// The value, or an empty one without a player; nil if the service does not have the attribute.
  private func value(of attribute: Attribute, now: Instant) -> [UInt8]? {
    guard let value = valueWithPlayer(of: attribute, now: now) else { return nil }
    return hasPlayer ? value : []
  }

  private func valueWithPlayer(of attribute: Attribute, now: Instant) -> [UInt8]? {
    switch attribute {
    case Self.playerName: music.player
    case Self.playbackInfo: playbackInfo(now: now)
    case Self.volume: decimal(music.volume / 100) + [0x2E] + twoDigits(music.volume % 100)
    case Self.artist: music.artist
    case Self.album: music.album
    case Self.title: music.title
    case Self.duration: decimal(music.duration) + [UInt8](".000".utf8)
    default: nil
    }
  }

  /// State, rate and elapsed seconds.
  private func playbackInfo(now: Instant) -> [UInt8] {
    let passed = music.isPlaying && now > since ? Int((now.microseconds - since.microseconds) / 1_000_000) : 0
    let elapsed = min(music.elapsed + passed, max(music.duration, music.elapsed))
    return [UInt8]((music.isPlaying ? "1,1.0," : "0,0.0,").utf8) + decimal(elapsed) + [UInt8](".000".utf8)
  }

  private func twoDigits(_ number: Int) -> [UInt8] { [0x30 + UInt8(number / 10), 0x30 + UInt8(number % 10)] }
}
