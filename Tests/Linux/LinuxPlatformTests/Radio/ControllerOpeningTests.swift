import Foundation
import LinuxSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct ControllerOpeningTests {
  private let address: HCIAddress

  init() throws { address = try HCIAddress(parsing: StaticBytes("hci7")) }

  private func started() -> ControllerOpening {
    var opening = ControllerOpening(of: address)
    opening.begin(now: .start)
    return opening
  }

  @Test(arguments: [ENODEV, EBUSY, ETIMEDOUT, EIO])
  func aControllerThatIsBeingSetUpIsAwaitedForHalfAMinute(_ number: Int32) {
    var opening = started()
    for _ in 0..<3 { opening.noteAttempt() }
    let isRepeated = opening.noteFailure(SystemError(rawValue: number), now: .start)
    #expect(isRepeated && opening.phase == .waiting(until: .milliseconds(50)))
    #expect(opening.deadline == .milliseconds(50))
    let isRepeatedLate = opening.noteFailure(SystemError(rawValue: number), now: .milliseconds(30_000))
    #expect(!isRepeatedLate && opening.phase == .closed && opening.deadline == nil)
  }

  @Test(arguments: [EPERM, EUSERS, ERFKILL, EAFNOSUPPORT])
  func aControllerThatIsRefusedAtStartIsNotAwaited(_ number: Int32) {
    var opening = started()
    opening.noteAttempt()
    let isRepeated = opening.noteFailure(SystemError(rawValue: number), now: .start)
    #expect(!isRepeated && opening.deadline == nil)
  }

  @Test func anOpenedControllerIsReportedOnce() {
    var opening = started()
    opening.noteAttempt()
    opening.noteConnecting(now: .start)
    #expect(opening.deadline == .milliseconds(5_000))
    var reports = [opening.takeOpened()]
    opening.noteOpened()
    // Go on immediately.
    #expect(opening.deadline == .start)
    for _ in 0..<2 { reports.append(opening.takeOpened()) }
    #expect(reports == [false, true, false])
    #expect(opening.phase == .inUse && opening.deadline == nil)
  }

  private struct Outage {
    var attempts = 0
    /// Its duration until it is given up.
    var seconds: UInt32 = 0
    var obstacles: [(second: UInt32, error: SystemError)] = []
  }

  /// Loses a controller that has run. Each attempt to open it fails with `number`, until it is given up.
  private func outage(_ number: Int32) throws -> Outage {
    var opening = ControllerOpening(of: address)
    opening.noteReady(now: .start)
    let lost = Instant.milliseconds(60_000)
    let isReopened = opening.noteLoss(now: lost)
    try #require(isReopened)
    var outage = Outage()
    while let deadline = opening.deadline {
      outage.attempts += 1
      try #require(outage.attempts < 1_000, "it was never given up")
      outage.seconds = deadline.since(lost).wholeSeconds
      opening.noteAttempt()
      guard opening.noteFailure(SystemError(rawValue: number), now: deadline) else { break }
      if let obstacle = opening.takeObstacle() { outage.obstacles.append((outage.seconds, obstacle)) }
    }
    return outage
  }

  @Test(arguments: [ENODEV, EBUSY, ETIMEDOUT, ERFKILL, EUSERS, ENETDOWN])
  func aLostControllerIsAwaitedForTenMinutes(_ number: Int32) throws {
    let outage = try outage(number)
    #expect(outage.seconds == 600)
    #expect(20...40 ~= outage.attempts)
  }

  @Test(arguments: [EPERM, EACCES, EAFNOSUPPORT])
  func aLostControllerThatIsForbiddenIsGivenUpAtOnce(_ number: Int32) throws {
    #expect(try outage(number).attempts == 1)
  }

  @Test(arguments: [(ERFKILL, "rfkill unblock bluetooth"), (EUSERS, "stop the other program")])
  func anObstacleThatTheUserMustRemoveIsReportedImmediatelyAndOnce(_ number: Int32, _ advice: String) throws {
    let obstacles = try outage(number).obstacles
    #expect(obstacles.map(\.second) == [0])
    #expect(message(of: try #require(obstacles.first).error).contains(advice))
  }

  @Test(arguments: [(EBUSY, "systemctl disable --now bluetooth"), (ENODEV, "no such controller")])
  func anObstacleThatMayPassIsReportedOnceAfterHalfAMinute(_ number: Int32, _ advice: String) throws {
    let obstacles = try outage(number).obstacles
    #expect(obstacles.count == 1)
    let first = try #require(obstacles.first)
    #expect(30...60 ~= first.second)
    #expect(message(of: first.error).contains(advice))
  }

  private func message(of error: SystemError) -> String {
    PlatformError(.userChannel, .open, address.text, error).message
  }
}
