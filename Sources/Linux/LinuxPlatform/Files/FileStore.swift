internal import CLinux
internal import Octets
public import Peripherals
public import Timing

/// The bond store, two files in a directory of its own, and beside it the files of the side records.
///
/// While the watch runs, a separate process writes the files: see `SavingHelper`.
public struct FileStore: BondStorage, ~Copyable {
  public typealias Failure = PlatformError

  private var directory: LinuxDirectory
  private let path: StaticBytes
  private var helper = SavingHelper()
  /// The numbers of the files that were set aside, by record and reason; 0: none.
  private var numbersAside: [6 of UInt32] = .init(repeating: 0)

  /// Opens the directory, and finds out whether it can be written.
  public init(directory path: StaticBytes) throws(PlatformError) {
    var status: Int32 = 0
    var directory = LinuxDirectory(path, status: &status)
    guard status == 0 else { throw PlatformError(.bondStore, .open, path, status: status) }
    status = directory.prepareRecords()
    let isInTheWay = status == -BELFRY_ENOTREGULAR || status == -BELFRY_ELOOP
    guard status == 0 else {
      throw PlatformError(.bondStore, .write, path, part: isInTheWay ? .file(.newBonds) : .all, status: status)
    }
    self.directory = directory
    self.path = path
  }

  // MARK: Bonds

  public mutating func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(PlatformError) {
    try load(.bonds, copy, into: &record)
  }

  public mutating func startSaving(_ record: Span<UInt8>) throws(PlatformError) {
    try check(helper.start(.bonds, record))
  }

  public mutating func finishSaving() throws(PlatformError) -> Bool { try finishSaving(.bonds) }

  public mutating func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(PlatformError) {
    try check(directory.save(record, as: .bonds, copy))
  }

  public mutating func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(PlatformError) {
    try setAside(StoredRecord.bonds, copy, because: reason)
  }

  // MARK: Side records

  /// Appends a stored copy, as far as there is room. Appends nothing if this copy was never stored.
  public mutating func load(
    _ record: SideRecord, _ copy: RecordCopy, into octets: inout OutputSpan<UInt8>
  ) throws(PlatformError) {
    try load(StoredRecord(record), copy, into: &octets)
  }

  public mutating func startSaving(_ octets: Span<UInt8>, as record: SideRecord) throws(PlatformError) {
    let record = StoredRecord(record)
    try check(helper.start(record.job, octets), of: record)
  }

  public mutating func finishSaving(_ record: SideRecord) throws(PlatformError) -> Bool {
    try finishSaving(StoredRecord(record))
  }

  public mutating func save(
    _ octets: Span<UInt8>, as record: SideRecord, _ copy: RecordCopy
  ) throws(PlatformError) {
    try check(directory.save(octets, as: StoredRecord(record), copy), of: StoredRecord(record))
  }

  /// The number of the file to which the bonds were set aside: the N of `bonds.later-N`. 0 if they were not.
  ///
  /// If both copies were, it is the number of the first, which is the newer one.
  public func numberAside(because reason: SetAsideReason) -> UInt32 { numbersAside[Self.place(.bonds, reason)] }

  /// The same for a side record. 0 for the mutes, of which only one file is kept.
  public func numberAside(of record: SideRecord, because reason: SetAsideReason) -> UInt32 {
    numbersAside[Self.place(StoredRecord(record), reason)]
  }

  /// Renames a copy that its owner cannot use, to `mutes.damaged`, `choices.damaged-N` or `choices.later-N`.
  public mutating func setAside(
    _ record: SideRecord, _ copy: RecordCopy, because reason: SetAsideReason
  ) throws(PlatformError) {
    try setAside(StoredRecord(record), copy, because: reason)
  }

  // MARK: All records

  private mutating func load(
    _ record: StoredRecord, _ copy: RecordCopy, into octets: inout OutputSpan<UInt8>
  ) throws(PlatformError) {
    let status = directory.load(record, copy, into: &octets)
    guard status < 0 else { return }
    throw PlatformError(record.subject, .read, path, part: .file(record.file(copy)), status: status)
  }

  private mutating func setAside(
    _ record: StoredRecord, _ copy: RecordCopy, because reason: SetAsideReason
  ) throws(PlatformError) {
    let number = directory.setAside(record, copy, because: reason)
    try check(number, of: record)
    let place = Self.place(record, reason)
    if copy == .first || numbersAside[place] == 0 { numbersAside[place] = UInt32(number) }
  }

  private static func place(_ record: StoredRecord, _ reason: SetAsideReason) -> Int {
    Int(record.rawValue) * 2 + Int(reason.rawValue)
  }

  private mutating func finishSaving(_ record: StoredRecord) throws(PlatformError) -> Bool {
    guard let status = helper.takeAnswer(to: record.job) else { return false }
    try check(status, of: record)
    return true
  }

  private func check(_ status: Int32, of record: StoredRecord = .bonds) throws(PlatformError) {
    if status < 0 { throw PlatformError(record.subject, .write, path, status: status) }
  }

  // MARK: The helper

  /// Starts the process that writes the files. Call it before anything else is opened.
  public mutating func startHelper() throws(PlatformError) {
    try check(helper.launch(in: directory))
  }

  /// Call `serveHelper` when the descriptor is readable, and at the deadline.
  public var descriptor: DescriptorReference? { helper.descriptor }
  public var deadline: Instant? { helper.deadline }

  /// Takes the helper's answer, notices its death, and starts another.
  ///
  /// - Returns: what became of it, if something did.
  public mutating func serveHelper(isReadable: Bool, now: Instant) -> SavingHelperChange? {
    helper.serve(isReadable: isReadable, in: directory, now: now)
  }

  /// Lets the helper finish its save, and waits for its end. Afterwards only this process writes.
  public mutating func endHelper() throws(PlatformError) { try check(helper.end()) }
}
