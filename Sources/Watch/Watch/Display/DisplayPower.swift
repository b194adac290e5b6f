internal import Features
internal import Screens
public import Timing
internal import WatchModel

/// How long the display stays lit after it was last needed. A time that is nil never ends.
public struct LightTimes: Equatable, Sendable {
  public var dimAfter: Interval?
  public var offAfter: Interval?
  /// Whether the clock moves by a pixel now and then, so that no pixel is always lit.
  public var movesClock = false

  /// Always bright.
  public init() {}

  public init(dimAfter: Interval?, offAfter: Interval?) {
    self.dimAfter = dimAfter
    self.offAfter = offAfter
  }

  /// Times that spare a panel and a battery.
  public static var usual: LightTimes { LightTimes(dimAfter: .seconds(5), offAfter: .seconds(15)) }
}

/// How bright the display is.
public enum LightLevel: UInt8, Equatable, Sendable {
  case full, dim, off

  /// Its name in the event stream.
  public var name: StaticString {
    switch self {
    case .full: "full"
    case .dim: "dim"
    case .off: "off"
    }
  }
}

/// Dims the display and turns it off when it is not needed.
///
///     full ── dimAfter ──→ dim ── offAfter ──→ off
///       ↑___________________|___________________|   a button, or a screen that comes up by itself
///
/// It stays at `full` while something waits for an answer. Both times count from when the display was last needed. A
/// panel that scrolls is not turned off before it has shown all. In quiet hours, most screens are shown dimmed: see
/// `brightness(of:isQuietTime:)`.
struct DisplayPower: Sendable {
  private var times = LightTimes()
  private(set) var level = LightLevel.full
  private var neededAt = Instant.start
  /// The display is not turned off before this.
  private var staysOnUntil = Instant.start
  private var isHeld = false

  mutating func setTimes(_ times: LightTimes) { self.times = times }

  /// Sets other times. A display that does not turn off any more moves the clock.
  mutating func setTimes(dimAfter: Interval?, offAfter: Interval?) {
    if times.offAfter != offAfter { times.movesClock = offAfter == nil }
    (times.dimAfter, times.offAfter) = (dimAfter, offAfter)
  }

  var deadline: Instant? {
    guard !isHeld else { return nil }
    let off = turnsOffAt
    switch level {
    case .full: return earliest(times.dimAfter.map { neededAt + $0 }, off)
    case .dim: return off
    case .off: return nil
    }
  }

  private var turnsOffAt: Instant? {
    times.offAfter.map { Features.hasSmallPanels ? max(neededAt + $0, staysOnUntil) : neededAt + $0 }
  }

  /// Keeps the display on, bright or dimmed, until an instant.
  mutating func stayOn(until instant: Instant) { staysOnUntil = instant }

  /// The display is needed from now on.
  ///
  /// - Returns: what the level was.
  @discardableResult
  mutating func wake(now: Instant) -> LightLevel {
    let before = level
    level = .full
    neededAt = now
    return before
  }

  /// - Parameter isHeld: whether something waits for an answer.
  mutating func hold(_ isHeld: Bool, now: Instant) {
    if isHeld || self.isHeld { wake(now: now) }
    self.isHeld = isHeld
  }

  mutating func expire(now: Instant) {
    guard let deadline, deadline <= now else { return }
    let isOver = turnsOffAt.map { $0 <= now } ?? false
    level = isOver ? .off : .dim
  }

  /// Returns how bright a screen is shown. In quiet hours it is dimmed, except a ringing call, an alert, an alarm, the
  /// end of the timer, the torch and a pairing.
  func brightness(of shown: Shown, isQuietTime: Bool) -> LightLevel {
    guard level == .full, isQuietTime else { return level }
    switch shown.name {
    case .call, .alert, .ring, .alarm, .torch: return .full
    case .clock, .list, .detail, .pairing, .status, .menu, .phones, .question, .note, .pairAgain, .activeCall, .mute,
      .music, .quiet, .timer, .stopwatch, .missedAlarm, .alarms, .editAlarm, .settings, .setting,
      .tutorial:
      return shown.isPairing ? .full : .dim
    }
  }

  /// Returns the clock's offset in pixels. It stays ten minutes at each of the eight places around (0, 0), because a
  /// step redraws the whole picture.
  func clockOffset(at time: TimeOfDay?) -> (x: Int, y: Int) {
    guard times.movesClock, let time else { return (0, 0) }
    let step = (6 * time.hour + time.minute / 10) % 8
    return (Self.offset(in: step), Self.offset(in: (step + 6) % 8))
  }

  /// Up and down again: 0, 1, 1, 1, 0, -1, -1, -1.
  private static func offset(in step: Int) -> Int { step % 4 == 0 ? 0 : step < 4 ? 1 : -1 }
}
