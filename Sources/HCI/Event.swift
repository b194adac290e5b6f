public import Octets

/// An event from the controller.
///
///     | indicator: 1 = 0x04 | code: 1 | length: 1 | parameters: length |
///
/// Core Spec 5.4, Vol 4, Part E, 5.4.4 and 7.7.
public enum Event: ~Escapable {
  case disconnectionComplete(DisconnectionComplete)
  case encryptionChange(EncryptionChange)
  case readRemoteVersionInformationComplete(ReadRemoteVersionInformationComplete)
  case commandComplete(CommandComplete)
  case commandStatus(CommandStatus)
  case hardwareError(HardwareError)
  case numberOfCompletedPackets(NumberOfCompletedPackets)
  case dataBufferOverflow(DataBufferOverflow)
  case encryptionKeyRefreshComplete(EncryptionKeyRefreshComplete)
  case authenticatedPayloadTimeoutExpired(AuthenticatedPayloadTimeoutExpired)
  case leConnectionComplete(LEConnectionComplete)
  case leConnectionUpdateComplete(LEConnectionUpdateComplete)
  case leReadRemoteFeaturesComplete(LEReadRemoteFeaturesComplete)
  case leLongTermKeyRequest(LELongTermKeyRequest)
  case leRemoteConnectionParameterRequest(LERemoteConnectionParameterRequest)
  case leDataLengthChange(LEDataLengthChange)
  case lePHYUpdateComplete(LEPHYUpdateComplete)
  case leAdvertisingSetTerminated(LEAdvertisingSetTerminated)
  case leChannelSelectionAlgorithm(LEChannelSelectionAlgorithm)
  /// A vendor's event, or one that is newer than this host.
  case unknown

  /// Reads the whole of `packet`, indicator included.
  ///
  /// Octets behind the parameters that this host knows are left unread, as the specification demands for the sake of
  /// later versions; those events whose length is counted by the host (0x05, 0x0F, 0x13) must be exact.
  ///
  /// - Throws: `truncated` if parameters are missing, `invalidValue` if the length field does not match the packet or
  ///   a parameter is out of its range.
  @_lifetime(copy packet)
  public init(decoding packet: Span<UInt8>) throws(DecodeError) {
    var parameters = packet
    guard try parameters.takeUInt8() == PacketIndicator.event.rawValue else { throw .invalidValue }
    let code = try parameters.takeUInt8()
    guard try Int(parameters.takeUInt8()) == parameters.count else { throw .invalidValue }
    guard let code = EventCode(rawValue: code) else {
      self = .unknown
      return
    }
    if code == .leMeta {
      self = try Self.leMeta(&parameters)
    } else {
      self = try Self.general(code, &parameters)
      if code.isExact, !parameters.isEmpty { throw .invalidValue }
    }
  }

  @_lifetime(copy parameters)
  @_lifetime(parameters: copy parameters)
  private static func general(_ code: EventCode, _ parameters: inout Span<UInt8>) throws(DecodeError) -> Event {
    switch code {
    case .disconnectionComplete: .disconnectionComplete(try .init(decoding: &parameters))
    case .encryptionChange: .encryptionChange(try .init(decoding: &parameters))
    case .readRemoteVersionInformationComplete: .readRemoteVersionInformationComplete(try .init(decoding: &parameters))
    case .commandComplete: .commandComplete(try .init(decoding: &parameters))
    case .commandStatus: .commandStatus(try .init(decoding: &parameters))
    case .hardwareError: .hardwareError(try .init(decoding: &parameters))
    case .numberOfCompletedPackets: .numberOfCompletedPackets(try .init(decoding: &parameters))
    case .dataBufferOverflow: .dataBufferOverflow(try .init(decoding: &parameters))
    case .encryptionKeyRefreshComplete: .encryptionKeyRefreshComplete(try .init(decoding: &parameters))
    case .authenticatedPayloadTimeoutExpired: .authenticatedPayloadTimeoutExpired(try .init(decoding: &parameters))
    case .leMeta: .unknown
    }
  }

  @_lifetime(copy parameters)
  @_lifetime(parameters: copy parameters)
  private static func leMeta(_ parameters: inout Span<UInt8>) throws(DecodeError) -> Event {
    guard let subevent = LESubeventCode(rawValue: try parameters.takeUInt8()) else { return .unknown }
    return switch subevent {
    case .connectionComplete: .leConnectionComplete(try .init(decoding: &parameters, isEnhanced: false))
    case .enhancedConnectionComplete: .leConnectionComplete(try .init(decoding: &parameters, isEnhanced: true))
    case .connectionUpdateComplete: .leConnectionUpdateComplete(try .init(decoding: &parameters))
    case .readRemoteFeaturesComplete: .leReadRemoteFeaturesComplete(try .init(decoding: &parameters))
    case .longTermKeyRequest: .leLongTermKeyRequest(try .init(decoding: &parameters))
    case .remoteConnectionParameterRequest: .leRemoteConnectionParameterRequest(try .init(decoding: &parameters))
    case .dataLengthChange: .leDataLengthChange(try .init(decoding: &parameters))
    case .phyUpdateComplete: .lePHYUpdateComplete(try .init(decoding: &parameters))
    case .advertisingSetTerminated: .leAdvertisingSetTerminated(try .init(decoding: &parameters))
    case .channelSelectionAlgorithm: .leChannelSelectionAlgorithm(try .init(decoding: &parameters))
    }
  }
}

/// The events this host reads.
private enum EventCode: UInt8 {
  case disconnectionComplete = 0x05
  case encryptionChange = 0x08
  case readRemoteVersionInformationComplete = 0x0C
  case commandComplete = 0x0E
  case commandStatus = 0x0F
  case hardwareError = 0x10
  case numberOfCompletedPackets = 0x13
  case dataBufferOverflow = 0x1A
  case encryptionKeyRefreshComplete = 0x30
  case leMeta = 0x3E
  case authenticatedPayloadTimeoutExpired = 0x57

  var isExact: Bool {
    self == .disconnectionComplete || self == .commandStatus || self == .numberOfCompletedPackets
  }
}

/// The first parameter of an LE Meta event. Core Spec 5.4, Vol 4, Part E, 7.7.65.
private enum LESubeventCode: UInt8 {
  case connectionComplete = 0x01
  case connectionUpdateComplete = 0x03
  case readRemoteFeaturesComplete = 0x04
  case longTermKeyRequest = 0x05
  case remoteConnectionParameterRequest = 0x06
  case dataLengthChange = 0x07
  case enhancedConnectionComplete = 0x0A
  case phyUpdateComplete = 0x0C
  case advertisingSetTerminated = 0x12
  case channelSelectionAlgorithm = 0x14
}
