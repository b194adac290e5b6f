import HCI
import Identifiers
import Octets
import Testing

@Suite struct CommandTests {
  private static let connection = handle(0x40)
  private static let parameters = ConnectionParameters(
    intervalMinimum: 24, intervalMaximum: 40, latency: 3, supervisionTimeout: 600)
  private static let key: [16 of UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
  private static let address = DeviceAddress(kind: .random, octets: [0x66, 0x55, 0x44, 0x33, 0x22, 0xC1])

  private static func data() throws -> AdvertisingData {
    var data = AdvertisingData()
    let flags: [UInt8] = [0x06]
    try data.put(type: 0x01, flags.span)
    return data
  }

  /// Each command with its octets as encoded by an independent stack, Bumble 0.0.236.
  private static func table() throws -> [(Command, String)] {
    let padding = String(repeating: "00", count: 28)
    return [
      (.reset, "01 03 0C 00"),
      (.readLocalVersionInformation, "01 01 10 00"),
      (.readLocalSupportedCommands, "01 02 10 00"),
      (.readLocalSupportedFeatures, "01 03 10 00"),
      (.readBufferSize, "01 05 10 00"),
      (.readBDADDR, "01 09 10 00"),
      (.setEventMask(0x2000_8000_0204_E890), "01 01 0C 08 90 E8 04 02 00 80 00 20"),
      (.writeLEHostSupport, "01 6D 0C 02 01 00"),
      (.leSetEventMask(0x3D), "01 01 20 08 3D 00 00 00 00 00 00 00"),
      (.leReadBufferSize, "01 02 20 00"),
      (.leReadBufferSizeV2, "01 60 20 00"),
      (.leReadLocalSupportedFeatures, "01 03 20 00"),
      (.leWriteSuggestedDefaultDataLength(octets: 251, time: 2_120), "01 24 20 04 FB 00 48 08"),
      (.leSetRandomAddress(address), "01 05 20 06 66 55 44 33 22 C1"),
      (
        .leSetAdvertisingParameters(AdvertisingParameters(interval: 0x0664, ownAddressKind: .random)),
        "01 06 20 0F 64 06 64 06 00 01 00 00 00 00 00 00 00 07 00"
      ),
      (.leSetAdvertisingData(try data()), "01 08 20 20 03 02 01 06" + padding),
      (.leSetScanResponseData(try data()), "01 09 20 20 03 02 01 06" + padding),
      (.leSetAdvertisingEnable(true), "01 0A 20 01 01"),
      (.leSetAdvertisingEnable(false), "01 0A 20 01 00"),
      (.disconnect(connection, reason: .remoteUserTerminatedConnection), "01 06 04 03 40 00 13"),
      (.readRemoteVersionInformation(connection), "01 1D 04 02 40 00"),
      (.readRSSI(connection), "01 05 14 02 40 00"),
      (.leConnectionUpdate(connection, parameters), "01 13 20 0E 40 00 18 00 28 00 03 00 58 02 00 00 00 00"),
      (.leReadRemoteFeatures(connection), "01 16 20 02 40 00"),
      (.leSetDataLength(connection, octets: 251, time: 2_120), "01 22 20 06 40 00 FB 00 48 08"),
      (
        .leLongTermKeyRequestReply(connection, key),
        "01 1A 20 12 40 00 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F"
      ),
      (.leLongTermKeyRequestNegativeReply(connection), "01 1B 20 02 40 00"),
      (
        .leRemoteConnectionParameterRequestReply(connection, parameters),
        "01 20 20 0E 40 00 18 00 28 00 03 00 58 02 00 00 00 00"
      ),
      (
        .leRemoteConnectionParameterRequestNegativeReply(connection, reason: .unacceptableConnectionParameters),
        "01 21 20 03 40 00 3B"
      ),
    ]
  }

  @Test func eachCommandIsEncodedAsAnotherStackDoes() throws {
    for (command, hex) in try Self.table() {
      #expect(try encoded(command) == octets(hex))
    }
  }

  @Test func theLengthFieldCountsTheParameters() throws {
    for (command, _) in try Self.table() {
      let packet = try encoded(command)
      #expect(Int(packet[3]) == packet.count - 4)
      #expect(packet.count <= Command.maximumPacketCount)
      #expect(command.opcode.rawValue == UInt16(packet[1]) | UInt16(packet[2]) << 8)
    }
  }

  @Test func aCommandWithoutRoomPutsNothing() throws {
    for (command, hex) in try Self.table() {
      for capacity in 0..<octets(hex).count {
        let put = try encoded(capacity: capacity) { output throws(EncodeError) in
          do throws(EncodeError) {
            try command.encode(into: &output)
          } catch {
            #expect(error == .insufficientCapacity)
          }
        }
        #expect(put.isEmpty)
      }
    }
  }

  @Test(arguments: [(0 as UInt16, 0x0020 as UInt16), (0x001F, 0x0020), (0x4000, 0x4000), (0xFFFF, 0x4000)])
  func advertisingIntervalsAreBroughtIntoTheirRange(given: UInt16, used: UInt16) {
    let parameters = AdvertisingParameters(interval: given, ownAddressKind: .public)
    #expect(parameters.intervalMinimum == used)
    #expect(parameters.intervalMaximum == used)
  }
}

@Suite struct AdvertisingDataTests {
  @Test func structuresFollowEachOther() throws {
    var data = AdvertisingData()
    try data.put(type: 0x01, octets("06").span)
    try data.put(type: 0x09, octets("41 42").span)
    #expect(array(data.span) == octets("02 01 06 03 09 41 42"))
  }

  @Test func atMostThirtyOneOctetsFit() throws {
    var data = AdvertisingData()
    #expect(throws: EncodeError.insufficientCapacity) {
      try data.put(type: 0x09, [UInt8](repeating: 0x41, count: 30).span)
    }
    #expect(data.count == 0)
    try data.put(type: 0x09, [UInt8](repeating: 0x41, count: 29).span)
    #expect(data.count == 31)
    #expect(throws: EncodeError.insufficientCapacity) { try data.put(type: 0x09, [UInt8]().span) }
    #expect(data.count == 31)
  }
}

@Suite struct ConnectionParametersTests {
  private func isValid(_ minimum: UInt16, _ maximum: UInt16, _ latency: UInt16, _ timeout: UInt16) -> Bool {
    ConnectionParameters(
      intervalMinimum: minimum, intervalMaximum: maximum, latency: latency, supervisionTimeout: timeout
    ).isValid
  }

  @Test func rangesAndTheirEndsAreChecked() {
    #expect(isValid(6, 6, 0, 10))
    #expect(isValid(6, 3_200, 0, 3_200))
    #expect(isValid(6, 6, 499, 3_200))
    #expect(!isValid(5, 6, 0, 10))
    #expect(!isValid(7, 6, 0, 10))
    #expect(!isValid(6, 3_201, 0, 3_200))
    #expect(!isValid(6, 6, 500, 3_200))
    #expect(!isValid(6, 6, 0, 9))
    #expect(!isValid(6, 6, 0, 3_201))
    #expect(!isValid(0, 0, 0, 0))
    #expect(!isValid(.max, .max, .max, .max))
  }

  @Test func theTimeoutOutlivesTwoLatencies() {
    // 40 * 1.25 ms * 4 * 2 = 400 ms.
    #expect(!isValid(24, 40, 3, 40))
    #expect(isValid(24, 40, 3, 41))
  }
}
