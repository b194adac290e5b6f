import BluetoothHost
import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// A new phone that, in the pairing window, claims to be a bonded one.
@Suite struct IdentityClaimTests {
  private let bonds = Sample.bonds(others: 1)
  private let stranger = DeviceAddress(.random, "c1ffee000001")
  private let question = HostEvent.identityClaimed(Sample.phoneIdentity)

  /// A stranger has paired, and claims the bonded phone's identity.
  private func claiming(from address: DeviceAddress? = nil, with key: Value128 = Sample.phoneNonce) -> HostHarness {
    let harness = HostHarness.started(bonds: bonds)
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect(from: address ?? stranger)
    harness.pair { $0.identityResolvingKey = key }
    return harness
  }

  private func isBondUntouched(_ harness: HostHarness) -> Bool {
    harness.bonds.count == 2
      && harness.bonds.bond(for: Sample.phoneIdentity) == bonds.bond(for: Sample.phoneIdentity)
  }

  @Test func theUserIsAskedAndTheBondStaysMeanwhile() {
    let harness = claiming()
    #expect(harness.events.contains(question))
    #expect(harness.results.isEmpty && isBondUntouched(harness))
    #expect(!harness.events.contains(.secured) && !harness.isClientIdle)
  }

  /// The battery level needs encryption. A phone that reads an error for lack of security may pair again, and thereby
  /// end the pairing.
  @Test func theServerAnswersMeanwhile() {
    let harness = claiming()
    harness.phone.send(octets(hex: "08 0100 ffff 192a"), on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4).last?.prefix(2) == octets(hex: "09 03")[...])
    #expect(harness.results.isEmpty && isBondUntouched(harness))
  }

  /// Any device that received it can use a bonded phone's address.
  @Test func anAddressIsNotAProof() {
    for address in [Sample.phoneIdentity, Sample.phone] {
      let harness = claiming(from: address)
      #expect(harness.events.contains(question))
      #expect(harness.results.isEmpty && isBondUntouched(harness))
      #expect(!harness.events.contains(.secured))
    }
  }

  /// An iPhone that was erased has a new key and its old identity address.
  @Test func yesReplacesTheBondAndKeepsItsSettings() {
    let harness = claiming()
    harness.host.answerClaim(isAllowed: true, now: harness.now)
    harness.run()
    #expect(harness.results == [.bonded])
    #expect(harness.bonds.count == 2)
    let bond = harness.bonds.bond(for: Sample.phoneIdentity)
    #expect(bond?.longTermKey == harness.phone.longTermKey)
    #expect(bond?.identityResolvingKey == Sample.phoneNonce)
    #expect(harness.events.contains(.secured))
  }

  @Test func noKeepsTheBond() {
    let harness = claiming()
    harness.host.answerClaim(isAllowed: false, now: harness.now)
    harness.run()
    #expect(harness.results == [.failed(.refusedByUs(.unspecifiedReason))])
    #expect(isBondUntouched(harness) && harness.phone.disconnectReasons == [0x05])
  }

  @Test func noAnswerKeepsTheBond() {
    let harness = claiming()
    harness.wait(.seconds(30))
    #expect(harness.results == [.failed(.timeout)])
    #expect(isBondUntouched(harness) && !harness.phone.isConnected)
  }

  @Test func aPhoneThatLeavesHasNotReplacedTheBond() {
    let harness = claiming()
    harness.phone.disconnect()
    harness.run()
    #expect(harness.results == [.failed(.disconnected)])
    harness.host.answerClaim(isAllowed: true, now: harness.now)
    harness.run()
    #expect(isBondUntouched(harness))
  }

  @Test func thePhoneItselfIsNotAskedAbout() {
    let harness = claiming(from: Sample.phone, with: Sample.phoneKey)
    #expect(harness.results == [.bonded])
    #expect(!harness.events.contains(question))
  }

  @Test func aNewPhoneWithAnIdentityOfItsOwnIsNotAskedAbout() {
    let harness = HostHarness.started(bonds: bonds)
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect(from: stranger)
    harness.pair {
      $0.identityAddress = DeviceAddress(.public, "010203040506")
      $0.identityResolvingKey = Sample.phoneNonce
    }
    #expect(harness.results == [.bonded])
    #expect(harness.bonds.count == 3)
  }

  // MARK: The key of another phone

  /// Each device that has paired with a phone knows its identity resolving key, and can send it as its own.
  private func claimingByKey(from address: DeviceAddress? = nil) -> HostHarness {
    let harness = HostHarness.started(bonds: bonds)
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect(from: address ?? stranger)
    harness.pair {
      $0.identityAddress = DeviceAddress(.public, "010203040506")
      $0.identityResolvingKey = Sample.phoneKey
    }
    return harness
  }

  /// A private address that the key resolves proves nothing: its maker knows the key, too.
  @Test func theKeyOfAnotherPhoneIsAClaim() {
    for address in [stranger, Sample.phone] {
      let harness = claimingByKey(from: address)
      #expect(harness.events.contains(question))
      #expect(harness.results.isEmpty && isBondUntouched(harness))
      harness.host.answerClaim(isAllowed: false, now: harness.now)
      harness.run()
      #expect(harness.results == [.failed(.refusedByUs(.unspecifiedReason))] && isBondUntouched(harness))
    }
  }

  /// A yes would replace the bond that the question names, and remove the bond with the same key.
  @Test func theIdentityOfOnePhoneWithTheKeyOfAnotherIsRefused() {
    let harness = HostHarness.started(bonds: bonds)
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect(from: stranger)
    harness.pair {
      $0.identityAddress = Sample.bond().identity
      $0.identityResolvingKey = Sample.phoneKey
    }
    #expect(harness.results == [.failed(.refusedByUs(.invalidParameters))])
    harness.host.answerClaim(isAllowed: true, now: harness.now)
    harness.run()
    #expect(isBondUntouched(harness) && harness.phone.disconnectReasons == [0x05])
    #expect(harness.bonds.bond(for: Sample.bond().identity) == bonds.bond(for: Sample.bond().identity))
  }

  @Test func yesReplacesThePhoneThatHasTheKey() {
    let harness = claimingByKey()
    harness.host.answerClaim(isAllowed: true, now: harness.now)
    harness.run()
    #expect(harness.results == [.bonded])
    #expect(harness.bonds.count == 2)
    #expect(harness.bonds.bond(for: Sample.phoneIdentity) == nil)
    #expect(harness.bonds.identity(resolving: Sample.phone) == DeviceAddress(.public, "010203040506"))
  }
}
