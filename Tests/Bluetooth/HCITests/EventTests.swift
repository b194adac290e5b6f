import Identifiers
import Octets
import TestSupport
import Testing

@testable import HCI

/// Events with their octets as encoded by an independent stack, Bumble 0.0.236.
enum EventVectors {
  static let fixed: [String] = [
    "04 05 04 00 40 00 13",
    "04 08 04 00 40 00 01",
    "04 0C 08 00 40 00 0C 4C 00 34 12",
    "04 0F 04 01 01 32 20",
    "04 10 01 07",
    "04 13 09 02 40 00 02 00 41 00 01 00",
    "04 1A 01 01",
    "04 30 03 00 40 00",
    "04 57 02 40 00",
    "04 3E 13 01 00 40 00 01 01 66 55 44 33 22 5B 18 00 00 00 48 00 01",
    "04 3E 1F 0A 00 40 00 01 02 56 34 12 AD 98 40 00 00 00 00 00 00 66 55 44 33 22 5B 18 00 00 00 48 00 01",
    "04 3E 0A 03 00 40 00 24 00 03 00 58 02",
    "04 3E 0C 04 00 40 00 FF 79 01 00 00 00 00 00",
    "04 3E 0D 05 40 00 01 02 03 04 05 06 07 08 34 12",
    "04 3E 0B 06 40 00 18 00 28 00 03 00 58 02",
    "04 3E 0B 07 40 00 FB 00 48 08 FB 00 48 08",
    "04 3E 06 0C 00 40 00 02 02",
    "04 3E 06 12 00 01 40 00 00",
    "04 3E 04 14 40 00 01",
  ]
}

@Suite struct EventTests {
  /// The result of `body` for the event; nil if it is another event or cannot be read.
  private func decode<Value>(_ packet: [UInt8], _ body: (borrowing Event) -> Value?) -> Value? {
    guard let event = try? Event(decoding: packet.span) else { return nil }
    return body(event)
  }

  private func error(_ packet: [UInt8]) -> DecodeError? {
    do throws(DecodeError) {
      _ = try Event(decoding: packet.span)
      return nil
    } catch {
      return error
    }
  }

  private func decode<Value>(_ index: Int, _ body: (borrowing Event) -> Value?) -> Value? {
    decode(octets(EventVectors.fixed[index]), body)
  }

  @Test func disconnectionComplete() {
    let event = decode(0) { if case .disconnectionComplete(let event) = $0 { event } else { nil } }
    #expect(event?.status == .success)
    #expect(event?.connectionHandle == handle(0x40))
    #expect(event?.reason == .remoteUserTerminatedConnection)
  }

  @Test func encryptionChange() {
    let event = decode(1) { if case .encryptionChange(let event) = $0 { event } else { nil } }
    #expect(event?.status == .success)
    #expect(event?.connectionHandle == handle(0x40))
    #expect(event?.isEnabled == true)
  }

  @Test func encryptionThatFailedIsNotEnabled() {
    let event = decode(octets("04 08 04 06 40 00 01")) {
      if case .encryptionChange(let event) = $0 { event } else { nil }
    }
    #expect(event?.status == .pinOrKeyMissing)
    #expect(event?.isEnabled == false)
  }

  @Test func readRemoteVersionInformationComplete() {
    let event = decode(2) { if case .readRemoteVersionInformationComplete(let event) = $0 { event } else { nil } }
    #expect(event?.status == .success)
    #expect(event?.version == 0x0C)
    #expect(event?.manufacturerName == 0x004C)
    #expect(event?.subversion == 0x1234)
  }

  @Test func commandComplete() {
    let event: (UInt8, Opcode, [UInt8])? = decode(octets("04 0E 0A 02 09 10 00 56 34 12 EB 27 B8")) {
      guard case .commandComplete(let event) = $0 else { return nil }
      return (event.numHCICommandPackets, event.commandOpcode, array(event.returnParameters))
    }
    #expect(event?.0 == 2)
    #expect(event?.1 == .readBDADDR)
    #expect(event?.2 == octets("00 56 34 12 EB 27 B8"))
  }

  @Test func commandStatusIsDecoded() {
    let event = decode(3) { if case .commandStatus(let event) = $0 { event } else { nil } }
    #expect(event?.status == .unknownHCICommand)
    #expect(event?.numHCICommandPackets == 1)
    #expect(event?.commandOpcode == Opcode(rawValue: 0x2032))
  }

  @Test func controllerEvents() {
    let error = decode(4) { if case .hardwareError(let event) = $0 { event } else { nil } }
    #expect(error?.hardwareCode == 7)
    let overflow = decode(6) { if case .dataBufferOverflow(let event) = $0 { event } else { nil } }
    #expect(overflow?.linkType == 1)
  }

