internal import CLinux

/// The program as the kernel sees it.
public enum Program {
  /// What the program was started with.
  public static var arguments: Arguments {
    unsafe Arguments(count: belfry_argument_count(), values: belfry_arguments())
  }

  /// Ends the program. A terminal that was taken is given back.
  public static func exit(_ status: ExitStatus) -> Never { belfry_exit(status.rawValue) }

  /// Gives back the terminal, says what failed, and ends the program.
  public static func fail(_ error: PlatformError) -> Never {
    belfry_terminal_restore()
    error.report()
    exit(error.exitStatus)
  }

  /// Gives back the terminal, says what is wrong, and ends the program.
  public static func fail(_ error: UsageError) -> Never {
    belfry_terminal_restore()
    error.report()
    exit(error.exitStatus)
  }

  /// Writes text to standard output.
  public static func print(_ text: StaticString) {
    var rest = text.octets
    while rest.count > 0 {
      let written = unsafe rest.withPointer { pointer, count in unsafe belfry_write(1, pointer, count) }
      guard written > 0 else { return }
      rest = rest.extracting(droppingFirst: Int(written))
    }
  }
}

/// The words of a command line, the program's name first.
@safe
public struct Arguments {
  let count: Int32
  let values: UnsafePointer<UnsafeMutablePointer<CChar>?>?

  /// - Precondition: `values` holds `count` C strings, and stays as it is while this is used.
  @unsafe
  init(count: Int32, values: UnsafePointer<UnsafeMutablePointer<CChar>?>?) {
    self.count = count
    unsafe self.values = values
  }
}
