/// A directory of small files: the operations of a file system that a store needs.
///
/// Each operation that changes something is one system call. The power may fail before or after it. Until the file and
/// then the directory are flushed, changes may be lost in part. Results are 0, a number of octets, or a negative error
/// number.
protocol FileDirectory: ~Copyable {
  /// Opens an empty file for writing, which is made or emptied. At most one is open at a time.
  mutating func create(_ name: Span<UInt8>) -> Int32
  /// Writes some of `octets` to the file that is open.
  mutating func write(_ octets: Span<UInt8>) -> Int32
  /// Ensures that the octets of the open file survive a loss of power.
  mutating func flushFile() -> Int32
  mutating func closeFile()
  /// Renames a file. It replaces another file with the new name.
  mutating func rename(_ name: Span<UInt8>, to newName: Span<UInt8>) -> Int32
  mutating func remove(_ name: Span<UInt8>) -> Int32
  /// Ensures that the names survive a loss of power.
  mutating func flushNames() -> Int32

  /// Whether there is a file of that name: 0, or ENOENT.
  mutating func find(_ name: Span<UInt8>) -> Int32
  /// Appends a file's octets, as far as there is room for them.
  @_lifetime(output: copy output)
  mutating func read(_ name: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int32
}
