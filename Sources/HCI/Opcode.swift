/// Names one HCI command: six bits of group (OGF), ten of command (OCF). 0x0000 names none.
///
/// Core Spec 5.4, Vol 4, Part E, 5.4.1.
public struct Opcode: Equatable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  private init(_ group: UInt16, _ command: UInt16) { rawValue = group << 10 | command }

  /// What a Command Complete event carries that only updates the command credits.
  public static let none = Opcode(0x00, 0x000)
}

// Link control. Core Spec 5.4, Vol 4, Part E, 7.1.
extension Opcode {
  public static let disconnect = Opcode(0x01, 0x006)
  public static let readRemoteVersionInformation = Opcode(0x01, 0x01D)
}

// Controller and baseband. Core Spec 5.4, Vol 4, Part E, 7.3.
extension Opcode {
  public static let setEventMask = Opcode(0x03, 0x001)
  public static let reset = Opcode(0x03, 0x003)
  public static let writeLEHostSupport = Opcode(0x03, 0x06D)
}

// Informational and status parameters. Core Spec 5.4, Vol 4, Part E, 7.4 and 7.5.
extension Opcode {
  public static let readLocalVersionInformation = Opcode(0x04, 0x001)
  public static let readLocalSupportedCommands = Opcode(0x04, 0x002)
  public static let readLocalSupportedFeatures = Opcode(0x04, 0x003)
  public static let readBufferSize = Opcode(0x04, 0x005)
  public static let readBDADDR = Opcode(0x04, 0x009)
  public static let readRSSI = Opcode(0x05, 0x005)
}

// LE controller. Core Spec 5.4, Vol 4, Part E, 7.8.
extension Opcode {
  public static let leSetEventMask = Opcode(0x08, 0x001)
  public static let leReadBufferSize = Opcode(0x08, 0x002)
  public static let leReadLocalSupportedFeatures = Opcode(0x08, 0x003)
  public static let leSetRandomAddress = Opcode(0x08, 0x005)
  public static let leSetAdvertisingParameters = Opcode(0x08, 0x006)
  public static let leSetAdvertisingData = Opcode(0x08, 0x008)
  public static let leSetScanResponseData = Opcode(0x08, 0x009)
  public static let leSetAdvertisingEnable = Opcode(0x08, 0x00A)
  public static let leConnectionUpdate = Opcode(0x08, 0x013)
  public static let leReadRemoteFeatures = Opcode(0x08, 0x016)
  public static let leLongTermKeyRequestReply = Opcode(0x08, 0x01A)
  public static let leLongTermKeyRequestNegativeReply = Opcode(0x08, 0x01B)
  public static let leRemoteConnectionParameterRequestReply = Opcode(0x08, 0x020)
  public static let leRemoteConnectionParameterRequestNegativeReply = Opcode(0x08, 0x021)
  public static let leSetDataLength = Opcode(0x08, 0x022)
  public static let leWriteSuggestedDefaultDataLength = Opcode(0x08, 0x024)
  public static let leReadBufferSizeV2 = Opcode(0x08, 0x060)
}

// Vendor commands of Broadcom's and Cypress's controllers, among them those of the Raspberry Pi.
extension Opcode {
  public static let broadcomWriteBDADDR = Opcode(0x3F, 0x001)
}

extension Opcode {
  /// Whether a Command Status with status 0 is all the answer this command gets; its outcome is an event of its own.
  var answersByStatus: Bool {
    self == .disconnect || self == .readRemoteVersionInformation || self == .leConnectionUpdate
      || self == .leReadRemoteFeatures
  }
}
