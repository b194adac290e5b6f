import ANCS
import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

/// The vibration patterns of applications and categories.
@Suite struct VibrationTests {
  private static let app = Array("com.example.app".utf8)

  private func harness(_ change: (inout AlertSettings) -> Void = { _ in }) -> MachineHarness {
    var settings = AlertSettings()
    change(&settings)
    let harness = MachineHarness(alerts: settings)
    harness.wait(.seconds(60))
    harness.fit { ($0.hasMotor, $0.hasLED) = (true, false) }
    return harness
  }

  /// The lengths of the motor's pulses, in milliseconds.
  private func pulses(_ harness: MachineHarness, for interval: Interval = .seconds(3)) -> [UInt64] {
    let start = harness.now
    var edges: [UInt64] = []
    var isOn = false
    for _ in 0...interval.microseconds / 10_000 {
      if harness.watch.isMotorOn != isOn { edges.append(harness.now.since(start).microseconds / 1_000) }
      isOn = harness.watch.isMotorOn
      harness.wait(.milliseconds(10))
    }
    return stride(from: 0, to: edges.count - 1, by: 2).map { edges[$0 + 1] - edges[$0] }
  }

  private func note(_ flags: UInt8 = 0) -> MachineHarness.Posted { .init(app: "com.example.app", flags: flags) }

  /// Opens the mute page of the newest notification, and selects its last row.
  private func openVibration(_ harness: MachineHarness) {
    harness.press(.back)
    harness.press(.accept)
    harness.hold(.accept)
    #expect(harness.screen == .mute)
    for _ in 0..<MuteChoice.count(isMuted: false) - 1 { harness.press(.decline) }
    #expect(harness.screen == .mute)
  }

  private func choices(_ harness: MachineHarness) -> [VibrationPattern?] {
    harness.events.compactMap { if case .vibration(_, let pattern) = $0 { .some(pattern) } else { nil } }
  }

  @Test(arguments: [
    (VibrationPattern.none, []), (.short, [100]), (.long, [800]), (.double, [200, 200]), (.triple, [200, 200, 200]),
  ])
  func anApplicationHasThePatternOfTheConfiguration(_ pattern: VibrationPattern, _ expected: [UInt64]) {
    let harness = harness { $0.vibrations.set(pattern, ofApplication: Self.app.span) }
    harness.post(1, note())
    #expect(pulses(harness) == expected)
    harness.post(2, .init(app: "com.example.other"))
    #expect(pulses(harness) == [250])
  }

  @Test func theApplicationWinsOverItsCategory() {
    let harness = harness {
      $0.vibrations.set(.double, ofApplication: Self.app.span)
      $0.vibrations.set(.long, of: .social)
    }
    harness.post(1, .init(app: "com.example.other", category: 4))
    #expect(pulses(harness) == [800])
    harness.post(2, note())
    #expect(pulses(harness) == [200, 200])
    harness.post(3, .init(app: "com.example.other", category: 6))
    #expect(pulses(harness) == [250])
  }

  @Test func aCallKeepsItsOwnPattern() {
    let harness = harness { $0.vibrations.set(VibrationPattern.none, ofApplication: Self.app.span) }
    harness.post(1, .init(app: "com.example.app", category: 1, flags: 0x18))
    #expect(pulses(harness, for: .milliseconds(800)) == [600])
  }

  @Test func quietHoursAndMutesSilenceIt() {
    let quiet = harness {
      $0.vibrations.set(.long, ofApplication: Self.app.span)
      $0.quietHours = QuietHours(start: 12 * 60, end: 13 * 60)
    }
    quiet.post(1, note())
    #expect(pulses(quiet).isEmpty)
    let muted = harness { $0.vibrations.set(.long, ofApplication: Self.app.span) }
    let isMuted = muted.watch.mute(application: Self.app.span, for: .always, now: muted.now)
    #expect(isMuted)
    muted.post(1, note())
    #expect(pulses(muted).isEmpty)
  }

  @Test func theWearerChoosesWithTwoButtonsAndFeelsEachPattern() {
    let harness = harness()
    harness.post(1, note())
    harness.wait(.seconds(5))
    openVibration(harness)
    let expected: [(VibrationPattern?, [UInt64])] = [
      (VibrationPattern.none, []), (.short, [100]), (.long, [800]), (.double, [200, 200]), (.triple, [200, 200, 200]),
      (nil, [250]),
    ]
    for (pattern, lengths) in expected {
      harness.press(.accept)
      #expect(harness.screen == .mute)
      #expect(choices(harness).last == .some(pattern))
      #expect(pulses(harness) == lengths)
    }
    let changes = (harness.watch.takeHaveChoicesChanged(), harness.watch.takeHaveChoicesChanged())
    #expect(changes == (true, false))
    harness.press(.decline)
    #expect(harness.screen == .list)
  }

  @Test func theChoiceCountsForTheApplicationAndWinsOverTheConfiguration() {
    let harness = harness { $0.vibrations.set(.long, ofApplication: Self.app.span) }
    harness.post(1, note())
    harness.wait(.seconds(5))
    openVibration(harness)
    harness.press(.accept)
    harness.press(.accept)
    #expect(choices(harness) == [VibrationPattern.none, .short])
    harness.wait(.seconds(5))
    harness.post(2, note())
    #expect(pulses(harness) == [100])
  }

  @Test func choicesOutliveARestart() throws {
    let before = harness()
    before.post(1, note())
    before.wait(.seconds(5))
    openVibration(before)
    for _ in 0..<4 { before.press(.accept) }
    let record = output(capacity: WearerRecord.capacity) { output in
      #expect(throws: Never.self) { try before.watch.choices.encode(into: &output) }
    }
    let after = harness()
    after.watch.setChoices(try WearerRecord(decoding: record.span))
    after.post(1, note())
    #expect(pulses(after) == [200, 200])
  }

  private func pattern(_ application: String, _ table: VibrationTable) -> VibrationPattern? {
    table.pattern(ofApplication: Array(application.utf8).span)
  }

  @Test func theOldestChoiceMakesRoom() {
    var table = VibrationTable()
    for number in 0..<17 { table.set(.long, ofApplication: Array("app.\(number)".utf8).span) }
    #expect(pattern("app.0", table) == nil)
    #expect(pattern("app.1", table) == .long)
    #expect(pattern("app.16", table) == .long)
    #expect(table.encodedCount == 80)
    table.set(nil, ofApplication: Array("app.1".utf8).span)
    #expect(pattern("app.1", table) == nil)
    #expect(table.encodedCount == 75)
  }

  /// The octets that a section takes when it is written again; nil if it is refused.
  private func decodedCount(_ section: [UInt8]) -> Int? {
    (try? VibrationTable(decoding: section.span))?.encodedCount
  }

  @Test func aSectionWithBadPatternsIsRefusedOrReadInPart() {
    let unknown: [UInt8] = [1, 2, 3, 4, 99, 5, 6, 7, 8, 2]
    #expect(decodedCount(unknown) == 5)
    #expect(decodedCount(Array(unknown.prefix(7))) == nil)
    let many = (0..<500).map { UInt8($0 / 5) % 5 }
    #expect(decodedCount(many).map { $0 <= 80 } == true)
  }
}
