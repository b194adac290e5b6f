public import Identifiers
public import Octets

/// Asks for handles and types.
///
///     | opcode: 1 = 0x04 | startingHandle: 2 | endingHandle: 2 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.3.1.
public struct FindInformationRequest: Equatable, Sendable {
  /// As sent: may be 0, or come after `endingHandle`.
  public let startingHandle: UInt16
  /// The last handle to search, as received.
  public let endingHandle: UInt16

  /// Creates a request for all attributes of a range.
  public init(_ range: HandleRange) {
    startingHandle = range.first.rawValue
    endingHandle = range.last.rawValue
  }

  /// The requested handles; nil if they are not a valid range.
  public var range: HandleRange? { HandleRange(rawFirst: startingHandle, rawLast: endingHandle) }

  /// Takes all of `pdu`, which is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.findInformationRequest)
    startingHandle = try rest.takeUInt16()
    endingHandle = try rest.takeUInt16()
    try rest.requireEnd()
    pdu = rest
  }

  /// Appends the PDU. Throws if it does not fit.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(5)
    try output.put(.findInformationRequest)
    try output.put(startingHandle)
    try output.put(endingHandle)
  }
}

/// One element of a Find Information Response: ` | attributeHandle: 2 | attributeType: 2, 16 | `.
public struct AttributeInformation: Equatable, Sendable {
  /// The handle of the attribute.
  public let attributeHandle: AttributeHandle
  /// The type of the attribute.
  public let attributeType: BluetoothUUID

  /// Creates one entry of the list.
  public init(attributeHandle: AttributeHandle, attributeType: BluetoothUUID) {
    self.attributeHandle = attributeHandle
    self.attributeType = attributeType
  }

  /// Appends the entry. Throws if it does not fit.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(2 + attributeType.octetCount)
    try output.put(attributeHandle)
    try attributeType.encode(into: &output)
  }
}

/// The header of a Find Information Response; the elements, all of one size, follow.
///
///     | opcode: 1 = 0x05 | format: 1 | informationData: n × 4, n × 18 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.3.2.
public struct FindInformationResponse: Equatable, Sendable {
  /// The length of the UUIDs in the list.
  public enum Format: UInt8, Sendable {
    /// Each entry has a UUID of 16 bits.
    case shortTypes = 0x01
    /// Each entry has a UUID of 128 bits.
    case longTypes = 0x02
  }

  /// The length of the UUIDs in the list.
  public let format: Format

  /// Creates the header. The list follows it.
  public init(format: Format) { self.format = format }

  /// Octets of one element: 4 or 18.
  public var elementCount: Int { format == .shortTypes ? 4 : 18 }

  /// Takes the header off the front of `pdu`, leaving the elements. `pdu` is unchanged if this throws.
  ///
  /// - Throws: also if the PDU has no element, or if its last element is incomplete.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.findInformationResponse)
    guard let format = Format(rawValue: try rest.takeUInt8()) else { throw .invalidValue }
    self.init(format: format)
    guard rest.count > 0, rest.count % elementCount == 0 else { throw .truncated }
    pdu = rest
  }

  /// Takes one element off the front of `elements`.
  @_lifetime(elements: copy elements)
  public func takeElement(from elements: inout Span<UInt8>) throws(DecodeError) -> AttributeInformation {
    var rest = elements
    let handle = try rest.takeHandle()
    let type = try BluetoothUUID(octets: try rest.take(elementCount - 2))
    elements = rest
    return AttributeInformation(attributeHandle: handle, attributeType: type)
  }

  /// Appends the header; the caller appends the elements.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(2)
    try output.put(.findInformationResponse)
    try output.put(format.rawValue)
  }
}
