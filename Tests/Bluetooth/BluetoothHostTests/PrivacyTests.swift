import BluetoothHost
import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

@Suite struct PrivacyTests {
  private func privateHarness(bonds: BondTable = Sample.bonds(bondedWithPhone: false)) -> HostHarness {
    let harness = HostHarness(bonds: bonds, privateAddress: .on)
    harness.start()
    harness.wait(.zero)
    return harness
  }

  @Test func withoutTheWishForPrivacyTheAddressIsTheIdentity() {
    let harness = HostHarness.started()
    harness.wait(.minutes(60))
    #expect(harness.ownAddress == Sample.watch)
    #expect(harness.phone.randomAddresses.isEmpty)
  }

  @Test func aPrivateAddressIsOneThatBondedPhonesResolve() {
    let harness = privateHarness(bonds: Sample.bonds())
    #expect(harness.phone.isAdvertising)
    #expect(harness.phone.randomAddresses == [harness.ownAddress])
    #expect(harness.ownAddress.isResolved(by: Sample.identity.identityResolvingKey))
  }

  @Test func aWatchWithoutBondsHasOneThatNobodyResolves() {
    let harness = privateHarness()
    #expect(harness.phone.isAdvertising && harness.ownAddress.isResolvablePrivate)
    #expect(!harness.ownAddress.isResolved(by: Sample.identity.identityResolvingKey))
  }

  /// The owner prepares keys only when the host needs them, as the manual of the host says.
  @Test func itAdvertisesAgainAfterTheControllerFailed() {
    let harness = HostHarness(bonds: Sample.bonds(bondedWithPhone: false), privateAddress: .on)
    harness.preparesKeys = false
    func turn() {
      if harness.needsKeys { harness.host.prepareKeys(from: &harness.entropy) }
      harness.wait(.zero)
    }
    for _ in 0..<2 {
      turn()
      harness.start()
      for _ in 0..<3 { turn() }
      #expect(harness.phone.isAdvertising)
      harness.phone.event(0x10, [0x01])
      harness.run()
      harness.phone.reset()
      #expect(harness.controllerFailure != nil)
    }
  }

  @Test func theAddressChangesEveryQuarterOfAnHour() {
    let harness = privateHarness()
    harness.wait(.seconds(901))
    #expect(addresses(of: harness).count == 2)
    harness.wait(.minutes(60))
    #expect(addresses(of: harness).count == 6)
    #expect(harness.phone.randomAddresses.last == harness.ownAddress)
    #expect(harness.phone.isAdvertising)
  }

  /// Each address is set again when advertising slows down.
  private func addresses(of harness: HostHarness) -> Set<[UInt8]> {
    Set(harness.phone.randomAddresses.map { $0.octets.list })
  }

  @Test func itPairsWithAPrivateAddressAndSendsItsIdentity() {
    let harness = privateHarness()
    harness.phone.connect()
    harness.run()
    harness.pair {
      $0.link = PairingLink(localAddress: harness.ownAddress, peerAddress: Sample.phone, isPeerBonded: false)
    }
    #expect(harness.results == [.bonded])
    #expect(harness.phone.initiator?.receivedIdentity == Sample.watch)
    let key = harness.bonds.bond(for: Sample.phoneIdentity)?.localIdentityResolvingKey
    #expect(key != nil && key != Sample.identity.identityResolvingKey)
    #expect(harness.phone.initiator?.receivedIdentityResolvingKey == key)
    #expect(key.map { harness.ownAddress.isResolved(by: $0) } == true)
  }

  @Test func noAddressIsTakenWhileALinkLasts() {
    let harness = privateHarness()
    let address = harness.ownAddress
    harness.phone.connect()
    harness.run()
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    #expect(harness.ownAddress == address)
    #expect(harness.phone.randomAddresses == [address])
  }

  /// The watch does not advertise during a link: another address would only cost energy.
  @Test func theAddressStaysDuringALongLinkAndIsNewAfterIt() {
    let harness = privateHarness(bonds: Sample.bonds())
    let address = harness.ownAddress
    harness.phone.connect()
    harness.run()
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    harness.wait(.minutes(40))
    #expect(harness.state == .encrypted && harness.phone.randomAddresses == [address])
    harness.phone.disconnect()
    harness.run()
    harness.wait(.zero)
    #expect(harness.phone.isAdvertising && harness.ownAddress != address)
    #expect(harness.phone.randomAddresses.last == harness.ownAddress)
  }

