internal import CLinux

/// The verdict on a failed attempt to open a controller.
///
/// | error of `bind` on a user channel | at start | after it was open |
/// |---|---|---|
/// | ENODEV: no such controller (yet) | may pass | may pass |
/// | EBUSY: being set up, or bluetoothd has it up | may pass | may pass |
/// | ESETUPFAILED: its driver has not set it up (yet) | may pass | may pass |
/// | ETIMEDOUT, EIO: the chip did not take its firmware | may pass | may pass |
/// | ERFKILL: the radio is switched off | final | needs the user |
/// | EUSERS: another program has taken it over | final | needs the user |
/// | EPERM, EACCES, EAFNOSUPPORT, EINVAL | final | final |
/// | any other | final | may pass |
///
/// At start, obstacles that the user must remove end the program immediately: the service manager restarts the watch.
enum OpeningDecision: Equatable, Sendable {
  /// The attempt is repeated. It is reported only after `OpeningAttempts.quietTime`.
  case mayPass
  /// The attempt may succeed later, but only after the user has removed the obstacle.
  case needsPerson
  /// Another attempt cannot help.
  case final

  init(_ kind: HCIAddress.Kind, _ error: SystemError, wasOpen: Bool) {
    switch kind {
    case .userChannel: self.init(userChannel: error, wasOpen: wasOpen)
    // The other program may be started again. At start, it may have more callers than it has answered.
    case .unix: self = wasOpen || error.rawValue == BELFRY_EAGAIN ? .mayPass : .final
    case .tcp: self = wasOpen ? .mayPass : .final
    case .serial: self = wasOpen && error.rawValue != BELFRY_ENOTTY ? .mayPass : .final
    }
  }

  private init(userChannel error: SystemError, wasOpen: Bool) {
    switch error.rawValue {
    case BELFRY_ENODEV, BELFRY_EBUSY, BELFRY_ESETUPFAILED, BELFRY_ETIMEDOUT, BELFRY_EIO: self = .mayPass
    case BELFRY_ERFKILL, BELFRY_EUSERS: self = wasOpen ? .needsPerson : .final
    case BELFRY_EPERM, BELFRY_EACCES, BELFRY_EAFNOSUPPORT, BELFRY_EINVAL: self = .final
    default: self = wasOpen ? .mayPass : .final
    }
  }
}
