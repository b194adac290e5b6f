import Cryptography
import Identifiers
import TestSupport
import Testing
import WatchProfile

@testable import ATT
@testable import GATT

@Suite struct AttributeDatabaseTests {
  private func hash(of message: [UInt8]) -> String {
    var mac = AESCMAC(key: .init(repeating: 0))
    mac.update(message.span)
    return mac.finalize().list.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func value(
    _ type: AttributeType, read: Permission = .open, write: Permission = .never
  ) -> Attribute {
    .value(type.uuid, read: read, write: write, StoredValue(start: 0, capacity: 0, count: 0))
  }

  /// Core Spec 5.4, Vol 3, Part G, Appendix B.
  static let sample: [Attribute] = [
    .primaryService(ServiceType.genericAccess.uuid),
    .characteristic(CharacteristicProperties(rawValue: 0x0A)),
    value(.deviceName, write: .open),
    .characteristic(.read),
    value(.appearance),
    .primaryService(ServiceType.genericAttribute.uuid),
    .characteristic(.indicate),
    value(.serviceChanged, read: .never),
    .configuration(slot: 0, allowed: .indications, write: .open),
    .characteristic(CharacteristicProperties(rawValue: 0x0A)),
    value(.clientSupportedFeatures, write: .open),
    .characteristic(.read),
    value(.databaseHash),
    .primaryService(.short(0x1808)),
    .include(service: ServiceType.battery.uuid, first: 0x0014, last: 0x0016),
    .characteristic(CharacteristicProperties(rawValue: 0xA2)),
    value(AttributeType(rawValue: 0x2A18)),
    .configuration(slot: 1, allowed: .notifications, write: .open),
    .extendedProperties(0x0000),
    .secondaryService(ServiceType.battery.uuid),
    .characteristic(.read),
    value(.batteryLevel),
  ]

  private static func sampleDatabase() -> AttributeDatabase {
    var database = AttributeDatabase()
    for attribute in sample { database.append(attribute) }
    return database
  }

  private func hashMessage(of database: borrowing AttributeDatabase) -> [UInt8] {
    var message: [UInt8] = []
    var next: AttributeHandle? = .first
    while let handle = next {
      message += output(capacity: GATTServer.longestHashPart) { next = database.putHashPart(at: handle, into: &$0) }
    }
    return message
  }

  @Test func hashOfTheSpecificationsSampleDatabase() {
    #expect(hash(of: hashMessage(of: Self.sampleDatabase())) == "f1ca2d48ecf58bac8a8830bbb9fba990")
  }

  @Test func hashOfTheWatchsDatabase() {
    let database = WatchDatabase.make(name: Array("Belfry".utf8).span)
    #expect(hash(of: hashMessage(of: database)) == "e01c7f3bb4a1dbf79f53d300c018fd1f")
  }

  @Test func hashIsReadLeastSignificantOctetFirst() {
    let link = ServerLink()
    link.server.setDatabaseHash(inlineOctets(hex: "e01c7f3bb4a1dbf79f53d300c018fd1f"))
    #expect(link.ask("0a 1100") == "0b 1f fd 18 c0 00 d3 53 9f f7 db a1 b4 3b 7f 1c e0")
    #expect(link.ask("08 0100 ffff 2a2b") == "09 12 11 00 1f fd 18 c0 00 d3 53 9f f7 db a1 b4 3b 7f 1c e0")
  }

  @Test func serviceReachesToTheNextOneAndOthersOnlyToThemselves() {
    func groupEnd(_ handle: UInt16) -> UInt16 {
      let database = Self.sampleDatabase()
      return database.groupEnd(of: AttributeHandle(rawValue: handle)!).rawValue
    }
    #expect([1, 6, 14, 20].map(groupEnd) == [5, 13, 19, 22])
    #expect([2, 3, 22, 23, 0xFFFF].map(groupEnd) == [2, 3, 22, 23, 0xFFFF])
  }

  @Test func securityIsAskedForInOrder() {
    let attribute = Self.value(.batteryLevel, read: .authenticated)
    let plain = BearerSecurity.none
    let encrypted = BearerSecurity(isEncrypted: true, isAuthenticated: false)
    #expect(attribute.readRefusal(on: plain) == .insufficientAuthentication)
    #expect(attribute.readRefusal(on: encrypted) == .insufficientAuthentication)
    #expect(attribute.readRefusal(on: ServerLink.encrypted) == nil)
    #expect(attribute.writeRefusal(on: plain) == .writeNotPermitted)
    let service = Attribute.primaryService(ServiceType.battery.uuid)
    #expect(service.writeRefusal(on: ServerLink.encrypted) == .writeNotPermitted)
  }

  @Test func everyConfigurationHasItsOwnSlot() {
    var configuration = ClientConfiguration()
    for slot in 0..<16 { configuration[slot: slot] = slot % 2 == 0 ? .notifications : .indications }
    for slot in 0..<16 { #expect(configuration[slot: slot] == (slot % 2 == 0 ? .notifications : .indications)) }
    configuration[slot: 3] = .nothing
    #expect(configuration[slot: 3] == .nothing)
    #expect(configuration[slot: 2] == .notifications)
    #expect(configuration[slot: 4] == .notifications)
  }
}
