internal import ATT
internal import Octets

/// The attributes of a server in handle order, the first at handle 1.
struct AttributeTable: ~Escapable {
  private let attributes: Span<Attribute>

  @_lifetime(copy attributes)
  init(_ attributes: Span<Attribute>) { self.attributes = attributes }

  /// The attribute at `handle`, or nil.
  subscript(handle: AttributeHandle) -> Attribute? {
    let index = Int(handle.rawValue) - 1
    return index < attributes.count ? attributes[index] : nil
  }

  /// The handles of `range` that name attributes: none, or the range cut to the table.
  func handles(in range: HandleRange) -> ClosedHandles {
    let count = UInt16(truncatingIfNeeded: attributes.count)
    return ClosedHandles(next: range.first, last: min(range.last.rawValue, count))
  }

  /// The last handle of the group that begins at `handle`: a service's last attribute; any other is its own group.
  func groupEnd(of handle: AttributeHandle) -> AttributeHandle {
    guard let group = self[handle], group.isService else { return handle }
    var last = handle
    while let next = last.next, let attribute = self[next], !attribute.isService { last = next }
    return last
  }

  /// Puts the value of a declaration or a constant descriptor; nothing for other attributes.
  @_lifetime(output: copy output)
  func putConstant(at handle: AttributeHandle, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    switch self[handle] {
    case .primaryService(let service), .secondaryService(let service):
      try output.put(service.rawValue)
    case .include(let service, let first, let last):
      try output.put(first)
      try output.put(last)
      try output.put(service.rawValue)
    case .characteristic(let properties):
      guard let valueHandle = handle.next, let value = self[valueHandle] else { return }
      try output.put(properties.rawValue)
      try output.put(valueHandle.rawValue)
      try output.put(value.type.rawValue)
    case .extendedProperties(let bits):
      try output.put(bits)
    case .value, .configuration, nil:
      break
    }
  }

  /// Puts what the Database Hash is computed over: AES-CMAC with an all-zero key.
  ///
  /// In handle order ` | handle: 2 | type: 2 | value | ` of every declaration, without the value for other
  /// descriptors; characteristic values do not count. Core Spec 5.4, Vol 3, Part G, 7.3.1.
  @_lifetime(output: copy output)
  func putHashMessage(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    var handles = handles(in: .all)
    while let handle = handles.popFirst(), let attribute = self[handle] {
      if case .value = attribute { continue }
      try output.put(handle.rawValue)
      try output.put(attribute.type.rawValue)
      try putConstant(at: handle, into: &output)
    }
  }
}

/// Handles still to be looked at, in order.
struct ClosedHandles {
  fileprivate var next: AttributeHandle?
  fileprivate let last: UInt16

  mutating func popFirst() -> AttributeHandle? {
    guard let handle = next, handle.rawValue <= last else { return nil }
    next = handle.next
    return handle
  }
}
