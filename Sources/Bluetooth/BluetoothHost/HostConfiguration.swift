public import GAP
public import SecurityManager
public import Timing

/// When the device advertises with private addresses, which only bonded phones recognise.
public enum PrivateAddressChoice: Equatable, Sendable {
  /// Use them, unless a bonded phone that may connect cannot resolve them, or it is not known whether it can.
  case auto
  /// Always.
  case on
  /// Never.
  case off
}

/// Which peers may keep a link.
public enum AdmissionPolicy: Equatable, Sendable {
  /// A peer has to prove a bond, or to make one while the pairing window is open. Others are disconnected.
  case bonded
  /// Any peer, for a server whose values need no encryption.
  ///
  /// The device is always discoverable: `Advertisement.discoverable` is sent, also while no peer may pair. The pairing
  /// window does not open by itself: call `openPairingWindow(now:)` to let a peer pair. From the fourth link in a row
  /// that is shorter than ten seconds and not encrypted, the host pauses for 1 s to 4 s before it advertises again.
  case anyone
}

/// How the host behaves. The advertisement and the services are parameters of their own.
public struct HostConfiguration: Sendable {
  /// Which ways to pair there are, and which bonds count.
  public var security: PairingSecurity
  /// How long a new peer may pair after the user opens the window and, with `AdmissionPolicy.bonded`, after a start
  /// without bonds. With zero, no new peer may pair.
  public var pairingWindow: Interval
  /// The largest ATT PDU that we receive: 23...517.
  public var receiveMTU: Int
  /// When the host advertises with private addresses.
  public var privateAddress = PrivateAddressChoice.auto
  /// Which peers may keep a link.
  public var admission = AdmissionPolicy.bonded
  /// How often the host advertises while its phone is away.
  public var reconnection = ReconnectionSpeed.balanced
  /// The timing of an idle connection.
  public var power = PowerMode.balanced

  /// Creates a configuration; the other properties have their defaults.
  public init(
    pairingWindow: Interval = .seconds(120), security: PairingSecurity = .secureConnections, receiveMTU: Int = 517
  ) {
    self.pairingWindow = pairingWindow
    self.security = security
    self.receiveMTU = receiveMTU
  }

  /// Returns what is sent of `advertisement`: a device that admits any peer is always discoverable.
  func admitted(_ advertisement: Advertisement) -> Advertisement {
    guard admission == .anyone else { return advertisement }
    return Advertisement(
      discoverable: advertisement.discoverable, alternative: advertisement.alternative,
      undiscoverable: advertisement.discoverable)
  }
}
