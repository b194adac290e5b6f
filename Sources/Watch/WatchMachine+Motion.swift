internal import Screens
internal import Timing

// What moves on the glass: a text by lines and pages, an alert that comes in, a line that is too long for its row.
extension WatchMachine {
  /// Whether the picture is a step of a movement that need not be seen: one that is still sent goes first.
  public var isMidway: Bool { slide.isMidway || marquee.offset != nil }

  var motionDeadline: Instant? { earliest(slide.deadline, marquee.deadline) }

  /// Looks whether what is on the glass is somewhere else now, or too long.
  mutating func settleMotion(now: Instant) {
    settleSlide(now: now)
    // What is on the glass is as long as it was.
    guard needsRedraw else { return }
    marquee.follow(isLit ? findRunningLine() : nil, now: now)
  }

  private var isDark: Bool { lightLevel == .off }

  private mutating func settleSlide(now: Instant) {
    let place = currentPlace
    defer { lastPlace = place }
    guard let last = lastPlace, place != last else { return }
    needsRedraw = true
    guard isLit else { return slide.stop() }
    let rows = (place.line - last.line) * 16
    if place.shown == last.shown, let area = place.area, abs(rows) <= area.height {
      slide.begin(.text, rows: rows, in: area, now: now)
    } else if place.shown.name == .alert, !blink.isInverted {
      slide.begin(.picture, rows: MovingArea.whole.height, in: .whole, now: now)
    } else {
      slide.stop()
    }
  }

  private var currentPlace: Place {
    let current = current
    switch current.name {
    case .pairAgain: return Place(shown: current, line: pairAgain?.topLine ?? 0, area: .aboveLabels)
    case .detail, .status, .note, .clock, .list, .menu, .phones, .question, .mute, .music:
      return Place(shown: current, line: page.topLine, area: page.area)
    case .alert, .call, .activeCall, .pairing: return Place(shown: current, line: 0, area: nil)
    }
  }
}

/// What is on the glass, and how far it is scrolled.
struct Place: Equatable, Sendable {
  let shown: Shown
  let line: Int
  /// Where its text moves; nil if it does not.
  let area: MovingArea?
}

extension Page {
  fileprivate var topLine: Int {
    switch self {
    case .detail(_, let topLine, _), .status(let topLine, _), .note(_, let topLine): topLine
    case .clock, .list, .menu, .phones, .question, .mute, .music: 0
    }
  }

  fileprivate var area: MovingArea? {
    switch self {
    case .detail, .note: .body
    case .status: .belowLamps
    case .clock, .list, .menu, .phones, .question, .mute, .music: nil
    }
  }
}
