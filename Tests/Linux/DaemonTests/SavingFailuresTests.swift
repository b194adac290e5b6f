import LinuxSupport
import Testing

@testable import Daemon
@testable import LinuxPlatform

@Suite struct SavingFailuresTests {
  private func failure(_ number: Int32) -> PlatformError {
    PlatformError(.bondStore, .write, StaticBytes("/state"), status: -number)
  }

  private func reports(_ ends: [Int32?]) -> [String] {
    var failures = SavingFailures()
    return ends.map { number in
      switch failures.noteEnd(number.map { failure($0) }) {
      case .failed(let error): "failed \(error.error.rawValue)"
      case .recovered: "recovered"
      case nil: "-"
      }
    }
  }

  @Test func theSameFailureIsReportedOnceAndAnotherIsReported() {
    #expect(reports([28, 28, 5, 5, 28]) == ["failed 28", "-", "failed 5", "-", "failed 28"])
  }

  @Test func successIsReportedAfterAFailureOnly() {
    #expect(reports([nil, 28, nil, nil, 28]) == ["-", "failed 28", "recovered", "-", "failed 28"])
  }
}
