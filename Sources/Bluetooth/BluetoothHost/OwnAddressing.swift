internal import GAP
internal import Identifiers
internal import Octets
internal import SecurityManager
internal import Timing

/// Which address the device advertises with: its identity address, or private ones, by which only those bonded phones
/// recognise it that may connect now.
///
///     identity address ⇄ of one phone → of the next phone → …    each for a turn
///                            ⇅
///                        unassigned: while a new phone may pair, and while no bonded phone may connect
///
/// Each phone gets a key of its own when it bonds. So it does not recognise the addresses that are made for other
/// phones, and does not connect to them. An unassigned address is made with the key that the next phone to bond will
/// get. The random part of all private addresses changes every 15 minutes while the device advertises, and after a link
/// that lasted longer. The random numbers for the next one are prepared while nothing else is pending.
/// Core Spec 5.4, Vol 3, Part C, 10.7 and Appendix A, T_GAP(private_addr_int).
struct OwnAddressing {
  static var interval: Interval { .minutes(15) }
  /// The time in which each phone has one turn, if several may connect: while the device advertises fast, and later.
  static var round: Interval { .seconds(2) }
  static var slowRound: Interval { .seconds(10) }

  private enum Used: Equatable {
    case identity
    case key(Value128)
  }

  private let choice: PrivateAddressChoice
  /// The identity address that bonded phones know.
  private var identity: DeviceAddress?
  /// Whether there is no other choice than private addresses, because the controller does not have the promised one.
  private var isRequired = false
  /// Whether advertising begins with the next address.
  private var isStarting = false
  /// Whether an address is wanted that is not prepared.
  private var isPending = false
  /// The identity address, or the key of the private address, that is in use; nil before the first one.
  private var used: Used?
  /// The key for the next phone to bond. No phone has received it yet.
  private var nextKey: Value128?
  private var random: [3 of UInt8]?
  private var nextRandom: [3 of UInt8]?
  private var change = Deadline()
  private var turnEnd = Deadline()

  init(choice: PrivateAddressChoice) { self.choice = choice }

  /// Chooses the identity address, now that the controller's address is known. An address that bonded phones know is
  /// kept.
  mutating func identify(publicAddress: DeviceAddress?, phones: inout BondedPhones, report: inout HostReport) {
    let choice = OwnAddress.identify(
      promised: phones.bonds.isEmpty ? nil : phones.bonds.promisedAddress, publicAddress: publicAddress,
      staticRandom: phones.bonds.identity.address)
    isRequired = choice.needsPrivateAddress
    identity = choice.address
    phones.promise(choice.address, report: &report)
  }

  /// Returns the identity to give to the next phone that bonds.
  ///
  /// - Parameter shared: the identity that is stored with the bonds. Its key is used if no other key is prepared.
  func identityToSend(_ shared: LocalIdentity) -> LocalIdentity {
    LocalIdentity(
      address: identity ?? shared.address, identityResolvingKey: nextKey ?? shared.identityResolvingKey)
  }

  /// Starts to advertise: immediately, or, with private addresses, as soon as an address is available.
  mutating func start(_ link: inout PeripheralLink, phones: inout BondedPhones, now: Instant) {
    isStarting = true
    used = nil
    random = nil
    refresh(&link, phones: &phones, now: now)
  }

  /// Changes the address when its time has passed, or after the bonds, the selection or the pairing window have
  /// changed.
  mutating func refresh(_ link: inout PeripheralLink, phones: inout BondedPhones, now: Instant) {
    guard let identity, isStarting || link.state != .standby else { return }
    isPending = false
    let wanted = phones.wanted(at: now)
    let windowEnd = link.pairingWindowEnd(at: now)
    guard isPrivate(for: wanted, isWindowOpen: windowEnd != nil) else {
      change.clear()
      turnEnd.clear()
      if used != .identity { use(identity, as: .identity, on: &link, now: now) }
      return
    }
    let key = windowEnd != nil || wanted.keys.isEmpty ? unassignedKey() : nextTurn(of: wanted, on: link, now: now)
    let isRenewed = renewRandom(during: link.state, windowEnd: windowEnd, now: now)
    guard let key, random != nil else {
      isPending = true
      return
    }
    guard isRenewed || used != .key(key) else { return }
    guard let address = address(with: key, wanted.position(of: key)) else { return }
    use(address, as: .key(key), on: &link, now: now)
  }

