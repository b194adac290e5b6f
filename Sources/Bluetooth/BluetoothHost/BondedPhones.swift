internal import Features
internal import Identifiers
internal import Octets
internal import SecurityManager
internal import Timing

/// The bonded phones: which of them may connect, whose bond makes room for a new one, and when the bonds are saved.
///
/// The controller does not advertise during a link, and the phone is known only when the link exists. Most unwanted
/// phones do not recognise the device's address. One that does is rejected, after a longer pause each time.
///
/// The product saves the bonds. The event `bondsChanged` asks it to.
struct BondedPhones {
  /// The result of adding a bond.
  enum CommitResult: Equatable {
    /// The table has it, in the place of this phone's bond if it was full.
    case kept(displacing: DeviceAddress?)
    case refused(PairingFailure)
  }

  private(set) var bonds: BondTable
  private var heldPhones = HeldPhones()
  private var replacement = BondReplacement()
  private var saving = BondSaving()
  private var hasOpenedFirstWindow = false
  /// Whether a bond was made since the last secured link.
  private var isBondUnused = false

  init(bonds: BondTable) { self.bonds = bonds }

  /// Returns the bond of a phone; nil if `identity` is nil or has no bond.
  func bond(for identity: DeviceAddress?) -> Bond? {
    guard let identity else { return nil }
    return bonds.bond(for: identity)
  }

  /// Returns whether the pairing window opens without the user: once, at the start, and only without bonds.
  mutating func takeFirstWindow() -> Bool {
    guard bonds.isEmpty, !hasOpenedFirstWindow else { return false }
    hasOpenedFirstWindow = true
    return true
  }

  // MARK: Which phone may connect

  /// Whether a bonded phone may connect. It is mutating only to prevent a copy of the bonds.
  mutating func isWelcome(_ identity: DeviceAddress, at now: Instant) -> Bool {
    (bonds.selected == nil || bonds.selected == identity) && !heldPhones.contains(identity, at: now)
  }

  /// Lets only this phone connect; nil lets any bonded phone connect.
  ///
  /// - Returns: whether the phone has a bond; if not, nothing changes.
  mutating func select(_ identity: DeviceAddress?, report: inout HostReport) -> Bool {
    if let identity, !bonds.hasBond(with: identity) { return false }
    if bonds.select(identity) { save(report: &report) }
    if let identity { heldPhones.release(identity) } else { heldPhones.removeAll() }
    return true
  }

  /// Returns the keys by which the phones that may connect recognise the device.
  ///
  /// It is mutating only to prevent a copy of the bonds.
  @inline(never)
  mutating func wanted(at now: Instant) -> WantedPhones {
    var wanted = WantedPhones()
    for index in 0..<bonds.count where isWelcome(bonds[index].identity, at: now) {
      wanted.add(bonds.localKey(at: index), hasReceivedIt: bonds[index].localKeyReceipt == .received)
    }
    return wanted
  }

  mutating func hold(_ identity: DeviceAddress, until end: Instant) { heldPhones.hold(identity, until: end) }

  /// Whether a phone is held off that may connect otherwise.
  func isAnyHeld(at now: Instant) -> Bool {
    guard let selected = bonds.selected else { return heldPhones.isAnyHeld(at: now) }
    return heldPhones.contains(selected, at: now)
  }

  /// - Returns: whether the phone had a bond.
  mutating func forget(_ identity: DeviceAddress, report: inout HostReport) -> Bool {
    guard bonds.remove(identity) != nil else { return false }
    heldPhones.release(identity)
    save(report: &report)
    return true
  }

  // MARK: Room for a new bond

  var hasRoomForBond: Bool { bonds.hasRoom || replacement.accepted != nil }

  /// Offers to replace the bond that was not used for the longest time, if the table is full.
  ///
  /// - Parameter isPairing: whether a pairing is under way. It counts on the room that it was promised.
  mutating func offerReplacement(isPairing: Bool, report: inout HostReport) {
    if isPairing, replacement.accepted != nil { return }
    replacement.offer(bonds.hasRoom ? nil : bonds.leastRecentlyUsed)
    if let phone = replacement.offered { report.post(.replacementOffered(phone)) }
  }

  mutating func acceptReplacement() { replacement.accept() }

  mutating func withdrawReplacement() { replacement.withdraw() }

  /// Takes a new bond into the table. The caller then calls `save(report:)`.
  ///
  /// - Parameter claimed: the phone whose bond the wearer lets be replaced, because the new one claims to be it.
  mutating func commit(_ bond: Bond, replacing claimed: DeviceAddress?) -> CommitResult {
    let isAnySelected = bonds.selected != nil
    var displaced: DeviceAddress?
    switch bonds.commit(bond, replacing: (Features.hasKeyClaims ? claimed : nil) ?? replacement.accepted) {
    case .added, .replaced: break
    case .displaced(let phone): displaced = phone
    case .refusedWeaker: return .refused(.weakerThanBond)
    case .refusedFull: return .refused(.noRoom)
    }
    // The wearer who pairs a phone wants to use it.
    if isAnySelected { _ = bonds.select(bond.identity) }
    if let displaced { heldPhones.release(displaced) }
    heldPhones.release(bond.identity)
    replacement.withdraw()
    saving.bondMade(with: bond.identity)
    isBondUnused = true
    return .kept(displacing: displaced)
  }

  // MARK: The settings of a bond

  /// Stores the address that phones know the device by.
  mutating func promise(_ address: DeviceAddress, report: inout HostReport) {
    if bonds.promise(address) { save(report: &report) }
  }

  /// - Returns: whether the last secured link, also before the start, was that of another phone or bond.
  mutating func noteUse(of identity: DeviceAddress, now: Instant) -> Bool {
    defer { isBondUnused = false }
    guard bonds.markUsed(identity) else { return isBondUnused }
    saving.settingsChanged(now: now)
    return true
  }

  /// - Returns: whether the name is new.
  mutating func setName(_ name: BoundedText<24>, of identity: DeviceAddress, now: Instant) -> Bool {
    guard bonds.setName(name, of: identity) else { return false }
    saving.settingsChanged(now: now)
    return true
  }

  mutating func setServerSettings(_ settings: ServerSettings, of identity: DeviceAddress, now: Instant) {
    if bonds.setServerSettings(settings, of: identity) { saving.settingsChanged(now: now) }
  }

  // MARK: Saving

  /// The time at which to save changed settings or to let a phone connect again, whichever is earlier.
  var deadline: Instant? { earliest(saving.deadline, heldPhones.deadline) }

  mutating func handleTimeout(now: Instant, report: inout HostReport) {
    heldPhones.handleTimeout(now: now)
    if saving.handleTimeout(now: now) { report.post(.bondsChanged) }
  }

  /// Has all bonds saved now.
  mutating func save(report: inout HostReport) {
    saving.saveAll()
    report.post(.bondsChanged)
  }

  /// The link has ended: its phone sets nothing more.
  mutating func linkEnded(report: inout HostReport, now: Instant) {
    if saving.linkEnded(now: now) { report.post(.bondsChanged) }
  }

  /// - Returns: whether the link is reported as secured only when its bond is saved.
  mutating func linkSecured(with identity: DeviceAddress) -> Bool { saving.linkSecured(with: identity) }

  /// Whether the bond with this phone is not saved yet.
  func awaitsBond(with identity: DeviceAddress?) -> Bool { saving.awaitsBond(with: identity) }

  /// - Returns: the bond that was not saved until now.
  mutating func saved() -> BondSaving.NewBond? { saving.saved() }
}
