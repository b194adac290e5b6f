/// AMS specification, "PlayerAttributeID values", "PlaybackInfo".
public enum PlaybackState: UInt8, Equatable, Sendable {
  /// The player has stopped.
  case paused = 0
  /// The player plays.
  case playing = 1
  /// The player moves backwards.
  case rewinding = 2
  /// The player moves forwards.
  case fastForwarding = 3
}

/// The state of the player: whether it plays, how fast, and its position.
///
///     state,rate,elapsed        1,1.0,151.634
///
/// A phone writes both decimals in its language's format, in some languages with a comma: `1,1,0,151,634`. The number
/// of parts and their plausibility decide which commas separate fields:
///
/// * A point in the second or third part: decimals have points, all commas separate.
/// * Five parts: both decimals have commas. Three or fewer: none has.
/// * Four: one has. It is the rate if only zeros would follow its comma, because phones write `1,0` for `1.0`. It is
///   also the rate if the rate would otherwise be 0 and the player is not paused: `1,0,5,12` plays at half speed. Else
///   it is the time (`1,1,12,5`), because rates that are not whole numbers are rare.
///
/// AMS specification, "PlayerAttributeID values".
public struct PlaybackInfo: Equatable, Sendable {
  /// The state of the player.
  public let state: PlaybackState
  /// How fast the time runs, in thousandths: 1,000 is the usual speed. At most 16 times that in either direction.
  public let rate: Int32
  /// How far the track had been played when this was sent. Phones have sent negative times.
  public let elapsed: MediaDecimal?

  /// Creates a position from its parts.
  public init(state: PlaybackState, rate: Int32, elapsed: MediaDecimal?) {
    self.state = state
    self.rate = max(-16_000, min(rate, 16_000))
    self.elapsed = elapsed
  }

  /// Reads a value of the attribute. If the rate cannot be read, the usual rate of the state is used.
  ///
  /// - Returns: nil if it does not begin with a state that the specification defines.
  public init?(parsing text: Span<UInt8>) {
    let parts = Parts(of: text)
    guard let number = MediaDecimal(parsing: parts.text(0, in: text))?.thousandths, number % 1_000 == 0,
      let state = PlaybackState(rawValue: UInt8(clamping: number < 0 ? 255 : number / 1_000))
    else { return nil }
    let (rate, elapsed) = parts.fields(in: text, isRunning: state != .paused)
    let usual: Int32 = state == .paused ? 0 : 1_000
    self.init(
      state: state, rate: MediaDecimal(parsing: text.extracting(rate))?.thousandths ?? usual,
      elapsed: MediaDecimal(parsing: text.extracting(elapsed)))
  }

  /// How fast the time runs now, in thousandths.
  public var speed: Int32 { state == .paused ? 0 : rate }
}

/// The parts of the text between its commas.
private struct Parts {
  private var ends: [5 of Int] = .init(repeating: 0)
  /// The number of all parts, including those beyond five.
  private(set) var count = 0

  init(of text: Span<UInt8>) {
    for index in text.indices where text[index] == comma { end(at: index) }
    end(at: text.count)
  }

  private mutating func end(at index: Int) {
    if count < 5 { ends[count] = index }
    count += 1
  }

  /// From the beginning of one part to the end of another; empty if they are not there.
  private func range(_ first: Int, _ last: Int) -> Range<Int> {
    guard last < min(count, 5) else { return 0..<0 }
    return (first == 0 ? 0 : ends.span[first - 1] + 1)..<ends.span[last]
  }

  @_lifetime(copy text)
  func text(_ part: Int, in text: Span<UInt8>) -> Span<UInt8> { text.extracting(range(part, part)) }

  func fields(in text: Span<UInt8>, isRunning: Bool) -> (rate: Range<Int>, elapsed: Range<Int>) {
    let hasPoints = has(point, 1, in: text) || has(point, 2, in: text)
    if hasPoints || count <= 3 { return (range(1, 1), range(2, 2)) }
    if count >= 5 { return (range(1, 2), has(point, 3, in: text) ? range(3, 3) : range(3, 4)) }
    let isRateSplit = isZero(2, in: text) || isRunning && isZero(1, in: text) || has(point, 3, in: text)
    return isRateSplit ? (range(1, 2), range(3, 3)) : (range(1, 1), range(2, 3))
  }

  private func has(_ octet: UInt8, _ part: Int, in text: Span<UInt8>) -> Bool {
    for index in range(part, part) where text[index] == octet { return true }
    return false
  }

  private func isZero(_ part: Int, in text: Span<UInt8>) -> Bool {
    let range = range(part, part)
    for index in range where text[index] != zero { return false }
    return !range.isEmpty
  }

  private var comma: UInt8 { 0x2C }
  private var point: UInt8 { 0x2E }
  private var zero: UInt8 { 0x30 }
}
