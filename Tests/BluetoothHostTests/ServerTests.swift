import BluetoothHost
import GAP
import HCI
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

@Suite struct ServerTests {
  /// The scene of a phone that knows another database, and has subscribed to Service Changed.
  private func outdatedScene() -> HostScene {
    var bonds = BondTable(identity: Sample.identity)
    var bond = Sample.phoneBond
    bond.databaseHash = Sample.phoneNonce
    bond.clientConfigurations = 0b10
    _ = bonds.commit(bond)
    let scene = HostScene.connected(bonds: bonds)
    scene.phone.encrypt(with: bond.longTermKey)
    scene.run()
    scene.takeEvents()
    return scene
  }

  @Test func theDatabaseIsKnownToTheBondOnceTheIndicationIsConfirmed() throws {
    let scene = outdatedScene()
    scene.wait(.seconds(11))
    #expect(scene.phone.heard(on: 4).last == octets(hex: "1D 0C 00 01 00 FF FF"))
    #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.databaseHash == Sample.phoneNonce)
    scene.phone.send([0x1E], on: 4)
    scene.run()
    #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.databaseHash != Sample.phoneNonce)
    #expect(scene.takeEvents().contains(.bondsChanged))
  }

  @Test func theParametersThatAreReadAreThoseThatAreAskedFor() {
    let scene = HostScene.connected()
    scene.phone.send(octets(hex: "08 0100 ffff 042a"), on: 4)
    scene.run()
    let wanted = ConnectionParameterPolicy.preferred
    let fields = [wanted.intervalMinimum, wanted.intervalMaximum, wanted.latency, wanted.supervisionTimeout]
    #expect(scene.phone.heard(on: 4) == [octets(hex: "09 0a 07 00") + fields.flatMap { wire($0) }])
  }
}
