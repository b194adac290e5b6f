public import ATT
internal import Octets

// The content of one response of a discovery. Each response is checked as a whole before the caller gets it, so that
// reading its entries cannot fail: all handles are in the requested range and increase strictly.

/// The services of one Find By Type Value Response.
public struct ServiceEntries: ~Escapable {
  private var rest: Span<UInt8>
  let last: AttributeHandle

  @_lifetime(copy pdu)
  init(checking pdu: Span<UInt8>, within range: HandleRange) throws(DecodeError) {
    var elements = pdu
    let header = try FindByTypeValueResponse(decoding: &elements)
    rest = elements
    var open: HandleRange? = range
    var last = range.first
    while !elements.isEmpty {
      let service = try header.takeElement(from: &elements)
      guard let allowed = open, allowed.contains(service) else { throw .invalidValue }
      last = service.last
      open = allowed.after(last)
    }
    self.last = last
  }

  /// The next service's handles.
  @_lifetime(self: copy self)
  public mutating func next() -> HandleRange? {
    try? FindByTypeValueResponse().takeElement(from: &rest)
  }
}

/// The characteristics of one Read By Type Response.
public struct CharacteristicEntries: ~Escapable {
  private var rest: Span<UInt8>
  private let header: ReadByTypeResponse
  let last: AttributeHandle

  @_lifetime(copy pdu)
  init(checking pdu: Span<UInt8>, within range: HandleRange) throws(DecodeError) {
    var elements = pdu
    header = try ReadByTypeResponse(decoding: &elements)
    rest = elements
    var open: HandleRange? = range
    var last = range.first
    while !elements.isEmpty {
      let declaration = try Self.takeDeclaration(from: &elements, header)
      guard let allowed = open, allowed.contains(declaration.handle), declaration.valueHandle <= range.last else {
        throw .invalidValue
      }
      last = declaration.handle
      open = allowed.after(last)
    }
    self.last = last
  }

  /// Removes and returns the next declaration; nil at the end.
  @_lifetime(self: copy self)
  public mutating func next() -> CharacteristicDeclaration? {
    try? Self.takeDeclaration(from: &rest, header)
  }

  @_lifetime(elements: copy elements)
  private static func takeDeclaration(
    from elements: inout Span<UInt8>, _ header: ReadByTypeResponse
  ) throws(DecodeError) -> CharacteristicDeclaration {
    var value = elements
    let handle = try header.takeElement(from: &elements, value: &value)
    return try CharacteristicDeclaration(decoding: value, at: handle)
  }
}

/// The descriptors of one Find Information Response.
public struct DescriptorEntries: ~Escapable {
  private var rest: Span<UInt8>
  private let header: FindInformationResponse
  let last: AttributeHandle

  @_lifetime(copy pdu)
  init(checking pdu: Span<UInt8>, within range: HandleRange) throws(DecodeError) {
    var elements = pdu
    header = try FindInformationResponse(decoding: &elements)
    rest = elements
    var open: HandleRange? = range
    var last = range.first
    while !elements.isEmpty {
      let descriptor = try header.takeElement(from: &elements)
      guard let allowed = open, allowed.contains(descriptor.attributeHandle) else { throw .invalidValue }
      last = descriptor.attributeHandle
      open = allowed.after(last)
    }
    self.last = last
  }

  /// Removes and returns the next descriptor; nil at the end.
  @_lifetime(self: copy self)
  public mutating func next() -> AttributeInformation? {
    try? header.takeElement(from: &rest)
  }
}
