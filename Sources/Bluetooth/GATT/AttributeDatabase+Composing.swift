public import ATT
internal import Features
public import Identifiers
internal import Octets

/// A characteristic that a server has.
public struct Characteristic: Sendable {
  /// The UUID of its value.
  public let type: BluetoothUUID
  /// The operations that a client may use. With `notify` or `indicate`, a configuration follows the value.
  public let properties: CharacteristicProperties
  /// The security that each of these operations needs.
  public let access: Permission
  /// The most octets of its value, at most `AttributeDatabase.longestValue`. There are no long writes: a client can
  /// write this many octets only with an ATT_MTU of `capacity` + 3 or more.
  public let capacity: Int

  /// A characteristic with a UUID of any length. A `capacity` of 0 stands for the length of the first value.
  public init(
    _ type: BluetoothUUID, _ properties: CharacteristicProperties, access: Permission = .open, capacity: Int = 0
  ) {
    self.type = type
    self.properties = properties
    self.access = access
    self.capacity = capacity
  }

  /// The same with a 16-bit UUID.
  public init(
    _ type: AttributeType, _ properties: CharacteristicProperties, access: Permission = .open, capacity: Int = 0
  ) {
    self.init(type.uuid, properties, access: access, capacity: capacity)
  }
}

extension AttributeDatabase {
  /// Begins a primary service: the characteristics that follow belong to it.
  ///
  /// - Precondition: there is room for one attribute.
  public mutating func addService(_ type: BluetoothUUID) { append(.primaryService(type)) }

  /// The same with a 16-bit UUID.
  public mutating func addService(_ type: ServiceType) { addService(type.uuid) }

  /// Appends a characteristic: its declaration, its value and, if a client can subscribe to it, its configuration.
  ///
  /// - Parameters:
  ///   - characteristic: its type, properties, access and capacity.
  ///   - value: the first value.
  /// - Precondition: there is room for two or three attributes and for the value.
  /// - Returns: the handle of the value.
  @discardableResult
  public mutating func add(_ characteristic: Characteristic, value: Span<UInt8> = Span()) -> AttributeHandle {
    let (properties, access) = (characteristic.properties, characteristic.access)
    let isWritable = properties.contains(.write) || properties.contains(.writeWithoutResponse)
    let stored = reserve(characteristic.capacity, for: value)
    append(.characteristic(properties))
    let handle = append(
      .value(
        characteristic.type, read: properties.contains(.read) ? access : .never, write: isWritable ? access : .never,
        stored))
    let subscriptions = ClientCharacteristicConfiguration(allowedBy: properties)
    if subscriptions != .nothing {
      append(.configuration(slot: takeConfigurationSlot(), allowed: subscriptions, write: access))
    }
    return handle
  }

  /// Appends the Generic Access service with the name, the appearance, the preferred connection parameters and Central
  /// Address Resolution.
  ///
  /// - Parameters:
  ///   - name: UTF-8, at most `longestValue` octets.
  ///   - nameCapacity: the most octets that another name may have; 0: as many as this one.
  ///   - appearance: Bluetooth Assigned Numbers, 2.6.
  ///   - nameAccess: the security that reading the name needs.
  ///   - preferredConnectionParameters: interval minimum and maximum (1.25 ms), latency, timeout (10 ms), each least
  ///     significant octet first. The default is what `BluetoothHost` requests for an idle link: 105 ms to 135 ms,
  ///     latency 4, 6 s. iOS ignores them.
  ///
  /// Core Spec 5.4, Vol 3, Part C, 12.
  public mutating func addGenericAccess(
    name: Span<UInt8>, nameCapacity: Int = 0, appearance: UInt16, nameAccess: Permission = .open,
    preferredConnectionParameters: [8 of UInt8] = [84, 0, 108, 0, 4, 0, 0x58, 0x02]
  ) {
    addService(.genericAccess)
    add(Characteristic(.deviceName, .read, access: nameAccess, capacity: nameCapacity), value: name)
    let appearance: [2 of UInt8] = [UInt8(truncatingIfNeeded: appearance), UInt8(truncatingIfNeeded: appearance >> 8)]
    add(Characteristic(.appearance, .read), value: appearance.span)
    add(Characteristic(.peripheralPreferredConnectionParameters, .read), value: preferredConnectionParameters.span)
    let isAddressResolved: [1 of UInt8] = [0]
    add(Characteristic(.centralAddressResolution, .read), value: isAddressResolved.span)
  }

  /// Appends the Generic Attribute service with Service Changed, Client Supported Features and the Database Hash. The
  /// server itself has their values, except that its owner computes the hash: see `GATTServer.setDatabaseHash(_:)`. A
  /// build without attribute caching has no such service.
  ///
  /// Core Spec 5.4, Vol 3, Part G, 7.
  public mutating func addGenericAttribute() {
    guard Features.hasAttributeCaching else { return }
    addService(.genericAttribute)
    add(Characteristic(.serviceChanged, .indicate))
    add(Characteristic(.clientSupportedFeatures, .read.union(.write)))
    add(Characteristic(.databaseHash, .read))
  }
}
