/// The program's exit status. The numbers are those in BSD's sysexits.h.
public struct ExitStatus: Equatable, Sendable {
  public let rawValue: Int32

  /// It was asked to end.
  public static let success = ExitStatus(rawValue: 0)
  /// The command line is wrong.
  public static let usage = ExitStatus(rawValue: 64)
  /// A device cannot be opened, or is lost for good.
  public static let unavailable = ExitStatus(rawValue: 69)
  /// The state directory cannot be opened, another watch uses it, or its bonds cannot be read or saved. Or standard
  /// output cannot be written.
  public static let inputOutput = ExitStatus(rawValue: 74)
  /// The configuration file is wrong.
  public static let configuration = ExitStatus(rawValue: 78)
}
