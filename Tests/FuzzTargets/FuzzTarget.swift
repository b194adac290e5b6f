/// A part of the watch, put before whatever a fuzzer thinks of.
///
/// `run` ends the process, by a trap of the part's own or by `require`, if the part breaks a promise; whatever else
/// happens is in order. It does the same for the same octets, always.
public protocol FuzzTarget: Sendable {
  /// What is under test, for its coverage: modules, or the files of one whose names begin so.
  static var sources: [String] { get }
  /// Inputs that are made rather than written down, to start from.
  static var seeds: [[UInt8]] { get }

  static func run(_ input: FuzzInput)
}

extension FuzzTarget {
  public static var seeds: [[UInt8]] { [] }

  /// The name on the command line and of the folders: `H4` for `H4Target`.
  public static var name: String { String("\(self)".dropLast("Target".count)) }

  public static func run(_ octets: [UInt8]) { run(FuzzInput(octets)) }
}

/// All of them, from the wire upwards.
public let fuzzTargets: [any FuzzTarget.Type] = [
  H4Target.self, ControllerTarget.self, RecombinationTarget.self, SignallingTarget.self, AttributeServerTarget.self,
  AttributeClientTarget.self, PairingTarget.self, BondRecordTarget.self, DataSourceTarget.self, SessionTarget.self,
  AMSTarget.self, TextTarget.self, PhoneTimeTarget.self, ControlLineTarget.self, ReplayTarget.self, WatchTarget.self,
]

/// Ends the process if a promise is broken.
func require(_ isKept: Bool, _ promise: @autoclosure () -> String) {
  if !isKept { fatalError("broken: " + promise()) }
}
