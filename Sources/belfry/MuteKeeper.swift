internal import LinuxPlatform
internal import Octets
internal import Timing
internal import Watch

/// The mutes of the running watch that are to outlive it.
///
/// They are worth less than the bonds: whatever is wrong with their file is said, and the watch goes on without.
struct MuteKeeper: ~Copyable {
  private var file: MuteFile
  private var attempts = SavingAttempts()

  init(_ file: consuming MuteFile) { self.file = file }

  /// The mutes that were kept; none if there are none or they cannot be read.
  mutating func load() -> MuteTable {
    var record = OctetBuffer<2_080>()
    do throws(PlatformError) {
      try record.append { (output) throws(PlatformError) in try file.load(into: &output) }
    } catch {
      error.report(adding: "; the watch goes on without")
    }
    guard !record.isEmpty else { return MuteTable() }
    do throws(DecodeError) {
      return try MuteTable(decoding: record.span)
    } catch {
      setAside()
      return MuteTable()
    }
  }

  private mutating func setAside() {
    BondKeeper.say("the file of the mutes is damaged and was set aside (mutes.damaged); mute again what is to be muted")
    do throws(PlatformError) { try file.setAside() } catch { error.report() }
  }

  /// Saves them now, or later if that fails.
  mutating func save(_ mutes: MuteTable, now: Instant) {
    var record = OctetBuffer<2_080>()
    // A record has at most 2,074 octets.
    try? record.append { (output) throws(EncodeError) in try mutes.encode(into: &output) }
    do throws(PlatformError) {
      try file.save(record.span)
    } catch {
      if attempts.noteFailure(error, now: now) { error.report(adding: "; the watch goes on and tries again") }
      return
    }
    _ = attempts.noteSuccess()
  }

  /// When to save again what could not be saved; nil: all is.
  var deadline: Instant? { attempts.deadline }

  mutating func isDue(at now: Instant) -> Bool { attempts.expire(at: now) }
}
