import ATT
import GATT
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

@Suite struct ServiceDiscoveryTests {
  static let service = BluetoothUUID(0x7905_F431_B5CE_4E99, 0xA40F_4B1E_122D_00D0)
  static let notificationSource = BluetoothUUID(0x9FBF_120D_6301_42D9, 0x8C58_25E6_99A2_1DBD)
  static let controlPoint = BluetoothUUID(0x69D1_D8F3_45E1_49A8, 0x9821_9BBD_FDAA_D9D9)
  static let dataSource = BluetoothUUID(0x22EA_C6E9_24D6_4BB5, 0xBE44_B36A_CE7C_7BFB)

  private static func characteristic(
    _ type: BluetoothUUID, _ properties: UInt8, _ descriptors: [UInt16] = []
  ) -> FakeServer.Characteristic {
    FakeServer.Characteristic(type: type.expanded.list, properties: properties, descriptors: descriptors)
  }

  private static let sourceEntry = characteristic(notificationSource, 0x10, [0x2902])
  private static let pointEntry = characteristic(controlPoint, 0x08)
  private static let dataEntry = characteristic(dataSource, 0x10, [0x2901, 0x2902])

  private static func ancs(_ characteristics: [FakeServer.Characteristic]) -> FakeServer.Service {
    FakeServer.Service(type: service.expanded.list, characteristics: characteristics)
  }

  private func wanted() -> FixedArray<4, BluetoothUUID> {
    var wanted = FixedArray<4, BluetoothUUID>()
    wanted.append(Self.notificationSource)
    wanted.append(Self.controlPoint)
    wanted.append(Self.dataSource)
    return wanted
  }

  /// Runs a discovery with a client against `answer`; returns the outcome as text and the number of requests.
  private func discover(
    mtu: UInt16 = 23, _ answer: ([UInt8]) -> [UInt8]
  ) -> (outcome: String, requests: Int) {
    let link = ClientLink(mtu: mtu)
    var discovery = ServiceDiscovery(service: Self.service, characteristics: wanted())
    var requests = 0
    while discovery.outcome == nil, requests < 1000 {
      if let procedure = discovery.nextProcedure() { link.start(procedure) }
      let request = link.nextOctets()
      guard !request.isEmpty else { break }
      requests += 1
      let response = answer(request)
      let event = link.client.handle(response.span, on: &link.bearer, now: .start)
      discovery.handle(event)
      if let result = link.result() { discovery.handle(result) }
    }
    return (describe(discovery.outcome), requests)
  }

  private func describe(_ outcome: DiscoveryOutcome?) -> String {
    switch outcome {
    case nil: return "unfinished"
    case .absent: return "absent"
    case .failed(let result): return "failed: \(result)"
    case .found(let service):
      var words = "\(service.range.first.rawValue)-\(service.range.last.rawValue)"
      for index in service.characteristics.indices {
        let entry = service.characteristics[index]
        words += entry.map { " \($0.valueHandle.rawValue)" } ?? " -"
        if let descriptor = entry?.configurationHandle { words += "(\(descriptor.rawValue))" }
      }
      return words
    }
  }

  private func discover(_ services: [FakeServer.Service], mtu: UInt16 = 23) -> String {
    var server = FakeServer(services)
    server.mtu = Int(mtu)
    return discover(mtu: mtu, server.answer).outcome
  }

  @Test(arguments: [23, 185, 517] as [UInt16]) func handlesOfAllAreFound(mtu: UInt16) {
    let services = [Self.ancs([Self.sourceEntry, Self.pointEntry, Self.dataEntry])]
    #expect(discover(services, mtu: mtu) == "16-25 18(19) 21 23(25)")
  }

  @Test func orderOfTheServerDoesNotMatter() {
    let services = [Self.ancs([Self.dataEntry, Self.pointEntry, Self.sourceEntry])]
    #expect(discover(services) == "16-25 24(25) 22 18(20)")
  }

  @Test func otherCharacteristicsAreSkippedAndEndThePreviousOne() {
    let stranger = FakeServer.Characteristic(type: [0x00, 0x2A], properties: 0x10, descriptors: [0x2902])
    let source = Self.characteristic(Self.notificationSource, 0x10)
    #expect(discover([Self.ancs([source, stranger, Self.pointEntry])]) == "16-23 18 23 -")
  }

