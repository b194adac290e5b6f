internal import ANCS
internal import Features
internal import PhoneClient
internal import Screens
internal import Timing
internal import WatchModel

/// The state of the connection, why nothing arrives, and the losses and recoveries.
struct LinkStatus {
  /// How long a link that is ready may be silent before the display says so.
  static var silenceLimit: Interval { .minutes(12 * 60) }

  /// The state of the connection as the host knows it. From `encrypted` on, the state of the session replaces it.
  private(set) var hostState = ConnectionState.starting
  private var hostTrouble: LinkTrouble?
  /// Whether there was a session at the last update.
  private var hadSession = false
  /// Since when the link has been ready; nil if it is not.
  private var readySince: Instant?
  private var isSilent = false
  private(set) var reportedConnection: ConnectionState?
  private(set) var reportedTrouble: LinkTrouble?
  private(set) var losses = LossReport()
  private(set) var recoveries = RecoveryLog()

  /// Whether losses and recoveries are kept, for the status screen and for other programs.
  private static var countsLosses: Bool { Features.hasStatusPage || Features.hasEvents }

  /// When to report losses.
  var lossDeadline: Instant? { Self.countsLosses ? losses.deadline : nil }

  /// Whether a phone is connected, secured or not.
  var hasLink: Bool {
    switch hostState {
    case .connected, .pairing, .encrypted, .discovering, .ready, .unauthorized, .noNotifications: true
    case .starting, .advertising, .pairingOpen, .recovering, .disconnected, .phoneRefused: false
    }
  }

  /// The state of the connection that the wearer sees.
  func connection(_ phone: borrowing PhoneState) -> ConnectionState {
    switch hostState {
    case .encrypted, .discovering, .ready:
      switch phone.session.state {
      case .absent: return hostState
      case .found, .probing: return .discovering
      case .unauthorized: return .unauthorized
      case .ready, .sourceOnly: return .ready
      }
    case .starting, .advertising, .pairingOpen, .connected, .pairing, .unauthorized, .noNotifications,
      .recovering, .disconnected, .phoneRefused:
      return hostState
    }
  }

  /// Why nothing arrives; nil while nothing is wrong, or things are under way.
  private func trouble(in connection: ConnectionState) -> LinkTrouble? {
    switch connection {
    case .unauthorized: .notAuthorized
    case .ready: isSilent ? .silent : nil
    case .starting, .advertising, .pairingOpen, .connected, .pairing, .encrypted, .discovering,
      .noNotifications, .recovering, .disconnected, .phoneRefused:
      hostTrouble
    }
  }

  func diagnosis(_ phone: borrowing PhoneState) -> LinkDiagnosis {
    let connection = connection(phone)
    return LinkDiagnosis(
      connection: connection, trouble: trouble(in: connection), hasEvents: phone.lastEventAt != nil)
  }

  // MARK: Events

  mutating func hostChanged(to state: ConnectionState, trouble: LinkTrouble?) {
    hostState = state
    hostTrouble = trouble
    hadSession = false
  }

  /// Keeps a recovery for the status screen, with the time of day, and records it.
  mutating func noteRecovery(
    _ step: Recovery.Step, _ cause: Recovery.Cause, _ clock: borrowing WatchClock, now: Instant,
    _ output: inout WatchOutput
  ) {
    guard Self.countsLosses else { return }
    let recovery = Recovery(step, cause, at: now, time: clock.time, date: clock.date)
    recoveries.append(recovery)
    output.record(.recovery(recovery))
  }

  /// Finds the state of the connection, records it if it is new, and counts the losses.
  mutating func follow(_ phone: borrowing PhoneState, now: Instant, _ output: inout WatchOutput) {
    followConnection(phone, now: now, &output)
    guard Self.countsLosses else { return }
    losses.note(phone.session.counters, lostEvents: output.lostEventCount, now: now)
  }

  private mutating func followConnection(_ phone: borrowing PhoneState, now: Instant, _ output: inout WatchOutput) {
    // Between the end of a session and the next event of the host the state is unknown.
    let hasSession = phone.session.state != .absent
    guard hasSession || !hadSession else { return }
    hadSession = hasSession
    let connection = connection(phone)
    followSilence(isReady: connection == .ready, lastEventAt: phone.lastEventAt, now: now)
    let trouble = trouble(in: connection)
    guard connection != reportedConnection || trouble != reportedTrouble else { return }
    reportedConnection = connection
    reportedTrouble = trouble
    output.record(.connection(connection, trouble))
    output.requestRedraw()
  }

  /// Only notifications end the silence. An answer of the phone does not.
  private mutating func followSilence(isReady: Bool, lastEventAt: Instant?, now: Instant) {
    guard isReady else {
      readySince = nil
      isSilent = false
      return
    }
    let since = readySince ?? now
    readySince = since
    isSilent = now.since(max(since, lastEventAt ?? since)) >= Self.silenceLimit
  }

  // MARK: Time

  /// - Returns: whether new losses were recorded.
  mutating func reportLosses(now: Instant, _ output: inout WatchOutput) -> Bool {
    guard Self.countsLosses, let report = losses.takeReport(now: now) else { return false }
    output.record(.losses(report))
    return true
  }
}
