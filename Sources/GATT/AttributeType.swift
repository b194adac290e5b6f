public import Identifiers

/// The 16-bit UUIDs of attributes that GATT, GAP and our own services are made of.
///
/// Core Spec 5.4, Vol 3, Part G, 3.4; Bluetooth Assigned Numbers, 3.
public struct AttributeType: Equatable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public var uuid: BluetoothUUID { .short(rawValue) }

  public static var primaryService: AttributeType { AttributeType(rawValue: 0x2800) }
  public static var secondaryService: AttributeType { AttributeType(rawValue: 0x2801) }
  public static var include: AttributeType { AttributeType(rawValue: 0x2802) }
  public static var characteristic: AttributeType { AttributeType(rawValue: 0x2803) }
  public static var characteristicExtendedProperties: AttributeType { AttributeType(rawValue: 0x2900) }
  public static var clientCharacteristicConfiguration: AttributeType { AttributeType(rawValue: 0x2902) }

  public static var deviceName: AttributeType { AttributeType(rawValue: 0x2A00) }
  public static var appearance: AttributeType { AttributeType(rawValue: 0x2A01) }
  public static var peripheralPreferredConnectionParameters: AttributeType { AttributeType(rawValue: 0x2A04) }
  public static var centralAddressResolution: AttributeType { AttributeType(rawValue: 0x2AA6) }
  public static var serviceChanged: AttributeType { AttributeType(rawValue: 0x2A05) }
  public static var clientSupportedFeatures: AttributeType { AttributeType(rawValue: 0x2B29) }
  public static var databaseHash: AttributeType { AttributeType(rawValue: 0x2B2A) }
  public static var manufacturerNameString: AttributeType { AttributeType(rawValue: 0x2A29) }
  public static var modelNumberString: AttributeType { AttributeType(rawValue: 0x2A24) }
  public static var firmwareRevisionString: AttributeType { AttributeType(rawValue: 0x2A26) }
  public static var batteryLevel: AttributeType { AttributeType(rawValue: 0x2A19) }
}

/// The 16-bit UUIDs of the services we have.
///
/// Bluetooth Assigned Numbers, 3.4.
public struct ServiceType: Equatable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public var uuid: BluetoothUUID { .short(rawValue) }

  public static var genericAccess: ServiceType { ServiceType(rawValue: 0x1800) }
  public static var genericAttribute: ServiceType { ServiceType(rawValue: 0x1801) }
  public static var deviceInformation: ServiceType { ServiceType(rawValue: 0x180A) }
  public static var battery: ServiceType { ServiceType(rawValue: 0x180F) }
}
