public import LinuxPlatform
internal import Octets
public import Peripherals
internal import SecurityManager
internal import Watch
public import WatchCore

extension FileStore: WatchStorage {
  public static func keeps(_ record: SideRecord) -> Bool { true }

  /// The stored mutes; an empty table if no mutes are stored or they cannot be read.
  ///
  /// They are less important than the bonds: a defect of their file is reported, and the watch continues without them.
  mutating func loadMutes() -> MuteTable {
    var record = OctetBuffer<2_080>()
    do throws(PlatformError) {
      try record.append { (output) throws(PlatformError) in try load(.mutes, .first, into: &output) }
    } catch {
      error.report(adding: "; the watch goes on without")
    }
    guard !record.isEmpty else { return MuteTable() }
    do throws(DecodeError) {
      return try MuteTable(decoding: record.span)
    } catch {
      setDamagedMutesAside()
      return MuteTable()
    }
  }

  private mutating func setDamagedMutesAside() {
    StandardErrorLine.send(
      "the mute list was damaged and has been moved to mutes.damaged; mute the applications again")
    do throws(PlatformError) { try setAside(.mutes, .first, because: .damaged) } catch { error.report() }
  }

  /// The stored choices; the defaults where none are stored or they cannot be read. Reports each defect.
  mutating func loadAndReportChoices() -> WearerRecord {
    let loaded = loadChoices()
    loaded.finding?.report(in: self)
    loaded.failure?.report(adding: "; the watch goes on")
    return loaded.record
  }
}

extension ChoicesFinding {
  /// Reports on standard error what became of the choices in `store`.
  func report(in store: borrowing FileStore) {
    switch self {
    case .copyDamaged(.first):
      StandardErrorLine.send(
        "the choices were damaged", aside: "choices.damaged-", store.numberAside(of: .choices, because: .damaged),
        "; their second copy was taken: check the settings and the alarms")
    case .copyDamaged(.second):
      StandardErrorLine.send(
        "a copy of the choices was damaged", aside: "choices.damaged-",
        store.numberAside(of: .choices, because: .damaged), "; nothing is lost")
    case .damaged:
      StandardErrorLine.send(
        "the choices and alarms were damaged and set aside", aside: "choices.damaged-",
        store.numberAside(of: .choices, because: .damaged), "; set them again")
    case .laterVersion:
      StandardErrorLine.send(
        "the choices are of a later belfry and were set aside", aside: "choices.later-",
        store.numberAside(of: .choices, because: .laterVersion), "")
    }
  }
}

extension BondStoreFinding {
  /// Says on standard error what became of the bonds in `store`.
  func report(in store: borrowing FileStore) {
    switch self {
    case .copyDamaged(.first):
      StandardErrorLine.send(
        "the bond store was damaged", aside: "bonds.damaged-", store.numberAside(because: .damaged),
        "; its second copy was taken: if a phone is no longer known, pair it again")
    case .copyDamaged(.second):
      StandardErrorLine.send(
        "a copy of the bond store was damaged", aside: "bonds.damaged-", store.numberAside(because: .damaged),
        "; nothing is lost")
    case .damaged:
      StandardErrorLine.send(
        "the bond store is damaged and was set aside", aside: "bonds.damaged-", store.numberAside(because: .damaged),
        "; pair the phone again")
    case .laterVersion:
      StandardErrorLine.send(
        "the bond store is of a later belfry and was set aside", aside: "bonds.later-",
        store.numberAside(because: .laterVersion), ": rename it for that one, or pair again")
    }
  }
}

extension StandardErrorLine {
  /// Writes a line about a file that was set aside under a name that ends with `number`; 0 if there was no file.
  fileprivate static func send(
    _ text: StaticString, aside name: StaticString, _ number: UInt32, _ rest: StaticString
  ) {
    var line = StandardErrorLine()
    line.put(text)
    if number > 0 {
      line.put(" (")
      line.put(name)
      line.put(number)
      line.put(")")
    }
    line.put(rest)
    line.send()
  }
}

extension SavingHelperChange {
  /// Reports the change on standard error.
  func report() {
    switch self {
    case .lost:
      StandardErrorLine.send("the process that saves the bonds has ended; the watch goes on and starts it again")
    case .restarted: StandardErrorLine.send("the process that saves the bonds runs again")
    }
  }
}
