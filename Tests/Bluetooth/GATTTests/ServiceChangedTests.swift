import ATT
import GATT
import TestSupport
import Testing
import Timing

/// Service Changed, robust caching and the battery notification: PDUs that the server sends without a request.
@Suite struct ServiceChangedTests {
  private static let subscribed = ClientConfiguration(descriptors: 0b0010)
  private static let indication = "1d 0c 00 01 00 ff ff"

  private func bondedLink(_ configuration: ClientConfiguration = subscribed) -> ServerLink {
    let link = ServerLink(security: ServerLink.encrypted)
    link.server.restore(configuration)
    return link
  }

  /// GATT/SR/GAS/BV-01-C. iOS aborts its discovery if the indication arrives immediately.
  @Test func subscribedClientGetsTheIndicationTenSecondsLater() {
    let link = bondedLink()
    link.server.noteDatabaseChange(now: link.now)
    #expect(link.nextPDU() == "")
    #expect(link.server.deadline == .start + .seconds(10))
    link.wait(seconds: 10)
    #expect(link.nextPDU() == Self.indication)
    #expect(link.nextPDU() == "")
    #expect(link.ask("1e") == "")
    #expect(link.changes.databaseBecameKnown)
    #expect(link.server.deadline == nil)
    #expect(link.nextPDU() == "")
  }

  @Test func subscribingRestartsTheWait() {
    let link = bondedLink(ClientConfiguration())
    link.server.noteDatabaseChange(now: link.now)
    link.wait(seconds: 10)
    #expect(link.nextPDU() == "")
    #expect(link.server.deadline == nil)
    #expect(link.ask("12 0d00 0200") == "13")
    #expect(link.nextPDU() == "")
    link.wait(seconds: 10)
    #expect(link.nextPDU() == Self.indication)
  }

  @Test func nothingIsSentOnAPlainLink() {
    let link = bondedLink()
    link.bearer.security = .none
    link.server.noteDatabaseChange(now: link.now)
    link.wait(seconds: 10)
    #expect(link.nextPDU() == "")
    link.bearer.security = ServerLink.encrypted
    #expect(link.nextPDU() == Self.indication)
  }

  @Test func onlyOneIndicationIsOutstanding() {
    let link = bondedLink()
    link.server.noteDatabaseChange(now: link.now)
    link.wait(seconds: 10)
    #expect(link.nextPDU() == Self.indication)
    link.server.noteDatabaseChange(now: link.now)
    link.wait(seconds: 10)
    #expect(link.nextPDU() == "")
    #expect(!link.isBearerLost)
  }

  /// - Conformance: ATT server | indication without a confirmation | GATT/SR/GAT/BV-01-C
  @Test func missingConfirmationLosesTheBearerAfterThirtySeconds() {
    let link = bondedLink()
    link.server.noteDatabaseChange(now: link.now)
    link.wait(seconds: 10)
    _ = link.nextPDU()
    #expect(link.server.deadline == .start + .seconds(40))
    link.wait(seconds: 29)
    #expect(!link.isBearerLost)
    link.wait(seconds: 1)
    #expect(link.isBearerLost)
    #expect(link.nextPDU() == "")
  }

  @Test func clientThatNeverConfirmsGetsFiveIndications() {
    let link = bondedLink()
    var told = 0
    for _ in 0..<8 {
      link.server.connect()
      link.server.restore(Self.subscribed)
      link.server.noteDatabaseChange(now: link.now)
      link.wait(seconds: 10)
      if link.nextPDU() == Self.indication { told += 1 }
    }
    #expect(told == 5)
  }

  @Test func unexpectedConfirmationChangesNothing() {
    let link = bondedLink()
    #expect(link.ask("1e") == "")
    #expect(link.changes == ServerChanges())
  }