  @Test func numberOfCompletedPacketsListsItsPairs() {
    let pairs: [[UInt16]]? = decode(5) {
      guard case .numberOfCompletedPackets(var event) = $0 else { return nil }
      var pairs: [[UInt16]] = []
      while let (handle, count) = event.next() { pairs.append([handle, count]) }
      return pairs
    }
    #expect(pairs == [[0x40, 2], [0x41, 1]])
  }

  @Test func encryptionKeyRefreshComplete() {
    let event = decode(7) { if case .encryptionKeyRefreshComplete(let event) = $0 { event } else { nil } }
    #expect(event?.status == .success)
    #expect(event?.connectionHandle == handle(0x40))
  }

  @Test func authenticatedPayloadTimeoutExpired() {
    let event = decode(8) { if case .authenticatedPayloadTimeoutExpired(let event) = $0 { event } else { nil } }
    #expect(event?.connectionHandle == handle(0x40))
  }

  private func connection(_ packet: [UInt8]) -> LEConnection? {
    decode(packet) {
      guard case .leConnectionComplete(.established(let connection)) = $0 else { return nil }
      return connection
    }
  }

  @Test func connectionCompleteInBothForms() {
    let privateAddress = DeviceAddress(kind: .random, octets: [0x66, 0x55, 0x44, 0x33, 0x22, 0x5B])
    let identity = DeviceAddress(kind: .public, octets: [0x56, 0x34, 0x12, 0xAD, 0x98, 0x40])
    for (index, resolved) in [(9, nil), (10, identity)] {
      let connection = connection(octets(EventVectors.fixed[index]))
      #expect(connection?.handle == handle(0x40))
      #expect(connection?.role == .peripheral)
      #expect(connection?.peerAddress == privateAddress)
      #expect(connection?.peerIdentity == resolved)
      #expect(connection?.connectionInterval == 24)
      #expect(connection?.peripheralLatency == 0)
      #expect(connection?.supervisionTimeout == 72)
    }
  }

  @Test func enhancedConnectionWithoutAPrivateAddressNamesThePeerAsItIs() {
    var packet = octets(EventVectors.fixed[10])
    packet.replaceSubrange(21..<27, with: [0, 0, 0, 0, 0, 0])
    #expect(connection(packet)?.peerAddress == connection(packet)?.peerIdentity)
    packet[8] = 0x00
    #expect(connection(packet)?.peerAddress.kind == .public)
    #expect(connection(packet)?.peerIdentity == nil)
  }

  @Test func connectionWithTimingOfZeroIsRead() {
    let connection = connection(octets("04 3E 13 01 00 40 00 01 01 66 55 44 33 22 5B 00 00 00 00 00 00 01"))
    #expect(connection?.connectionInterval == 0)
    #expect(connection?.supervisionTimeout == 0)
  }

  @Test func failedConnectionNeedsNoValidFields() {
    let status: ErrorCode? = decode(octets("04 3E 13 01 3E FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF")) {
      guard case .leConnectionComplete(.failed(let status)) = $0 else { return nil }
      return status
    }
    #expect(status == .connectionFailedToBeEstablished)
  }

  @Test func connectionWithForbiddenFieldsIsRefused() {
    let good = octets(EventVectors.fixed[9])
    for (index, value) in [(6, 0x0F as UInt8), (7, 0x02), (8, 0x04)] {
      var packet = good
      packet[index] = value
      #expect(error(packet) == .invalidValue)
    }
  }

  @Test func connectionUpdateComplete() {
    let event = decode(11) { if case .leConnectionUpdateComplete(let event) = $0 { event } else { nil } }
    #expect(event?.status == .success)
    #expect(event?.connectionInterval == 36)
    #expect(event?.peripheralLatency == 3)
    #expect(event?.supervisionTimeout == 600)
  }

  @Test func readRemoteFeaturesComplete() {
    let event = decode(12) { if case .leReadRemoteFeaturesComplete(let event) = $0 { event } else { nil } }
    #expect(event?.leFeatures == 0x0179FF)
  }

  @Test func longTermKeyRequest() {
    let event = decode(13) { if case .leLongTermKeyRequest(let event) = $0 { event } else { nil } }
    #expect(event?.connectionHandle == handle(0x40))
    #expect(event?.randomNumber == 0x0807_0605_0403_0201)
    #expect(event?.encryptedDiversifier == 0x1234)
  }