  @Test func advertisingWaitsForTheFirstAddress() {
    let harness = HostHarness(privateAddress: .on)
    harness.preparesKeys = false
    harness.start()
    #expect(!harness.phone.isAdvertising)
    #expect(harness.deadline.map { $0 > harness.now } ?? true)
    harness.preparesKeys = true
    harness.run()
    harness.wait(.zero)
    #expect(harness.phone.isAdvertising)
  }

  // MARK: By default

  private func harness(_ receipt: LocalKeyReceipt?, selecting isOther: Bool? = nil) -> HostHarness {
    var table = Sample.bonds(bondedWithPhone: false)
    if let receipt {
      _ = table.commit(
        Bond(
          identity: Sample.phoneIdentity, identityResolvingKey: Sample.phoneKey, longTermKey: Sample.phoneNonce,
          strength: .full, localKeyReceipt: receipt))
    }
    if let isOther {
      let other = Bond(
        identity: Sample.bond(1).identity, identityResolvingKey: nil, longTermKey: Sample.phoneKey, strength: .full,
        localKeyReceipt: .received)
      _ = table.commit(other)
      _ = table.select(isOther ? other.identity : Sample.phoneIdentity)
    }
    let harness = HostHarness(bonds: table, privateAddress: .auto)
    harness.start()
    harness.wait(.zero)
    return harness
  }

  @Test(
    arguments: [(nil, true), (.received, true), (.notReceived, false), (.unknown, false)]
      as [(LocalKeyReceipt?, Bool)])
  func theAddressIsPrivateUnlessAPhoneCannotResolveIt(receipt: LocalKeyReceipt?, isPrivate: Bool) {
    let harness = harness(receipt)
    #expect(harness.ownAddress.isResolved(by: Sample.identity.identityResolvingKey) == (receipt == .received))
    #expect(harness.ownAddress.isResolvablePrivate == isPrivate)
    #expect((harness.ownAddress == Sample.watch) == !isPrivate)
    #expect(harness.phone.isAdvertising)
  }

  @Test(arguments: [true, false]) func onlyPhonesThatMayConnectCount(isOther: Bool) {
    #expect(harness(.unknown, selecting: isOther).ownAddress.isResolvablePrivate == isOther)
  }

  @Test func theAddressFollowsTheBonds() {
    let harness = harness(.unknown)
    harness.wait(.minutes(1))
    harness.host.forgetPhone(Sample.phoneIdentity, now: harness.now)
    harness.run()
    harness.wait(.zero)
    #expect(harness.ownAddress.isResolvablePrivate && harness.phone.isAdvertising)
  }

  @Test func theAddressFollowsTheSelection() {
    let harness = harness(.unknown, selecting: true)
    harness.host.selectPhone(nil, now: harness.now)
    harness.run()
    #expect(harness.ownAddress == Sample.watch && harness.phone.isAdvertising)
    harness.host.selectPhone(Sample.bond(1).identity, now: harness.now)
    harness.run()
    harness.wait(.zero)
    #expect(harness.ownAddress.isResolvablePrivate && harness.phone.isAdvertising)
  }

  @Test func theAddressStaysWhileANewPhoneMayPair() {
    let harness = harness(.received)
    harness.wait(.minutes(14))
    harness.host.openPairingWindow(now: harness.now)
    harness.run()
    let address = harness.ownAddress
    #expect(!address.isResolved(by: Sample.identity.identityResolvingKey))
    harness.wait(.seconds(119))
    #expect(harness.ownAddress == address)
    harness.wait(.seconds(2))
    #expect(harness.ownAddress.isResolved(by: Sample.identity.identityResolvingKey))
  }

