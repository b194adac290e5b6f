import BluetoothHost
import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Bonded phones that may not connect, and connect again and again, as iPhones do.
@Suite struct UnwantedPhonesTests {
  /// Whether each bond has a key of the watch of its own, or all have the one of a bond that was made before.
  enum Keys: CaseIterable { case own, shared }

  /// A phone that scans for 30 ms in 300 ms, and avoids for a minute an accessory that dropped it three times quickly.
  private struct Phone {
    let bond: Bond
    /// Its bond's key of the watch.
    let watchKey: Value128
    var isInRange = true
    var links = 0
    var quickDrops = 0
    var avoidance = Instant.start

    func recognises(_ address: DeviceAddress) -> Bool { address == Sample.watch || address.isResolved(by: watchKey) }
  }

  /// The watch and some phones around it, for a while.
  private final class Room {
    let harness: HostHarness
    var phones: [Phone]
    /// Which phone is connected.
    private(set) var current: Int?
    /// How long the way back took, in milliseconds.
    private(set) var waits: [Int] = []
    private var lossTime: Instant
    private var stayEnd = Instant.start
    private var step = 0

    init(_ count: UInt8, _ keys: Keys, privateAddress: PrivateAddressChoice = .auto) {
      var table = Sample.bonds(bondedWithPhone: false)
      for number in 1...count {
        let watchKey = Value128(octets: .init(repeating: 0x80 + number))
        let bond = Sample.bond(number)
        _ = table.commit(
          Bond(
            identity: bond.identity, identityResolvingKey: nil, longTermKey: bond.longTermKey, strength: .full,
            localKeyReceipt: .received, localIdentityResolvingKey: keys == .own ? watchKey : nil))
      }
      phones = (0..<Int(count)).map { index in
        Phone(
          bond: table[index], watchKey: table[index].localIdentityResolvingKey ?? table.identity.identityResolvingKey)
      }
      harness = HostHarness(bonds: table, privateAddress: privateAddress)
      harness.start()
      harness.wait(.zero)
      lossTime = harness.now
    }

    /// - Parameter stay: how long an accepted phone stays before its link is lost.
    func run(for interval: Interval, stay: Interval = .seconds(20)) {
      let end = harness.now + interval
      while harness.now < end {
        harness.wait(.milliseconds(100))
        step += 1
        if let current, harness.now >= stayEnd { lose(current) }
        // Each phone scans once in 300 ms, one after the other.
        let index = step % 3
        if current == nil, index < phones.count { scan(index) }
      }
    }

    private func lose(_ index: Int) {
      harness.phone.disconnect()
      harness.run()
      current = nil
      lossTime = harness.now
    }

    private func scan(_ index: Int) {
      let phone = phones[index]
      guard phone.isInRange, harness.phone.isAdvertising, phone.recognises(harness.ownAddress),
        harness.now >= phone.avoidance
      else { return }
      phones[index].links += 1
      harness.takeEvents()
      harness.phone.connect(from: phone.bond.identity)
      harness.phone.encrypt(with: phone.bond.longTermKey)
      harness.run()
      guard harness.takeEvents().contains(.secured) else { return noteDrop(of: index) }
      phones[index].quickDrops = 0
      current = index
      waits.append(Int(harness.now.since(lossTime).microseconds / 1_000))
      stayEnd = harness.now + .seconds(20)
    }

    private func noteDrop(of index: Int) {
      phones[index].quickDrops += 1
      guard phones[index].quickDrops == 3 else { return }
      phones[index].quickDrops = 0
      phones[index].avoidance = harness.now + .minutes(1)
    }

    var median: Int { waits.sorted()[waits.count / 2] }
  }

  /// An address of it can be replayed by anyone, so it must not keep the wanted phone away.
  @Test func anUnwantedAddressThatProvesNothingDelaysAsLittleAsAStranger() {
    let room = Room(2, .shared)
    let harness = room.harness
    harness.host.selectPhone(room.phones[0].bond.identity, now: harness.now)
    harness.run()
    for _ in 0..<10 {
      harness.phone.connect(from: room.phones[1].bond.identity)
      harness.run()
      harness.phone.disconnect()
      harness.run()
      // As after the short links of any stranger: see `LinkChurn`.
      harness.wait(.seconds(4))
      #expect(harness.phone.isAdvertising)
    }
  }

  @Test func anUnwantedPhoneGetsItsKeyBeforeItIsRejected() {
    let room = Room(2, .shared)
    let harness = room.harness
    let phone = room.phones[1].bond
    harness.host.selectPhone(room.phones[0].bond.identity, now: harness.now)
    harness.run()
    harness.phone.connect(from: phone.identity)
    harness.run()
    harness.wait(.seconds(3))
    #expect(!harness.phone.isAdvertising)
    harness.phone.encrypt(with: phone.longTermKey)
    harness.run()
    harness.wait(.milliseconds(10))
    #expect(harness.phone.isAdvertising)
    #expect(!harness.takeEvents().contains(.secured))
  }

  @Test(arguments: [1, 2, 3] as [UInt8])
  func onlyTheSelectedPhoneConnectsForTenMinutes(count: UInt8) {
    let room = Room(count, .own)
    room.harness.host.selectPhone(room.phones[0].bond.identity, now: room.harness.now)
    room.run(for: .minutes(10))
    #expect(room.waits.count >= 25 && room.median < 2_000)
    #expect(room.phones.dropFirst().allSatisfy { $0.links == 0 })
    #expect(room.phones[0].links == room.waits.count, "it was never dropped")
  }

