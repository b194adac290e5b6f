internal import CLinux
internal import Octets
public import Timing

extension HCIDevice {
  /// How long a connection over a network may take.
  private static var connectionTime: Interval { .seconds(5) }

  /// When `continueOpening` wants to be called at the latest.
  public var deadline: Instant? {
    switch phase {
    case .closed, .inUse: nil
    case .waiting(let time), .connecting(let time): time
    case .opened: .start
    }
  }

  /// Opens the controller at start: now, or, for a Linux controller that is still being set up, within 30 s.
  ///
  /// - Throws: immediately if waiting cannot help.
  public mutating func open(now: Instant) throws(PlatformError) {
    attempts.begin(now: now)
    try attempt(now: now)
  }

  /// Closes a controller that is lost, or cannot be brought up, and tries to open it again: for 30 s if it has never
  /// been ready or another program emulates it, for ten minutes if it is hardware.
  ///
  /// Closing a user channel takes the controller down, and opening it brings it up again: its power is cycled.
  ///
  /// - Throws: when it has been tried long enough.
  public mutating func reopen(now: Instant) throws(PlatformError) {
    close()
    followLoss(now: now)
    guard let time = attempts.nextAfterLoss(now: now) else { throw failure(.bringUp, -BELFRY_EPROTO) }
    phase = .waiting(until: time)
  }

  /// The controller has been brought up: from now on it is in use, and its loss would be a new one if this lasts.
  public mutating func noteReady(now: Instant) {
    attempts.noteReady(now: now)
    readySince = now
  }

  /// The round of a reset of the chip that was requested since the last call.
  public mutating func takeResetRound() -> UInt8? {
    defer { requestedRound = nil }
    return requestedRound
  }

  private mutating func followLoss(now: Instant) {
    if let readySince, now.since(readySince) >= OpeningAttempts.timeToProve { chipReset.noteProven() }
    requestReset(chipReset.noteLoss(wasReady: readySince != nil, now: now), now: now)
    readySince = nil
  }

  private mutating func followFailedOpening(_ error: SystemError, now: Instant) {
    let isSetupMissing = error.rawValue == BELFRY_ESETUPFAILED
    requestReset(chipReset.noteFailedOpening(isSetupMissing: isSetupMissing, now: now), now: now)
  }

  /// Asks for a reset of the chip. The attempts to open it go on for as long as the requests are served.
  private mutating func requestReset(_ round: UInt8?, now: Instant) {
    guard let round, case .userChannel = address.kind else { return }
    guard belfry_reset_request(round) == 0 else { return attempts.notePersistence(false, now: now) }
    requestedRound = round
    attempts.notePersistence(true, now: now)
  }

  /// The obstacle to opening the controller again: reported once per outage, immediately if the user must remove it,
  /// otherwise after a while.
  public mutating func takeObstacle() -> PlatformError? {
    defer { obstacle = nil }
    return obstacle
  }

  /// Goes on with opening. Call it on every turn while `isOpen` is false.
  ///
  /// - Returns: true once, when the controller is open.
  /// - Throws: when it is given up, and lost for good.
  public mutating func continueOpening(now: Instant) throws(PlatformError) -> Bool {
    switch phase {
    case .closed, .inUse:
      return false
    case .waiting(let time):
      if time <= now { try attempt(now: now) }
    case .connecting(let time):
      try conclude(isLate: time <= now, now: now)
    case .opened:
      break
    }
    guard phase == .opened else { return false }
    phase = .inUse
    return true
  }

  private mutating func attempt(now: Instant) throws(PlatformError) {
    attempts.noteAttempt()
    let number = openAddress()
    guard number >= 0 else { return try fail(number, now: now) }
    adopt(number)
    guard case .tcp = address.kind else {
      phase = .opened
      return
    }
    phase = .connecting(until: now + Self.connectionTime)
    try conclude(isLate: false, now: now)
  }

  private mutating func conclude(isLate: Bool, now: Instant) throws(PlatformError) {
    let status = belfry_connection_status(file.number)
    if status == 0 {
      phase = .opened
    } else if status != -BELFRY_EINPROGRESS {
      try fail(status, now: now)
    } else if isLate {
      try fail(-BELFRY_ETIMEDOUT, now: now)
    }
  }

  mutating func fail(_ status: Int32, now: Instant) throws(PlatformError) {
    close()
    let error = failure(.open, status)
    let decision = OpeningDecision(address.kind, error.error, wasOpen: attempts.wasOpen)
    if decision == .mayPass { followFailedOpening(error.error, now: now) }
    guard decision != .final, let time = attempts.nextAfterFailure(now: now) else { throw error }
    if attempts.reportsObstacle(decision, now: now) { obstacle = error }
    phase = .waiting(until: time)
  }

  private func openAddress() -> Int32 {
    unsafe address.target.span.withPointer { pointer, count in
      switch address.kind {
      case .userChannel(let index): belfry_user_channel_open(index)
      case .tcp(let port): unsafe belfry_tcp_connect(pointer, count, port)
      case .unix: unsafe belfry_unix_connect(pointer, count)
      case .serial(let baud): unsafe belfry_serial_open(pointer, count, baud)
      }
    }
  }
}
