import ATT
import GAP
import HCI
import Identifiers
import TestSupport
import Testing
import Timing
import WatchProfile

@testable import BluetoothHost
@testable import PhoneSupport
@testable import SecurityManager

@Suite struct ServerTests {
  /// The harness of a phone that has an outdated copy of the database, and has subscribed to Service Changed.
  private func outdatedHarness() -> HostHarness {
    var bonds = BondTable(identity: Sample.identity)
    var bond = Sample.phoneBond
    bond.serverSettings.databaseHash = Sample.phoneNonce
    bond.serverSettings.configurations = 0b10
    _ = bonds.commit(bond)
    let harness = HostHarness.connected(bonds: bonds)
    harness.phone.encrypt(with: bond.longTermKey)
    harness.run()
    harness.takeEvents()
    return harness
  }

  /// A peer that is not paired may write all the time.
  @Test func writesThatTheProductDoesNotTakePushOutNoOtherEvent() throws {
    var report = HostReport()
    let (one, other) = (try #require(AttributeHandle(rawValue: 9)), try #require(AttributeHandle(rawValue: 10)))
    for write in 0..<60 { report.postWritten(write % 2 == 0 ? one : other) }
    report.post(.controllerFailed)
    var events: [HostEvent] = []
    while let event = report.nextEvent() { events.append(event) }
    #expect(events == [.valueWritten(one), .valueWritten(other), .controllerFailed])
    #expect(report.lostEventCount == 0)
    report.postWritten(one)
    let next = report.nextEvent()
    #expect(next == .valueWritten(one), "the next write is a new event")
  }

  @Test func settingAValueReportsWhetherItChanged() {
    let harness = HostHarness.started()
    #expect(harness.setValue([50], of: WatchDatabase.batteryLevel))
    #expect(!harness.setValue([50], of: WatchDatabase.batteryLevel), "it is the same value")
    #expect(!harness.setValue([1, 2], of: WatchDatabase.batteryLevel), "it is too long")
    #expect(harness.setValue([51], of: WatchDatabase.batteryLevel))
  }

  @Test func theDatabaseIsKnownToTheBondOnceTheIndicationIsConfirmed() throws {
    let harness = outdatedHarness()
    harness.wait(.seconds(11))
    #expect(harness.phone.heard(on: 4).last == octets(hex: "1D 0C 00 01 00 FF FF"))
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.serverSettings.databaseHash == Sample.phoneNonce)
    harness.phone.send([0x1E], on: 4)
    harness.run()
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.serverSettings.databaseHash != Sample.phoneNonce)
    #expect(!harness.takeEvents().contains(.bondsChanged))
    harness.wait(BluetoothHost.settingsDelay)
    #expect(harness.takeEvents().contains(.bondsChanged))
  }

  @Test func indicationsThatOnePhoneDoesNotConfirmDoNotCountForAnother() {
    var bonds = BondTable(identity: Sample.identity)
    for var bond in [Sample.bond(), Sample.phoneBond] {
      bond.serverSettings.databaseHash = Sample.phoneNonce
      bond.serverSettings.configurations = 0b10
      _ = bonds.commit(bond)
    }
    let harness = HostHarness.started(bonds: bonds)
    func indications(on bond: Bond, from address: DeviceAddress, links: Int) -> Int {
      let before = harness.phone.heard(on: 4).count { $0.first == 0x1D }
      for _ in 0..<links {
        harness.phone.connect(from: address)
        harness.phone.encrypt(with: bond.longTermKey)
        harness.run()
        harness.wait(.seconds(11))
        harness.phone.disconnect()
        harness.run()
      }
      return harness.phone.heard(on: 4).count { $0.first == 0x1D } - before
    }
    #expect(indications(on: Sample.phoneBond, from: Sample.phone, links: 7) == 5)
    #expect(indications(on: Sample.bond(), from: Sample.bond().identity, links: 1) == 1)
  }

  @Test(arguments: [PowerMode.fast, .balanced, .saving])
  func theReadableParametersAreTheRequestedOnes(_ power: PowerMode) {
    let harness = HostHarness(power: power)
    harness.start()
    harness.phone.connect()
    harness.run()
    harness.phone.send(octets(hex: "08 0100 ffff 042a"), on: 4)
    harness.run()
    let wanted = ConnectionParameterPolicy.parameters(for: .idle, power: power)
    let fields = [wanted.intervalMinimum, wanted.intervalMaximum, wanted.latency, wanted.supervisionTimeout]
    #expect(harness.phone.heard(on: 4) == [octets(hex: "09 0a 07 00") + fields.flatMap { wire($0) }])
  }
}
