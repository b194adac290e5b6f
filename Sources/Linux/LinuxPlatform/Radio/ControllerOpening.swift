internal import CLinux
internal import Timing

/// How far the opening of a controller has come: when to try, what a failure means, and when its chip needs a reset.
///
///     closed, waiting ── noteConnecting, over TCP ──→ connecting ── noteOpened ──→ opened ── takeOpened ──→ inUse
///            └─────────────── noteOpened ───────────────────────────────────────────↑
///     any state ── noteFailure, noteLoss ──→ waiting, or closed if another attempt cannot help
///     any state ── noteClosed ──→ closed
///
/// It opens nothing: `HCIDevice` does, and notes what happened. Its only system call requests the reset of a chip.
struct ControllerOpening: Sendable {
  enum Phase: Equatable, Sendable {
    case closed
    case waiting(until: Instant)
    case connecting(until: Instant)
    case opened
    case inUse
  }

  /// How long a connection over a network may take.
  private static var connectionTime: Interval { .seconds(5) }

  private(set) var phase = Phase.closed
  private let kind: HCIAddress.Kind
  private var attempts: OpeningAttempts
  private var chipReset = ChipReset()
  /// The round of a reset that was requested, until it is reported.
  private var requestedRound: UInt8?
  /// The instant at which the controller became ready.
  private var readySince: Instant?
  /// The obstacle that must be reported.
  private var obstacle: SystemError?

  init(of address: HCIAddress) {
    kind = address.kind
    attempts = OpeningAttempts(limitAfterLoss: address.limitAfterLoss)
  }

  /// When to go on at the latest.
  var deadline: Instant? {
    switch phase {
    case .closed, .inUse: nil
    case .waiting(let time), .connecting(let time): time
    case .opened: .start
    }
  }

  /// Begins to open a controller at start.
  mutating func begin(now: Instant) { attempts.begin(now: now) }

  mutating func noteAttempt() { attempts.noteAttempt() }

  mutating func noteConnecting(now: Instant) { phase = .connecting(until: now + Self.connectionTime) }

  mutating func noteOpened() { phase = .opened }

  /// The controller has been brought up: from now on it is in use, and its loss would be a new one if this lasts.
  mutating func noteReady(now: Instant) {
    attempts.noteReady(now: now)
    readySince = now
  }

  mutating func noteClosed() { phase = .closed }

  /// - Returns: true once, when the controller is open.
  mutating func takeOpened() -> Bool {
    guard phase == .opened else { return false }
    phase = .inUse
    return true
  }

  /// The round of a reset of the chip that was requested since the last call.
  mutating func takeResetRound() -> UInt8? {
    defer { requestedRound = nil }
    return requestedRound
  }

  /// The obstacle to opening the controller again, once per outage.
  mutating func takeObstacle() -> SystemError? {
    defer { obstacle = nil }
    return obstacle
  }

  // MARK: Failures

  /// Notes that an attempt failed.
  ///
  /// - Returns: whether another one follows.
  mutating func noteFailure(_ error: SystemError, now: Instant) -> Bool {
    phase = .closed
    let decision = OpeningDecision(kind, error, wasOpen: attempts.wasOpen)
    if decision == .mayPass {
      let isSetupMissing = error.rawValue == BELFRY_ESETUPFAILED
      requestReset(chipReset.noteFailedOpening(isSetupMissing: isSetupMissing, now: now), now: now)
    }
    guard decision != .final, let time = attempts.nextAfterFailure(now: now) else { return false }
    if attempts.reportsObstacle(decision, now: now) { obstacle = error }
    phase = .waiting(until: time)
    return true
  }

  /// Notes that a controller that was open is lost, or could not be brought up.
  ///
  /// - Returns: whether it will be opened again.
  mutating func noteLoss(now: Instant) -> Bool {
    phase = .closed
    let wasProven = readySince.map { now.since($0) >= OpeningAttempts.timeToProve } ?? false
    requestReset(chipReset.noteLoss(wasProven: wasProven, now: now), now: now)
    readySince = nil
    guard let time = attempts.nextAfterLoss(now: now) else { return false }
    phase = .waiting(until: time)
    return true
  }

  /// Asks for a reset of the chip. The attempts to open it go on for as long as the requests are served.
  private mutating func requestReset(_ round: UInt8?, now: Instant) {
    guard let round, case .userChannel = kind else { return }
    guard belfry_reset_request(round) == 0 else { return attempts.notePersistence(false, now: now) }
    requestedRound = round
    attempts.notePersistence(true, now: now)
  }
}
