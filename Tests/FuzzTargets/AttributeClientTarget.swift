import ATT
import GATT
import Identifiers
import Octets
import TestSupport
import Timing

@testable import PhoneSupport

/// The attribute client, with a server that answers correctly, wrongly, endlessly or not at all. Each procedure ends
/// within a bounded number of requests, and each result lies in the range that was searched.
///
/// Input: ` | procedures … | ` as choices; see `AttributeClientRun`.
public enum AttributeClientTarget: FuzzTarget {
  public static var sources: [String] {
    ["GATT/GATTClient", "GATT/Procedure", "GATT/DiscoveryEntries", "GATT/ServiceDiscovery", "ATT/AttributeBearer"]
  }

  public static func run(_ input: FuzzInput) {
    let run = AttributeClientRun(input)
    repeat { run.runProcedure() } while !input.isEmpty
  }
}

private final class AttributeClientRun {
  private var client = GATTClient()
  private var bearer: AttributeBearer
  private let input: FuzzInput
  private var now = Instant.start
  private var server = FakeServer([NotificationCenterServer.genericAttribute, NotificationCenterServer.whole])
  /// The PDUs that the client sent since a procedure began, without confirmations.
  private var requestCount = 0
  private var lastRequest: [UInt8] = []
  /// The offset at which a long value continues.
  private var valueEnd = 0

  init(_ input: FuzzInput) {
    self.input = input
    bearer = AttributeBearer(receiveMTU: input.choice([517, 23, 64, 185]))
    bearer.security.isEncrypted = !input.rarely(8)
    _ = client.acceptValues(from: AttributeHandle(rawValue: 0x001A)!)
  }

  func runProcedure() {
    if client.isBearerLost { reconnect() }
    switch input.number(below: 4) {
    case 0: discover()
    case 1: write()
    default: run(procedure())
    }
  }

  private func reconnect() {
    client.reset()
    bearer = AttributeBearer(receiveMTU: bearer.receiveMTU)
    bearer.security.isEncrypted = true
    _ = client.acceptValues(from: AttributeHandle(rawValue: 0x001A)!)
  }

  // MARK: Procedures

  private func handle() -> AttributeHandle { AttributeHandle(rawValue: input.number()) ?? .first }

  private func range() -> HandleRange {
    let (one, other) = (handle(), handle())
    return HandleRange(min(one, other), max(one, other)) ?? .all
  }

  private func procedure() -> Procedure {
    switch input.number(below: 7) {
    case 0: .exchangeMTU
    case 1: .discoverPrimaryService(.short(0x1801))
    case 2: .discoverCharacteristics(input.flag() ? .all : range())
    case 3: .discoverDescriptors(input.flag() ? .all : range())
    case 4: .readValue(handle())
    case 5: .readLongValue(handle())
    default: .configure(handle(), .notifications)
    }
  }

  private func run(_ procedure: Procedure) {
    requestCount = 0
    valueEnd = 0
    require(client.start(procedure), "an idle client accepts a procedure")
    serve(within: Self.range(of: procedure)) { _ in }
    require(client.takeResult() != nil, "a procedure has a result")
  }

  private func write() {
    let value = [UInt8](repeating: 0x42, count: input.number(below: 513))
    requestCount = 0
    require(client.startWrite(to: handle(), value: value.span), "an idle client accepts a value to write")
    serve(within: .all) { _ in }
    require(client.takeResult() != nil, "a write has a result")
  }

  /// All procedures to discover the notification centre.
  private func discover() {
    var wanted = FixedArray<4, BluetoothUUID>()
    wanted.append(.short(0x2A05))
    if input.flag() { wanted.append(.short(0x2A29)) }
    var discovery = ServiceDiscovery(service: .short(0x1801), characteristics: wanted)
    for _ in 0..<10 {
      guard !client.isBearerLost, let procedure = discovery.nextProcedure() else { break }
      requestCount = 0
      require(client.start(procedure), "an idle client accepts a procedure")
      serve(within: Self.range(of: procedure)) { discovery.handle($0) }
      if let result = client.takeResult() { discovery.handle(result) }
    }
    require(client.isBearerLost || discovery.outcome != nil, "a discovery ends")
  }

  private static func range(of procedure: Procedure) -> HandleRange {
    switch procedure {
    case .discoverCharacteristics(let range), .discoverDescriptors(let range): range
    default: .all
    }
  }

  // MARK: The server