  /// Bonds that were made before: their phones recognise every address.
  @Test(arguments: [2, 3] as [UInt8])
  func aPhoneWithTheSharedKeyIsRejectedSeldom(count: UInt8) {
    let room = Room(count, .shared)
    room.harness.host.selectPhone(room.phones[0].bond.identity, now: room.harness.now)
    room.phones[0].isInRange = false
    room.run(for: .minutes(10))
    #expect(room.waits.isEmpty)
    let links = room.phones.map(\.links).reduce(0, +)
    #expect((6...18).contains(links), "\(links)")
    // The one that is wanted comes while the watch pauses.
    room.phones[0].isInRange = true
    for index in room.phones.indices.dropFirst() { room.phones[index].isInRange = false }
    room.run(for: .minutes(2))
    #expect(room.current == 0)
  }

  @Test(arguments: Keys.allCases)
  func aPhoneThatWasSentAwayStaysAwayForTheMinute(keys: Keys) {
    let room = Room(1, keys)
    room.run(for: .seconds(5))
    #expect(room.current == 0)
    let links = room.phones[0].links
    room.harness.host.disconnectPhone(now: room.harness.now)
    room.harness.run()
    room.run(for: .seconds(30))
    #expect(room.phones[0].links == links && room.harness.phone.isAdvertising)
    room.run(for: .seconds(35))
    #expect(room.phones[0].links > links)
  }

  @Test(arguments: Keys.allCases)
  func noBondedPhoneConnectsWhileANewOneMayPair(keys: Keys) {
    let room = Room(3, keys)
    room.harness.host.openPairingWindow(now: room.harness.now)
    room.harness.run()
    room.run(for: .seconds(118))
    #expect(room.phones.allSatisfy { $0.links == 0 })
    room.run(for: .seconds(10))
    #expect(room.current != nil)
  }

  @Test func phonesThatMayAllConnectTakeTurns() {
    let room = Room(3, .own)
    for wanted in 0..<3 {
      for index in 0..<3 { room.phones[index].isInRange = index == wanted }
      room.run(for: .minutes(3))
      #expect(room.phones[wanted].links > 5)
    }
    #expect(room.median < 2_000, "\(room.median)")
    #expect(room.waits.allSatisfy { $0 < 20_000 }, "\(room.waits)")
  }

  /// Each turn wakes the processor: while no phone connects, there is one in five seconds.
  @Test func turnsAreRareWhileNoPhoneConnects() {
    let room = Room(2, .own)
    room.harness.wait(.minutes(20))
    let count = room.harness.phone.randomAddresses.count
    room.harness.wait(.minutes(1))
    #expect((10...14).contains(room.harness.phone.randomAddresses.count - count))
  }

  @Test func thereAreNoTurnsWhileALinkLasts() {
    let room = Room(2, .own)
    room.run(for: .seconds(5))
    let count = room.harness.phone.randomAddresses.count
    room.harness.wait(.seconds(10))
    #expect(room.harness.phone.isConnected && room.harness.phone.randomAddresses.count == count)
  }

  @Test func aPhoneThatIsSelectedDoesNotWaitForThePauseOfAnother() {
    let room = Room(2, .shared)
    room.harness.host.selectPhone(room.phones[0].bond.identity, now: room.harness.now)
    room.phones[0].isInRange = false
    room.run(for: .minutes(5))
    #expect(!room.harness.phone.isAdvertising)
    room.harness.host.selectPhone(room.phones[1].bond.identity, now: room.harness.now)
    room.harness.run()
    #expect(room.harness.phone.isAdvertising)
  }

  // MARK: The key of a new bond

  private func pair(_ room: Room, as identity: DeviceAddress, agrees: Bool = true) -> Value128? {
    let harness = room.harness
    harness.host.openPairingWindow(now: harness.now)
    harness.run()
    harness.wait(.zero)
    let address = harness.ownAddress
    harness.phone.connect()
    harness.run()
    harness.phone.startPairing {
      $0.link = PairingLink(localAddress: address, peerAddress: Sample.phone, isPeerBonded: false)
      $0.identityAddress = identity
      $0.identityResolvingKey = Value128(octets: .init(repeating: identity.octets[0]))
    }
    harness.run()
    harness.host.answerPairing(isConfirmed: agrees, now: harness.now)
    harness.phone.decide(isConfirmed: agrees)
    harness.run()
    let key = harness.phone.initiator?.receivedIdentityResolvingKey
    harness.phone.disconnect()
    harness.run()
    harness.wait(.zero)
    return key
  }

  @Test func eachPhoneThatPairsGetsAKeyOfItsOwn() {
    let room = Room(1, .shared)
    let first = pair(room, as: DeviceAddress(.public, "a1a2a3a4a5a6"))
    let second = pair(room, as: DeviceAddress(.public, "b1b2b3b4b5b6"))
    #expect(first != nil && second != nil && first != second)
    let bonds = room.harness.bonds
    #expect(bonds.count == 3)
    #expect(bonds[1].localIdentityResolvingKey == first && bonds[2].localIdentityResolvingKey == second)
    #expect(bonds[0].localIdentityResolvingKey == nil)
    room.harness.host.selectPhone(bonds[2].identity, now: room.harness.now)
    room.harness.run()
    #expect(second.map { room.harness.ownAddress.isResolved(by: $0) } == true)
  }

  @Test func aPairingThatFailsBeforeTheKeyWasToldLeavesTheAddress() {
    let room = Room(1, .own)
    room.harness.host.openPairingWindow(now: room.harness.now)
    room.harness.run()
    let address = room.harness.ownAddress
    #expect(pair(room, as: DeviceAddress(.public, "a1a2a3a4a5a6"), agrees: false) == nil)
    #expect(room.harness.ownAddress == address)
  }
}