  @Test func thePairedPhoneIsKnownToHaveTheKey() {
    let harness = harness(nil)
    harness.phone.connect()
    harness.run()
    harness.pair {
      $0.link = PairingLink(localAddress: harness.ownAddress, peerAddress: Sample.phone, isPeerBonded: false)
    }
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.localKeyReceipt == .received)
  }

  /// Such a phone would never find the watch again.
  @Test func aPhoneThatDoesNotTakeTheKeyIsRefusedUnderAPrivateAddress() {
    let harness = harness(nil)
    harness.phone.connect()
    harness.run()
    harness.phone.send([0x01, 0x04, 0x00, 0x0D, 0x10, 0x02, 0x00], on: 6)
    harness.run()
    #expect(harness.pairingFailedReasons == [0x03])
  }

  // MARK: A controller that shows another address than phones know

  private static let another = octets(hex: "99 34 12 EB 27 B8")

  private func bonded(_ change: (FakePhone) -> Void) -> HostHarness {
    var bonds = Sample.bonds()
    _ = bonds.promise(Sample.watch)
    let harness = HostHarness(bonds: bonds)
    change(harness.phone)
    harness.start()
    harness.wait(.zero)
    return harness
  }

  @Test func aPromisedAddressIsWrittenToTheController() {
    let harness = bonded { $0.controller.address = Self.another }
    #expect(harness.phone.controller.address == Sample.watch.octets.list)
    #expect(harness.ownAddress == Sample.watch)
  }

  @Test func isOverriddenByPrivateAddressesIfItCannotBe() {
    let harness = bonded {
      $0.controller.address = Self.another
      $0.controller.addressStatus = 0x01
    }
    #expect(harness.ownAddress.isResolved(by: Sample.identity.identityResolvingKey))
    #expect(harness.bonds.promisedAddress == Sample.watch)
    #expect(harness.phone.isAdvertising)
  }

  @Test func isUsedByANewWatch() {
    let harness = HostHarness()
    harness.phone.controller.address = Self.another
    harness.start()
    #expect(harness.ownAddress.octets.list == Self.another)
    #expect(!harness.phone.controller.opcodes.contains(0xFC01))
  }

  @Test func isNotTakenByAWatchThatPromisedItsRandomOne() {
    var bonds = Sample.bonds()
    _ = bonds.promise(Sample.identity.address)
    let harness = HostHarness(bonds: bonds)
    harness.start()
    #expect(harness.ownAddress == Sample.identity.address)
  }

  @Test func theFirstGivenIdentityIsStoredWithTheBonds() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    #expect(harness.bonds.promisedAddress == Sample.watch)
    #expect(harness.takeEvents().contains(.bondsChanged))
  }

  /// Loses the controller for a while, and starts it again.
  private func loseController(of harness: HostHarness, for time: Interval) {
    harness.host.stop(now: harness.now)
    harness.wait(time)
    #expect(harness.deadline.map { $0 > harness.now } ?? true, "no address is due")
    harness.phone.reset()
    harness.start()
    harness.wait(.zero)
    #expect(harness.phone.isAdvertising)
  }

  /// Without a controller no address can change, so none may wake the watch.
  @Test func aLostControllerLeavesNoAddressToChange() {
    let harness = privateHarness(bonds: Sample.bonds())
    loseController(of: harness, for: .minutes(20))
    #expect(harness.ownAddress.isResolved(by: Sample.identity.identityResolvingKey))
  }

  /// The same with phones whose addresses take turns, a second after the loss.
  @Test func aLostControllerLeavesNoTurnToEnd() {
    loseController(of: privateHarness(bonds: twoPrivatePhones()), for: .seconds(20))
  }

  /// Each of them must be able to connect, although a stranger ends each turn early.
  @Test func theTurnsPassWhileAStrangerConnectsAgainAndAgain() {
    let harness = privateHarness(bonds: twoPrivatePhones())
    var keys: Set<UInt8> = []
    for _ in 0..<8 {
      for key in 0x61...0x62 as ClosedRange<UInt8>
      where harness.ownAddress.isResolved(by: Value128(octets: .init(repeating: key))) { keys.insert(key) }
      harness.wait(.milliseconds(800))
      harness.phone.connect(from: Sample.bond(9).identity)
      harness.run()
      harness.wait(.milliseconds(500))
      harness.phone.disconnect()
      harness.run()
      harness.wait(.zero)
    }
    #expect(keys == [0x61, 0x62])
  }

  /// Two phones, each with a key of its own of the watch.
  private func twoPrivatePhones() -> BondTable {
    var table = Sample.bonds(bondedWithPhone: false)
    for number in 1...2 as ClosedRange<UInt8> {
      let bond = Sample.bond(number)
      _ = table.commit(
        Bond(
          identity: bond.identity, identityResolvingKey: bond.identityResolvingKey, longTermKey: bond.longTermKey,
          strength: .full, localKeyReceipt: .received,
          localIdentityResolvingKey: Value128(octets: .init(repeating: 0x60 + number))))
    }
    return table
  }
}
