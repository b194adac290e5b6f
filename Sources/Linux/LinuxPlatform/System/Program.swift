internal import CLinux
internal import Octets

/// The program as the kernel sees it.
public enum Program {
  /// The program's arguments.
  public static var arguments: Arguments {
    unsafe Arguments(count: belfry_argument_count(), values: belfry_arguments())
  }

  /// Ends the program. A terminal that was taken is given back.
  public static func exit(_ status: ExitStatus) -> Never { belfry_exit(status.rawValue) }

  /// Restores the terminal, reports the failure, and ends the program.
  public static func fail(_ error: PlatformError) -> Never {
    belfry_terminal_restore()
    error.report()
    exit(error.exitStatus)
  }

  /// Opens the configuration file, a regular file of at most `limit` octets, and has `body` read its descriptor.
  ///
  /// - Parameter body: returns a negative error number if it cannot read.
  /// - Returns: what `body` returned.
  package static func readConfiguration(
    _ path: StaticBytes, atMost limit: Int, _ body: (Int32) -> Int32
  ) throws(PlatformError) -> Int32 {
    let number = unsafe path.span.withPointer { pointer, count in
      unsafe belfry_open_regular(pointer, count, limit)
    }
    guard number >= 0 else { throw PlatformError(.configuration, .open, path, status: number) }
    let file = Descriptor(owning: number)
    let status = body(file.number)
    guard status >= 0 else { throw PlatformError(.configuration, .read, path, status: status) }
    return status
  }

  /// Writes text to standard output. If that fails, ends the program.
  package static func print(_ text: StaticString) { print(text.utf8Span) }

  /// Writes text to standard output. If that fails, ends the program.
  public static func print(_ text: Span<UInt8>) {
    var rest = text
    while rest.count > 0 {
      let written = unsafe rest.withPointer { pointer, count in unsafe belfry_write(1, pointer, count) }
      guard written > 0 else {
        fail(PlatformError(.standardOutput, .write, StaticBytes("standard output"), status: written))
      }
      rest = rest.extracting(droppingFirst: Int(written))
    }
  }
}

/// The words of a command line, the program's name first.
@safe
public struct Arguments {
  package let count: Int32
  package let values: UnsafePointer<UnsafeMutablePointer<CChar>?>?

  /// - Precondition: `values` holds `count` C strings, and stays as it is while this is used.
  @unsafe
  package init(count: Int32, values: UnsafePointer<UnsafeMutablePointer<CChar>?>?) {
    self.count = count
    unsafe self.values = values
  }
}
