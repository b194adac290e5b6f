public import HCI
public import Identifiers

/// What the host has to tell the product.
public enum HostEvent: Equatable, Sendable {
  /// The host moved to another state.
  case stateChanged(HostState)
  /// The link is encrypted with the key of a bond: private data may be read, and believed.
  case secured
  /// The link that was there is gone, and every handle and session with it.
  case linkLost(reason: HCI.ErrorCode)
  /// Six digits to show, 0...999999, until `pairingEnded`. Answer with `answerPairing(_:)`.
  case pairingCode(UInt32)
  case pairingEnded(PairingResult)
  /// The window was opened but the table is full: the bond with this phone, out of use the longest, would have to go.
  /// `acceptReplacement(now:)` agrees to it.
  case replacementOffered(DeviceAddress)
  /// Only one side of a bond is left. Told once, and again only after the phone was secured in between.
  case bondMismatch(BondMismatch)
  /// The bond table changed and wants to be stored: `encodeBonds(into:)`.
  case bondsChanged
  /// The controller is dead; `controllerFailure` says of what. Close and re-open its transport, then `start(now:)`.
  case controllerFailed
}

/// Where the host stands.
///
///     off → starting → advertising ⇄ connected → (pairing) → encrypted
///      ▲________________ transport lost, controller failed ________|
public enum HostState: UInt8, Sendable {
  case off, starting, advertising, connected, pairing, encrypted
}

/// How a pairing ended.
public enum PairingResult: Equatable, Sendable {
  case bonded
  /// The pairing itself failed, or a bond could not be kept.
  case failed(PairingFailureReason)
}

/// Why there is no new bond. Core Spec 5.4, Vol 3, Part H, 3.5.5 gives the codes.
public enum PairingFailureReason: Equatable, Sendable {
  /// We ended it, with this reason in Pairing Failed.
  case refusedByUs(code: UInt8)
  /// The phone ended it, with this reason in Pairing Failed.
  case refusedByPeer(code: UInt8)
  case timeout
  case encryptionFailed
  case disconnected
  /// Eight phones are bonded already.
  case noRoom
  /// The phone is bonded already with a stronger key.
  case weakerThanBond
}
