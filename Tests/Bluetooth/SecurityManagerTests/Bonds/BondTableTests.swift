import Identifiers
import Octets
import TestSupport
import Testing

@testable import PhoneSupport
@testable import SecurityManager

@Suite struct BondTableTests {
  static let identity = LocalIdentity(
    address: DeviceAddress(.random, "c5a4a3a2a1a0"),
    identityResolvingKey: Value128(wire: SecurityManagerPDUTests.sixteen))

  func makeTable(_ numbers: ClosedRange<UInt8>) -> BondTable {
    var table = BondTable(identity: Self.identity)
    for number in numbers { #expect(table.commit(Sample.bond(number)) == .added) }
    return table
  }

  func identity(_ number: UInt8) -> DeviceAddress { Sample.bond(number).identity }

  func identities(_ table: BondTable) -> [DeviceAddress] { (0..<table.count).map { table[$0].identity } }

  @Test func newTableIsEmpty() {
    let table = BondTable(identity: Self.identity)
    #expect(table.isEmpty && table.hasRoom && table.leastRecentlyUsed == nil)
    #expect(table.identity(resolving: Sample.phone) == nil)
  }

  /// A record has no type of the device's address: with another one, all bonds would be lost at the next start.
  @Test func identityThatCannotBeStoredMakesNoTable() async {
    let keyless = LocalIdentity(address: Self.identity.address, identityResolvingKey: .zero)
    #expect(Self.identity.isStorable && !Sample.watchIdentity.isStorable && !keyless.isStorable)
    await #expect(processExitsWith: .failure) { _ = BondTable(identity: Sample.watchIdentity) }
  }

  @Test func phoneIsFoundByEachOfItsAddresses() throws {
    var table = makeTable(1...3)
    #expect(table.identity(resolving: identity(2)) == identity(2))
    let key = try #require(Sample.bond(3).identityResolvingKey)
    for step: UInt8 in 0..<20 {
      let address = try #require(DeviceAddress(resolvableWith: key, randomness: [step, 1, 2]))
      #expect(table.identity(resolving: address) == identity(3))
    }
    #expect(table.identity(resolving: Sample.phone) == nil)
    #expect(table.remove(identity(3)) != nil)
    let address = try #require(DeviceAddress(resolvableWith: key, randomness: [0, 1, 2]))
    #expect(table.identity(resolving: address) == nil)
  }

  @Test func addressOfAnotherKindIsAnotherPhone() {
    let table = makeTable(1...1)
    #expect(table.identity(resolving: DeviceAddress(kind: .random, octets: identity(1).octets)) == nil)
  }

  @Test func samePhoneTakesThePlaceOfItsEarlierBond() throws {
    var table = makeTable(1...3)
    let renewed = Bond(
      identity: identity(2), identityResolvingKey: nil, longTermKey: Value128(wire: SecurityManagerPDUTests.sixteen),
      strength: .full)
    #expect(table.commit(renewed) == .replaced)
    #expect(table.count == 3)
    #expect(table.bond(for: identity(2))?.longTermKey == renewed.longTermKey)
    #expect(table.leastRecentlyUsed == identity(1))
  }

  /// The first of two bonds with one key would hide the other.
  @Test func twoBondsDoNotHaveOneIdentityResolvingKey() throws {
    var table = makeTable(1...3)
    let key = try #require(Sample.bond(2).identityResolvingKey)
    func bond(_ number: UInt8) -> Bond {
      Bond(
        identity: identity(number), identityResolvingKey: key, longTermKey: Sample.bond(number).longTermKey,
        strength: .full)
    }
    #expect(table.commit(bond(9)) == .refusedWeaker)
    #expect(table.commit(bond(9), replacing: identity(1)) == .refusedWeaker)
    #expect(table.commit(bond(1)) == .refusedWeaker)
    #expect(identities(table) == [identity(1), identity(2), identity(3)])
    #expect(table.commit(bond(9), replacing: identity(2)) == .displaced(identity(2)))
    #expect(identities(table) == [identity(1), identity(9), identity(3)])
    #expect(table.commit(bond(1), replacing: identity(9)) == .refusedWeaker, "it would cost two bonds")
    #expect(identities(table) == [identity(1), identity(9), identity(3)])
  }

  /// CVE-2021-3436 and similar: a weaker pairing never replaces a stronger one.
  @Test func weakerBondIsRefused() {
    for keySize: UInt8 in [7, 16] {
      for isAuthenticated in [false, true] {
        for usesSecureConnections in [false, true] {
          var table = makeTable(1...1)
          let before = table[0]
          let strength = BondStrength(
            keySize: keySize, isAuthenticated: isAuthenticated, usesSecureConnections: usesSecureConnections)
          let result = table.commit(Sample.bond(1, strength: strength))
          if strength == .full {
            #expect(result == .replaced)
          } else {
            #expect(result == .refusedWeaker)
            #expect(table[0] == before)
          }
        }
      }
    }
  }

  @Test func strongerBondIsTaken() {
    var table = BondTable(identity: Self.identity)
    let weak = BondStrength(keySize: 7, isAuthenticated: false, usesSecureConnections: false)
    #expect(table.commit(Sample.bond(1, strength: weak)) == .added)
    _ = table.commit(Sample.bond(1))
    #expect(table[0].strength == .full)
  }

  @Test func keyOfZerosIsRefused() {
    var table = BondTable(identity: Self.identity)
    let bond = Bond(identity: identity(1), identityResolvingKey: nil, longTermKey: .zero, strength: .full)
    #expect(table.commit(bond) == .refusedWeaker)
    #expect(table.isEmpty)
  }

  @Test func fullTableRefusesAndNamesTheOneOutOfUse() {
    var table = makeTable(1...8)
    #expect(!table.hasRoom)
    #expect(table.markUsed(identity(1)) == true)
    let before = identities(table)
    #expect(table.commit(Sample.bond(9)) == .refusedFull(leastRecentlyUsed: identity(2)))
    #expect(identities(table) == before)
  }

  @Test func agreedReplacementGivesUpTheOneThatWasAgreedOn() {
    var table = makeTable(1...8)
    #expect(table.commit(Sample.bond(9), replacing: identity(2)) == .displaced(identity(2)))
    #expect(table.count == 8)
    #expect(table.bond(for: identity(9)) != nil && table.bond(for: identity(2)) == nil)
    #expect(table.latestPhone == identity(9))
  }

  @Test func agreementToReplaceAnUnknownPhoneRemovesNoBond() {
    var table = makeTable(1...8)
    let before = identities(table)
    guard case .refusedFull = table.commit(Sample.bond(9), replacing: identity(10)) else {
      Issue.record("not refused")
      return
    }
    #expect(identities(table) == before)
  }

  @Test func pairingAgainKeepsTheSettings() throws {
    var table = makeTable(1...2)
    var bond = Sample.bond(1)
    bond.serverSettings.configurations = 5
    bond.serverSettings.supportedFeatures = 1
    bond.serverSettings.databaseHash = Value128(wire: SecurityManagerPDUTests.sixteen)
    #expect(table.setServerSettings(bond.serverSettings, of: bond.identity) == true)
    #expect(table.setName(BoundedText("Annas iPhone"), of: identity(1)) == true)
    #expect(table.select(identity(1)) == true)
    let renewed = Bond(
      identity: identity(1), identityResolvingKey: Sample.phoneKey, longTermKey: Sample.phoneKey, strength: .full)
    _ = table.commit(renewed)
    let stored = try #require(table.bond(for: identity(1)))
    #expect(stored.longTermKey == Sample.phoneKey && stored.identityResolvingKey == Sample.phoneKey)
    #expect(stored.serverSettings.configurations == 5 && stored.serverSettings.supportedFeatures == 1)
    #expect(stored.serverSettings.databaseHash == bond.serverSettings.databaseHash)
    #expect(stored.name == BoundedText("Annas iPhone"))
    #expect(table.selected == identity(1))
  }

  @Test func atMostOnePhoneIsSelected() {
    var table = makeTable(1...3)
    #expect(table.selected == nil)
    #expect(table.select(identity(2)) == true)
    #expect(table.select(identity(2)) == false, "nothing to save")
    #expect(table.select(identity(3)) == true)
    #expect((0..<3).map { table[$0].isSelected } == [false, false, true])
    #expect(table.select(identity(9)) == false, "not a bonded phone")
    #expect(table.selected == identity(3))
    #expect(table.select(nil) == true)
    #expect(table.selected == nil)
    #expect(table.select(nil) == false)
  }

  @Test func aForgottenPhoneIsSelectedNoLonger() {
    var table = makeTable(1...3)
    #expect(table.select(identity(2)) == true)
    #expect(table.remove(identity(2)) != nil)
    #expect(table.selected == nil)
  }

  @Test func theSameNameNeedsNoSaving() {
    var table = makeTable(1...2)
    #expect(table.setName(BoundedText("Anna"), of: identity(2)) == true)
    #expect(table.setName(BoundedText("Anna"), of: identity(2)) == false)
    #expect(table.setName(BoundedText("Bert"), of: identity(2)) == true)
    #expect(table.setName(BoundedText("Anna"), of: identity(9)) == false)
    #expect(table[1].name == BoundedText("Bert") && table[0].name.isEmpty)
  }

  @Test func aPhoneIsKnownWithoutACopyOfItsBond() {
    var table = makeTable(1...2)
    #expect(table.latestPhone == identity(2))
    #expect(table.hasBond(with: identity(1)) && !table.hasBond(with: identity(3)))
    #expect(table.setName(BoundedText("Anna"), of: identity(1)) == true)
    #expect(table.identity(at: 0) == identity(1) && table.name(at: 0) == BoundedText("Anna"))
    #expect(BondTable(identity: Self.identity).latestPhone == nil)
  }

  @Test func agreementReplacesNoBondWhileThereIsRoom() {
    var table = makeTable(1...7)
    #expect(table.commit(Sample.bond(9), replacing: identity(1)) == .added)
    #expect(table.commit(Sample.bond(9), replacing: identity(1)) == .replaced)
    #expect(table.count == 8)
  }

  @Test func useDecidesTheOrder() {
    var table = makeTable(1...3)
    #expect(table.markUsed(identity(3)) == false, "already the latest: nothing to save")
    #expect(table.markUsed(identity(1)) == true)
    #expect(table.leastRecentlyUsed == identity(2))
    #expect(table.markUsed(identity(9)) == false)
  }

  @Test func orderSurvivesTheEndOfTheNumbers() {
    var table = BondTable(identity: Self.identity)
    for (number, use) in [(UInt8(1), UInt32.max), (2, 2), (3, 3)] {
      var bond = Sample.bond(number)
      bond.lastUsed = use
      let isRestored = table.restore(bond)
      #expect(isRestored)
    }
    #expect(table.markUsed(identity(2)) == true)
    #expect((0..<3).map { table[$0].lastUsed } == [3, 4, 2])
    #expect(table.leastRecentlyUsed == identity(3))
  }

  @Test func settingsAreTakenOverAndKeysAreNot() throws {
    var table = makeTable(1...2)
    var bond = Bond(
      identity: identity(1), identityResolvingKey: nil, longTermKey: Value128(wire: SecurityManagerPDUTests.sixteen),
      strength: .full)
    #expect(table.setServerSettings(bond.serverSettings, of: bond.identity) == false)
    bond.serverSettings.configurations = 5
    bond.serverSettings.supportedFeatures = 1
    bond.serverSettings.databaseHash = Value128(wire: SecurityManagerPDUTests.sixteen)
    #expect(table.setServerSettings(bond.serverSettings, of: bond.identity) == true)
    let stored = try #require(table.bond(for: identity(1)))
    #expect(stored.serverSettings.configurations == 5 && stored.serverSettings.supportedFeatures == 1)
    #expect(stored.serverSettings.databaseHash == bond.serverSettings.databaseHash)
    #expect(stored.longTermKey == Sample.bond(1).longTermKey)
    #expect(stored.identityResolvingKey == Sample.bond(1).identityResolvingKey)
    #expect(table.setServerSettings(ServerSettings(), of: Sample.bond(9).identity) == false)
  }

  @Test func removalForgetsOnlyThatPhone() {
    var table = makeTable(1...3)
    #expect(table.remove(identity(2))?.identity == identity(2))
    #expect(table.remove(identity(2)) == nil)
    #expect(identities(table) == [identity(1), identity(3)])
    table.removeAll()
    #expect(table.isEmpty)
    #expect(table.identity == Self.identity)
  }

  // MARK: The key of the watch for one phone

  private func bond(_ number: UInt8, watchKey: Value128) -> Bond {
    Bond(
      identity: identity(number), identityResolvingKey: nil, longTermKey: Sample.phoneKey, strength: .full,
      localKeyReceipt: .received, localIdentityResolvingKey: watchKey)
  }

  /// The record of such a table could not be read.
  @Test func aKeyOfTheWatchIsOfOnePhoneAlone() {
    var table = BondTable(identity: Self.identity)
    let watchKey = Value128(octets: .init(repeating: 7))
    #expect(table.commit(bond(1, watchKey: watchKey)) == .added)
    #expect(table.commit(bond(2, watchKey: watchKey)) == .refusedWeaker)
    #expect(table.commit(bond(1, watchKey: watchKey)) == .replaced)
    #expect(table.count == 1 && table.localKey(at: 0) == watchKey)
  }

  @Test func aKeyEqualToTheTablesIsNotKeptInTheBond() {
    var table = BondTable(identity: Self.identity)
    #expect(table.commit(bond(1, watchKey: Self.identity.identityResolvingKey)) == .added)
    #expect(table[0].localIdentityResolvingKey == nil)
    #expect(table.localKey(at: 0) == Self.identity.identityResolvingKey)
  }
}
