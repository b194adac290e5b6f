public import GAP
public import SecurityManager
public import Timing

/// When the watch advertises with private addresses, which only bonded phones recognise.
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
  /// Any peer: for a server whose values need no encryption.
  case anyone
}

/// How the host behaves. The advertisement and the services are parameters of their own.
public struct HostConfiguration: Sendable {
  /// Which ways to pair there are, and which bonds count.
  public var security: PairingSecurity
  /// How long a new phone may pair after a start without bonds, and after the user opens the window.
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
}
