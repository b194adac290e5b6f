internal import ATT
internal import Identifiers
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
    let end = response.count + bearer.mtu
    var handles = database.handles(in: range)
    guard let first = database[range.first] else {
      return Refusal(.attributeNotFound, at: request.startingHandle)
    }
    let header = FindInformationResponse(format: first.type.octetCount == 2 ? .shortTypes : .longTypes)
    try header.encode(into: &response)
    let empty = response.count
    while let handle = handles.popFirst(), let attribute = database[handle] {
      // All elements of a response have one size.
      guard 2 + attribute.type.octetCount == header.elementCount, response.count + header.elementCount <= end else {
        break
      }
      let element = AttributeInformation(attributeHandle: handle, attributeType: attribute.type)
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
    let header = FindByTypeValueResponse()
    let end = response.count + bearer.mtu
    try header.encode(into: &response)
    let empty = response.count
    var handles = database.handles(in: range)
    while let handle = handles.popFirst(), let attribute = database[handle] {
      guard attribute.type == .short(request.attributeType),
        attribute.readRefusal(on: bearer.security) == nil,
        encodedValue(of: attribute, at: handle).span.isEqual(to: wanted),
        let group = HandleRange(handle, database.groupEnd(of: handle))
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
    let end = response.count + bearer.mtu
    var elementCount = 0
    var handles = database.handles(in: range)
    while let handle = handles.popFirst(), let attribute = database[handle] {
      guard attribute.type == request.attributeGroupType else { continue }
      let service = encodedValue(of: attribute, at: handle)
      if elementCount == 0 {
        elementCount = 4 + service.count
        try ReadByGroupTypeResponse(elementCount: UInt8(truncatingIfNeeded: elementCount))?.encode(into: &response)
      }
      // All elements of a response have one size.
      guard 4 + service.count == elementCount, response.count + elementCount <= end else { break }
      try response.put(handle.rawValue)
      try response.put(database.groupEnd(of: handle).rawValue)
      try response.put(service.span)
    }
    return elementCount > 0 ? nil : Refusal(.attributeNotFound, at: request.startingHandle)
  }
}
