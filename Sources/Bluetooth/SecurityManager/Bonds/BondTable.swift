internal import Features
public import Identifiers
public import Octets

/// The bonds of at most `capacity` phones, and the device's identity for them.
///
/// A bond is found by the phone's identity, never by the address that the phone uses. No bond is dropped silently: a
/// full table rejects a new bond, and returns the bond that was not used for the longest time, until the caller agrees
/// to replace a bond.
public struct BondTable {
  /// The most phones that can be bonded.
  public static var capacity: Int { PerPhone<Bond>.capacity }

  /// Made once, when there was no record yet.
  public let identity: LocalIdentity
  /// The address by which bonded phones know the device; nil if no phone was given one.
  public private(set) var promisedAddress: DeviceAddress?
  private(set) var bonds = PerPhone<Bond>()

  /// Creates a table without bonds. Phones may receive another address as the device's identity address: see
  /// `promise(_:)`.
  ///
  /// - Precondition: `identity.isStorable`. The record has no type of this address, so that a table with a public one
  ///   could not be loaded again.
  public init(identity: LocalIdentity) {
    // The smallest port has only an identity of random octets, which is storable.
    precondition(Features.isTiny || identity.isStorable)
    self.identity = identity
  }

  /// The public address that a controller should bear, if phones were promised one.
  public var promisedPublicAddress: DeviceAddress? {
    guard !isEmpty, let promisedAddress, promisedAddress.kind == .public else { return nil }
    return promisedAddress
  }

  /// How many phones are bonded.
  public var count: Int { bonds.count }
  /// Whether no phone is bonded.
  public var isEmpty: Bool { bonds.isEmpty }
  /// Whether a phone without a bond can be added.
  public var hasRoom: Bool { !bonds.isFull }

  /// - Precondition: `index` is below `count`.
  public subscript(index: Int) -> Bond { bonds[index] }

  /// The phone of the bond at `index`, and its name.
  ///
  /// - Precondition: `index` is below `count`.
  public func identity(at index: Int) -> DeviceAddress { bonds[index].identity }
  public func name(at index: Int) -> BoundedText<24> { bonds[index].name }

  /// The key by which the phone of the bond at `index` resolves the device's private addresses.
  ///
  /// - Precondition: `index` is below `count`.
  public func localKey(at index: Int) -> Value128 {
    bonds[index].localIdentityResolvingKey ?? identity.identityResolvingKey
  }

  /// The identity of the phone that uses `address` on the air; nil for a stranger.
  public func identity(resolving address: DeviceAddress) -> DeviceAddress? {
    for index in bonds.indices where bonds[index].isOwner(of: address) { return bonds[index].identity }
    return nil
  }

  /// The identities of all bonds, which no other peer may claim.
  public var identities: BondedIdentities {
    var identities = BondedIdentities()
    for index in bonds.indices { identities.append(bonds[index].identity, key: bonds[index].identityResolvingKey) }
    return identities
  }

  /// The bond with a phone; nil if the phone is not bonded.
  @inline(never)  // Several callers: one copy is smaller.
  public func bond(for identity: DeviceAddress) -> Bond? {
    guard let index = index(of: identity) else { return nil }
    return bonds[index]
  }

  /// Whether a phone is bonded.
  public func hasBond(with identity: DeviceAddress) -> Bool { index(of: identity) != nil }

  /// The phone of the bond that was not used for the longest time; nil if the table is empty.
  public var leastRecentlyUsed: DeviceAddress? {
    guard !isEmpty else { return nil }
    var oldest = 0
    for index in bonds.indices where bonds[index].lastUsed < bonds[oldest].lastUsed { oldest = index }
    return bonds[oldest].identity
  }

  /// The phone of the bond that was used last; nil if the table is empty.
  public var latestPhone: DeviceAddress? { latestIndex.map { bonds[$0].identity } }

