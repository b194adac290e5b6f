public import ATT
public import HCI
public import Identifiers
public import SecurityManager

/// An event that the host reports to the product.
public enum HostEvent: Equatable, Sendable {
  /// The host moved to another state.
  case stateChanged(HostState)
  /// The link is encrypted with the key of a bond: private data may be read and trusted.
  case secured
  /// The link has ended. All its handles and sessions are invalid.
  case linkLost(reason: HCI.ErrorCode)
  /// Six digits to show, 0...999999, until `pairingEnded`. Answer with
  /// `answerPairing(isConfirmed:now:)`.
  case pairingCode(UInt32)
  /// Six digits to type on the phone, 0...999999, to show until `pairingEnded`. To end the pairing, call
  /// `answerPairing(isConfirmed: false, now:)`.
  case pairingPasskey(UInt32)
  /// A pairing has ended. Hide its code.
  case pairingEnded(PairingResult)
  /// A phone asked to pair while the window was closed, and was refused; once for each link. Any radio can raise this.
  case pairingRefused(PairingFailure)
  /// The phone that is pairing claims, without proof, to be this bonded one. Answer with `answerClaim(isAllowed:now:)`
  /// before `pairingEnded`; without an answer the bond stays.
  case identityClaimed(DeviceAddress)
  /// The window was opened but the table is full: the bond with this phone, which was not used for the longest time,
  /// would be deleted. `acceptReplacement(now:)` agrees to it.
  case replacementOffered(DeviceAddress)
  /// A bond that only one side seems to have. Reported once, and again only after the phone was secured in between. Any
  /// radio can cause this event.
  case bondMismatch(BondMismatch)
  /// Save `bonds` now, then call `noteBondsSaved(now:)`.
  case bondsChanged
  /// A peer wrote the value at this handle of our server, once or more often. `value(of:)` has the value that was
  /// written last.
  case valueWritten(AttributeHandle)
  /// The connected phone has sent its name.
  case phoneNamed
  /// The controller has failed; `controllerFailure` is the reason. Close and re-open its transport, then `start(now:)`.
  case controllerFailed
}

/// The state of the host.
///
///     off → starting → advertising ⇄ connected → (pairing) → encrypted
///      ▲________________ transport lost, controller failed ________|
public enum HostState: UInt8, Sendable {
  /// The transport is not open, or the controller failed.
  case off
  /// The controller is being brought up.
  case starting
  /// No peer is connected.
  case advertising
  /// A peer is connected. It has not proved a bond, or the bond that it has proved is not saved yet.
  case connected
  /// A peer is pairing.
  case pairing
  /// The link is encrypted with the key of a bond.
  case encrypted
}

/// How a pairing ended.
public enum PairingResult: Equatable, Sendable {
  /// The phone is bonded.
  case bonded
  /// The pairing itself failed, or a bond could not be kept.
  case failed(PairingFailure)
}

extension HCI.ErrorCode {
  /// Whether the link ended because the phone was not heard for the whole supervision timeout.
  public var isSupervisionTimeout: Bool { self == .connectionTimeout }
}