  @Test func remoteConnectionParameterRequest() {
    let event = decode(14) { if case .leRemoteConnectionParameterRequest(let event) = $0 { event } else { nil } }
    #expect(
      event?.parameters
        == ConnectionParameters(intervalMinimum: 24, intervalMaximum: 40, latency: 3, supervisionTimeout: 600))
  }

  @Test func dataLengthAndPHYEventsAreDecoded() {
    let length = decode(15) { if case .leDataLengthChange(let event) = $0 { event } else { nil } }
    #expect(length?.maxTxOctets == 251)
    #expect(length?.maxTxTime == 2_120)
    #expect(length?.maxRxOctets == 251)
    #expect(length?.maxRxTime == 2_120)
    let phy = decode(16) { if case .lePHYUpdateComplete(let event) = $0 { event } else { nil } }
    #expect(phy?.txPHY == 2)
    #expect(phy?.rxPHY == 2)
    let set = decode(17) { if case .leAdvertisingSetTerminated(let event) = $0 { event } else { nil } }
    #expect(set?.advertisingHandle == 1)
    #expect(set?.connectionHandle == 0x40)
    let hopping = decode(18) { if case .leChannelSelectionAlgorithm(let event) = $0 { event } else { nil } }
    #expect(hopping?.channelSelectionAlgorithm == 1)
  }

  // Lengths.

  @Test(arguments: EventVectors.fixed)
  func eachShorterPrefixIsRefused(hex: String) {
    let packet = octets(hex)
    for count in 0..<packet.count {
      #expect(error(Array(packet[..<count])) != nil, "cut to \(count)")
      guard count >= 3 else { continue }
      // The same with a matching length field.
      var short = Array(packet[..<count])
      short[2] = UInt8(count - 3)
      #expect(error(short) != nil, "parameters cut to \(count - 3)")
    }
  }

  @Test(arguments: EventVectors.fixed)
  func furtherParametersAreLeftUnreadUnlessTheLengthIsTheHosts(hex: String) {
    var packet = octets(hex) + [0x00]
    #expect(error(packet) == .invalidValue, "the length field does not agree")
    packet[2] += 1
    let isExact = [0x05, 0x0F, 0x13].contains(packet[1])
    #expect((error(packet) == .invalidValue) == isExact)
  }

  @Test func completedPacketsWithoutAConnectionAreRefused() {
    #expect(error(octets("04 13 01 00")) == .invalidValue)
    #expect(error(octets("04 13 05 02 40 00 01 00")) == .invalidValue)
    #expect(error(octets("04 13 05 FF 40 00 01 00")) == .invalidValue)
  }

  @Test func commandCompleteWithoutAStatusIsRead() {
    #expect(error(octets("04 0E 03 01 00 00")) == nil)
    for hex in ["04 0E 00", "04 0E 01 01", "04 0E 02 01 03"] { #expect(error(octets(hex)) == .truncated) }
  }

  @Test(arguments: ["04 FF 02 12 34", "04 00 00", "04 3E 01 02", "04 3E 03 FF 00 00", "04 3E 01 00"])
  func unknownEventsAreReadAsSuch(hex: String) {
    #expect(decode(octets(hex)) { if case .unknown = $0 { true } else { nil } } == true)
  }

  @Test func metaEventWithoutASubeventIsRefused() {
    #expect(error(octets("04 3E 00")) == .truncated)
  }

  @Test func handlesBeyondTheRangeAreRefused() {
    #expect(error(octets("04 05 04 00 00 0F 13")) == .invalidValue)
    #expect(error(octets("04 05 04 00 FF 0E 13")) == nil)
  }

  @Test func reservedBitsOfAHandleAreIgnored() {
    let event = decode(octets("04 05 04 00 40 F0 13")) {
      if case .disconnectionComplete(let event) = $0 { event } else { nil }
    }
    #expect(event?.connectionHandle == handle(0x40))
  }

  @Test func anotherKindOfPacketIsRefused() {
    #expect(error(octets("02 05 04 00 40 00 13")) == .invalidValue)
  }

  @Test func randomAndMutatedOctetsOfAnotherLengthAreRefused() {
    var numbers = SeededGenerator(seed: 0xBE1F_0001)
    for _ in 0..<20_000 {
      var packet = [0x04] + numbers.octets(numbers.number(below: 40))
      if packet.count > 2, numbers.number(below: 4) > 0 { packet[2] = UInt8(packet.count - 3) }
      #expect(error(packet) != nil || hasItsLength(packet))
    }
    for _ in 0..<20_000 {
      var packet = octets(EventVectors.fixed[numbers.number(below: EventVectors.fixed.count)])
      for _ in 0..<3 { packet[numbers.number(below: packet.count)] = UInt8(truncatingIfNeeded: numbers.next()) }
      #expect(error(packet) != nil || hasItsLength(packet))
    }
  }

  private func hasItsLength(_ packet: [UInt8]) -> Bool { packet.count > 2 && Int(packet[2]) == packet.count - 3 }
}
