internal import CLinux

/// A directory of a Linux file system, made with mode 0700 and locked against a second watch. Its files have mode 0600.
///
/// `@usableFromInline` for the reason given at `Descriptor`.
@usableFromInline
struct LinuxDirectory: FileDirectory, ~Copyable {
  private let directory: Descriptor
  private var file = Descriptor()

  /// Opens or makes a directory; `status` is a negative error number if that fails.
  init(_ path: StaticBytes, status: inout Int32) {
    let number = unsafe path.span.withPointer { pointer, count in unsafe belfry_directory_open(pointer, count) }
    directory = Descriptor(owning: number)
    status = min(number, 0)
  }

  /// A directory that is open and locked.
  init(owning number: Int32) { directory = Descriptor(owning: number) }

  /// The directory's descriptor.
  var number: Int32 { directory.number }

  mutating func create(_ name: Span<UInt8>) -> Int32 {
    closeFile()
    let number = unsafe name.withPointer { pointer, count in
      unsafe belfry_directory_create(directory.number, pointer, count)
    }
    file = Descriptor(owning: number)
    return min(number, 0)
  }

  mutating func write(_ octets: Span<UInt8>) -> Int32 { file.write(octets) }

  mutating func flushFile() -> Int32 { belfry_synchronize(file.number) }

  mutating func closeFile() { file.close() }

  mutating func rename(_ name: Span<UInt8>, to newName: Span<UInt8>) -> Int32 {
    unsafe name.withPointer { pointer, count in
      unsafe newName.withPointer { newPointer, newCount in
        unsafe belfry_directory_rename(directory.number, pointer, count, newPointer, newCount)
      }
    }
  }

  mutating func remove(_ name: Span<UInt8>) -> Int32 {
    unsafe name.withPointer { pointer, count in unsafe belfry_directory_remove(directory.number, pointer, count) }
  }

  mutating func flushNames() -> Int32 { belfry_synchronize(directory.number) }

  mutating func find(_ name: Span<UInt8>) -> Int32 {
    unsafe name.withPointer { pointer, count in unsafe belfry_directory_find(directory.number, pointer, count) }
  }

  @_lifetime(output: copy output)
  mutating func read(_ name: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int32 {
    let number = unsafe name.withPointer { pointer, count in
      unsafe belfry_directory_read(directory.number, pointer, count)
    }
    guard number >= 0 else { return number }
    let file = Descriptor(owning: number)
    var status: Int32 = 1
    while status > 0, output.freeCapacity > 0 { status = file.read(into: &output) }
    return min(status, 0)
  }
}