  private var latestIndex: Int? {
    guard !isEmpty else { return nil }
    var newest = 0
    for index in bonds.indices where bonds[index].lastUsed >= bonds[newest].lastUsed { newest = index }
    return newest
  }

  /// The result of committing a bond.
  public enum CommitResult: Equatable, Sendable {
    /// The bond is new.
    case added
    /// The bond replaced the earlier one of the same phone.
    case replaced
    /// The bond replaced the one of this other phone.
    case displaced(DeviceAddress)
    /// The table is unchanged: it has a stronger bond with the same phone, the key is all zeros, the key of the device
    /// is another phone's, or another bond has the phone's identity resolving key, and is not to be replaced or not the
    /// only one that would be lost.
    case refusedWeaker
    /// The table is unchanged: it is full.
    case refusedFull(leastRecentlyUsed: DeviceAddress)
  }

  /// Adds `bond` as the one used last, or puts it in the place of the same phone's earlier one, whose settings it
  /// keeps.
  ///
  /// The table gives up no other bond than that of `replaced`, which its user agreed to lose: if it is full, or if that
  /// phone has the same identity resolving key. It never gives up two bonds for one. A key of the device that is the
  /// table's own is kept as none.
  public mutating func commit(_ bond: Bond, replacing replaced: DeviceAddress? = nil) -> CommitResult {
    guard !bond.longTermKey.isZero, !isWatchKeyTaken(from: bond) else { return .refusedWeaker }
    let twin = indexOfTwin(of: bond)
    if let twin, bonds[twin].identity != replaced || !bond.strength.isAtLeast(bonds[twin].strength) {
      return .refusedWeaker
    }
    if let index = index(of: bond.identity) {
      guard twin == nil, bond.strength.isAtLeast(bonds[index].strength) else { return .refusedWeaker }
      let earlier = bonds[index]
      put(bond, at: index)
      bonds[index].takeSettings(of: earlier)
      return .replaced
    }
    if let twin, let replaced {
      put(bond, at: twin)
      return .displaced(replaced)
    }
    guard bonds.isFull, let oldest = leastRecentlyUsed else {
      put(bond, at: bonds.count)
      return .added
    }
    guard let replaced, let index = index(of: replaced) else { return .refusedFull(leastRecentlyUsed: oldest) }
    put(bond, at: index)
    return .displaced(replaced)
  }

  /// The bond of another phone with the same identity resolving key: whichever comes first would hide the other.
  private func indexOfTwin(of bond: Bond) -> Int? {
    guard Features.hasKeyClaims, let key = bond.identityResolvingKey, !key.isZero else { return nil }
    for index in bonds.indices where bonds[index].identityResolvingKey == key {
      if bonds[index].identity != bond.identity { return index }
    }
    return nil
  }

  // A bond is large: it is changed where it is stored, by one copy of this code.
  @inline(never)
  private mutating func put(_ bond: Bond, at index: Int) {
    let use = nextUse()
    if index == bonds.count { bonds.append(bond) } else { bonds[index] = bond }
    bonds[index].lastUsed = use
    if bonds[index].localIdentityResolvingKey == identity.identityResolvingKey {
      bonds[index].localIdentityResolvingKey = nil
    }
  }

  /// Adds a bond as a record contains it, behind the bonds before it.
  ///
  /// - Precondition: there is room.
  /// - Returns: false if it contradicts them: `commit` and `select` would not have made such a table.
  @inline(never)  // So that a bond is not copied field by field.
  mutating func restore(_ bond: Bond) -> Bool {
    guard !hasBond(with: bond.identity), !bond.isSelected || selected == nil, !sharesLocalKey(with: bond) else {
      return false
    }
    bonds.append(bond)
    return true
  }

  /// Whether another bond, or the table itself, has the key that is only for this phone.
  private func sharesLocalKey(with bond: Bond) -> Bool {
    guard let key = bond.localIdentityResolvingKey else { return false }
    for index in bonds.indices where bonds[index].localIdentityResolvingKey == key { return true }
    return key == identity.identityResolvingKey
  }

