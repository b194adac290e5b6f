/// The settings that one client has made on our server. They are stored in its bond. A client without a bond starts
/// with the defaults on each link.
///
/// Core Spec 5.4, Vol 3, Part G, 3.3.3.3 and 7.2.
public struct ClientConfiguration: Equatable, Sendable {
  /// Two bits for each Client Characteristic Configuration of the server, in database order from bit 0.
  public private(set) var descriptors: UInt32
  /// Bit 0: robust caching; bit 1: enhanced bearer; bit 2: multiple notifications. A client can only set bits.
  public private(set) var supportedFeatures: UInt8

  /// The feature bits that this server supports.
  static var knownFeatures: UInt8 { 0x07 }

  /// Creates a configuration, usually from a saved bond.
  public init(descriptors: UInt32 = 0, supportedFeatures: UInt8 = 0) {
    self.descriptors = descriptors
    self.supportedFeatures = supportedFeatures
  }

  var usesRobustCaching: Bool { supportedFeatures & 0x01 != 0 }

  subscript(slot slot: Int) -> ClientCharacteristicConfiguration {
    get {
      let bits = descriptors >> Self.shift(slot) & 0b11
      return ClientCharacteristicConfiguration(rawValue: UInt16(truncatingIfNeeded: bits))
    }
    set {
      descriptors &= ~(0b11 << Self.shift(slot))
      descriptors |= UInt32(newValue.rawValue & 0b11) << Self.shift(slot)
    }
  }

  private static func shift(_ slot: Int) -> UInt32 { UInt32(truncatingIfNeeded: 2 * slot) }

  /// - Returns: false if that would clear a bit; nothing changes then.
  mutating func setFeatures(_ features: UInt8) -> Bool {
    guard supportedFeatures & ~features == 0 else { return false }
    supportedFeatures = features & Self.knownFeatures
    return true
  }
}
