import ANCS
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct AlertPolicyTests {
  typealias Known = AlertPolicy.Circumstances
  typealias Texts = AlertPolicy.Texts

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let known: Known
    let texts: Texts?
    /// Nil: the decision waits for the texts.
    let strength: AlertStrength?
    let reason: AlertReason?

    init(
      _ name: String, _ strength: AlertStrength?, _ reason: AlertReason?, category: CategoryID = .social,
      _ flags: EventFlags = EventFlags(rawValue: 0), after seconds: UInt32 = 60, texts: Texts? = nil,
      _ change: (inout Known) -> Void = { _ in }
    ) {
      testDescription = name
      var known = Known(category: category, flags: flags, sinceSubscribed: .seconds(seconds))
      change(&known)
      self.known = known
      self.texts = texts
      self.strength = strength
      self.reason = reason
    }
  }

  private static func texts(_ change: (inout Texts) -> Void = { _ in }) -> Texts {
    var texts = Texts()
    change(&texts)
    return texts
  }

  private static let byEvent = [
    Row("a message", .normal, .new),
    Row("an important one", .strong, .important, .important),
    Row("a silent one", AlertStrength.none, .silent, .silent),
    Row("a silent and important one", AlertStrength.none, .silent, .silent.union(.important)),
    Row("an old one of the replay", AlertStrength.none, .preExisting, .preExisting, after: 9),
    Row("a silent old one of the replay", AlertStrength.none, .preExisting, .preExisting.union(.silent), after: 0),
    Row("an old one of the replay after a gap", nil, nil, .preExisting, after: 9) { $0.followsGap = true },
    Row("a new one during the replay", .normal, .new, after: 0),
    Row("one called old after the replay", nil, nil, .preExisting, after: 10),
    Row("one that its text may decide", nil, nil) { $0.dependsOnTexts = true },
    Row("a silent one that its text might decide", AlertStrength.none, .silent, .silent) { $0.dependsOnTexts = true },
    Row("one in quiet hours", AlertStrength.none, .quietHours) { $0.isQuietTime = true },
    Row("an important one in quiet hours", AlertStrength.none, .quietHours, .important) { $0.isQuietTime = true },
    Row("an unknown category", .normal, .new, category: .unknown(200)),
    Row("an unknown flag", .normal, .new, EventFlags(rawValue: 0xE0)),
  ]

  private static let calls = [
    Row("a call", .strong, .call, category: .incomingCall),
    Row("a call that rang before the session", .strong, .call, category: .incomingCall, .preExisting, after: 0),
    Row("a silent call", AlertStrength.none, .silent, category: .incomingCall, .silent),
    Row("a call in quiet hours", .strong, .call, category: .incomingCall) { $0.isQuietTime = true },
    Row("a call where calls are quiet", AlertStrength.none, .quietHours, category: .incomingCall) {
      ($0.isQuietTime, $0.areCallsQuiet) = (true, true)
    },
    Row("a call by day where calls are quiet", .strong, .call, category: .incomingCall) { $0.areCallsQuiet = true },
    Row("a call is not kept waiting", .strong, .call, category: .incomingCall) { $0.dependsOnTexts = true },
    Row("an active call", AlertStrength.none, .activeCall, category: .activeCall),
    Row("a missed call", .normal, .new, category: .missedCall),
    Row("that of a call declined here", AlertStrength.none, .declinedHere, category: .missedCall) {
      $0.followsDecline = true
    },
    Row("a message after a call declined here", .normal, .new) { $0.followsDecline = true },
  ]

  private static let byTexts = [
    Row("nothing in the texts", .normal, .new, texts: texts()),
    Row("told in an earlier session", AlertStrength.none, .repeated, texts: texts { $0.isRepeated = true }),
    Row(
      "of the replay after a gap, and from it", .normal, .new, .preExisting, after: 9,
      texts: texts { $0.isFromGap = true }
    ) { $0.followsGap = true },
    Row(
      "of the replay after a gap, and older", AlertStrength.none, .preExisting, .preExisting, after: 9,
      texts: texts { $0.isFromGap = false }
    ) { $0.followsGap = true },
    Row(
      "silent, and from the gap", AlertStrength.none, .silent, .preExisting.union(.silent), after: 9,
      texts: texts { $0.isFromGap = true }
    ) { $0.followsGap = true },
    Row(
      "from the gap, and told before it", AlertStrength.none, .repeated, .preExisting, after: 9,
      texts: texts { ($0.isFromGap, $0.isRepeated) = (true, true) }
    ) { $0.followsGap = true },
    Row("called old, of today", .normal, .new, .preExisting, texts: texts { $0.age = .minutes(120) }),
    Row("called old, and old", AlertStrength.none, .stale, .preExisting, texts: texts { $0.age = .minutes(121) }),
    Row("called old, without a date", AlertStrength.none, .preExisting, .preExisting, texts: texts()),
    Row("old, but not called so", .normal, .new, texts: texts { $0.age = .minutes(500) }),
    Row("muted", AlertStrength.none, .muted, .important, texts: texts { $0.isMuted = true }),
    Row("muted by a rule", AlertStrength.none, .rule, .important, texts: texts { $0.rule = .mute }),
    Row("wanted by a rule", .strong, .rule, texts: texts { $0.rule = .alert }),
    Row("wanted by a rule though muted", .strong, .rule, texts: texts { ($0.rule, $0.isMuted) = (.alert, true) }) {
      $0.isQuietTime = true
    },
    Row("wanted by a rule, but silent", AlertStrength.none, .silent, .silent, texts: texts { $0.rule = .alert }),
    Row(
      "wanted by a rule, but told before", AlertStrength.none, .repeated,
      texts: texts { ($0.rule, $0.isRepeated) = (.alert, true) }),
  ]

  @Test(arguments: byEvent + calls + byTexts) func eachRowOfTheTableIsDecided(_ row: Row) {
    let decision = AlertPolicy.judge(row.known, row.texts)
    #expect(decision?.strength == row.strength)
    #expect(decision?.reason == row.reason)
  }

  @Test(arguments: [
    (22 * 60, 7 * 60, 23 * 60, true), (22 * 60, 7 * 60, 0, true), (22 * 60, 7 * 60, 7 * 60, false),
    (22 * 60, 7 * 60, 22 * 60, true), (22 * 60, 7 * 60, 21 * 60 + 59, false), (60, 120, 60, true),
    (60, 120, 120, false),
    (60, 60, 60, true), (60, 60, 59, true), (0, 0, 720, true),
  ]) func quietHoursMayPassMidnightAndLastAllDay(_ start: Int, _ end: Int, _ minute: Int, _ isQuiet: Bool) {
    #expect(QuietHours(start: start, end: end)?.contains(minute: minute) == isQuiet)
  }

  @Test func quietHoursAreOfTheDay() {
    #expect(QuietHours(start: 1_440, end: 0) == nil)
    #expect(QuietHours(start: 0, end: -1) == nil)
  }
}
