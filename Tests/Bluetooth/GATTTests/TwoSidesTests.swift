import ATT
import GATT
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

/// The product's client and server connected to each other, in both directions on one link.
@Suite struct TwoSidesTests {
  /// One end of a link: client, server and their shared state.
  private final class End {
    var client = GATTClient()
    var server: GATTServer
    var bearer: AttributeBearer
    var events: [String] = []

    init(receiveMTU: Int, name: String) {
      server = ServerLink.watchServer(name: name)
      bearer = AttributeBearer(receiveMTU: receiveMTU)
      bearer.security = ServerLink.encrypted
    }

    var isQuiet: Bool { !client.isBusy }

    func send(now: Instant) -> [[UInt8]] {
      var pdus: [[UInt8]] = []
      while true {
        let pdu = output(capacity: 517) { output in
          guard !client.nextPDU(into: &output, on: bearer, now: now) else { return }
          _ = server.nextPDU(into: &output, on: bearer, now: now)
        }
        guard !pdu.isEmpty else { return pdus }
        pdus.append(pdu)
      }
    }

    func receive(_ pdu: [UInt8], now: Instant) -> [UInt8] {
      output(capacity: 517) { response in
        switch bearer.route(pdu.span) {
        case .server:
          _ = server.handle(pdu.span, on: &bearer, response: &response, now: now)
        case .client:
          let event = ClientLink.describe(client.handle(pdu.span, on: &bearer, now: now))
          if !event.isEmpty { events.append(event) }
        case .ignored: Issue.record("ignored \(pdu.hex)")
        }
      }
    }
  }

  /// Passes PDUs on in both directions until both sides are idle.
  private func settle(_ one: End, _ other: End, now: Instant = .start) {
    var rounds = 0
    var toOne = other.send(now: now)
    var toOther = one.send(now: now)
    while !(toOne.isEmpty && toOther.isEmpty), rounds < 500 {
      let answersOfOne = toOne.map { one.receive($0, now: now) }.filter { !$0.isEmpty }
      let answersOfOther = toOther.map { other.receive($0, now: now) }.filter { !$0.isEmpty }
      toOther = answersOfOne + one.send(now: now)
      toOne = answersOfOther + other.send(now: now)
      rounds += 1
    }
    #expect(rounds < 500)
  }

  private func ends(_ mtu: Int, _ otherMTU: Int) -> (End, End) {
    (End(receiveMTU: mtu, name: "Watch"), End(receiveMTU: otherMTU, name: "A phone with a name of forty octets, so."))
  }

  @Test(arguments: [(517, 517, 517), (517, 185, 185), (185, 517, 185), (23, 517, 23)])
  func bothAgreeOnTheMTU(_ mtu: Int, _ otherMTU: Int, _ agreed: Int) {
    let (one, other) = ends(mtu, otherMTU)
    _ = one.client.start(.exchangeMTU)
    _ = other.client.start(.exchangeMTU)
    settle(one, other)
    #expect(one.client.takeResult() == .success)
    #expect(other.client.takeResult() == .success)
    #expect(one.bearer.mtu == agreed)
    #expect(other.bearer.mtu == agreed)
  }

  @Test(arguments: [23, 64, 185, 517]) func bothDiscoverEachOtherAtOnce(mtu: Int) {
    let (one, other) = ends(mtu, mtu)
    _ = one.client.start(.exchangeMTU)
    settle(one, other)
    _ = one.client.start(.discoverCharacteristics(HandleRange(rawFirst: 10, rawLast: 17)!))
    _ = other.client.start(.discoverPrimaryService(.short(0x180F)))
    settle(one, other)
    #expect(one.client.takeResult() == .success)
    // The entries may be spread over responses in any way.
    let entries = one.events.flatMap { $0.split(separator: " ").dropFirst() }
    #expect(entries == ["11:12/32", "14:15/10", "16:17/2"])
    #expect(other.events == ["services 25-28"])
    #expect(other.client.takeResult() == .success)
  }

