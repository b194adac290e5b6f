internal import Screens
public import Timing

/// How long the glass shines when nobody needs it. What is nil never comes.
public struct LightTimes: Equatable, Sendable {
  public var dimAfter: Interval?
  public var offAfter: Interval?
  /// Whether the clock moves about by a pixel, so that none of them is lit for ever.
  public var movesClock = false

  /// Always bright.
  public init() {}

  public init(dimAfter: Interval?, offAfter: Interval?) {
    self.dimAfter = dimAfter
    self.offAfter = offAfter
  }

  /// What spares a panel and a battery.
  public static var usual: LightTimes { LightTimes(dimAfter: .seconds(5), offAfter: .seconds(15)) }
}

/// How brightly the glass shines.
public enum LightLevel: UInt8, Equatable, Sendable {
  case full, dim, off

  /// As the event stream calls it.
  public var name: StaticString {
    switch self {
    case .full: "full"
    case .dim: "dim"
    case .off: "off"
    }
  }
}

/// The light of the glass.
///
///     full ── dimAfter ──→ dim ── offAfter ──→ off
///       ↑___________________|___________________|   a button, or a screen that comes up by itself
///
/// It stays at `full` while something waits for an answer. Both times count from when the glass was last needed. In
/// quiet hours, `full` is no brighter than `dim` for most screens: see `WatchMachine.lightLevel`.
struct GlassLight: Sendable {
  var times = LightTimes()
  private(set) var level = LightLevel.full
  private var neededAt = Instant.start
  private var isHeld = false

  var deadline: Instant? {
    guard !isHeld else { return nil }
    let off = times.offAfter.map { neededAt + $0 }
    switch level {
    case .full: return earliest(times.dimAfter.map { neededAt + $0 }, off)
    case .dim: return off
    case .off: return nil
    }
  }

  /// Somebody looks, or should.
  ///
  /// - Returns: what the level was.
  @discardableResult
  mutating func wake(now: Instant) -> LightLevel {
    defer { level = .full }
    neededAt = now
    return level
  }

  /// - Parameter isHeld: whether something waits for an answer.
  mutating func hold(_ isHeld: Bool, now: Instant) {
    if isHeld || self.isHeld { wake(now: now) }
    self.isHeld = isHeld
  }

  mutating func expire(now: Instant) {
    guard let deadline, deadline <= now else { return }
    let isOver = times.offAfter.map { neededAt + $0 <= now } ?? false
    level = isOver ? .off : .dim
  }
}

extension WatchMachine {
  /// How brightly the glass is to shine: in quiet hours no more than dimmed, but for what is to be seen even then.
  public var lightLevel: LightLevel {
    guard light.level == .full, isQuietTime else { return light.level }
    let name = current.name
    return name == .call || name == .alert || name == .pairing ? .full : .dim
  }

  /// A button was touched.
  ///
  /// - Returns: whether the glass was dark: what cannot be seen cannot be meant.
  mutating func wakeByButton(now: Instant) -> Bool { light.wake(now: now) == .off }

  /// Another screen has come up; those that do so by themselves want to be seen.
  mutating func wakeForScreen(_ name: ScreenName, now: Instant) {
    if name.needsReadingFirst { light.wake(now: now) }
  }

  /// Follows the light: what waits for an answer is never dark.
  mutating func settleLight(now: Instant) {
    let name = current.name
    light.hold(name == .call || name == .pairing, now: now)
    light.expire(now: now)
    let level = lightLevel
    guard level != toldLight else { return }
    toldLight = level
    record(.light(level))
    needsRedraw = true
  }

  /// Where the clock stands now: for ten minutes at each of the eight places around its own, as a step redraws it all.
  var clockPlace: (x: Int, y: Int) {
    guard light.times.movesClock, let time else { return (0, 0) }
    let step = (6 * time.hour + time.minute / 10) % 8
    return (Self.place(step), Self.place((step + 6) % 8))
  }

  /// Up and down again: 0, 1, 1, 1, 0, -1, -1, -1.
  private static func place(_ step: Int) -> Int { step % 4 == 0 ? 0 : step < 4 ? 1 : -1 }

  /// What is on the glass changes with the time, if it is seen.
  var isLit: Bool { light.level != .off }
}

extension WatchApplication {
  /// How long the glass shines when nobody needs it; as it begins, always.
  public mutating func setLightTimes(_ times: LightTimes) { client.watch.light.times = times }
}
