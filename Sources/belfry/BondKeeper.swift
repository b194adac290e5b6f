internal import LinuxPlatform
internal import Peripherals
internal import SecurityManager
internal import Timing

/// The bond store of the running watch.
///
/// At start it has to be there and writable. Later a card that is full or failing does not stop the watch: it goes on
/// with the bonds in memory, says so, and tries again.
struct BondKeeper: ~Copyable {
  private var store: BondStore<FileStore>
  private var attempts = SavingAttempts()

  init(_ files: consuming FileStore) { store = BondStore(in: files) }

  /// Loads the bonds, or makes an identity and none.
  mutating func load(entropy: inout Entropy) throws(PlatformError) -> BondTable {
    let loaded = try store.load()
    loaded.finding?.report()
    if let table = loaded.table { return table }
    let table = BondTable(identity: Self.makeIdentity(from: &entropy))
    try store.save(table)
    return table
  }

  private static func makeIdentity(from entropy: inout Entropy) -> LocalIdentity {
    while true {
      if let identity = LocalIdentity(randomness: entropy.randomOctets()) { return identity }
    }
  }

  /// Saves the bonds now, or later if that fails.
  ///
  /// - Returns: whether they are saved.
  mutating func save(_ bonds: BondTable, now: Instant) -> Bool {
    do throws(PlatformError) {
      try store.save(bonds)
    } catch {
      if attempts.noteFailure(error, now: now) { error.report(adding: "; the watch goes on and tries again") }
      return false
    }
    if attempts.noteSuccess() { Self.say("the bond store could be written again") }
    return true
  }

  /// When to save again what could not be saved; nil: all is.
  var deadline: Instant? { attempts.deadline }

  mutating func isDue(at now: Instant) -> Bool { attempts.expire(at: now) }

  /// The program ends: the last chance.
  mutating func finish(_ bonds: BondTable) throws(PlatformError) {
    if attempts.isPending { try store.save(bonds) }
  }

  static func say(_ text: StaticString) {
    var line = StandardErrorLine()
    line.put(text)
    line.send()
  }
}

extension BondStoreFinding {
  /// Says on standard error what became of the bonds.
  fileprivate func report() {
    switch self {
    case .copyDamaged(.first):
      BondKeeper.say(
        "the bond store was damaged; its second copy was taken: if a phone is no longer known, pair it again")
    case .copyDamaged(.second): BondKeeper.say("a copy of the bond store was damaged and set aside; nothing is lost")
    case .damaged: BondKeeper.say("the bond store is damaged and was set aside; pair the phone again")
    case .laterVersion:
      BondKeeper.say(
        "the bond store is of a later belfry and was set aside (bonds.later-1): rename it for that one, or pair again")
    }
  }
}
