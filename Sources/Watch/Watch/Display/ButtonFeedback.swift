internal import ANCS
internal import Screens
internal import Timing
internal import WatchModel

/// Shows the outcome of a button for two seconds.
struct ButtonFeedback: Sendable {
  private static var duration: Interval { .seconds(2) }

  private(set) var banner: Banner?
  /// Whether the labels were not on the display when the last button was pressed.
  private var wereCoveredAtPress = false
  private var endsAt = Deadline()

  /// Whether a banner covers the labels, or they were not on the display when the last button was pressed.
  var coversLabels: Bool { wereCoveredAtPress || banner != nil }

  var deadline: Instant? { endsAt.instant }

  mutating func show(_ banner: Banner, now: Instant) {
    self.banner = banner
    endsAt.set(now + Self.duration)
  }

  /// A button is pressed: what it means depends on what is shown now.
  ///
  /// - Parameter showsLabels: whether the panel shows the rows of the labels.
  mutating func notePress(showsLabels: Bool) { wereCoveredAtPress = banner != nil || !showsLabels }

  /// - Returns: whether a banner has gone.
  mutating func expire(now: Instant) -> Bool {
    guard endsAt.expire(at: now) else { return false }
    banner = nil
    return true
  }
}

extension Banner {
  /// The banner for an action that was not queued.
  init(_ refusal: ActionRefusal) {
    switch refusal {
    case .unknownNotification: self = .gone
    case .notOffered: self = .notOffered
    case .notReady: self = .notReady
    case .busy: self = .busy
    }
  }

  /// The banner for the result of an action.
  init(_ result: ActionResult) {
    switch result {
    case .ok: self = .done
    case .refused(.invalidParameter): self = .gone
    case .refused(.writeNotPermitted): self = .forbidden
    case .refused: self = .refused
    case .timeout: self = .noAnswer
    case .gone: self = .gone
    case .disconnected: self = .linkLost
    }
  }
}
