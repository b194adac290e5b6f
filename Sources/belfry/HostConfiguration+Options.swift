internal import BluetoothHost
internal import GATT
internal import LinuxPlatform
internal import Octets

extension HostConfiguration {
  /// What the user chose, and what the product is.
  init(_ options: Options) {
    let information = DeviceInformation(
      name: BoundedText(repairing: options.name.span), firmwareRevision: "0.1.0")
    self.init(
      name: BoundedText(repairing: options.name.span), deviceInformation: information,
      pairingWindow: options.pairingWindow)
  }
}
