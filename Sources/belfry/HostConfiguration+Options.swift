internal import BluetoothHost
internal import GATT
internal import HCI
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

extension ControllerFailure {
  /// Says on standard error why the controller was given up.
  func report() {
    var line = StandardErrorLine()
    switch self {
    case .commandTimeout(let opcode):
      line.put("the controller did not answer command ")
      line.put(hexadecimal: UInt32(opcode.rawValue), digits: 4)
    case .commandRefused(let opcode, let error):
      line.put("the controller refused command ")
      line.put(hexadecimal: UInt32(opcode.rawValue), digits: 4)
      line.put(" with error ")
      line.put(hexadecimal: UInt32(error.rawValue), digits: 2)
    case .malformedReturnParameters(let opcode):
      line.put("the controller answered command ")
      line.put(hexadecimal: UInt32(opcode.rawValue), digits: 4)
      line.put(" with too few octets")
    case .noCommandCredits: line.put("the controller took no command for 4 s")
    case .commandQueueOverflow: line.put("the controller is too slow for the commands it is given")
    case .unusableBufferSize: line.put("the controller has no usable ACL buffers")
    case .lowEnergyNotSupported: line.put("the controller does not support Bluetooth LE")
    case .hardwareError(let code):
      line.put("the controller reports hardware error ")
      line.put(hexadecimal: UInt32(code), digits: 2)
    case .disconnectionTimeout: line.put("the controller did not end a connection")
    }
    line.put("; starting it again")
    line.send()
  }
}
