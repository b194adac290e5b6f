public import ATT
public import Identifiers
internal import Octets

/// The declaration of a characteristic, as a server sends it.
///
///     | properties: 1 | valueHandle: 2 | type: 2, 16 |
///
/// Core Spec 5.4, Vol 3, Part G, 3.3.1.
public struct CharacteristicDeclaration: Equatable, Sendable {
  /// The declaration's own handle.
  public let handle: AttributeHandle
  /// The operations that a client may use.
  public let properties: CharacteristicProperties
  /// Comes after `handle`.
  public let valueHandle: AttributeHandle
  /// The UUID of the characteristic.
  public let type: BluetoothUUID

  /// Takes all of `value`, the value of the attribute at `handle`.
  init(decoding value: Span<UInt8>, at handle: AttributeHandle) throws(DecodeError) {
    var rest = value
    self.handle = handle
    properties = CharacteristicProperties(rawValue: try rest.takeUInt8())
    guard let valueHandle = AttributeHandle(rawValue: try rest.takeUInt16()), valueHandle > handle else {
      throw .invalidValue
    }
    self.valueHandle = valueHandle
    type = try BluetoothUUID(octets: rest)
  }
}
