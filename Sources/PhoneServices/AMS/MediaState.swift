public import Octets
public import Timing

/// The player and its track, as the phone last reported them.
///
/// Texts are valid UTF-8 and bounded. An attribute without a value is empty or nil.
public struct MediaState: ~Copyable {
  private let inPlace = InPlace()
  /// The name of the application that plays.
  public private(set) var player = BoundedText<64>()
  /// The title of the track; empty if it is not known.
  public private(set) var title = BoundedText<192>()
  /// The artist of the track; empty if it is not known.
  public private(set) var artist = BoundedText<192>()
  /// The album of the track; empty if it is not known.
  public private(set) var album = BoundedText<192>()
  /// The state, the rate and the position; nil if they are not known.
  public private(set) var playback: PlaybackInfo?
  /// In per cent, 0...100.
  public private(set) var volume: UInt8?
  /// In milliseconds.
  public private(set) var duration: UInt32?
  /// When `playback` came.
  private var playbackAt = Instant.start
  /// When each of `attributes` came.
  private var times: [5 of Instant] = .init(repeating: .start)

  /// Creates the state of a phone that has sent nothing.
  public init() {}

  /// Whether the phone has anything to play.
  public var isPresent: Bool { playback != nil || !title.isEmpty || !artist.isEmpty }

  /// Whether the position moves.
  public var isPlaying: Bool { (playback?.state ?? .paused) != .paused }

  /// The position in the track, in milliseconds: the position that the phone sent, and the time since then. Not below
  /// 0, and not beyond the duration, if that is known. At most 49 days.
  ///
  /// AMS specification, "PlayerAttributeID values".
  public func elapsed(at now: Instant) -> UInt32? {
    guard let playback, let start = playback.elapsed?.thousandths else { return nil }
    // 30 days at 16 times the speed stay far below 64 bits.
    let passed = min(now.since(playbackAt).microseconds, Self.longest.microseconds)
    let speed = UInt64(widening: UInt(playback.speed.magnitude))
    let run = Interval(microseconds: passed * speed / 1_000).wholeMilliseconds
    let distance = start.magnitude
    // A phone may send a time before the beginning: the track then begins later.
    let position: UInt32 =
      switch (start < 0, playback.speed < 0) {
      case (false, false): distance &+ min(run, UInt32.max - distance)
      case (false, true): distance - min(distance, run)
      case (true, false): run - min(run, distance)
      case (true, true): 0
      }
    return min(position, duration ?? UInt32.max)
  }

  private static var longest: Interval { .minutes(30 * 1_440) }

  /// The next instant at which to update the displayed seconds, at most once a second; nil if the position stands
  /// still.
  public func nextSecond(after now: Instant) -> Instant? {
    guard let playback, playback.speed != 0, let elapsed = elapsed(at: now) else { return nil }
    if playback.speed > 0, let duration, elapsed >= duration { return nil }
    if playback.speed < 0, elapsed == 0 { return nil }
    return now + .milliseconds(playback.speed == 1_000 ? 1_000 - elapsed % 1_000 : 1_000)
  }

  // MARK: Changing

  /// Takes a value of an attribute.
  ///
  /// - Returns: whether anything is different now.
  mutating func update(_ attribute: MediaAttribute, _ value: Span<UInt8>, now: Instant) -> Bool {
    if let index = Self.timeIndex(of: attribute) { times[index] = now }
    switch attribute {
    case .player(.name): return Self.replace(&player, value)
    case .track(.title): return Self.replace(&title, value)
    case .track(.artist): return Self.replace(&artist, value)
    case .track(.album): return Self.replace(&album, value)
    case .player(.playbackInfo):
      let before = playback
      playback = PlaybackInfo(parsing: value)
      playbackAt = now
      // The same position once more is a jump if the time has run since: a track that is repeated sends it.
      return playback != before || isPlaying
    case .player(.volume):
      let before = volume
      volume = MediaDecimal(parsing: value).map { UInt8(clamping: max(0, min(100, ($0.thousandths + 5) / 10))) }
      return volume != before
    case .track(.duration):
      let before = duration
      // A stream has no end: 0, or nothing.
      duration = MediaDecimal(parsing: value).flatMap { $0.thousandths > 0 ? UInt32($0.thousandths) : nil }
      return duration != before
    case .queue: return false
    }
  }

  private static func replace<let capacity: Int>(_ text: inout BoundedText<capacity>, _ value: Span<UInt8>) -> Bool {
    let new = BoundedText<capacity>(repairing: value)
    let isNew = !new.isEqual(to: text)
    text = new
    return isNew
  }

  /// The time since the phone last sent an attribute; 30 days for an attribute whose times are not recorded.
  func age(of attribute: MediaAttribute, at now: Instant) -> Interval {
    Self.timeIndex(of: attribute).map { now.since(times[$0]) } ?? Self.longest
  }

  /// The attributes that belong to one player and are invalid for another.
  static var attributesOfPlayer: [5 of MediaAttribute] {
    [.player(.playbackInfo), .track(.title), .track(.artist), .track(.album), .track(.duration)]
  }

  private static func timeIndex(of attribute: MediaAttribute) -> Int? {
    switch attribute {
    case .player(.playbackInfo): 0
    case .track(.title): 1
    case .track(.artist): 2
    case .track(.album): 3
    case .track(.duration): 4
    case .player, .queue: nil
    }
  }
}
