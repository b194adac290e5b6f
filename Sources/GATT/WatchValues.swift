internal import ATT
internal import Octets

/// What the attributes of `WatchDatabase` hold.
struct WatchValues: Sendable {
  let information: DeviceInformation
  /// As AES-CMAC is written, most significant octet first.
  var databaseHash: [16 of UInt8] = .init(repeating: 0)
  /// 0...100.
  var batteryPercent: UInt8 = 100
  var configuration = ClientConfiguration()

  init(information: DeviceInformation) { self.information = information }

  /// What the Peripheral Preferred Connection Parameters say, the same as is asked for on the signalling channel: 30 ms
  /// to 50 ms, latency 3, 6 s. iOS ignores them.
  ///
  /// Core Spec 5.4, Vol 3, Part C, 12.3.
  private static var preferredConnectionParameters: [4 of UInt16] { [24, 40, 3, 600] }

  /// All of the value of the attribute at `handle`. None is longer than the buffer.
  func value(of attribute: Attribute, at handle: AttributeHandle) -> OctetBuffer<40> {
    var value = OctetBuffer<40>()
    do throws(EncodeError) {
      try value.append { output throws(EncodeError) in try put(attribute, at: handle, into: &output) }
    } catch {
      preconditionFailure("a value of the table exceeds the buffer")
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
    case .value(let type, _, _):
      try put(type, into: &output)
    case .primaryService, .secondaryService, .include, .characteristic, .extendedProperties:
      try AttributeTable(WatchDatabase.attributes.span).putConstant(at: handle, into: &output)
    }
  }

  @_lifetime(output: copy output)
  private func put(_ type: AttributeType, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    switch type {
    case .deviceName: try output.put(information.name.span)
    case .appearance: try output.put(information.appearance)
    case .peripheralPreferredConnectionParameters:
      let fields = Self.preferredConnectionParameters
      for index in fields.indices { try output.put(fields[index]) }
    case .centralAddressResolution: try output.put(UInt8(0))
    case .clientSupportedFeatures: try output.put(configuration.supportedFeatures)
    case .databaseHash:
      // Least significant octet first, as the conformance suite expects; other stacks send it as computed.
      for index in databaseHash.indices.reversed() { try output.put(databaseHash[index]) }
    case .manufacturerNameString: try output.put(information.manufacturerName.span)
    case .modelNumberString: try output.put(information.modelNumber.span)
    case .firmwareRevisionString: try output.put(information.firmwareRevision.span)
    case .batteryLevel: try output.put(batteryPercent)
    default: break
    }
  }
}
