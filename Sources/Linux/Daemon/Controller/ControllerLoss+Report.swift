internal import HCI
internal import LinuxPlatform
internal import WatchCore

extension ControllerLoss<PlatformError> {
  /// Reports the loss on standard error, in one line.
  func report() {
    switch self {
    case .transport(let error): error.report()
    case .framing:
      var line = StandardErrorLine()
      line.put("received invalid data from the Bluetooth controller; restarting it")
      line.send()
    case .controller(let failure): failure.report()
    }
  }

  /// One word for the event stream.
  var name: StaticString {
    switch self {
    case .transport(let error): error.lossName
    case .framing: "garbled"
    case .controller(let failure): failure.name
    }
  }
}

extension ControllerFailure {
  fileprivate var name: StaticString {
    switch self {
    case .commandTimeout: "commandTimeout"
    case .commandRefused: "commandRefused"
    case .malformedReturnParameters: "malformedAnswer"
    case .noCommandCredits: "noCommandCredits"
    case .commandQueueOverflow: "commandQueueOverflow"
    case .unusableBufferSize: "unusableBuffers"
    case .lowEnergyNotSupported: "noLowEnergy"
    case .hardwareError: "hardwareError"
    case .disconnectionTimeout: "disconnectionTimeout"
    case .noData: "noData"
    case .advertisingRefused: "advertisingRefused"
    }
  }

  fileprivate func report() {
    var line = StandardErrorLine()
    describe(in: &line)
    line.put("; starting it again")
    line.send()
  }

  /// The controller's action or failure.
  func describe(in line: inout StandardErrorLine) {
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
    case .noData: line.put("the controller carries no data of the phone")
    case .advertisingRefused: line.put("the controller refuses to advertise")
    }
  }
}
