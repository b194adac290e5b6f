internal import ATT
internal import Identifiers
internal import Octets

/// One request of a procedure, and the values needed to decode its response.
enum ClientStep: Equatable, Sendable {
  case exchangeMTU
  case findService(BluetoothUUID, HandleRange)
  case findCharacteristics(HandleRange)
  case findDescriptors(HandleRange)
  case read(AttributeHandle, isLong: Bool)
  case readBlob(AttributeHandle, offset: Int)
  case write(AttributeHandle)
  case prepareWrite(AttributeHandle, part: Range<Int>)
  /// `result` is the result of the procedure once the queue is written or cleared.
  case executeWrite(ExecuteWriteRequest.Flags, result: ProcedureResult)

  var request: Opcode {
    switch self {
    case .exchangeMTU: .exchangeMTURequest
    case .findService: .findByTypeValueRequest
    case .findCharacteristics: .readByTypeRequest
    case .findDescriptors: .findInformationRequest
    case .read: .readRequest
    case .readBlob: .readBlobRequest
    case .write: .writeRequest
    case .prepareWrite: .prepareWriteRequest
    case .executeWrite: .executeWriteRequest
    }
  }

  /// Every response's opcode follows its request's.
  var response: UInt8 { request.rawValue + 1 }

  init(_ procedure: Procedure) {
    switch procedure {
    case .exchangeMTU: self = .exchangeMTU
    case .discoverPrimaryService(let uuid): self = .findService(uuid, .all)
    case .discoverCharacteristics(let range): self = .findCharacteristics(range)
    case .discoverDescriptors(let range): self = .findDescriptors(range)
    case .readValue(let handle): self = .read(handle, isLong: false)
    case .readLongValue(let handle): self = .read(handle, isLong: true)
    case .configure(let handle, _): self = .write(handle)
    }
  }

  /// Puts the request; `value` is the value that the procedure writes, if it writes.
  @_lifetime(output: copy output)
  func encode(
    into output: inout OutputSpan<UInt8>, value: Span<UInt8>, receiveMTU: Int
  ) throws(EncodeError) {
    switch self {
    case .exchangeMTU:
      let mtu = UInt16(truncatingIfNeeded: receiveMTU)
      try ExchangeMTURequest(clientReceiveMTU: mtu).encode(into: &output)
    case .findService(let uuid, let range):
      let type = AttributeType.primaryService.rawValue
      try FindByTypeValueRequest(range, attributeType: type).encode(into: &output)
      try uuid.encode(into: &output)
    case .findCharacteristics(let range):
      try ReadByTypeRequest(range, attributeType: AttributeType.characteristic.uuid).encode(into: &output)
    case .findDescriptors(let range):
      try FindInformationRequest(range).encode(into: &output)
    case .read(let handle, _):
      try ReadRequest(attributeHandle: handle).encode(into: &output)
    case .readBlob(let handle, let offset):
      let offset = UInt16(truncatingIfNeeded: offset)
      try ReadBlobRequest(attributeHandle: handle, valueOffset: offset).encode(into: &output)
    case .write(let handle):
      try WriteRequest(attributeHandle: handle).encode(into: &output)
      try output.put(value)
    case .prepareWrite(let handle, let part):
      let offset = UInt16(truncatingIfNeeded: part.lowerBound)
      try PrepareWriteRequest(attributeHandle: handle, valueOffset: offset).encode(into: &output)
      try output.put(value.extracting(part))
    case .executeWrite(let flags, _):
      try ExecuteWriteRequest(flags: flags).encode(into: &output)
    }
  }
}

extension ClientStep {
  /// The step as the MTU allows it: a long value is written in parts, a part is cut to what a request holds.
  func fitted(to mtu: Int, valueCount: Int) -> ClientStep {
    let room = mtu - 5
    switch self {
    case .write(let handle) where valueCount > mtu - 3:
      return .prepareWrite(handle, part: 0..<min(room, valueCount))
    case .prepareWrite(let handle, let part):
      return .prepareWrite(handle, part: part.lowerBound..<min(part.lowerBound + room, part.upperBound))
    case .exchangeMTU, .findService, .findCharacteristics, .findDescriptors, .read, .readBlob, .write, .executeWrite:
      return self
    }
  }
}
