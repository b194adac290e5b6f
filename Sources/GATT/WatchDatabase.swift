internal import ATT

/// The attribute table this server shows: GAP, GATT, Device Information, Battery.
///
/// Handles are frozen: phones cache them per bond. Attributes may only be added behind the last one.
/// The battery level asks for encryption, because a phone outside its Bluetooth settings begins to pair only when an
/// access was refused for want of it.
enum WatchDatabase {
  static let attributes: [28 of Attribute] = [
    .primaryService(.genericAccess),  // 0x0001
    .characteristic(.read),
    .value(.deviceName, read: .open, write: .never),
    .characteristic(.read),
    .value(.appearance, read: .open, write: .never),  // 0x0005
    .characteristic(.read),
    .value(.peripheralPreferredConnectionParameters, read: .open, write: .never),
    .characteristic(.read),
    .value(.centralAddressResolution, read: .open, write: .never),
    .primaryService(.genericAttribute),  // 0x000A
    .characteristic(.indicate),
    .value(.serviceChanged, read: .never, write: .never),
    .configuration(slot: serviceChangedSlot, allowed: .indications, write: .open),
    .characteristic(CharacteristicProperties(rawValue: 0x0A)),  // read, write
    .value(.clientSupportedFeatures, read: .open, write: .open),  // 0x000F
    .characteristic(.read),
    .value(.databaseHash, read: .open, write: .never),
    .primaryService(.deviceInformation),  // 0x0012
    .characteristic(.read),
    .value(.manufacturerNameString, read: .open, write: .never),
    .characteristic(.read),  // 0x0015
    .value(.modelNumberString, read: .open, write: .never),
    .characteristic(.read),
    .value(.firmwareRevisionString, read: .open, write: .never),
    .primaryService(.battery),  // 0x0019
    .characteristic(CharacteristicProperties(rawValue: 0x12)),  // read, notify
    .value(.batteryLevel, read: .encrypted, write: .never),
    .configuration(slot: batteryLevelSlot, allowed: .notifications, write: .encrypted),  // 0x001C
  ]

  /// Octets of the message that the Database Hash is computed over.
  static var hashMessageCount: Int { 131 }

  static var serviceChangedSlot: Int { 0 }
  static var batteryLevelSlot: Int { 1 }
  static var serviceChangedHandle: AttributeHandle { handle(0x000C) }
  static var batteryLevelHandle: AttributeHandle { handle(0x001B) }

  private static func handle(_ rawValue: UInt16) -> AttributeHandle { AttributeHandle(rawValue: rawValue) ?? .first }
}
