public import Identifiers
public import Octets

/// The phones we are bonded with, as many as `capacity`, and who we are to them.
///
/// A bond is found by the phone's identity, never by the address it happens to use. Nothing is dropped silently: a full
/// table refuses, and says which bond has been out of use the longest, until the caller agrees to give that one up.
public struct BondTable {
  public static var capacity: Int { PerPhone<Bond>.capacity }

  /// Made once, when there was no record yet.
  public let identity: LocalIdentity
  /// Who bonded phones think we are; nil if none was ever told.
  public internal(set) var promisedAddress: DeviceAddress?
  var bonds = PerPhone<Bond>()

  public init(identity: LocalIdentity) { self.identity = identity }

  /// The public address that a controller should bear, if phones were promised one.
  public var promisedPublicAddress: DeviceAddress? {
    guard !isEmpty, let promisedAddress, promisedAddress.kind == .public else { return nil }
    return promisedAddress
  }

  public var count: Int { bonds.count }
  public var isEmpty: Bool { bonds.isEmpty }
  /// Whether a phone we do not know yet can be added.
  public var hasRoom: Bool { !bonds.isFull }

  /// - Precondition: `index` is below `count`.
  public subscript(index: Int) -> Bond { bonds[index] }

  /// The identity of the phone that uses `address` on the air; nil for a stranger.
  public func identity(resolving address: DeviceAddress) -> DeviceAddress? {
    for index in bonds.indices where bonds[index].isOwner(of: address) { return bonds[index].identity }
    return nil
  }

  public func bond(for identity: DeviceAddress) -> Bond? {
    guard let index = index(of: identity) else { return nil }
    return bonds[index]
  }

  /// The bond that has been out of use the longest; nil if there is none.
  public var leastRecentlyUsed: Bond? {
    var oldest: Bond?
    for index in bonds.indices where bonds[index].lastUsed < oldest?.lastUsed ?? UInt32.max || oldest == nil {
      oldest = bonds[index]
    }
    return oldest
  }

  /// The bond that was used last; nil if there is none.
  public var mostRecentlyUsed: Bond? {
    var newest: Bond?
    for index in bonds.indices where bonds[index].lastUsed >= newest?.lastUsed ?? 0 { newest = bonds[index] }
    return newest
  }

  /// What became of a bond that was to be committed.
  public enum CommitResult: Equatable, Sendable {
    case added
    /// In the place of this one, of the same phone.
    case replaced(Bond)
    /// In the place of this one, of another phone.
    case displaced(Bond)
    /// The table is unchanged: it has a stronger bond with the same phone, or the key is all zeros.
    case refusedWeaker
    /// The table is unchanged: it is full.
    case refusedFull(leastRecentlyUsed: Bond)
  }

  /// Adds `bond` as the one used last, or puts it in the place of the same phone's earlier one, whose settings it
  /// keeps.
  ///
  /// A full table gives up no other bond than that of `replaced`, which its user agreed to lose.
  public mutating func commit(_ bond: Bond, replacing replaced: DeviceAddress? = nil) -> CommitResult {
    guard !bond.longTermKey.isZero else { return .refusedWeaker }
    var bond = bond
    bond.lastUsed = nextUse()
    if let index = index(of: bond.identity) {
      let earlier = bonds[index]
      guard bond.strength.isAtLeast(earlier.strength) else { return .refusedWeaker }
      bond.takeSettings(of: earlier)
      bonds[index] = bond
      return .replaced(earlier)
    }
    guard bonds.isFull, let oldest = leastRecentlyUsed else {
      bonds.append(bond)
      return .added
    }
    guard let replaced, let index = index(of: replaced) else { return .refusedFull(leastRecentlyUsed: oldest) }
    let displaced = bonds[index]
    bonds[index] = bond
    return .displaced(displaced)
  }

  /// Takes over what the phone has set on our server. Keys and identity stay as they are.
  ///
  /// - Returns: whether something changed, so that the table has to be saved.
  public mutating func updateSettings(from bond: Bond) -> Bool {
    guard let index = index(of: bond.identity) else { return false }
    let earlier = bonds[index]
    bonds[index].clientConfigurations = bond.clientConfigurations
    bonds[index].clientSupportedFeatures = bond.clientSupportedFeatures
    bonds[index].databaseHash = bond.databaseHash
    return bonds[index] != earlier
  }

  /// The only phone that may connect; nil: any.
  public var selected: DeviceAddress? {
    for index in bonds.indices where bonds[index].isSelected { return bonds[index].identity }
    return nil
  }

  /// Makes this phone the only one that may connect, or with nil lets any. A phone without a bond changes nothing.
  ///
  /// - Returns: whether something changed, so that the table has to be saved.
  public mutating func select(_ identity: DeviceAddress?) -> Bool {
    if let identity, index(of: identity) == nil { return false }
    guard identity != selected else { return false }
    for index in bonds.indices { bonds[index].isSelected = bonds[index].identity == identity }
    return true
  }

  /// Keeps what a phone calls itself.
  ///
  /// - Returns: whether something changed, so that the table has to be saved.
  public mutating func setName(_ name: BoundedText<24>, of identity: DeviceAddress) -> Bool {
    guard let index = index(of: identity), !bonds[index].name.isEqual(to: name) else { return false }
    bonds[index].name = name
    return true
  }

  /// Makes this phone the one used last.
  ///
  /// - Returns: whether the order changed, so that the table has to be saved.
  public mutating func markUsed(_ identity: DeviceAddress) -> Bool {
    guard let index = index(of: identity), bonds[index].lastUsed == 0 || !isLatest(index) else { return false }
    bonds[index].lastUsed = nextUse()
    return true
  }

  /// Forgets a phone. Returns its bond, or nil if there was none.
  public mutating func remove(_ identity: DeviceAddress) -> Bond? {
    guard let index = index(of: identity) else { return nil }
    return bonds.remove(at: index)
  }

  /// Settles who phones are told we are.
  ///
  /// - Returns: whether a bond hangs on what has changed, so that the table has to be saved.
  public mutating func promise(_ address: DeviceAddress) -> Bool {
    defer { promisedAddress = address }
    return promisedAddress != address && !isEmpty
  }

  public mutating func removeAll() { bonds.removeAll() }

  private func index(of identity: DeviceAddress) -> Int? {
    for index in bonds.indices where bonds[index].identity == identity { return index }
    return nil
  }

  private func isLatest(_ index: Int) -> Bool {
    for other in bonds.indices where bonds[other].lastUsed > bonds[index].lastUsed { return false }
    return true
  }

  /// One more than any use so far. At the end of the numbers the bonds are numbered anew in their order.
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
