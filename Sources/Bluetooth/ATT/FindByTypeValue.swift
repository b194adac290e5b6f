public import Octets

/// The header of a search for attributes with one type and value; the value follows.
///
///     | opcode: 1 = 0x06 | startingHandle: 2 | endingHandle: 2 | attributeType: 2 | attributeValue: 0...MTU-7 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.3.3.
public struct FindByTypeValueRequest: Equatable, Sendable {
  /// As sent: may be 0, or come after `endingHandle`.
  public let startingHandle: UInt16
  /// The last handle to search, as received.
  public let endingHandle: UInt16
  /// A 16-bit UUID.
  public let attributeType: UInt16

  /// Creates a request for attributes in `range`. The value follows the PDU.
  public init(_ range: HandleRange, attributeType: UInt16) {
    startingHandle = range.first.rawValue
    endingHandle = range.last.rawValue
    self.attributeType = attributeType
  }

  /// The requested handles; nil if they are not a valid range.
  public var range: HandleRange? { HandleRange(rawFirst: startingHandle, rawLast: endingHandle) }

  /// Takes the header off the front of `pdu`, leaving the value. `pdu` is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.findByTypeValueRequest)
    startingHandle = try rest.takeUInt16()
    endingHandle = try rest.takeUInt16()
    attributeType = try rest.takeUInt16()
    pdu = rest
  }

  /// Appends the header; the caller appends the value.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(7)
    try output.put(.findByTypeValueRequest)
    try output.put(startingHandle)
    try output.put(endingHandle)
    try output.put(attributeType)
  }
}

/// The header of the results; elements of four octets, ` | foundAttributeHandle: 2 | groupEndHandle: 2 | `, follow.
///
///     | opcode: 1 = 0x07 | handlesInformationList: n × 4 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.3.4.
public struct FindByTypeValueResponse: Equatable, Sendable {
  /// Octets of one element.
  public static let elementCount = 4

  /// Creates the PDU. The list of handles follows it.
  public init() {}

  /// Takes the header off the front of `pdu`, leaving the elements. `pdu` is unchanged if this throws.
  ///
  /// - Throws: also if the PDU has no element, or if its last element is incomplete.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.findByTypeValueResponse)
    guard rest.count > 0, rest.count % Self.elementCount == 0 else { throw .truncated }
    pdu = rest
  }

  /// Takes one element off the front of `elements`: the found attribute's handle to the last one of its group.
  @_lifetime(elements: copy elements)
  public func takeElement(from elements: inout Span<UInt8>) throws(DecodeError) -> HandleRange {
    var rest = elements
    guard let range = HandleRange(rawFirst: try rest.takeUInt16(), rawLast: try rest.takeUInt16()) else {
      throw .invalidValue
    }
    elements = rest
    return range
  }

  /// Appends the header; the caller appends the elements.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(.findByTypeValueResponse)
  }

  /// Appends one element.
  @_lifetime(output: copy output)
  public func encode(element: HandleRange, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(Self.elementCount)
    try output.put(element.first)
    try output.put(element.last)
  }
}