  /// Core Spec 5.4, Vol 3, Part G, 2.5.2.1.
  @Test func clientWithRobustCachingGetsOneOutOfSyncError() {
    let link = bondedLink(ClientConfiguration(descriptors: 0b0010, supportedFeatures: 0x01))
    link.server.noteDatabaseChange(now: link.now)
    #expect(link.ask("02 b900") == "03 05 02")
    #expect(link.ask("52 0d00 0000") == "")
    #expect(link.server.configuration.descriptors == 0b0010)
    #expect(link.ask("0a 0300") == "01 0a 00 00 12")
    #expect(!link.changes.databaseBecameKnown)
    #expect(link.ask("0a 0300") == "0b 42 65 6c 66 72 79")
    #expect(link.changes.databaseBecameKnown)
    #expect(link.ask("0a 0300") == "0b 42 65 6c 66 72 79")
  }

  private static let robust = ClientConfiguration(descriptors: 0b0110, supportedFeatures: 0x01)

  @Test func clientThatIsOutOfSyncIsNotifiedOfNoValueUntilItIsAware() {
    let link = bondedLink(Self.robust)
    link.server.noteDatabaseChange(now: link.now)
    link.server.setBatteryLevel(percent: 42)
    #expect(link.nextPDU() == "")
    link.wait(seconds: 10)
    #expect(link.nextPDU() == Self.indication)
    #expect(link.nextPDU() == "")
    #expect(link.ask("1e") == "")
    #expect(link.nextPDU() == "1b 1b 00 2a")
  }

  @Test func informedClientIsOutOfSyncUntilItsNextRequest() {
    let link = bondedLink(Self.robust)
    link.server.noteDatabaseChange(now: link.now)
    #expect(link.ask("0a 0300") == "01 0a 00 00 12")
    #expect(link.ask("52 0d00 0000") == "")
    #expect(link.server.configuration == Self.robust)
    link.server.setBatteryLevel(percent: 42)
    #expect(link.nextPDU() == "")
    #expect(link.ask("0a 0300") == "0b 42 65 6c 66 72 79")
    #expect(link.nextPDU() == "1b 1b 00 2a")
    #expect(link.ask("52 0d00 0000") == "")
    #expect(link.server.configuration.descriptors == 0b0100)
  }

  @Test func searchingTheHashElsewhereDoesNotMakeTheClientAware() {
    let link = bondedLink(Self.robust)
    link.server.noteDatabaseChange(now: link.now)
    #expect(link.ask("08 0100 0500 2a2b") == "01 08 01 00 0a")
    #expect(!link.changes.databaseBecameKnown)
    #expect(link.ask("0a 0300") == "01 0a 00 00 12")
  }

  @Test func readingTheHashMakesAClientAware() {
    let link = bondedLink(ClientConfiguration(supportedFeatures: 0x01))
    link.server.noteDatabaseChange(now: link.now)
    #expect(link.ask("08 0100 ffff 2a2b").hasPrefix("09 12 11 00"))
    #expect(link.changes.databaseBecameKnown)
    #expect(link.ask("0a 0300") == "0b 42 65 6c 66 72 79")
  }

  @Test func clientWithoutRobustCachingIsNeverRefusedForIt() {
    let link = bondedLink()
    link.server.noteDatabaseChange(now: link.now)
    #expect(link.ask("0a 0300") == "0b 42 65 6c 66 72 79")
  }

  /// GATT/SR/GAN/BV-01-C.
  @Test func batteryLevelIsNotifiedWhenItChanges() {
    let link = bondedLink(ClientConfiguration(descriptors: 0b0100))
    link.server.setBatteryLevel(percent: 100)
    #expect(link.nextPDU() == "")
    link.server.setBatteryLevel(percent: 42)
    #expect(link.nextPDU() == "1b 1b 00 2a")
    #expect(link.nextPDU() == "")
    link.server.setBatteryLevel(percent: 200)
    #expect(link.nextPDU() == "1b 1b 00 64")
  }

  /// The security of the value counts, not of the subscription.
  @Test func batteryLevelIsNotNotifiedOnAPlainLinkOrUnasked() {
    let link = bondedLink(ClientConfiguration(descriptors: 0b0100))
    link.bearer.security = .none
    link.server.setBatteryLevel(percent: 42)
    #expect(link.nextPDU() == "")
    let other = bondedLink()
    other.server.setBatteryLevel(percent: 42)
    #expect(other.nextPDU() == "")
  }
}