  private func isPrivate(for wanted: WantedPhones, isWindowOpen: Bool) -> Bool {
    if isRequired { return true }
    switch choice {
    case .auto: return isWindowOpen || wanted.areAllResolving
    case .on: return true
    case .off: return false
    }
  }

  private mutating func unassignedKey() -> Value128? {
    turnEnd.clear()
    return nextKey
  }

  /// The key of the phone whose turn it is. While there is a link, nothing changes, but the turn passes: otherwise a
  /// stranger who connects before the end of each turn would keep all phones but one from connecting.
  private mutating func nextTurn(
    of wanted: WantedPhones, on link: borrowing PeripheralLink, now: Instant
  ) -> Value128? {
    let round = Self.round(in: link.state)
    let isOver = round != nil && turnEnd.expire(at: now)
    if wanted.keys.count > 1 {
      if let round, !turnEnd.isSet { turnEnd.set(now + round.part(of: wanted.keys.count)) }
    } else {
      turnEnd.clear()
    }
    guard case .key(let key) = used, let position = wanted.position(of: key) else { return wanted.keys.first }
    return isOver ? wanted.keys[(position + 1) % wanted.keys.count] : key
  }

  private static func round(in state: PeripheralLink.State) -> Interval? {
    switch state {
    case .standby, .preparing(.fast), .advertising(.fast): round
    case .preparing, .advertising: slowRound
    case .connected, .encrypted: nil
    }
  }

  /// - Returns: whether the random part is new. It stays while the pairing window is open, and during a link, because
  ///   the device does not advertise then.
  private mutating func renewRandom(during state: PeripheralLink.State, windowEnd: Instant?, now: Instant) -> Bool {
    if Self.isLinked(state), random != nil { return false }
    if random != nil, let windowEnd, let due = change.instant, due < windowEnd { change.set(windowEnd) }
    guard random == nil || change.isDue(at: now), let next = nextRandom else { return false }
    random = next
    nextRandom = nil
    change.set(now + Self.interval)
    return true
  }

  /// The address of this phone: the random parts of the phones' addresses differ.
  private mutating func address(with key: Value128, _ position: Int?) -> DeviceAddress? {
    guard var randomness = random else { return nil }
    randomness[0] &+= UInt8(truncatingIfNeeded: position ?? PerPhone<Value128>.capacity)
    let address = DeviceAddress(resolvableWith: key, randomness: randomness)
    if address == nil {
      random = nil
      isPending = true
    }
    return address
  }

  private mutating func use(_ address: DeviceAddress, as used: Used, on link: inout PeripheralLink, now: Instant) {
    self.used = used
    guard isStarting else { return link.changeAddress(to: address) }
    isStarting = false
    link.start(as: address, now: now)
  }

  private static func isLinked(_ state: PeripheralLink.State) -> Bool {
    switch state {
    case .connected, .encrypted: true
    case .standby, .preparing, .advertising: false
    }
  }

  /// Returns the time at which to call `refresh`: never before the random values that it needs are prepared. Without a
  /// controller the addresses wait.
  func deadline(during state: PeripheralLink.State) -> Instant? {
    guard isStarting || state != .standby else { return nil }
    if isPending { return needsRandomness ? nil : .start }
    if Self.isLinked(state) { return nil }
    return earliest(nextRandom == nil ? nil : change.instant, turnEnd.instant)
  }

  var needsRandomness: Bool { nextKey == nil || nextRandom == nil }

  /// Prepares the next random part, and the key for the next bond. If the octets are not usable, call again with
  /// others.
  mutating func prepare(key: [16 of UInt8], randomness: [3 of UInt8]) {
    let key = Value128(octets: key)
    if nextKey == nil, !key.isZero { nextKey = key }
    guard nextRandom == nil, DeviceAddress(resolvableWith: key, randomness: randomness) != nil else { return }
    nextRandom = randomness
  }

  /// A phone received the key of the next bond, so the bond after it gets another key.
  mutating func forgetNextKey() { nextKey = nil }
}

extension Interval {
  /// One of `count` equal parts of a round; `count` is a number of phones, and not zero.
  fileprivate func part(of count: Int) -> Interval {
    Interval(microseconds: microseconds / UInt64(widening: UInt(bitPattern: count)))
  }
}
