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
  /// - Throws: at once if it will not mend.
  public mutating func open(now: Instant) throws(PlatformError) {
    isRecovering = false
    attempts.begin(now: now)
    try attempt(now: now)
  }

  /// Closes a controller that is lost and tries to open it again, for 30 s.
  public mutating func reopen(now: Instant) {
    close()
    isRecovering = true
    phase = .waiting(until: attempts.nextAfterLoss(now: now))
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
    attempts.noteOpening(now: now)
    return true
  }

  private mutating func attempt(now: Instant) throws(PlatformError) {
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
    guard mayPass(status), let time = attempts.nextAfterFailure(now: now) else { throw failure(.open, status) }
    phase = .waiting(until: time)
  }

  private func mayPass(_ status: Int32) -> Bool {
    if isRecovering { return true }
    switch address.kind {
    // The driver has not made the controller yet, or is loading the chip's firmware, or the kernel sets it up.
    case .userChannel: return status == -BELFRY_ENODEV || status == -BELFRY_EBUSY
    // The other program has more callers than it has answered.
    case .unix: return status == -BELFRY_EAGAIN
    case .tcp, .serial: return false
    }
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
