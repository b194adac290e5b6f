internal import ATT
internal import Features
internal import Identifiers
internal import Octets
internal import Timing

// Requests for values. Each returns why it is refused, or nil once it is answered.
extension GATTServer {
  @_lifetime(response: copy response)
  func readByType(
    _ pdu: Span<UInt8>, on bearer: AttributeBearer, into response: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Refusal? {
    var rest = pdu
    guard let request = try? ReadByTypeRequest(decoding: &rest) else { return Refusal(.invalidPDU) }
    guard let range = request.range else { return Refusal(.invalidHandle, at: request.startingHandle) }
    let end = response.count + bearer.mtu
    var elementCount = 0
    var handles = database.handles(in: range)
    while let handle = handles.popFirst(), let attribute = database[handle] {
      guard attribute.type == request.attributeType else { continue }
      if let code = attribute.readRefusal(on: bearer.security) {
        // Only the first one is to blame; a later one ends the run.
        guard elementCount > 0 else { return Refusal(code, at: handle.rawValue) }
        break
      }
      let value = encodedValue(of: attribute, at: handle)
      let part = value.span.extracting(first: min(253, bearer.mtu - 4))
      if elementCount == 0 {
        elementCount = 2 + part.count
        try ReadByTypeResponse(elementCount: UInt8(truncatingIfNeeded: elementCount))?.encode(into: &response)
      }
      guard 2 + part.count == elementCount, response.count + elementCount <= end else { break }
      try response.put(handle.rawValue)
      try response.put(part)
    }
    return elementCount > 0 ? nil : Refusal(.attributeNotFound, at: request.startingHandle)
  }

  @_lifetime(response: copy response)
  func read(
    _ pdu: Span<UInt8>, on bearer: AttributeBearer, into response: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Refusal? {
    var rest = pdu
    guard let request = try? ReadRequest(decoding: &rest) else { return Refusal(.invalidPDU) }
    try ReadResponse().encode(into: &response)
    return try putValue(of: request.attributeHandle, from: 0, atMost: bearer.mtu - 1, bearer, into: &response)
  }

  /// Also answers for a value that one Read Request would have fetched, as other stacks do.
  @_lifetime(response: copy response)
  func readBlob(
    _ pdu: Span<UInt8>, on bearer: AttributeBearer, into response: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Refusal? {
    var rest = pdu
    guard let request = try? ReadBlobRequest(decoding: &rest) else { return Refusal(.invalidPDU) }
    try ReadBlobResponse().encode(into: &response)
    let offset = Int(request.valueOffset)
    return try putValue(of: request.attributeHandle, from: offset, atMost: bearer.mtu - 1, bearer, into: &response)
  }

  @_lifetime(response: copy response)
  func readMultiple(
    _ pdu: Span<UInt8>, on bearer: AttributeBearer, into response: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Refusal? {
    var handles = pdu
    guard (try? ReadMultipleRequest(decoding: &handles)) != nil else { return Refusal(.invalidPDU) }
    let end = response.count + bearer.mtu
    try ReadMultipleResponse().encode(into: &response)
    while let handle = try? handles.takeUInt16() {
      let room = end - response.count
      if let refusal = try putValue(of: handle, from: 0, atMost: room, bearer, into: &response) { return refusal }
    }
    return nil
  }

  @_lifetime(response: copy response)
  mutating func write(
    _ pdu: Span<UInt8>, on bearer: AttributeBearer, into response: inout OutputSpan<UInt8>, now: Instant
  ) throws(EncodeError) -> Refusal? {
    var value = pdu
    guard let request = try? WriteRequest(decoding: &value) else { return Refusal(.invalidPDU) }
    guard allows(.write, at: request.attributeHandle) else {
      return Refusal(.writeNotPermitted, at: request.attributeHandle)
    }
    if let code = write(value, to: request.attributeHandle, on: bearer.security, now: now) {
      return Refusal(code, at: request.attributeHandle)
    }
    try WriteResponse().encode(into: &response)
    return nil
  }

  /// Appends at most `limit` octets of a value.
  @_lifetime(response: copy response)
  @inline(never)  // Several callers: one copy is smaller.
  private func putValue(
    of rawHandle: UInt16, from offset: Int, atMost limit: Int, _ bearer: AttributeBearer,
    into response: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Refusal? {
    guard let handle = AttributeHandle(rawValue: rawHandle), let attribute = database[handle] else {
      return Refusal(.invalidHandle, at: rawHandle)
    }
    if let code = attribute.readRefusal(on: bearer.security) { return Refusal(code, at: rawHandle) }
    let value = encodedValue(of: attribute, at: handle)
    guard offset <= value.count else { return Refusal(.invalidOffset, at: rawHandle) }
    try response.put(value.span.extracting(droppingFirst: offset).extracting(first: limit))
    return nil
  }
}

// The octets of any attribute.
extension GATTServer {
  /// All of the value of the attribute at `handle`. No value is longer than the buffer.
  @inline(never)  // Several callers: one copy is smaller.
  func encodedValue(of attribute: Attribute, at handle: AttributeHandle) -> OctetBuffer<64> {
    var value = OctetBuffer<64>()
    do throws(EncodeError) {
      try value.append { output throws(EncodeError) in try put(attribute, at: handle, into: &output) }
    } catch {
      preconditionFailure("a value of the database exceeds the buffer")
    }
    return value
  }

  @_lifetime(output: copy output)
  private func put(
    _ attribute: Attribute, at handle: AttributeHandle, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) {
    switch attribute {
    case .configuration(let slot, _, _):
      try output.put(configuration[slot: slot].rawValue)
    case .value(let type, _, _, _):
      try put(type, at: handle, into: &output)
    case .primaryService, .secondaryService, .include, .characteristic, .extendedProperties:
      try database.putConstant(at: handle, into: &output)
    }
  }

  /// Two values are the server's own.
  @_lifetime(output: copy output)
  private func put(
    _ type: BluetoothUUID, at handle: AttributeHandle, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) {
    guard Features.hasAttributeCaching else { return try database.putStoredValue(at: handle, into: &output) }
    if type == AttributeType.clientSupportedFeatures.uuid {
      try output.put(configuration.supportedFeatures)
    } else if type == AttributeType.databaseHash.uuid {
      // Least significant octet first, as the conformance suite expects; other stacks send it as computed.
      for index in databaseHash.indices.reversed() { try output.put(databaseHash[index]) }
    } else {
      try database.putStoredValue(at: handle, into: &output)
    }
  }
}
