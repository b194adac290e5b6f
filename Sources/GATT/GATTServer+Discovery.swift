internal import ATT
internal import Octets

// Requests that look for attributes. They never need security.
// Each returns why it is refused, or nil once it is answered.
extension GATTServer {
  @_lifetime(response: copy response)
  func findInformation(
    _ pdu: Span<UInt8>, on bearer: AttributeBearer, into response: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Refusal? {
    var rest = pdu
    guard let request = try? FindInformationRequest(decoding: &rest) else { return Refusal(.invalidPDU) }
    guard let range = request.range else { return Refusal(.invalidHandle, at: request.startingHandle) }
    let table = AttributeTable(WatchDatabase.attributes.span)
    let header = FindInformationResponse(format: .shortTypes)
    let end = response.count + bearer.mtu
    try header.encode(into: &response)
    let empty = response.count
    var handles = table.handles(in: range)
    while let handle = handles.popFirst(), let attribute = table[handle] {
      guard response.count + header.elementCount <= end else { break }
      let element = AttributeInformation(attributeHandle: handle, attributeType: attribute.type.uuid)
      try element.encode(into: &response)
    }
    return response.count > empty ? nil : Refusal(.attributeNotFound, at: request.startingHandle)
  }

  @_lifetime(response: copy response)
  func findByTypeValue(
    _ pdu: Span<UInt8>, on bearer: AttributeBearer, into response: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Refusal? {
    var wanted = pdu
    guard let request = try? FindByTypeValueRequest(decoding: &wanted) else { return Refusal(.invalidPDU) }
    guard let range = request.range else { return Refusal(.invalidHandle, at: request.startingHandle) }
    let table = AttributeTable(WatchDatabase.attributes.span)
    let header = FindByTypeValueResponse()
    let end = response.count + bearer.mtu
    try header.encode(into: &response)
    let empty = response.count
    var handles = table.handles(in: range)
    while let handle = handles.popFirst(), let attribute = table[handle] {
      guard attribute.type.rawValue == request.attributeType,
        attribute.readRefusal(on: bearer.security) == nil,
        values.value(of: attribute, at: handle).span.isEqual(to: wanted),
        let group = HandleRange(handle, table.groupEnd(of: handle))
      else { continue }
      guard response.count + FindByTypeValueResponse.elementCount <= end else { break }
      try header.encode(element: group, into: &response)
    }
    return response.count > empty ? nil : Refusal(.attributeNotFound, at: request.startingHandle)
  }

  @_lifetime(response: copy response)
  func readByGroupType(
    _ pdu: Span<UInt8>, on bearer: AttributeBearer, into response: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Refusal? {
    var rest = pdu
    guard let request = try? ReadByGroupTypeRequest(decoding: &rest) else { return Refusal(.invalidPDU) }
    guard let range = request.range else { return Refusal(.invalidHandle, at: request.startingHandle) }
    guard
      request.attributeGroupType == AttributeType.primaryService.uuid
        || request.attributeGroupType == AttributeType.secondaryService.uuid
    else { return Refusal(.unsupportedGroupType, at: request.startingHandle) }
    let table = AttributeTable(WatchDatabase.attributes.span)
    // All our services have 16-bit UUIDs, so all elements have one size.
    guard let header = ReadByGroupTypeResponse(elementCount: 6) else { return Refusal(.unlikelyError) }
    let end = response.count + bearer.mtu
    try header.encode(into: &response)
    let empty = response.count
    var handles = table.handles(in: range)
    while let handle = handles.popFirst(), let attribute = table[handle] {
      guard attribute.type.uuid == request.attributeGroupType else { continue }
      guard response.count + Int(header.elementCount) <= end else { break }
      try response.put(handle.rawValue)
      try response.put(table.groupEnd(of: handle).rawValue)
      try table.putConstant(at: handle, into: &response)
    }
    return response.count > empty ? nil : Refusal(.attributeNotFound, at: request.startingHandle)
  }
}
