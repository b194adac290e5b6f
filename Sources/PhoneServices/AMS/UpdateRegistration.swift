internal import Timing

/// The entity for whose updates the watch registers.
enum SetupStep: UInt8, Equatable {
  case registerPlayer
  case registerTrack
}

/// Registers for the updates of the player and then of the track.
///
///     registerPlayer → registerTrack → registered
///
/// A step that the phone refuses is tried again after 1 s, 5 s and 15 s, and then passed over.
struct UpdateRegistration {
  private var step = SetupStep.registerPlayer
  private var refusalCount = 0
  private var restartCount = 0
  private var retry = Deadline()

  /// The next step; nil during the pause before it is tried again.
  var dueStep: SetupStep? { retry.isSet ? nil : step }

  var deadline: Instant? { retry.instant }

  mutating func handleTimeout(now: Instant) { _ = retry.expire(at: now) }

  mutating func begin() {
    step = .registerPlayer
    refusalCount = 0
    retry.clear()
  }

  /// Begins again, because the phone refused a request as if nothing was registered. This happens at most four times in
  /// a session.
  ///
  /// - Returns: whether the registration begins again.
  mutating func restart(now: Instant) -> Bool {
    guard restartCount < 4 else { return false }
    restartCount += 1
    begin()
    retry.set(now + .seconds(1))
    return true
  }

  /// Takes the answer to a step, unless that is not the present step because the registration began again.
  ///
  /// - Returns: whether it was the last one.
  mutating func finish(_ finished: SetupStep, isRefused: Bool, now: Instant) -> Bool {
    guard finished == step else { return false }
    if isRefused, let pause = Self.pause(after: refusalCount + 1) {
      refusalCount += 1
      retry.set(now + pause)
      return false
    }
    refusalCount = 0
    guard finished == .registerPlayer else { return true }
    step = .registerTrack
    return false
  }

  private static func pause(after refusalCount: Int) -> Interval? {
    switch refusalCount {
    case 1: .seconds(1)
    case 2: .seconds(5)
    case 3: .seconds(15)
    default: nil
    }
  }
}
