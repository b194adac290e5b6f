import BluetoothHost
import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

@Suite struct PrivacyTests {
  private func privateScene(bonds: BondTable = Sample.bonds(bondedWithPhone: false)) -> HostScene {
    let scene = HostScene(bonds: bonds, isPrivate: true)
    scene.start()
    scene.wait(.zero)
    return scene
  }

  @Test func withoutTheWishForPrivacyTheAddressIsTheIdentity() {
    let scene = HostScene.started()
    scene.wait(.minutes(60))
    #expect(scene.ownAddress == Sample.watch)
    #expect(scene.phone.randomAddresses.isEmpty)
  }

  @Test func aPrivateAddressIsOneThatBondedPhonesResolve() {
    let scene = privateScene()
    #expect(scene.phone.isAdvertising)
    #expect(scene.phone.randomAddresses == [scene.ownAddress])
    #expect(scene.ownAddress.isResolved(by: Sample.identity.identityResolvingKey))
  }

  @Test func theAddressChangesEveryQuarterOfAnHour() {
    let scene = privateScene()
    scene.wait(.seconds(901))
    #expect(addresses(of: scene).count == 2)
    scene.wait(.minutes(60))
    #expect(addresses(of: scene).count == 6)
    #expect(scene.phone.randomAddresses.last == scene.ownAddress)
    #expect(scene.phone.isAdvertising)
  }

  /// Each is set again when advertising slows down.
  private func addresses(of scene: HostScene) -> Set<[UInt8]> {
    Set(scene.phone.randomAddresses.map { $0.octets.list })
  }

  @Test func itPairsUnderAPrivateAddressAndTellsItsIdentity() {
    let scene = privateScene()
    scene.phone.connect()
    scene.run()
    scene.pair { $0.link = PairingLink(localAddress: scene.ownAddress, peerAddress: Sample.phone, isPeerBonded: false) }
    #expect(scene.results == [.bonded])
    #expect(scene.phone.initiator?.receivedIdentity == Sample.watch)
    #expect(scene.phone.initiator?.receivedIdentityResolvingKey == Sample.identity.identityResolvingKey)
  }

  @Test func noAddressIsTakenWhileALinkLasts() {
    let scene = privateScene()
    let address = scene.ownAddress
    scene.phone.connect()
    scene.run()
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    #expect(scene.ownAddress == address)
    #expect(scene.phone.randomAddresses == [address])
  }

  @Test func advertisingWaitsForTheFirstAddress() {
    let scene = HostScene(isPrivate: true)
    scene.preparesKeys = false
    scene.start()
    #expect(!scene.phone.isAdvertising)
    #expect(scene.deadline.map { $0 > scene.now } ?? true)
    scene.preparesKeys = true
    scene.run()
    scene.wait(.zero)
    #expect(scene.phone.isAdvertising)
  }

  // MARK: A controller that shows another address than phones know

  private static let another = octets(hex: "99 34 12 EB 27 B8")

  private func bonded(_ change: (FakePhone) -> Void) -> HostScene {
    var bonds = Sample.bonds()
    _ = bonds.promise(Sample.watch)
    let scene = HostScene(bonds: bonds)
    change(scene.phone)
    scene.start()
    scene.wait(.zero)
    return scene
  }

  @Test func isSetRight() {
    let scene = bonded { $0.controller.address = Self.another }
    #expect(scene.phone.controller.address == Sample.watch.octets.list)
    #expect(scene.ownAddress == Sample.watch)
  }

  @Test func isOverriddenByPrivateAddressesIfItCannotBe() {
    let scene = bonded {
      $0.controller.address = Self.another
      $0.controller.addressStatus = 0x01
    }
    #expect(scene.ownAddress.isResolved(by: Sample.identity.identityResolvingKey))
    #expect(scene.bonds.promisedAddress == Sample.watch)
    #expect(scene.phone.isAdvertising)
  }

  @Test func isWhatANewWatchGoesBy() {
    let scene = HostScene()
    scene.phone.controller.address = Self.another
    scene.start()
    #expect(scene.ownAddress.octets.list == Self.another)
    #expect(!scene.phone.controller.opcodes.contains(0xFC01))
  }

  @Test func isNotTakenByAWatchThatPromisedItsRandomOne() {
    var bonds = Sample.bonds()
    _ = bonds.promise(Sample.identity.address)
    let scene = HostScene(bonds: bonds)
    scene.start()
    #expect(scene.ownAddress == Sample.identity.address)
  }

  @Test func whatIsPromisedFirstIsStoredWithTheBonds() {
    let scene = HostScene.started(bonds: Sample.bonds())
    #expect(scene.bonds.promisedAddress == Sample.watch)
    #expect(scene.takeEvents().contains(.bondsChanged))
  }
}
