public import Identifiers

/// The 16-bit UUIDs of attributes that GATT, GAP and our own services are made of.
///
/// Core Spec 5.4, Vol 3, Part G, 3.4; Bluetooth Assigned Numbers, 3.
public struct AttributeType: Equatable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The same as a UUID.
  public var uuid: BluetoothUUID { .short(rawValue) }

  /// Begins a primary service.
  public static var primaryService: AttributeType { AttributeType(rawValue: 0x2800) }
  /// Begins a secondary service.
  public static var secondaryService: AttributeType { AttributeType(rawValue: 0x2801) }
  /// Refers to another service.
  public static var include: AttributeType { AttributeType(rawValue: 0x2802) }
  /// Declares a characteristic.
  public static var characteristic: AttributeType { AttributeType(rawValue: 0x2803) }
  /// A descriptor with more properties.
  public static var characteristicExtendedProperties: AttributeType { AttributeType(rawValue: 0x2900) }
  /// The descriptor with which a client subscribes.
  public static var clientCharacteristicConfiguration: AttributeType { AttributeType(rawValue: 0x2902) }

  /// The name of the device.
  public static var deviceName: AttributeType { AttributeType(rawValue: 0x2A00) }
  /// The kind of device, such as a watch.
  public static var appearance: AttributeType { AttributeType(rawValue: 0x2A01) }
  /// The connection parameters that the peripheral prefers.
  public static var peripheralPreferredConnectionParameters: AttributeType { AttributeType(rawValue: 0x2A04) }
  /// Whether the central resolves private addresses.
  public static var centralAddressResolution: AttributeType { AttributeType(rawValue: 0x2AA6) }
  /// Indicates the handles of services that have changed.
  public static var serviceChanged: AttributeType { AttributeType(rawValue: 0x2A05) }
  /// The features of the client.
  public static var clientSupportedFeatures: AttributeType { AttributeType(rawValue: 0x2B29) }
  /// A hash over the services.
  public static var databaseHash: AttributeType { AttributeType(rawValue: 0x2B2A) }
  /// The name of the manufacturer.
  public static var manufacturerNameString: AttributeType { AttributeType(rawValue: 0x2A29) }
  /// The name of the model.
  public static var modelNumberString: AttributeType { AttributeType(rawValue: 0x2A24) }
  /// The version of the firmware.
  public static var firmwareRevisionString: AttributeType { AttributeType(rawValue: 0x2A26) }
  /// The level of the battery, 0...100 percent.
  public static var batteryLevel: AttributeType { AttributeType(rawValue: 0x2A19) }
}

/// The 16-bit UUIDs of the services we have.
///
/// Bluetooth Assigned Numbers, 3.4.
public struct ServiceType: Equatable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The same as a UUID.
  public var uuid: BluetoothUUID { .short(rawValue) }

  /// The Generic Access service.
  public static var genericAccess: ServiceType { ServiceType(rawValue: 0x1800) }
  /// The Generic Attribute service.
  public static var genericAttribute: ServiceType { ServiceType(rawValue: 0x1801) }
  /// The Device Information service.
  public static var deviceInformation: ServiceType { ServiceType(rawValue: 0x180A) }
  /// The Battery service.
  public static var battery: ServiceType { ServiceType(rawValue: 0x180F) }
}