  private func serve(within range: HandleRange, _ body: (borrowing ClientEvent) -> Void) {
    while client.isBusy {
      var isThere = false
      let request = output(capacity: bearer.mtu) { isThere = client.nextPDU(into: &$0, on: bearer, now: now) }
      if isThere, request != [0x1E] {
        requestCount += 1
        lastRequest = request
        require(requestCount <= GATTClient.responseLimit + 2, "a procedure ends after \(requestCount) requests")
        require(request.count <= bearer.mtu, "a request fits the MTU")
      }
      require(client.deadline != nil || !client.isBusy, "a pending request has a deadline")
      respond(to: lastRequest, within: range, body)
    }
  }

  private func respond(to request: [UInt8], within range: HandleRange, _ body: (borrowing ClientEvent) -> Void) {
    switch input.number(below: 10) {
    case 0: hear(honest(request), range, body)
    case 1: hear(input.mutated(honest(request)), range, body)
    case 2: hear(endless(request), range, body)
    case 3: hear([(request.first ?? 0) | 1] + input.block(below: 64), range, body)
    case 4: hear(input.block(below: 64), range, body)
    case 5: hear([0x01, request.first ?? 0, 0, 0, input.octet()], range, body)
    case 6: hear([0x1B] + wire(input.choice([0x1A, 0x1A, 0, 0x33])) + input.block(below: 24), range, body)
    case 7: hear([0x1D] + wire(input.choice([0x1A, 0x1A, 0, 0x33])) + input.block(below: 24), range, body)
    case 8: wait(input.interval())
    default: wait(GATTClient.transactionTimeout)
    }
  }

  private func honest(_ request: [UInt8]) -> [UInt8] {
    switch request.first {
    case 0x02: [0x03] + wire(input.choice([185, 23, 517, 0, 0xFFFF]))
    case 0x04, 0x06, 0x08: server.answer(request)
    case 0x0A, 0x0C: [request[0] | 1] + [UInt8](repeating: 0x61, count: input.number(below: bearer.mtu))
    case 0x12: [0x13]
    case 0x16: [0x17] + request.dropFirst()
    case 0x18: [0x19]
    default: [0x0B]
    }
  }

  /// A response with one more entry, as long as there are handles, or a part of the maximum length.
  private func endless(_ request: [UInt8]) -> [UInt8] {
    guard request.count >= 3 else { return [] }
    let first = UInt16(request[1]) | UInt16(request[2]) << 8
    switch request[0] {
    case 0x04: return [0x05, 1] + wire(first) + [0x00, 0x29]
    case 0x06: return [0x07] + wire(first) + wire(first)
    case 0x08: return [0x09, 7] + wire(first) + [0x10] + wire(first &+ 1) + [0x29, 0x2A]
    case 0x0A, 0x0C: return [request[0] | 1] + [UInt8](repeating: 0x61, count: bearer.mtu - 1)
    default: return honest(request)
    }
  }

  private func hear(_ pdu: [UInt8], _ range: HandleRange, _ body: (borrowing ClientEvent) -> Void) {
    guard bearer.route(pdu.span) == .client else { return }
    let isEncrypted = bearer.security.isEncrypted
    let event = client.handle(pdu.span, on: &bearer, now: now)
    check(event, range, isEncrypted)
    body(event)
    require((23...bearer.receiveMTU).contains(bearer.mtu), "the MTU stays in its range")
  }

  private func check(_ event: borrowing ClientEvent, _ range: HandleRange, _ isEncrypted: Bool) {
    switch copy event {
    case .none: break
    case .services(var entries):
      while let service = entries.next() { require(range.contains(service), "a service lies in the range") }
    case .characteristics(var entries):
      while let entry = entries.next() {
        require(range.contains(entry.handle) && range.contains(entry.valueHandle), "a characteristic lies in the range")
      }
    case .descriptors(var entries):
      while let entry = entries.next() { require(range.contains(entry.attributeHandle), "so does a descriptor") }
    case .value(let offset, let part):
      require(offset == valueEnd && offset + part.count <= 512, "a value has at most 512 octets, which arrive in order")
      valueEnd += part.count
    case .notification(let handle, _), .indication(let handle, _):
      require(
        isEncrypted && handle.rawValue == 0x1A,
        "only values of accepted handles are reported, and only on an encrypted link")
    }
  }

  private func wait(_ interval: Interval) {
    now = now + interval
    client.handleTimeout(now: now)
    require(client.deadline.map { $0 > now } ?? true, "no deadline that was reached stays set")
  }
}
