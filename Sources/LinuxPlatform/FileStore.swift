internal import CLinux
internal import Octets
public import Peripherals

/// The bond store: one file in a directory of its own, replaced whole.
///
/// A new record is written to `bonds.new`, flushed, renamed to `bonds`, and the directory flushed: whenever the power
/// fails, `bonds` is the old record or the new one. The directory is made with mode 0700 and locked against a second
/// watch, the files have mode 0600.
public struct FileStore: BondStorage, ~Copyable {
  public typealias Failure = PlatformError

  /// How many damaged records are kept: more than that is no accident, and says so.
  static var mostDamaged: UInt32 { 99 }

  private let directory: Descriptor
  private let path: LastingText

  /// Opens the directory, and finds out whether it can be written.
  public init(directory path: LastingText) throws(PlatformError) {
    let number = unsafe path.span.withPointer { pointer, count in unsafe belfry_directory_open(pointer, count) }
    guard number >= 0 else { throw PlatformError(.bondStore, .open, path, status: number) }
    let directory = Descriptor(owning: number)
    let attempt = Self.create(in: directory)
    guard attempt.isOpen else { throw PlatformError(.bondStore, .write, path, status: attempt.number) }
    _ = unsafe Self.temporary.octets.withPointer { unsafe belfry_directory_remove(number, $0, $1) }
    self.directory = directory
    self.path = path
  }

  public mutating func load(into record: inout OutputSpan<UInt8>) throws(PlatformError) {
    let number = unsafe Self.current.octets.withPointer { pointer, count in
      unsafe belfry_directory_read(directory.number, pointer, count)
    }
    if number == -BELFRY_ENOENT { return }
    try check(number, .read)
    let file = Descriptor(owning: number)
    while record.freeCapacity > 0 {
      let status = file.read(into: &record)
      try check(status, .read)
      if status == 0 { return }
    }
    var beyond: [1 of UInt8] = [0]
    var span = beyond.mutableSpan
    let rest = unsafe span.withUnsafeMutableBufferPointer { buffer in
      unsafe belfry_read(file.number, buffer.baseAddress, 1)
    }
    if rest != 0 { throw failure(.read, -BELFRY_EMSGSIZE) }
  }

  public mutating func save(_ record: Span<UInt8>) throws(PlatformError) {
    for step in SaveStep.first...SaveStep.last { try perform(step, record) }
  }

  public mutating func setAside() throws(PlatformError) {
    var number: UInt32 = 1
    while number <= Self.mostDamaged {
      let name = Self.damaged(number)
      let found = unsafe name.span.withPointer { pointer, count in
        unsafe belfry_directory_find(directory.number, pointer, count)
      }
      if found == -BELFRY_ENOENT {
        try rename(Self.current.octets, to: name.span)
        return try check(belfry_synchronize(directory.number), .write)
      }
      number += 1
    }
    throw failure(.write, -BELFRY_EEXIST)
  }

  /// What `save` does, in order. After any of them the power may fail.
  enum SaveStep {
    static var first: Int { 0 }
    static var writeTemporary: Int { 0 }
    static var rename: Int { 1 }
    static var flushDirectory: Int { 2 }
    static var last: Int { 2 }
  }

  mutating func perform(_ step: Int, _ record: Span<UInt8>) throws(PlatformError) {
    switch step {
    case SaveStep.writeTemporary: try writeTemporary(record)
    case SaveStep.rename: try rename(Self.temporary.octets, to: Self.current.octets)
    default: try check(belfry_synchronize(directory.number), .write)
    }
  }

  private func writeTemporary(_ record: Span<UInt8>) throws(PlatformError) {
    let file = Self.create(in: directory)
    try check(file.number, .write)
    var rest = record
    while rest.count > 0 {
      let status = file.write(rest)
      try check(status, .write)
      rest = rest.extracting(droppingFirst: Int(status))
    }
    try check(belfry_synchronize(file.number), .write)
  }

  private static func create(in directory: borrowing Descriptor) -> Descriptor {
    let number = unsafe temporary.octets.withPointer { pointer, count in
      unsafe belfry_directory_create(directory.number, pointer, count)
    }
    return Descriptor(owning: number)
  }

  private func rename(_ name: Span<UInt8>, to newName: Span<UInt8>) throws(PlatformError) {
    let status = unsafe name.withPointer { pointer, count in
      unsafe newName.withPointer { newPointer, newCount in
        unsafe belfry_directory_rename(directory.number, pointer, count, newPointer, newCount)
      }
    }
    try check(status, .write)
  }

  private static var current: StaticString { "bonds" }
  private static var temporary: StaticString { "bonds.new" }

  /// `bonds.damaged-1` and so on.
  private static func damaged(_ number: UInt32) -> OctetBuffer<32> {
    var name = OctetBuffer<32>()
    // 32 octets are room enough.
    try? name.append { (output) throws(EncodeError) in
      try output.put(text: "bonds.damaged-")
      try output.put(decimal: number)
    }
    return name
  }

  private func check(_ status: Int32, _ action: PlatformError.Action) throws(PlatformError) {
    if status < 0 { throw failure(action, status) }
  }

  private func failure(_ action: PlatformError.Action, _ status: Int32) -> PlatformError {
    PlatformError(.bondStore, action, path, status: status)
  }
}
