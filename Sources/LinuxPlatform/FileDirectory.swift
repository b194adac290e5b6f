/// A directory of small files: what a store needs of a file system, and no more.
///
/// Each operation that changes something is one system call, before and after which the power may fail; until the file
/// and then the directory were flushed, what was done may be lost in part. Results are 0, a number of octets, or a
/// negative error number.
protocol FileDirectory: ~Copyable {
  /// Opens an empty file for writing, which is made or emptied. At most one is open at a time.
  mutating func create(_ name: Span<UInt8>) -> Int32
  /// Writes some of `octets` to the file that is open.
  mutating func write(_ octets: Span<UInt8>) -> Int32
  /// Has the octets of the file that is open survive a loss of power.
  mutating func flushFile() -> Int32
  mutating func closeFile()
  /// Gives a file a new name, and with it the place of any other file of that name.
  mutating func rename(_ name: Span<UInt8>, to newName: Span<UInt8>) -> Int32
  mutating func remove(_ name: Span<UInt8>) -> Int32
  /// Has the names survive a loss of power.
  mutating func flushNames() -> Int32

  /// Whether there is a file of that name: 0, or ENOENT.
  mutating func find(_ name: Span<UInt8>) -> Int32
  /// Appends a file's octets, as far as there is room for them.
  @_lifetime(output: copy output)
  mutating func read(_ name: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int32
}
