public import Identifiers
public import Octets

/// A command to the controller.
///
///     | indicator: 1 = 0x01 | opcode: 2 | length: 1 | parameters: length |
///
/// Core Spec 5.4, Vol 4, Part E, 5.4.1 and 7.
public enum Command: Sendable {
  // Bring-up. `Controller` sends these itself.
  /// HCI_Reset.
  case reset
  /// HCI_Read_Local_Version_Information.
  case readLocalVersionInformation
  /// HCI_Read_Local_Supported_Commands.
  case readLocalSupportedCommands
  /// HCI_Read_Local_Supported_Features.
  case readLocalSupportedFeatures
  /// HCI_Read_BD_ADDR.
  case readBDADDR
  /// HCI_Read_Buffer_Size.
  case readBufferSize
  /// HCI_Set_Event_Mask.
  case setEventMask(UInt64)
  /// HCI_Write_LE_Host_Support.
  case writeLEHostSupport
  /// HCI_LE_Set_Event_Mask.
  case leSetEventMask(UInt64)
  /// HCI_LE_Read_Buffer_Size.
  case leReadBufferSize
  /// HCI_LE_Read_Buffer_Size [v2].
  case leReadBufferSizeV2
  /// HCI_LE_Read_Local_Supported_Features.
  case leReadLocalSupportedFeatures
  /// Octets 27...251, and how long they may take in microseconds.
  case leWriteSuggestedDefaultDataLength(octets: UInt16, time: UInt16)
  /// A public address, until the controller's power is cut.
  case broadcomWriteBDADDR(DeviceAddress)

  // Advertising.
  /// Not allowed while advertising is on.
  case leSetRandomAddress(DeviceAddress)
  /// Not allowed while advertising is on.
  case leSetAdvertisingParameters(AdvertisingParameters)
  /// HCI_LE_Set_Advertising_Data.
  case leSetAdvertisingData(AdvertisingData)
  /// HCI_LE_Set_Scan_Response_Data.
  case leSetScanResponseData(AdvertisingData)
  /// HCI_LE_Set_Advertising_Enable.
  case leSetAdvertisingEnable(Bool)

  // One connection.
  /// The reason is sent to the peer: one of 0x05, 0x13, 0x14, 0x15, 0x1A, 0x29, 0x3B.
  case disconnect(ConnectionHandle, reason: ErrorCode)
  /// HCI_Read_Remote_Version_Information.
  case readRemoteVersionInformation(ConnectionHandle)
  /// HCI_Read_RSSI.
  case readRSSI(ConnectionHandle)
  /// HCI_LE_Connection_Update.
  case leConnectionUpdate(ConnectionHandle, ConnectionParameters)
  /// HCI_LE_Read_Remote_Features.
  case leReadRemoteFeatures(ConnectionHandle)
  /// HCI_LE_Set_Data_Length.
  case leSetDataLength(ConnectionHandle, octets: UInt16, time: UInt16)
  /// The key, least significant octet first.
  case leLongTermKeyRequestReply(ConnectionHandle, [16 of UInt8])
  /// HCI_LE_Long_Term_Key_Request_Negative_Reply.
  case leLongTermKeyRequestNegativeReply(ConnectionHandle)
  /// HCI_LE_Remote_Connection_Parameter_Request_Reply.
  case leRemoteConnectionParameterRequestReply(ConnectionHandle, ConnectionParameters)
  /// HCI_LE_Remote_Connection_Parameter_Request_Negative_Reply.
  case leRemoteConnectionParameterRequestNegativeReply(ConnectionHandle, reason: ErrorCode)

  /// The longest command: four octets of header and 32 of advertising data.
  public static var maximumPacketCount: Int { 36 }

  /// The opcode that identifies the command.
  public var opcode: Opcode { shape.opcode }

  /// Appends the whole packet, indicator included.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    let (opcode, parameterCount) = shape
    guard output.freeCapacity >= 4 + Int(parameterCount) else { throw .insufficientCapacity }
    try output.put(PacketIndicator.command.rawValue)
    try output.put(opcode.rawValue)
    try output.put(parameterCount)
    try encodeParameters(into: &output)
  }
}

extension Command {
  /// Whether a Command Complete with status 0 names the connection behind the status.
  var returnsConnectionHandle: Bool {
    switch self {
    case .readRSSI, .leSetDataLength, .leLongTermKeyRequestReply, .leLongTermKeyRequestNegativeReply,
      .leRemoteConnectionParameterRequestReply, .leRemoteConnectionParameterRequestNegativeReply:
      true
    case .reset, .readLocalVersionInformation, .readLocalSupportedCommands, .readLocalSupportedFeatures, .readBDADDR,
      .readBufferSize, .setEventMask, .writeLEHostSupport, .leSetEventMask, .leReadBufferSize, .leReadBufferSizeV2,
      .leReadLocalSupportedFeatures, .leWriteSuggestedDefaultDataLength, .leSetRandomAddress,
      .leSetAdvertisingParameters, .leSetAdvertisingData, .leSetScanResponseData, .leSetAdvertisingEnable, .disconnect,
      .readRemoteVersionInformation, .leConnectionUpdate, .leReadRemoteFeatures, .broadcomWriteBDADDR:
      false
    }
  }

