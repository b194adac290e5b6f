internal import HCI
internal import Identifiers
internal import Timing

/// The one link: its peer, whether it is trusted, and whether it is about to end.
///
///     none → connected → secured
///      ↑        └──────────┴──→ disconnecting: received PDUs are ignored, pending PDUs are still sent
///      └___ the end of the link, from everywhere
struct LinkSession {
  /// How long the phone may take to receive the PDUs that were pending when the disconnection was requested.
  static var disconnectionTimeout: Interval { .seconds(2) }

  private struct Disconnection {
    let reason: HCI.ErrorCode
    let deadline: Instant
  }

  private(set) var connection: ConnectionHandle?
  /// The identity address of the connected phone, if its address resolved to a bond or it has just bonded.
  private(set) var peerIdentity: DeviceAddress?
  /// Whether the link is encrypted with the key of a bond, and its phone is admitted.
  private(set) var isSecured = false
  /// Whether the user confirmed, when the bond was made, that there was no attacker between the devices.
  private(set) var isAuthenticated = false
  /// Whether the last secured link was that of another phone, or with another bond.
  private(set) var isAnotherPhone = false
  /// Whether the link is to end. From then on nothing of the phone counts.
  private(set) var isDisconnecting = false
  private var disconnection: Disconnection?

  /// Whether a procedure may begin.
  var isUsable: Bool { isSecured && !isDisconnecting }

  mutating func begin(_ connection: ConnectionHandle, with peerIdentity: DeviceAddress?) {
    self = LinkSession()
    self.connection = connection
    self.peerIdentity = peerIdentity
  }

  /// The connection has ended. `peerIdentity` is kept until `end()`.
  mutating func disappear() { connection = nil }

  mutating func end() { self = LinkSession() }

  /// The phone has bonded.
  mutating func identify(as identity: DeviceAddress) { peerIdentity = identity }

  mutating func secure(isAuthenticated: Bool, isAnotherPhone: Bool) {
    isSecured = true
    self.isAuthenticated = isAuthenticated
    self.isAnotherPhone = isAnotherPhone
  }

  mutating func distrust() {
    isSecured = false
    isAuthenticated = false
  }

  /// Ends the link after all pending PDUs were sent. The first reason counts.
  mutating func disconnect(_ reason: HCI.ErrorCode, now: Instant) {
    guard connection != nil, !isDisconnecting else { return }
    isDisconnecting = true
    disconnection = Disconnection(reason: reason, deadline: now + Self.disconnectionTimeout)
  }

  /// The time at which the link ends even if PDUs are still pending.
  var deadline: Instant? { disconnection?.deadline }

  /// - Returns: the reason to disconnect with, once.
  mutating func takeDisconnection() -> HCI.ErrorCode? {
    defer { disconnection = nil }
    return disconnection?.reason
  }
}
