public import Identifiers
public import Octets

/// Asks for the values of all attributes of a grouping type: for services.
///
///     | opcode: 1 = 0x10 | startingHandle: 2 | endingHandle: 2 | attributeGroupType: 2, 16 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.4.9.
public struct ReadByGroupTypeRequest: Equatable, Sendable {
  /// As sent: may be 0, or come after `endingHandle`.
  public let startingHandle: UInt16
  /// The last handle to search, as received.
  public let endingHandle: UInt16
  /// The type of the grouping attribute, such as Primary Service.
  public let attributeGroupType: BluetoothUUID

  /// Creates a request for groups in a range.
  public init(_ range: HandleRange, attributeGroupType: BluetoothUUID) {
    startingHandle = range.first.rawValue
    endingHandle = range.last.rawValue
    self.attributeGroupType = attributeGroupType
  }

  /// The requested handles; nil if they are not a valid range.
  public var range: HandleRange? { HandleRange(rawFirst: startingHandle, rawLast: endingHandle) }

  /// Takes all of `pdu`, which is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.readByGroupTypeRequest)
    startingHandle = try rest.takeUInt16()
    endingHandle = try rest.takeUInt16()
    attributeGroupType = try BluetoothUUID(octets: rest)
    pdu = rest.extracting(first: 0)
  }

  /// Appends the PDU. Throws if it does not fit.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(5 + attributeGroupType.octetCount)
    try output.put(.readByGroupTypeRequest)
    try output.put(startingHandle)
    try output.put(endingHandle)
    try attributeGroupType.encode(into: &output)
  }
}

/// The header of the groups found; the elements, all of one size, follow:
/// ` | attributeHandle: 2 | endGroupHandle: 2 | attributeValue | `.
///
///     | opcode: 1 = 0x11 | elementCount: 1 | attributeDataList: n × elementCount |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.4.10.
public struct ReadByGroupTypeResponse: Equatable, Sendable {
  /// Octets of one element: 4...255.
  public let elementCount: UInt8

  /// - Returns: nil if an element would have no room for its two handles.
  public init?(elementCount: UInt8) {
    guard elementCount >= 4 else { return nil }
    self.elementCount = elementCount
  }

  /// Takes the header off the front of `pdu`, leaving the elements. `pdu` is unchanged if this throws.
  ///
  /// - Throws: also if the PDU has no element, or if its last element is incomplete.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.readByGroupTypeResponse)
    elementCount = try rest.takeUInt8()
    guard elementCount >= 4 else { throw .invalidValue }
    guard rest.count > 0, rest.count % Int(elementCount) == 0 else { throw .truncated }
    pdu = rest
  }

  /// Takes one element off the front of `elements`, and leaves its value in `value`.
  @_lifetime(elements: copy elements)
  @_lifetime(value: copy elements)
  public func takeElement(
    from elements: inout Span<UInt8>, value: inout Span<UInt8>
  ) throws(DecodeError) -> HandleRange {
    var rest = elements
    guard let range = HandleRange(rawFirst: try rest.takeUInt16(), rawLast: try rest.takeUInt16()) else {
      throw .invalidValue
    }
    value = try rest.take(Int(elementCount) - 4)
    elements = rest
    return range
  }

  /// Appends the header; the caller appends the elements.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(2)
    try output.put(.readByGroupTypeResponse)
    try output.put(elementCount)
  }
}
