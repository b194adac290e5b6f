internal import CLinux
internal import Octets

/// The file of the applications that are muted for ever, beside the bonds: replaced whole, so that a loss of power
/// leaves the old one or the new one. It knows nothing of what the file says.
public struct MuteFile: ~Copyable {
  private var directory: LinuxDirectory
  private let path: LastingText

  init(in directory: consuming LinuxDirectory, _ path: LastingText) {
    self.directory = directory
    self.path = path
  }

  /// Appends what was saved, as much of it as there is room for; appends nothing if nothing ever was.
  @_lifetime(record: copy record)
  public mutating func load(into record: inout OutputSpan<UInt8>) throws(PlatformError) {
    let status = directory.read(Self.name.octets, into: &record)
    try check(status == -BELFRY_ENOENT ? 0 : status, .read)
  }

  public mutating func save(_ record: Span<UInt8>) throws(PlatformError) {
    try check(directory.replace(Self.name, with: record, by: Self.temporary), .write)
  }

  /// Puts the file, which its owner cannot use, away as `mutes.damaged`.
  public mutating func setAside() throws(PlatformError) {
    var status = directory.rename(Self.name.octets, to: Self.damaged.octets)
    if status == 0 { status = directory.flushNames() }
    try check(status, .write)
  }

  private func check(_ status: Int32, _ action: PlatformError.Action) throws(PlatformError) {
    if status < 0 { throw PlatformError(.mutes, action, path, status: status) }
  }

  private static var name: StaticString { "mutes" }
  private static var temporary: StaticString { "mutes.new" }
  private static var damaged: StaticString { "mutes.damaged" }
}
