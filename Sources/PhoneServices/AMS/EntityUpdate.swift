public import Octets

/// The flags of an Entity Update. Bits without a name are carried as they came.
///
/// AMS specification, "EntityUpdateFlags".
public struct EntityUpdateFlags: Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The value did not fit: Entity Attribute has all of it.
  public static let truncated = EntityUpdateFlags(rawValue: 1 << 0)

  /// Whether all flags of `other` are set.
  public func contains(_ other: EntityUpdateFlags) -> Bool { rawValue & other.rawValue == other.rawValue }
}

/// A new value of an attribute: a value of Entity Update, as it is notified.
///
///     | entityID: 1 | attributeID: 1 | entityUpdateFlags: 1 | value … |
///
/// The value is UTF-8 that runs to the end, and may be empty. AMS specification, "Entity Update".
public struct EntityUpdate: ~Escapable {
  /// Nil if it is one that the specification has no name for.
  public let attribute: MediaAttribute?
  /// Whether the value was cut.
  public let flags: EntityUpdateFlags
  /// The text of the attribute, UTF-8.
  public let value: Span<UInt8>

  /// Decodes a value of Entity Update.
  @_lifetime(copy octets)
  public init(decoding octets: Span<UInt8>) throws(DecodeError) {
    var rest = octets
    let entity = try rest.takeUInt8()
    attribute = MediaAttribute(entity: entity, attribute: try rest.takeUInt8())
    flags = EntityUpdateFlags(rawValue: try rest.takeUInt8())
    value = rest
  }
}
