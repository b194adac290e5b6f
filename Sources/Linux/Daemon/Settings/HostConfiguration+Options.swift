internal import BluetoothHost
internal import Configuration
internal import GAP
internal import LinuxPlatform
internal import SecurityManager

extension HostConfiguration {
  /// The user's choices.
  init(_ options: Options) {
    self.init(pairingWindow: options.watch.pairingWindow, security: PairingSecurity(options.watch.security))
    privateAddress = PrivateAddressChoice(options.watch.privateAddress)
    power = PowerMode(options.watch.power)
    reconnection = options.watch.reconnect.map { ReconnectionSpeed($0) } ?? ReconnectionSpeed(options.watch.power)
  }
}

extension PrivateAddressChoice {
  fileprivate init(_ choice: AddressChoice) {
    self =
      switch choice {
      case .auto: .auto
      case .on: .on
      case .off: .off
      }
  }
}

extension PowerMode {
  fileprivate init(_ choice: PowerChoice) {
    self =
      switch choice {
      case .fast: .fast
      case .balanced: .balanced
      case .saving: .saving
      }
  }
}

extension ReconnectionSpeed {
  /// The default.
  fileprivate init(_ choice: PowerChoice) {
    self =
      switch choice {
      case .fast: .fast
      case .balanced: .balanced
      case .saving: .saving
      }
  }

  fileprivate init(_ choice: ReconnectChoice) {
    self =
      switch choice {
      case .fast: .fast
      case .balanced: .balanced
      case .saving: .saving
      }
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
