internal import CLinux
internal import Octets

/// A file descriptor, or none, with one owner.
///
/// `@usableFromInline`, as are other types here with a `deinit`: Embedded Swift refuses to destroy, from another
/// module, what is only known in this one.
@usableFromInline
struct Descriptor: ~Copyable {
  /// Negative for none.
  private(set) var number: Int32

  init() { number = -1 }

  /// Takes over a descriptor that a function of the shim returned.
  init(owning number: Int32) { self.number = number }

  deinit { Self.close(number) }

  /// Opens a path in one of the ways of the shim's `Descriptor.h`.
  static func open(
    _ path: StaticBytes, _ mode: Int32, for subject: PlatformError.Subject
  ) throws(PlatformError) -> Descriptor {
    let number = unsafe path.span.withPointer { pointer, count in unsafe belfry_open(pointer, count, mode) }
    guard number >= 0 else { throw PlatformError(subject, .open, path, status: number) }
    return Descriptor(owning: number)
  }

  var isOpen: Bool { number >= 0 }

  mutating func close() {
    Self.close(number)
    number = -1
  }

  private static func close(_ number: Int32) {
    if number >= 0 { belfry_close(number) }
  }

  /// Appends the available octets, as far as there is room.
  ///
  /// - Returns: how many octets, 0 at the end, or a negative error number.
  @_lifetime(output: copy output)
  func read(into output: inout OutputSpan<UInt8>) -> Int32 {
    unsafe output.append { pointer, capacity in unsafe belfry_read(number, pointer, capacity) }
  }

  /// Writes `octets` in one call.
  ///
  /// - Returns: how many octets were taken, or a negative error number.
  func write(_ octets: Span<UInt8>) -> Int32 {
    unsafe octets.withPointer { pointer, count in unsafe belfry_write(number, pointer, count) }
  }

  /// Writes what can be taken without waiting.
  ///
  /// - Returns: how many octets were taken, or a negative error number.
  func writeNow(_ octets: Span<UInt8>) -> Int32 {
    unsafe octets.withPointer { pointer, count in unsafe belfry_write_now(number, pointer, count) }
  }
}

extension OutputSpan<UInt8> {
  /// Has `body` fill the free room, which returns how many octets it wrote or a negative error number.
  @unsafe
  @_lifetime(self: copy self)
  mutating func append(_ body: (UnsafeMutablePointer<UInt8>, Int) -> Int32) -> Int32 {
    unsafe withUnsafeMutableBufferPointer { buffer, count in
      guard let start = buffer.baseAddress, count < buffer.count else { return 0 }
      let status = unsafe body(start + count, buffer.count - count)
      if status > 0 { count += Int(status) }
      return status
    }
  }
}

/// Which open descriptor of a device there is to wait for.
public struct DescriptorReference: Equatable, Sendable {
  let number: Int32
  /// Tells a descriptor from an earlier one that had the same number.
  let generation: UInt32

  init?(_ descriptor: borrowing Descriptor, generation: UInt32 = 0) {
    guard descriptor.isOpen else { return nil }
    number = descriptor.number
    self.generation = generation
  }

  /// A descriptor that a library keeps.
  init(number: Int32) {
    self.number = number
    generation = 0
  }
}
