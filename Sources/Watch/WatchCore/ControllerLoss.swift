public import HCI

/// The reason why the controller must be opened and started again.
public enum ControllerLoss<TransportFailure: Error>: Sendable {
  /// The transport failed.
  case transport(TransportFailure)
  /// The octets that arrive cannot be cut into packets any more.
  case framing
  /// The controller does not do what the specification says.
  case controller(ControllerFailure)
}