  /// Stores what a phone has set on our server.
  ///
  /// - Returns: whether something changed. If so, save the table.
  public mutating func setServerSettings(_ settings: ServerSettings, of identity: DeviceAddress) -> Bool {
    guard let index = index(of: identity), bonds[index].serverSettings != settings else { return false }
    bonds[index].serverSettings = settings
    return true
  }

  /// The only phone that may connect; nil: any.
  public var selected: DeviceAddress? {
    guard Features.hasPhonePages else { return nil }
    for index in bonds.indices where bonds[index].isSelected { return bonds[index].identity }
    return nil
  }

  /// Makes this phone the only one that may connect, or with nil lets any. A phone without a bond changes nothing.
  ///
  /// - Returns: whether something changed. If so, save the table.
  public mutating func select(_ identity: DeviceAddress?) -> Bool {
    guard Features.hasPhonePages else { return false }
    if let identity, index(of: identity) == nil { return false }
    guard identity != selected else { return false }
    for index in bonds.indices { bonds[index].isSelected = bonds[index].identity == identity }
    return true
  }

  /// Stores the name of a phone.
  ///
  /// - Returns: whether something changed. If so, save the table.
  public mutating func setName(_ name: BoundedText<24>, of identity: DeviceAddress) -> Bool {
    guard let index = index(of: identity), !bonds[index].name.isEqual(to: name) else { return false }
    bonds[index].name = name
    return true
  }

  /// Makes this phone the one used last.
  ///
  /// - Returns: whether the order changed. If so, save the table.
  public mutating func markUsed(_ identity: DeviceAddress) -> Bool {
    guard let index = index(of: identity), bonds[index].lastUsed == 0 || !isLatest(index) else { return false }
    bonds[index].lastUsed = nextUse()
    return true
  }

  /// Removes the bond of a phone and returns it; nil if the phone has no bond.
  public mutating func remove(_ identity: DeviceAddress) -> Bond? {
    guard let index = index(of: identity) else { return nil }
    return bonds.remove(at: index)
  }

  /// Sets the address that phones receive as the device's identity address.
  ///
  /// - Returns: whether the address changed and the table has bonds. If so, save the table.
  public mutating func promise(_ address: DeviceAddress) -> Bool {
    defer { promisedAddress = address }
    return promisedAddress != address && !isEmpty
  }

  /// Removes all bonds. The identity stays.
  public mutating func removeAll() { bonds.removeAll() }

  /// Whether another bond already has this bond's key of the device. The key must be different for each phone.
  private func isWatchKeyTaken(from bond: Bond) -> Bool {
    guard let key = bond.localIdentityResolvingKey else { return false }
    for index in bonds.indices where bonds[index].localIdentityResolvingKey == key {
      if bonds[index].identity != bond.identity { return true }
    }
    return false
  }

  private func index(of identity: DeviceAddress) -> Int? {
    for index in bonds.indices where bonds[index].identity == identity { return index }
    return nil
  }

  private func isLatest(_ index: Int) -> Bool {
    for other in bonds.indices where bonds[other].lastUsed > bonds[index].lastUsed { return false }
    return true
  }

  /// Returns a number larger than all `lastUsed` so far. If there is no larger number, renumbers the bonds in their
  /// order.
  private mutating func nextUse() -> UInt32 {
    var latest: UInt32 = 0
    for index in bonds.indices { latest = max(latest, bonds[index].lastUsed) }
    guard latest == UInt32.max else { return latest + 1 }
    renumber()
    return UInt32(bonds.count) + 1
  }

  private mutating func renumber() {
    var ranks: [8 of UInt32] = .init(repeating: 1)
    for index in bonds.indices {
      for other in bonds.indices where bonds[other].lastUsed < bonds[index].lastUsed { ranks[index] += 1 }
    }
    for index in bonds.indices { bonds[index].lastUsed = ranks[index] }
  }
}
