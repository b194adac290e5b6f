internal import CLinux
internal import Octets
public import Peripherals
public import Timing

/// The bond store, two files in a directory of its own, and beside it the file of the mutes.
///
/// While the watch runs, a separate process writes the files: see `SavingHelper`.
public struct FileStore: BondStorage, ~Copyable {
  public typealias Failure = PlatformError

  private var directory: LinuxDirectory
  private let path: StaticBytes
  private var helper = SavingHelper()

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
    let status = directory.loadRecord(copy, into: &record)
    if status < 0 { throw PlatformError(.bondStore, .read, path, part: .file(StoredFile(copy)), status: status) }
  }

  public mutating func startSaving(_ record: Span<UInt8>) throws(PlatformError) {
    try check(helper.start(.bonds, record), .write)
  }

  public mutating func finishSaving() throws(PlatformError) -> Bool {
    guard let status = helper.takeAnswer(to: .bonds) else { return false }
    try check(status, .write)
    return true
  }

  public mutating func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(PlatformError) {
    try check(directory.saveRecord(record, as: copy), .write)
  }

  public mutating func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(PlatformError) {
    try check(directory.setAsideRecord(copy, because: reason), .write)
  }

  private func check(_ status: Int32, _ action: PlatformError.Action) throws(PlatformError) {
    if status < 0 { throw PlatformError(.bondStore, action, path, status: status) }
  }

  // MARK: Mutes

  /// Appends the saved mutes, as far as there is room. Appends nothing if no mutes were ever saved.
  public mutating func loadMutes(into record: inout OutputSpan<UInt8>) throws(PlatformError) {
    let status = directory.read(StoredFile.mutes.name.utf8Span, into: &record)
    guard status < 0, status != -BELFRY_ENOENT else { return }
    throw PlatformError(.mutes, .read, path, part: .file(.mutes), status: status)
  }

  /// As `startSaving`, for the mutes.
  public mutating func startSavingMutes(_ record: Span<UInt8>) throws(PlatformError) {
    try checkMutes(helper.start(.mutes, record))
  }

  /// As `finishSaving`, for the mutes.
  public mutating func finishSavingMutes() throws(PlatformError) -> Bool {
    guard let status = helper.takeAnswer(to: .mutes) else { return false }
    try checkMutes(status)
    return true
  }

  /// Replaces the file of the mutes, and waits until it is replaced.
  public mutating func saveMutes(_ record: Span<UInt8>) throws(PlatformError) {
    try checkMutes(directory.replace(.mutes, with: record, by: .newMutes))
  }

  /// Renames the file of the mutes, which its owner cannot use, to `mutes.damaged`.
  public mutating func setMutesAside() throws(PlatformError) {
    var status = directory.rename(StoredFile.mutes.name.utf8Span, to: StoredFile.damagedMutes.name.utf8Span)
    if status == 0 { status = directory.flushNames() }
    try checkMutes(status)
  }

  private func checkMutes(_ status: Int32) throws(PlatformError) {
    if status < 0 { throw PlatformError(.mutes, .write, path, status: status) }
  }

  // MARK: The helper

  /// Starts the process that writes the files. Call it before anything else is opened.
  public mutating func startHelper() throws(PlatformError) {
    try check(helper.launch(in: directory), .write)
  }

  /// Call `serveHelper` when the descriptor is readable, and at the deadline.
  public var descriptor: DescriptorReference? { helper.descriptor }
  public var deadline: Instant? { helper.deadline }

  /// Whether a save was started and has not ended: no other can be started.
  public var isSaving: Bool { helper.isWriting }

  /// Takes the helper's answer, notices its death, and starts another.
  ///
  /// - Returns: what became of it, if something did.
  public mutating func serveHelper(isReadable: Bool, now: Instant) -> SavingHelperChange? {
    helper.serve(isReadable: isReadable, in: directory, now: now)
  }

  /// Lets the helper finish what it is writing, and waits for its end: afterwards only this process writes.
  public mutating func endHelper() throws(PlatformError) { try check(helper.end(), .write) }
}
