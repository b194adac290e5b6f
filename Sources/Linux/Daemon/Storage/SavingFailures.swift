internal import LinuxPlatform

/// The failures to save a record, of which each is reported on standard error once in a row.
struct SavingFailures {
  private var latest: PlatformError?

  /// Notes how a save ended; returns what to report.
  mutating func noteEnd(_ failure: PlatformError?) -> Report? {
    defer { latest = failure }
    guard let failure else { return latest == nil ? nil : .recovered }
    if let latest, latest.hasSameCause(as: failure) { return nil }
    return .failed(failure)
  }

  enum Report {
    case failed(PlatformError)
    /// The record was saved after one or more failures.
    case recovered
  }
}
