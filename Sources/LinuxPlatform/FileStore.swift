public import Peripherals

/// The bond store: two files in a directory of its own.
public struct FileStore: BondStorage, ~Copyable {
  public typealias Failure = PlatformError

  private var directory: LinuxDirectory
  private let path: LastingText

  /// Opens the directory, and finds out whether it can be written.
  public init(directory path: LastingText) throws(PlatformError) {
    var status: Int32 = 0
    var directory = LinuxDirectory(path, status: &status)
    guard status == 0 else { throw PlatformError(.bondStore, .open, path, status: status) }
    status = directory.prepareRecords()
    guard status == 0 else { throw PlatformError(.bondStore, .write, path, status: status) }
    self.directory = directory
    self.path = path
  }

  /// The file of the mutes, in the same directory.
  public func makeMuteFile() throws(PlatformError) -> MuteFile {
    var status: Int32 = 0
    let shared = LinuxDirectory(sharing: directory, status: &status)
    guard status == 0 else { throw PlatformError(.mutes, .open, path, status: status) }
    return MuteFile(in: shared, path)
  }

  public mutating func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(PlatformError) {
    try check(directory.loadRecord(copy, into: &record), .read)
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
}
