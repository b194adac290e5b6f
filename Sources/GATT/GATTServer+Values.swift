internal import ATT
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
    let table = AttributeTable(WatchDatabase.attributes.span)
    let end = response.count + bearer.mtu
    var elementCount = 0
    var handles = table.handles(in: range)
    while let handle = handles.popFirst(), let attribute = table[handle] {
      guard attribute.type.uuid == request.attributeType else { continue }
      if let code = attribute.readRefusal(on: bearer.security) {
        // Only the first one is to blame; a later one ends the run.
        guard elementCount > 0 else { return Refusal(code, at: handle.rawValue) }
        break
      }
      let value = values.value(of: attribute, at: handle)
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
    if let code = write(value, to: request.attributeHandle, on: bearer.security, now: now) {
      return Refusal(code, at: request.attributeHandle)
    }
    try WriteResponse().encode(into: &response)
    return nil
  }

  /// Appends at most `limit` octets of a value.
  @_lifetime(response: copy response)
  private func putValue(
    of rawHandle: UInt16, from offset: Int, atMost limit: Int, _ bearer: AttributeBearer,
    into response: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Refusal? {
    let table = AttributeTable(WatchDatabase.attributes.span)
    guard let handle = AttributeHandle(rawValue: rawHandle), let attribute = table[handle] else {
      return Refusal(.invalidHandle, at: rawHandle)
    }
    if let code = attribute.readRefusal(on: bearer.security) { return Refusal(code, at: rawHandle) }
    let value = values.value(of: attribute, at: handle)
    guard offset <= value.count else { return Refusal(.invalidOffset, at: rawHandle) }
    try response.put(value.span.extracting(droppingFirst: offset).extracting(first: limit))
    return nil
  }

  /// - Returns: why the write is refused, or nil once it is done.
  mutating func write(
    _ value: Span<UInt8>, to rawHandle: UInt16, on security: BearerSecurity, now: Instant
  ) -> ErrorCode? {
    let table = AttributeTable(WatchDatabase.attributes.span)
    guard let handle = AttributeHandle(rawValue: rawHandle), let attribute = table[handle] else {
      return .invalidHandle
    }
    if let code = attribute.writeRefusal(on: security) { return code }
    switch attribute {
    case .configuration(let slot, let allowed, _):
      return configure(slot, as: value, allowed: allowed, now: now)
    case .value(.clientSupportedFeatures, _, _):
      guard value.count == 1 else { return .invalidAttributeValueLength }
      return values.configuration.setFeatures(value[0]) ? nil : .valueNotAllowed
    case .value, .primaryService, .secondaryService, .include, .characteristic, .extendedProperties:
      return .writeNotPermitted
    }
  }

  private mutating func configure(
    _ slot: Int, as value: Span<UInt8>, allowed: ClientCharacteristicConfiguration, now: Instant
  ) -> ErrorCode? {
    var rest = value
    guard value.count == 2, let bits = try? rest.takeUInt16() else { return .invalidAttributeValueLength }
    guard bits & ~allowed.rawValue == 0 else { return .configurationDescriptorImproperlyConfigured }
    values.configuration[slot: slot] = ClientCharacteristicConfiguration(rawValue: bits)
    if slot == WatchDatabase.serviceChangedSlot { serviceChanged.postpone(now: now) }
    return nil
  }
}
