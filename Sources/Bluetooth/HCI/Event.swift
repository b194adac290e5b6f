public import Octets

/// An event from the controller.
///
///     | indicator: 1 = 0x04 | code: 1 | length: 1 | parameters: length |
///
/// Core Spec 5.4, Vol 4, Part E, 5.4.4 and 7.7.
public enum Event: ~Escapable {
  /// HCI_Disconnection_Complete.
  case disconnectionComplete(DisconnectionComplete)
  /// HCI_Encryption_Change.
  case encryptionChange(EncryptionChange)
  /// HCI_Read_Remote_Version_Information_Complete.
  case readRemoteVersionInformationComplete(ReadRemoteVersionInformationComplete)
  /// HCI_Command_Complete.
  case commandComplete(CommandComplete)
  /// HCI_Command_Status.
  case commandStatus(CommandStatus)
  /// HCI_Hardware_Error.
  case hardwareError(HardwareError)
  /// HCI_Number_Of_Completed_Packets.
  case numberOfCompletedPackets(NumberOfCompletedPackets)
  /// HCI_Data_Buffer_Overflow.
  case dataBufferOverflow(DataBufferOverflow)
  /// HCI_Encryption_Key_Refresh_Complete.
  case encryptionKeyRefreshComplete(EncryptionKeyRefreshComplete)
  /// HCI_Authenticated_Payload_Timeout_Expired.
  case authenticatedPayloadTimeoutExpired(AuthenticatedPayloadTimeoutExpired)
  /// HCI_LE_Connection_Complete.
  case leConnectionComplete(LEConnectionComplete)
  /// HCI_LE_Connection_Update_Complete.
  case leConnectionUpdateComplete(LEConnectionUpdateComplete)
  /// HCI_LE_Read_Remote_Features_Complete.
  case leReadRemoteFeaturesComplete(LEReadRemoteFeaturesComplete)
  /// HCI_LE_Long_Term_Key_Request.
  case leLongTermKeyRequest(LELongTermKeyRequest)
  /// HCI_LE_Remote_Connection_Parameter_Request.
  case leRemoteConnectionParameterRequest(LERemoteConnectionParameterRequest)
  /// HCI_LE_Data_Length_Change.
  case leDataLengthChange(LEDataLengthChange)
  /// HCI_LE_PHY_Update_Complete.
  case lePHYUpdateComplete(LEPHYUpdateComplete)
  /// HCI_LE_Advertising_Set_Terminated.
  case leAdvertisingSetTerminated(LEAdvertisingSetTerminated)
  /// HCI_LE_Channel_Selection_Algorithm.
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
