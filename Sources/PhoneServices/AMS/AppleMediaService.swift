public import Identifiers

/// The UUIDs of the Apple Media Service, which the iPhone publishes. Any of the characteristics may be missing.
///
/// AMS specification, "The Apple Media Service", "Service Characteristics".
public enum AppleMediaService {
  /// The primary service. At most one; it may appear and vanish at any time.
  public static let uuid = BluetoothUUID(0x89D3_502B_0F36_433A, 0x8EF4_C502_AD55_F8DC)
  /// Write, notify. The client writes a `RemoteCommandID`; the phone notifies a `RemoteCommandSet`.
  public static let remoteCommand = BluetoothUUID(0x9B3C_81D8_57B1_4A8A, 0xB8DF_0E56_F7CA_51C2)
  /// Write with response, notify. The client writes the attributes to watch; the phone notifies an `EntityUpdate`.
  public static let entityUpdate = BluetoothUUID(0x2F7C_ABCE_808D_411F, 0x9A0C_BB92_BA96_C102)
  /// Read, write. The client writes the attribute to read, then reads its whole value.
  public static let entityAttribute = BluetoothUUID(0xC6B2_F38C_23AB_46D8, 0xA6AB_A3A8_70BB_D5D7)
}

/// A characteristic of the service.
public enum MediaCharacteristic: UInt8, Equatable, Sendable {
  /// Takes commands, and reports which ones the player accepts.
  case remoteCommand
  /// Notifies of changes of the player and the track.
  case entityUpdate
  /// Gives the whole of a value that was cut.
  case entityAttribute
}

/// An ATT error code with which the phone refuses something of the service.
///
/// AMS specification, "Error Codes".
public struct MediaError: Error, Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The client has not set up the service, for instance not subscribed to Entity Update.
  public static let invalidState = MediaError(rawValue: 0xA0)
  /// The written value has an invalid format.
  public static let invalidCommand = MediaError(rawValue: 0xA1)
  /// The attribute has no value now.
  public static let absentAttribute = MediaError(rawValue: 0xA2)
}
