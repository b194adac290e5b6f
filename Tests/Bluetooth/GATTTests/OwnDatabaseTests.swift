import ATT
import GATT
import Identifiers
import Octets
import TestSupport
import Testing

/// A server with another database than the watch's: a service with a 128-bit UUID and a value that can be written.
@Suite struct OwnDatabaseTests {
  private static let serviceType = BluetoothUUID(0x6E40_0001_B5A3_F393, 0xE0A9_E50E_24DC_CA9E)
  private static let inputType = BluetoothUUID(0x6E40_0002_B5A3_F393, 0xE0A9_E50E_24DC_CA9E)

  private let link: ServerLink
  private let input: AttributeHandle
  private let rate: AttributeHandle

  init() {
    var database = AttributeDatabase()
    database.addGenericAccess(name: Array("Sensor".utf8).span, appearance: 0x0340)  // 0x0001
    database.addService(Self.serviceType)  // 0x000A
    input = database.add(Characteristic(Self.inputType, .read.union(.write), capacity: 4), value: [1, 2].span)
    database.addService(ServiceType(rawValue: 0x180D))  // 0x000D
    rate = database.add(Characteristic(AttributeType(rawValue: 0x2A37), .notify, capacity: 2))
    link = ServerLink(mtu: 64, security: .none)
    link.server = GATTServer(database: database)
  }

  @Test func handlesAreGivenInOrder() {
    #expect(input.rawValue == 0x0C)
    #expect(rate.rawValue == 0x0F)
  }

  @Test func servicesWithShortAndLongTypesAreFoundInTurns() {
    #expect(link.ask("10 0100 ffff 0028") == "11 06 01 00 09 00 00 18")
    #expect(
      link.ask("10 0a00 ffff 0028")
        == "11 14 0a 00 0c 00 9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 01 00 40 6e")
    #expect(link.ask("10 0d00 ffff 0028") == "11 06 0d 00 10 00 0d 18")
  }

  @Test func serviceIsFoundByItsLongType() {
    #expect(link.ask("06 0100 ffff 0028 9ecadc240ee5a9e093f3a3b50100406e") == "07 0a 00 0c 00")
  }

  @Test func typesOfOneLengthAreFoundTogether() {
    #expect(link.ask("04 0a00 0b00") == "05 01 0a 00 00 28 0b 00 03 28")
    #expect(link.ask("04 0b00 1000") == "05 01 0b 00 03 28")
    #expect(link.ask("04 0c00 1000") == "05 02 0c 00 9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 02 00 40 6e")
  }

  @Test func writtenValueIsReportedAndRead() {
    #expect(link.ask("12 0c00 090807") == "13")
    #expect(link.changes.writtenValue == input)
    #expect(link.value(of: input) == [9, 8, 7])
    #expect(link.ask("0a 0c00") == "0b 09 08 07")
    #expect(link.changes.writtenValue == nil)
  }

  @Test func valueBeyondItsCapacityIsRefused() {
    #expect(link.ask("12 0c00 0102030405") == "01 12 0c 00 0d")
    #expect(link.changes.writtenValue == nil)
    #expect(link.ask("0a 0c00") == "0b 01 02")
  }

  @Test func openValueIsNotifiedOnAPlainLinkToASubscriber() {
    #expect(link.setValue([0, 72], of: rate))
    link.server.notify(rate)
    #expect(link.nextPDU() == "")
    #expect(link.ask("12 1000 0100") == "13")
    link.server.notify(rate)
    #expect(link.nextPDU() == "1b 0f 00 00 48")
    #expect(link.nextPDU() == "")
  }

  @Test func notificationAfterUnsubscribingIsNotSent() {
    #expect(link.ask("12 1000 0100") == "13")
    link.server.notify(rate)
    #expect(link.ask("12 1000 0000") == "13")
    #expect(link.nextPDU() == "")
  }

  @Test func valueOfAnUnknownHandleIsEmptyAndNotSet() throws {
    let unknown = try #require(AttributeHandle(rawValue: 0x40))
    #expect(!link.setValue([1], of: unknown))
    #expect(link.value(of: unknown) == [])
  }
}
