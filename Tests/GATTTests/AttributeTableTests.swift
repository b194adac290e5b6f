import Cryptography
import TestSupport
import Testing

@testable import ATT
@testable import GATT

@Suite struct AttributeTableTests {
  private func hash(of message: [UInt8]) -> String {
    var mac = AESCMAC(key: .init(repeating: 0))
    mac.update(message.span)
    return mac.finalize().list.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Core Spec 5.4, Vol 3, Part G, Appendix B.
  static let sample: [Attribute] = [
    .primaryService(.genericAccess),
    .characteristic(CharacteristicProperties(rawValue: 0x0A)),
    .value(.deviceName, read: .open, write: .open),
    .characteristic(.read),
    .value(.appearance, read: .open, write: .never),
    .primaryService(.genericAttribute),
    .characteristic(.indicate),
    .value(.serviceChanged, read: .never, write: .never),
    .configuration(slot: 0, allowed: .indications, write: .open),
    .characteristic(CharacteristicProperties(rawValue: 0x0A)),
    .value(.clientSupportedFeatures, read: .open, write: .open),
    .characteristic(.read),
    .value(.databaseHash, read: .open, write: .never),
    .primaryService(ServiceType(rawValue: 0x1808)),
    .include(service: .battery, first: 0x0014, last: 0x0016),
    .characteristic(CharacteristicProperties(rawValue: 0xA2)),
    .value(AttributeType(rawValue: 0x2A18), read: .open, write: .never),
    .configuration(slot: 1, allowed: .notifications, write: .open),
    .extendedProperties(0x0000),
    .secondaryService(.battery),
    .characteristic(.read),
    .value(.batteryLevel, read: .open, write: .never),
  ]

  @Test func hashOfTheSpecificationsSampleDatabase() {
    let message = output(capacity: 256) { try? AttributeTable(Self.sample.span).putHashMessage(into: &$0) }
    #expect(hash(of: message) == "f1ca2d48ecf58bac8a8830bbb9fba990")
  }

  @Test func hashOfTheWatchsDatabase() {
    let message = output(capacity: GATTServer.databaseHashMessageCount) {
      try? GATTServer.putDatabaseHashMessage(into: &$0)
    }
    #expect(message.count == GATTServer.databaseHashMessageCount)
    #expect(hash(of: message) == "e01c7f3bb4a1dbf79f53d300c018fd1f")
  }

  @Test func hashIsReadLeastSignificantOctetFirst() {
    let link = ServerLink()
    link.server.setDatabaseHash(inlineOctets(hex: "e01c7f3bb4a1dbf79f53d300c018fd1f"))
    #expect(link.ask("0a 1100") == "0b 1f fd 18 c0 00 d3 53 9f f7 db a1 b4 3b 7f 1c e0")
    #expect(link.ask("08 0100 ffff 2a2b") == "09 12 11 00 1f fd 18 c0 00 d3 53 9f f7 db a1 b4 3b 7f 1c e0")
  }

  @Test func serviceReachesToTheNextOneAndOthersOnlyToThemselves() {
    func groupEnd(_ handle: UInt16) -> UInt16 {
      let table = AttributeTable(Self.sample.span)
      return table.groupEnd(of: AttributeHandle(rawValue: handle)!).rawValue
    }
    #expect([1, 6, 14, 20].map(groupEnd) == [5, 13, 19, 22])
    #expect([2, 3, 22, 23, 0xFFFF].map(groupEnd) == [2, 3, 22, 23, 0xFFFF])
  }

  @Test func securityIsAskedForInOrder() {
    let attribute = Attribute.value(.batteryLevel, read: .authenticated, write: .never)
    let plain = BearerSecurity.none
    let encrypted = BearerSecurity(isEncrypted: true, isAuthenticated: false, hasBond: true)
    #expect(attribute.readRefusal(on: plain) == .insufficientAuthentication)
    #expect(attribute.readRefusal(on: ServerLink.bondedPlain) == .insufficientEncryption)
    #expect(attribute.readRefusal(on: encrypted) == .insufficientAuthentication)
    #expect(attribute.readRefusal(on: ServerLink.encrypted) == nil)
    #expect(attribute.writeRefusal(on: plain) == .writeNotPermitted)
    #expect(Attribute.primaryService(.battery).writeRefusal(on: ServerLink.encrypted) == .writeNotPermitted)
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
