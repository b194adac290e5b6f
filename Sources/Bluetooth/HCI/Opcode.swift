/// Names one HCI command: six bits of group (OGF), ten of command (OCF). 0x0000 names none.
///
/// Core Spec 5.4, Vol 4, Part E, 5.4.1.
public struct Opcode: Equatable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  private init(_ group: UInt16, _ command: UInt16) { rawValue = group << 10 | command }

  /// The opcode in a Command Complete event that only updates the command credits.
  public static let none = Opcode(0x00, 0x000)
}

// Link control. Core Spec 5.4, Vol 4, Part E, 7.1.
extension Opcode {
  /// HCI_Disconnect.
  public static let disconnect = Opcode(0x01, 0x006)
  /// HCI_Read_Remote_Version_Information.
  public static let readRemoteVersionInformation = Opcode(0x01, 0x01D)
}

// Controller and baseband. Core Spec 5.4, Vol 4, Part E, 7.3.
extension Opcode {
  /// HCI_Set_Event_Mask.
  public static let setEventMask = Opcode(0x03, 0x001)
  /// HCI_Reset.
  public static let reset = Opcode(0x03, 0x003)
  /// HCI_Write_LE_Host_Support.
  public static let writeLEHostSupport = Opcode(0x03, 0x06D)
}

// Informational and status parameters. Core Spec 5.4, Vol 4, Part E, 7.4 and 7.5.
extension Opcode {
  /// HCI_Read_Local_Version_Information.
  public static let readLocalVersionInformation = Opcode(0x04, 0x001)
  /// HCI_Read_Local_Supported_Commands.
  public static let readLocalSupportedCommands = Opcode(0x04, 0x002)
  /// HCI_Read_Local_Supported_Features.
  public static let readLocalSupportedFeatures = Opcode(0x04, 0x003)
  /// HCI_Read_Buffer_Size.
  public static let readBufferSize = Opcode(0x04, 0x005)
  /// HCI_Read_BD_ADDR.
  public static let readBDADDR = Opcode(0x04, 0x009)
  /// HCI_Read_RSSI.
  public static let readRSSI = Opcode(0x05, 0x005)
}

// LE controller. Core Spec 5.4, Vol 4, Part E, 7.8.
extension Opcode {
  /// HCI_LE_Set_Event_Mask.
  public static let leSetEventMask = Opcode(0x08, 0x001)
  /// HCI_LE_Read_Buffer_Size.
  public static let leReadBufferSize = Opcode(0x08, 0x002)
  /// HCI_LE_Read_Local_Supported_Features.
  public static let leReadLocalSupportedFeatures = Opcode(0x08, 0x003)
  /// HCI_LE_Set_Random_Address.
  public static let leSetRandomAddress = Opcode(0x08, 0x005)
  /// HCI_LE_Set_Advertising_Parameters.
  public static let leSetAdvertisingParameters = Opcode(0x08, 0x006)
  /// HCI_LE_Set_Advertising_Data.
  public static let leSetAdvertisingData = Opcode(0x08, 0x008)
  /// HCI_LE_Set_Scan_Response_Data.
  public static let leSetScanResponseData = Opcode(0x08, 0x009)
  /// HCI_LE_Set_Advertising_Enable.
  public static let leSetAdvertisingEnable = Opcode(0x08, 0x00A)
  /// HCI_LE_Connection_Update.
  public static let leConnectionUpdate = Opcode(0x08, 0x013)
  /// HCI_LE_Read_Remote_Features.
  public static let leReadRemoteFeatures = Opcode(0x08, 0x016)
  /// HCI_LE_Long_Term_Key_Request_Reply.
  public static let leLongTermKeyRequestReply = Opcode(0x08, 0x01A)
  /// HCI_LE_Long_Term_Key_Request_Negative_Reply.
  public static let leLongTermKeyRequestNegativeReply = Opcode(0x08, 0x01B)
  /// HCI_LE_Remote_Connection_Parameter_Request_Reply.
  public static let leRemoteConnectionParameterRequestReply = Opcode(0x08, 0x020)
  /// HCI_LE_Remote_Connection_Parameter_Request_Negative_Reply.
  public static let leRemoteConnectionParameterRequestNegativeReply = Opcode(0x08, 0x021)
  /// HCI_LE_Set_Data_Length.
  public static let leSetDataLength = Opcode(0x08, 0x022)
  /// HCI_LE_Write_Suggested_Default_Data_Length.
  public static let leWriteSuggestedDefaultDataLength = Opcode(0x08, 0x024)
  /// HCI_LE_Read_Buffer_Size [v2].
  public static let leReadBufferSizeV2 = Opcode(0x08, 0x060)
}

// Vendor commands of Broadcom and Cypress controllers. The Raspberry Pi has such a controller.
extension Opcode {
  /// Broadcom's command that writes the public address.
  public static let broadcomWriteBDADDR = Opcode(0x3F, 0x001)
}

extension Opcode {
  /// Whether a Command Status with status 0 is all the answer this command gets; its outcome is an event of its own.
  var answersByStatus: Bool {
    self == .disconnect || self == .readRemoteVersionInformation || self == .leConnectionUpdate
      || self == .leReadRemoteFeatures
  }
}
