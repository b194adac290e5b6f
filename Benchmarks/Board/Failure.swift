internal import CLinux
internal import Octets
internal import Workloads

/// Ends a program that cannot run the requested workload.
enum Failure {
  /// Prints `message` on standard error and ends the program.
  ///
  /// - Parameter notification: the notification at which a workload stopped, counted from 1.
  static func end(_ message: StaticString, at notification: Int? = nil, status: Int32 = 1) -> Never {
    Line.print(to: Line.error) { output throws(EncodeError) in
      try output.put(text: "belfry-bench: ")
      if let notification {
        try output.put(text: "stopped at notification ")
        try output.put(decimal: UInt32(truncatingIfNeeded: notification))
        try output.put(text: ": ")
      }
      try output.put(text: message)
    }
    belfry_exit(status)
  }
}

extension Tally.Failure {
  var message: StaticString {
    switch self {
    case .unanswered: "the client waits for an answer that the phone does not send"
    case .unasked: "the phone answers a request that the client did not send"
    case .incomplete: "the client asks no more, but not all texts are there"
    }
  }
}
