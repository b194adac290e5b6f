internal import BluetoothHost
internal import GATT
internal import LinuxPlatform
internal import Octets
internal import SecurityManager

extension HostConfiguration {
  /// What the user chose, and what the product is.
  init(_ options: Options) {
    let information = DeviceInformation(
      name: BoundedText(repairing: options.name.span), firmwareRevision: "0.1.0")
    self.init(
      name: BoundedText(repairing: options.name.span), deviceInformation: information,
      pairingWindow: options.pairingWindow, security: PairingSecurity(options.security))
    usesPrivateAddress = options.usesPrivateAddress
  }
}

extension PairingSecurity {
  fileprivate init(_ choice: SecurityChoice) {
    self =
      switch choice {
      case .secureConnections: .secureConnections
      case .compatible: .compatible
      case .noneConfirm: .noneConfirm
      }
  }
}
