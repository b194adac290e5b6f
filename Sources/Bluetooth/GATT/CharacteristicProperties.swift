/// The operations that a characteristic's value allows.
///
/// Core Spec 5.4, Vol 3, Part G, 3.3.1.1.
public struct CharacteristicProperties: Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The value may be broadcast.
  public static var broadcast: CharacteristicProperties { CharacteristicProperties(rawValue: 0x01) }
  /// The value may be read.
  public static var read: CharacteristicProperties { CharacteristicProperties(rawValue: 0x02) }
  /// The value may be written without a response.
  public static var writeWithoutResponse: CharacteristicProperties { CharacteristicProperties(rawValue: 0x04) }
  /// The value may be written with a response.
  public static var write: CharacteristicProperties { CharacteristicProperties(rawValue: 0x08) }
  /// A client may subscribe to notifications.
  public static var notify: CharacteristicProperties { CharacteristicProperties(rawValue: 0x10) }
  /// A client may subscribe to indications.
  public static var indicate: CharacteristicProperties { CharacteristicProperties(rawValue: 0x20) }

  /// Whether all properties of `other` are in the set.
  public func contains(_ other: CharacteristicProperties) -> Bool { rawValue & other.rawValue == other.rawValue }

  /// The properties of both.
  public func union(_ other: CharacteristicProperties) -> CharacteristicProperties {
    CharacteristicProperties(rawValue: rawValue | other.rawValue)
  }
}

/// The value of a Client Characteristic Configuration descriptor: whether the client wants notifications or
/// indications.
///
/// Core Spec 5.4, Vol 3, Part G, 3.3.3.3.
public struct ClientCharacteristicConfiguration: Equatable, Sendable {
  /// Any value may arrive.
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The subscriptions that a client may have to a characteristic with these properties.
  init(allowedBy properties: CharacteristicProperties) {
    let notifications = properties.contains(.notify) ? Self.notifications.rawValue : 0
    self.init(rawValue: properties.contains(.indicate) ? notifications | Self.indications.rawValue : notifications)
  }

  /// The client is not subscribed.
  public static var nothing: ClientCharacteristicConfiguration { ClientCharacteristicConfiguration(rawValue: 0) }
  /// The client is subscribed to notifications.
  public static var notifications: ClientCharacteristicConfiguration {
    ClientCharacteristicConfiguration(rawValue: 0x0001)
  }
  /// The client is subscribed to indications.
  public static var indications: ClientCharacteristicConfiguration {
    ClientCharacteristicConfiguration(rawValue: 0x0002)
  }
}
