internal import ATT
internal import Identifiers
internal import Octets

// The declarations, which never change.
extension AttributeDatabase {
  /// Puts the value of a declaration or a constant descriptor; nothing for other attributes.
  @_lifetime(output: copy output)
  func putConstant(at handle: AttributeHandle, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    switch self[handle] {
    case .primaryService(let service), .secondaryService(let service):
      try service.encode(into: &output)
    case .include(let service, let first, let last):
      try output.put(first)
      try output.put(last)
      // A 128-bit UUID is left out, and the client reads it from the service. Core Spec 5.4, Vol 3, Part G, 3.2.
      if case .short(let value) = service { try output.put(value) }
    case .characteristic(let properties):
      guard let valueHandle = handle.next, let value = self[valueHandle] else { return }
      try output.put(properties.rawValue)
      try output.put(valueHandle.rawValue)
      try value.type.encode(into: &output)
    case .extendedProperties(let bits):
      try output.put(bits)
    case .value, .configuration, nil:
      break
    }
  }

  /// Puts one attribute's part of what the Database Hash is computed over, in handle order: nothing for the value of a
  /// characteristic.
  ///
  ///     | handle: 2 | type: 2 | value of a declaration |
  ///
  /// - Returns: the handle that follows; nil after the last attribute.
  ///
  /// Core Spec 5.4, Vol 3, Part G, 7.3.1.
  @_lifetime(output: copy output)
  func putHashPart(at handle: AttributeHandle, into output: inout OutputSpan<UInt8>) -> AttributeHandle? {
    guard let attribute = self[handle] else { return nil }
    if case .value = attribute { return handle.next }
    do throws(EncodeError) {
      try output.put(handle.rawValue)
      try attribute.type.encode(into: &output)
      try putConstant(at: handle, into: &output)
    } catch {
      preconditionFailure("the longest part is a characteristic with a 128-bit UUID: 23 octets")
    }
    return handle.next
  }
}
