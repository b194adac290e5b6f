/// A part of the watch that a fuzzer can run with any input.
///
/// `run` ends the process, by a trap in the part or by `require`, if the part violates a requirement. Equal octets
/// always give equal runs.
public protocol FuzzTarget: Sendable {
  /// The sources under test, for the coverage report: modules, or prefixes of file names in one module.
  static var sources: [String] { get }
  /// Inputs to start from that are generated, not stored in files.
  static var seeds: [[UInt8]] { get }

  static func run(_ input: FuzzInput)
}

extension FuzzTarget {
  public static var seeds: [[UInt8]] { [] }

  /// The target's name on the command line and in folder names: `H4` for `H4Target`.
  public static var name: String { String("\(self)".dropLast("Target".count)) }

  public static func run(_ octets: [UInt8]) { run(FuzzInput(octets)) }
}

/// All targets, ordered from the wire upwards.
public let fuzzTargets: [any FuzzTarget.Type] = [
  H4Target.self, ControllerTarget.self, RecombinationTarget.self, SignallingTarget.self, AttributeServerTarget.self,
  AttributeClientTarget.self, PairingTarget.self, BondRecordTarget.self, DataSourceTarget.self, SessionTarget.self,
  AMSTarget.self, TextTarget.self, CodeTarget.self, PhoneTimeTarget.self, ControlLineTarget.self, ReplayTarget.self,
  WatchTarget.self,
]

/// Ends the process if a requirement is violated.
func require(_ isKept: Bool, _ promise: @autoclosure () -> String) {
  if !isKept { fatalError("broken: " + promise()) }
}
