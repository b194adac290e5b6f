/// What can be done with a characteristic's value.
///
/// Core Spec 5.4, Vol 3, Part G, 3.3.1.1.
public struct CharacteristicProperties: Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static var broadcast: CharacteristicProperties { CharacteristicProperties(rawValue: 0x01) }
  public static var read: CharacteristicProperties { CharacteristicProperties(rawValue: 0x02) }
  public static var writeWithoutResponse: CharacteristicProperties { CharacteristicProperties(rawValue: 0x04) }
  public static var write: CharacteristicProperties { CharacteristicProperties(rawValue: 0x08) }
  public static var notify: CharacteristicProperties { CharacteristicProperties(rawValue: 0x10) }
  public static var indicate: CharacteristicProperties { CharacteristicProperties(rawValue: 0x20) }

  public func contains(_ other: CharacteristicProperties) -> Bool { rawValue & other.rawValue == other.rawValue }

  public func union(_ other: CharacteristicProperties) -> CharacteristicProperties {
    CharacteristicProperties(rawValue: rawValue | other.rawValue)
  }
}

/// The value of a Client Characteristic Configuration descriptor: what the client wants to be sent unasked.
///
/// Core Spec 5.4, Vol 3, Part G, 3.3.3.3.
public struct ClientCharacteristicConfiguration: Equatable, Sendable {
  /// Any value may arrive.
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static var nothing: ClientCharacteristicConfiguration { ClientCharacteristicConfiguration(rawValue: 0) }
  public static var notifications: ClientCharacteristicConfiguration {
    ClientCharacteristicConfiguration(rawValue: 0x0001)
  }
  public static var indications: ClientCharacteristicConfiguration {
    ClientCharacteristicConfiguration(rawValue: 0x0002)
  }
}
