import ATT
import GATT
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

/// A server with another database than the watch's: a service with a 128-bit UUID and a value that can be written.
@Suite struct OwnDatabaseTests {
  private static let serviceType = BluetoothUUID(0x6E40_0001_B5A3_F393, 0xE0A9_E50E_24DC_CA9E)
  private static let inputType = BluetoothUUID(0x6E40_0002_B5A3_F393, 0xE0A9_E50E_24DC_CA9E)

  private let link: ServerLink
  private let input: AttributeHandle
  private let rate: AttributeHandle
  private let temperature: AttributeHandle
  private let level: AttributeHandle

  init() {
    var database = AttributeDatabase()
    database.addGenericAccess(name: Array("Sensor".utf8).span, appearance: 0x0340)  // 0x0001
    database.addService(Self.serviceType)  // 0x000A
    input = database.add(Characteristic(Self.inputType, .read.union(.write), capacity: 4), value: [1, 2].span)
    database.addService(ServiceType(rawValue: 0x180D))  // 0x000D
    rate = database.add(Characteristic(AttributeType(rawValue: 0x2A37), .notify, capacity: 2))
    database.addService(ServiceType(rawValue: 0x1809))  // 0x0011
    temperature = database.add(Characteristic(AttributeType(rawValue: 0x2A1C), .indicate, capacity: 5))
    level = database.add(Characteristic(AttributeType(rawValue: 0x2A19), .notify.union(.indicate), capacity: 1))
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
    #expect(link.ask("10 0d00 ffff 0028") == "11 06 0d 00 10 00 0d 18 11 00 17 00 09 18")
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

  /// Requests need the property Write, and commands Write Without Response. Core Spec 5.4, Vol 3, Part G, 3.3.1.1.
  @Test(arguments: [
    (CharacteristicProperties.write, "13", false), (.writeWithoutResponse, "01 12 03 00 03", true),
    (CharacteristicProperties.write.union(.writeWithoutResponse), "13", true), (.read, "01 12 03 00 03", false),
  ])
  func valueIsWrittenOnlyInTheWaysOfItsProperties(
    _ properties: CharacteristicProperties, _ response: String, takesCommands: Bool
  ) {
    var database = AttributeDatabase()
    database.addService(Self.serviceType)
    let handle = database.add(Characteristic(Self.inputType, properties), value: [0].span)  // 0x0003
    let link = ServerLink(security: .none)
    link.server = GATTServer(database: database)
    #expect(link.ask("52 0300 01") == "")
    #expect(link.value(of: handle) == (takesCommands ? [1] : [0]))
    #expect(link.changes.writtenValue == (takesCommands ? handle : nil))
    #expect(link.ask("12 0300 02") == response)
    #expect(link.value(of: handle) == (response == "13" ? [2] : takesCommands ? [1] : [0]))
  }

  /// There are no long writes.
  @Test func writingALongValueNeedsALargeMTU() {
    let value = String(repeating: "07", count: 64)
    for (mtu, response) in [(66 as UInt16, ""), (67, "13")] {
      let link = ServerLink(mtu: mtu, security: .none)
      var database = AttributeDatabase()
      database.addService(Self.serviceType)
      database.add(Characteristic(Self.inputType, .write, capacity: 64))  // 0x0003
      link.server = GATTServer(database: database)
      #expect(link.ask("12 0300" + value) == response)
      #expect(link.ask("16 0300 0000 07") == "01 16 00 00 06")
    }
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

  /// GATT/SR/GAI/BV-01-C.
  @Test func indicationIsSentToASubscriberAndTheNextAfterItsConfirmation() {
    #expect(link.setValue([0, 1, 2, 3, 4], of: temperature))
    link.server.notify(temperature)
    #expect(link.nextPDU() == "")
    #expect(link.ask("12 1400 0200") == "13")
    link.server.notify(temperature)
    #expect(link.nextPDU() == "1d 13 00 00 01 02 03 04")
    #expect(link.setValue([0, 9], of: temperature))
    link.server.notify(temperature)
    #expect(link.nextPDU() == "")
    #expect(link.ask("1e") == "")
    #expect(link.nextPDU() == "1d 13 00 00 09")
    #expect(link.ask("1e") == "")
    #expect(link.nextPDU() == "")
  }

  @Test func notificationsDoNotWaitForAConfirmation() {
    #expect(link.ask("12 1400 0200") == "13")
    #expect(link.ask("12 1000 0100") == "13")
    link.server.notify(temperature)
    #expect(link.nextPDU() == "1d 13 00")
    #expect(link.setValue([0, 72], of: rate))
    link.server.notify(rate)
    #expect(link.nextPDU() == "1b 0f 00 00 48")
  }

  @Test func unconfirmedIndicationEndsTheBearerAfter30Seconds() {
    #expect(link.ask("12 1400 0200") == "13")
    link.server.notify(temperature)
    #expect(link.nextPDU() == "1d 13 00")
    #expect(link.server.deadline == link.now + .seconds(30))
    link.wait(seconds: 29)
    #expect(!link.isBearerLost)
    link.wait(seconds: 1)
    #expect(link.isBearerLost)
  }

  @Test func confirmationInTimeKeepsTheBearer() {
    #expect(link.ask("12 1400 0200") == "13")
    link.server.notify(temperature)
    #expect(link.nextPDU() == "1d 13 00")
    #expect(link.ask("1e") == "")
    #expect(link.server.deadline == nil)
    link.wait(seconds: 40)
    #expect(!link.isBearerLost)
  }

  @Test func nextLinkAwaitsNoConfirmation() {
    #expect(link.ask("12 1400 0200") == "13")
    link.server.notify(temperature)
    #expect(link.nextPDU() == "1d 13 00")
    link.server.connect()
    #expect(link.server.deadline == nil)
    #expect(link.ask("12 1400 0200") == "13")
    link.server.notify(temperature)
    #expect(link.nextPDU() == "1d 13 00")
  }

  /// Core Spec 5.4, Vol 3, Part F, 3.3.2: one indication at a time, whatever it is for.
  @Test func serviceChangedAndAValueWaitForEachOther() {
    var database = AttributeDatabase()
    database.addGenericAttribute()  // 0x0001
    database.addService(ServiceType(rawValue: 0x1809))  // 0x0009
    let temperature = database.add(Characteristic(AttributeType(rawValue: 0x2A1C), .indicate, capacity: 5))
    let link = ServerLink(security: ServerLink.encrypted)
    link.server = GATTServer(database: database)
    let (changed, value) = ("1d 03 00 01 00 ff ff", "1d 0b 00")
    #expect(link.ask("12 0400 0200") == "13")
    #expect(link.ask("12 0c00 0200") == "13")
    link.server.noteDatabaseChange(now: link.now)
    link.server.notify(temperature)
    #expect(link.nextPDU() == value)
    link.wait(seconds: 10)
    #expect(link.nextPDU() == "")
    #expect(link.ask("1e") == "")
    #expect(!link.changes.databaseBecameKnown)
    #expect(link.nextPDU() == changed)
    link.server.notify(temperature)
    #expect(link.nextPDU() == "")
    #expect(link.ask("1e") == "")
    #expect(link.changes.databaseBecameKnown)
    #expect(link.nextPDU() == value)
    // The server itself sends Service Changed.
    #expect(link.ask("1e") == "")
    link.server.notify(AttributeHandle(rawValue: 3)!)
    #expect(link.nextPDU() == "")
  }

  /// The client chooses; one that sets both bits gets notifications.
  @Test(arguments: [("0100", "1b 16 00 2a"), ("0200", "1d 16 00 2a"), ("0300", "1b 16 00 2a"), ("0000", "")])
  func clientChoosesHowAValueIsSent(_ configuration: String, _ expected: String) {
    #expect(link.ask("12 1700 \(configuration)") == "13")
    #expect(link.setValue([42], of: level))
    link.server.notify(level)
    #expect(link.nextPDU() == expected)
  }

  @Test func subscriptionThatTheValueDoesNotAllowIsRefused() {
    #expect(link.ask("12 1000 0200") == "01 12 10 00 fd")
    #expect(link.ask("12 1400 0100") == "01 12 14 00 fd")
    #expect(link.ask("12 1700 0400") == "01 12 17 00 fd")
  }

  @Test func valueOfAnUnknownHandleIsEmptyAndNotSet() throws {
    let unknown = try #require(AttributeHandle(rawValue: 0x40))
    #expect(!link.setValue([1], of: unknown))
    #expect(link.value(of: unknown) == [])
  }
}