  /// The opcode, and how many octets of parameters there are.
  @inline(never)  // Several callers: one copy is smaller.
  private var shape: (opcode: Opcode, parameterCount: UInt8) {
    switch self {
    case .reset: (.reset, 0)
    case .readLocalVersionInformation: (.readLocalVersionInformation, 0)
    case .readLocalSupportedCommands: (.readLocalSupportedCommands, 0)
    case .readLocalSupportedFeatures: (.readLocalSupportedFeatures, 0)
    case .readBDADDR: (.readBDADDR, 0)
    case .readBufferSize: (.readBufferSize, 0)
    case .setEventMask: (.setEventMask, 8)
    case .writeLEHostSupport: (.writeLEHostSupport, 2)
    case .leSetEventMask: (.leSetEventMask, 8)
    case .leReadBufferSize: (.leReadBufferSize, 0)
    case .leReadBufferSizeV2: (.leReadBufferSizeV2, 0)
    case .leReadLocalSupportedFeatures: (.leReadLocalSupportedFeatures, 0)
    case .leWriteSuggestedDefaultDataLength: (.leWriteSuggestedDefaultDataLength, 4)
    case .broadcomWriteBDADDR: (.broadcomWriteBDADDR, 6)
    case .leSetRandomAddress: (.leSetRandomAddress, 6)
    case .leSetAdvertisingParameters: (.leSetAdvertisingParameters, 15)
    case .leSetAdvertisingData: (.leSetAdvertisingData, 32)
    case .leSetScanResponseData: (.leSetScanResponseData, 32)
    case .leSetAdvertisingEnable: (.leSetAdvertisingEnable, 1)
    case .disconnect: (.disconnect, 3)
    case .readRemoteVersionInformation: (.readRemoteVersionInformation, 2)
    case .readRSSI: (.readRSSI, 2)
    case .leConnectionUpdate: (.leConnectionUpdate, 14)
    case .leReadRemoteFeatures: (.leReadRemoteFeatures, 2)
    case .leSetDataLength: (.leSetDataLength, 6)
    case .leLongTermKeyRequestReply: (.leLongTermKeyRequestReply, 18)
    case .leLongTermKeyRequestNegativeReply: (.leLongTermKeyRequestNegativeReply, 2)
    case .leRemoteConnectionParameterRequestReply: (.leRemoteConnectionParameterRequestReply, 14)
    case .leRemoteConnectionParameterRequestNegativeReply: (.leRemoteConnectionParameterRequestNegativeReply, 3)
    }
  }

  @_lifetime(output: copy output)
  private func encodeParameters(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    switch self {
    case .reset, .readLocalVersionInformation, .readLocalSupportedCommands, .readLocalSupportedFeatures, .readBDADDR,
      .readBufferSize, .leReadBufferSize, .leReadBufferSizeV2, .leReadLocalSupportedFeatures:
      break
    case .setEventMask(let mask), .leSetEventMask(let mask): try output.put(mask)
    case .writeLEHostSupport:
      // LE supported; Simultaneous_LE_Host is reserved and 0.
      try output.put(UInt16(0x0001))
    case .leWriteSuggestedDefaultDataLength(let octets, let time):
      try output.put(octets)
      try output.put(time)
    case .leSetRandomAddress(let address), .broadcomWriteBDADDR(let address): try output.put(address.octets)
    case .leSetAdvertisingParameters(let parameters): try parameters.encode(into: &output)
    case .leSetAdvertisingData(let data), .leSetScanResponseData(let data): try data.encode(into: &output)
    case .leSetAdvertisingEnable(let isEnabled): try output.put(UInt8(isEnabled ? 1 : 0))
    case .readRemoteVersionInformation(let connection), .readRSSI(let connection),
      .leReadRemoteFeatures(let connection), .leLongTermKeyRequestNegativeReply(let connection):
      try output.put(connection.rawValue)
    case .disconnect(let connection, let reason),
      .leRemoteConnectionParameterRequestNegativeReply(let connection, let reason):
      try output.put(connection.rawValue)
      try output.put(reason.rawValue)
    case .leSetDataLength(let connection, let octets, let time):
      try output.put(connection.rawValue)
      try output.put(octets)
      try output.put(time)
    case .leLongTermKeyRequestReply(let connection, let key):
      try output.put(connection.rawValue)
      try output.put(key)
    case .leConnectionUpdate(let connection, let parameters),
      .leRemoteConnectionParameterRequestReply(let connection, let parameters):
      try output.put(connection.rawValue)
      try parameters.encode(into: &output)
      // The lengths of connection events, minimum and maximum: no wish.
      try output.put(UInt32(0))
    }
  }
}