  @Test(arguments: [23, 64]) func longNameIsReadWhole(mtu: Int) {
    let (one, other) = ends(mtu, mtu)
    _ = one.client.start(.exchangeMTU)
    settle(one, other)
    _ = one.client.takeResult()
    _ = one.client.start(.readLongValue(AttributeHandle(rawValue: 3)!))
    settle(one, other)
    #expect(one.client.takeResult() == .success)
    let name = one.events.map { octets(hex: String($0.drop { $0 != ":" }.dropFirst())) }.joined()
    #expect(String(decoding: Array(name), as: UTF8.self) == "A phone with a name of forty octets, so.")
  }

  @Test func discoverySubscriptionAndNotification() {
    let (one, other) = ends(517, 517)
    var wanted = FixedArray<4, BluetoothUUID>()
    wanted.append(.short(0x2A19))
    var discovery = ServiceDiscovery(service: .short(0x180F), characteristics: wanted)
    while discovery.outcome == nil {
      guard let procedure = discovery.nextProcedure(), one.client.start(procedure) else { break }
      drive(&discovery, one, other)
    }
    guard case .found(let service) = discovery.outcome, let level = service.characteristics[0],
      let configuration = level.configurationHandle
    else {
      Issue.record("the battery service was not found")
      return
    }
    #expect(level.valueHandle.rawValue == 27)
    #expect(configuration.rawValue == 28)
    _ = one.client.acceptValues(from: level.valueHandle)
    _ = one.client.start(.configure(configuration, .notifications))
    settle(one, other)
    #expect(one.client.takeResult() == .success)
    other.server.setBatteryLevel(percent: 33)
    settle(one, other)
    #expect(one.events == ["notification 27: 21"])
  }

  /// Runs one procedure of a discovery, PDU by PDU.
  private func drive(_ discovery: inout ServiceDiscovery, _ one: End, _ other: End) {
    while one.client.isBusy {
      for request in one.send(now: .start) {
        let response = other.receive(request, now: .start)
        let event = one.client.handle(response.span, on: &one.bearer, now: .start)
        discovery.handle(event)
      }
    }
    if let result = one.client.takeResult() { discovery.handle(result) }
  }

  @Test func serviceChangedIsConfirmedInTheMidstOfARead() {
    let (one, other) = ends(517, 517)
    other.server.restore(ClientConfiguration(descriptors: 0b0010))
    other.server.noteDatabaseChange(now: .start)
    _ = one.client.acceptValues(from: AttributeHandle(rawValue: 12)!)
    let later = Instant.start + .seconds(10)
    other.server.handleTimeout(now: later)
    _ = one.client.start(.readValue(AttributeHandle(rawValue: 5)!))
    settle(one, other, now: later)
    #expect(one.events.contains("indication 12: 01 00 ff ff"))
    #expect(one.events.contains("value 0: c2 00"))
    #expect(other.server.deadline == nil)
  }

  /// Both sides receive malformed PDUs: neither traps, and every request of a client still ends.
  @Test(arguments: 0..<20 as Range<UInt64>) func noiseOnTheLinkTrapsNeitherSide(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (one, other) = ends(64, 517)
    for _ in 0..<400 {
      if one.isQuiet { _ = one.client.start(.discoverCharacteristics(.all)) }
      _ = one.client.takeResult()
      for var pdu in one.send(now: .start) {
        if random.number(in: 0..<3) == 0 { pdu[random.number(in: 0..<pdu.count)] = random.octet() }
        guard other.bearer.route(pdu.span) == .server else { continue }
        var response = other.receive(pdu, now: .start)
        if random.number(in: 0..<3) == 0, !response.isEmpty {
          response[random.number(in: 0..<response.count)] = random.octet()
        }
        guard one.bearer.route(response.span) == .client else { continue }
        _ = one.receive(response, now: .start)
      }
      if random.number(in: 0..<20) == 0 { one.client.reset() }
    }
    // A procedure may have another request to send.
    _ = one.send(now: .start)
    one.client.handleTimeout(now: .start + .seconds(31))
    let isBusy = one.client.isBusy
    #expect(!isBusy)
  }
}
