internal import Octets
internal import Peripherals
internal import Timing
internal import Watch

/// A side record as octets, to be stored.
struct SideRecordOctets: ~Copyable {
  private(set) var octets = SideRecordBuffer()

  init(_ record: SideRecord, of application: borrowing WatchApplication) {
    precondition(MuteTable.recordCapacity <= octets.freeCapacity)
    try? octets.append { (output) throws(EncodeError) in try application.encode(record, into: &output) }
  }
}

/// The schedule of each side record.
struct SideSchedules {
  private var schedules: [2 of SavingSchedule] = .init(repeating: SavingSchedule())

  subscript(_ record: SideRecord) -> SavingSchedule {
    get { schedules[Int(record.rawValue)] }
    set { schedules[Int(record.rawValue)] = newValue }
  }

  var deadline: Instant? { earliest(self[.mutes].deadline, self[.choices].deadline) }

  /// The record of which a save was started and has not ended.
  var saving: SideRecord? { self[.mutes].isSaving ? .mutes : self[.choices].isSaving ? .choices : nil }
}