  @Test func missingCharacteristicsAreNil() {
    #expect(discover([Self.ancs([Self.sourceEntry])]) == "16-19 18(19) - -")
    #expect(discover([Self.ancs([Self.sourceEntry, Self.dataEntry])]) == "16-23 18(19) - 21(23)")
  }

  @Test func characteristicWithoutConfigurationIsFoundWithoutOne() {
    let source = Self.characteristic(Self.notificationSource, 0x10)
    #expect(discover([Self.ancs([source])]) == "16-18 18 - -")
    #expect(discover([Self.ancs([source, Self.pointEntry])]) == "16-20 18 20 -")
    let described = Self.characteristic(Self.notificationSource, 0x10, [0x2901, 0x2904])
    #expect(discover([Self.ancs([described])]) == "16-20 18 - -")
  }

  @Test func firstInstanceWithAllIsTaken() {
    let whole = Self.ancs([Self.sourceEntry, Self.pointEntry, Self.dataEntry])
    #expect(discover([Self.ancs([]), Self.ancs([Self.sourceEntry]), whole, whole]) == "29-38 31(32) 34 36(38)")
  }

  @Test func withoutACompleteInstanceTheFirstUsableIsTaken() {
    let services = [
      Self.ancs([Self.pointEntry]), Self.ancs([Self.sourceEntry]), Self.ancs([Self.sourceEntry, Self.pointEntry]),
    ]
    #expect(discover(services) == "23-26 25(26) - -")
  }

  @Test func serviceWithoutTheFirstCharacteristicIsAbsent() {
    #expect(discover([Self.ancs([Self.pointEntry, Self.dataEntry])]) == "absent")
    #expect(discover([]) == "absent")
    #expect(discover([FakeServer.Service(type: [0x05, 0x18], characteristics: [])]) == "absent")
  }

  @Test func atMostFourInstancesAreLookedAt() {
    let whole = Self.ancs([Self.sourceEntry, Self.pointEntry, Self.dataEntry])
    let empty = [FakeServer.Service](repeating: Self.ancs([]), count: 4)
    #expect(discover(empty + [whole]) == "absent")
    #expect(discover(empty.dropLast() + [whole]) == "31-40 33(34) 36 38(40)")
  }

  @Test func typeDeclaredTwiceCountsOnce() {
    let second = Self.characteristic(Self.notificationSource, 0x10, [0x2902])
    #expect(discover([Self.ancs([Self.sourceEntry, second])]) == "16-22 18(19) - -")
  }

  @Test func serverThatFindsNothingEverIsDoneWithAtOnce() {
    let (outcome, requests) = discover { [0x01, $0[0], 0, 0, 0x0A] }
    #expect(outcome == "absent")
    #expect(requests == 1)
  }

  @Test func refusalAndNonsenseFail() {
    #expect(discover { [0x01, $0[0], 0, 0, 0x05] }.outcome == "failed: refused(ATT.ErrorCode(rawValue: 5))")
    #expect(discover { [$0[0] + 1, 0, 0] }.outcome == "failed: invalidResponse")
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func hostileServerIsLeftAfterABoundedNumberOfRequests(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      let (outcome, requests) = discover { request in
        let first = random.number(in: 0..<3) == 0 ? random.octet() : request[1]
        let last = first &+ UInt8(random.number(in: 0..<3))
        switch (request[0], random.number(in: 0..<12)) {
        case (_, 0): return [0x01, request[0], 0, 0, random.number(in: 0..<2) == 0 ? 0x0A : random.octet()]
        case (0x06, _): return [0x07, first, request[2], last, request[2]]
        case (0x08, _):
          let type = [Self.notificationSource, Self.controlPoint, Self.dataSource][random.number(in: 0..<3)]
          return [0x09, 21, first, request[2], random.octet(), last, request[2]] + type.expanded.list
        default: return [0x05, 0x01, first, request[2], 0x02, 0x29]
        }
      }
      #expect(outcome != "unfinished")
      #expect(requests <= 64 * 9)
    }
  }
}
