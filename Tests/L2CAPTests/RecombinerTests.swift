import L2CAP
import TestSupport
import Testing
import Timing

/// Named after what nimble's `ble_l2cap_test_case_frag_*` cover, and table 6.3 of the facts.
@Suite struct RecombinerTests {
  static let frame = octets(hex: "07 00 04 00 1b 2a 00 61 62 63 64")

  /// Feeds fragments; the first is the first of a frame. Returns what each led to.
  @discardableResult
  private func feed(
    _ fragments: [[UInt8]], to recombiner: inout Recombiner<27>, now: Instant = .start
  ) -> [Recombiner<27>.Outcome] {
    var outcomes: [Recombiner<27>.Outcome] = []
    for (index, fragment) in fragments.enumerated() {
      outcomes.append(recombiner.append(fragment.span, isFirst: index == 0, now: now))
    }
    return outcomes
  }

  private func expectFrame(_ recombiner: borrowing Recombiner<27>) {
    #expect(recombiner.channelID == .attribute)
    #expect(recombiner.payload.list == Array(Self.frame[4...]))
    #expect(recombiner.deadline == nil)
  }

  @Test(arguments: [
    [11], [1, 10], [1, 3, 7], [3, 1, 7], [2, 2, 7], [4, 0, 7], [4, 7], [4, 6, 1], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [0, 11],
  ])
  func anySplitGivesTheSameFrame(_ sizes: [Int]) {
    var recombiner = Recombiner<27>()
    var rest = Self.frame[...]
    var isFirst = true
    var last = Recombiner<27>.Outcome.incomplete
    for size in sizes {
      last = recombiner.append(Array(rest.prefix(size)).span, isFirst: isFirst, now: .start)
      rest = rest.dropFirst(size)
      if size > 0 { isFirst = false }
      #expect((last == .frameComplete) == rest.isEmpty)
    }
    #expect(last == .frameComplete)
    expectFrame(recombiner)
    #expect(recombiner.counters == RecombinationCounters())
  }

  @Test func removingTheFrameMakesRoomForTheNext() {
    var recombiner = Recombiner<27>()
    feed([Self.frame], to: &recombiner)
    recombiner.removeFrame()
    #expect(recombiner.channelID == nil)
    #expect(recombiner.payload.count == 0)
    #expect(feed([Self.frame], to: &recombiner) == [.frameComplete])
    expectFrame(recombiner)
  }

  @Test func firstFragmentGivesUpAnIncompleteFrame() {
    var recombiner = Recombiner<27>()
    feed([Array(Self.frame[..<6])], to: &recombiner)
    #expect(feed([Self.frame], to: &recombiner) == [.frameComplete])
    expectFrame(recombiner)
    #expect(recombiner.counters.restarted == 1)
  }

  @Test func continuationWithoutABeginningIsDropped() {
    var recombiner = Recombiner<27>()
    #expect(recombiner.append(Self.frame.span, isFirst: false, now: .start) == .dropped)
    #expect(recombiner.counters.orphaned == 1)
    feed([Self.frame], to: &recombiner)
    #expect(recombiner.append(Self.frame.span, isFirst: false, now: .start) == .dropped)
    expectFrame(recombiner)
  }

  @Test func largestFrameFits() {
    var recombiner = Recombiner<27>()
    let frame = octets(hex: "17 00 04 00") + [UInt8](repeating: 7, count: 23)
    #expect(feed([frame], to: &recombiner) == [.frameComplete])
    #expect(recombiner.payload.count == 23)
  }

  @Test func frameThatDoesNotFitIsSkippedToItsEnd() {
    var recombiner = Recombiner<27>()
    let start = octets(hex: "18 00 04 00") + [UInt8](repeating: 7, count: 14)
    #expect(feed([start, [1, 2, 3], [4, 5, 6, 7, 8, 9]], to: &recombiner) == [.incomplete, .incomplete, .incomplete])
    #expect(recombiner.deadline != nil)
    #expect(recombiner.append([10].span, isFirst: false, now: .start) == .dropped)
    #expect(recombiner.deadline == nil)
    #expect(recombiner.counters.oversized == 1)
    #expect(feed([Self.frame], to: &recombiner) == [.frameComplete])
    expectFrame(recombiner)
  }

  @Test func lengthOfSixtyFourKilobytesOnlyStartsSkipping() {
    var recombiner = Recombiner<27>()
    #expect(feed([octets(hex: "ff ff 04 00 01")], to: &recombiner) == [.incomplete])
    #expect(recombiner.channelID == nil)
    #expect(feed([Self.frame], to: &recombiner) == [.frameComplete])
    #expect(recombiner.counters.restarted == 1)
  }

  @Test func excessOctetsDropTheWholeFrame() {
    var recombiner = Recombiner<27>()
    #expect(feed([Self.frame + [0]], to: &recombiner) == [.dropped])
    #expect(feed([Array(Self.frame[..<6]), Array(Self.frame[6...]) + [0]], to: &recombiner) == [.incomplete, .dropped])
    #expect(recombiner.counters.overrun == 2)
    #expect(feed([Self.frame], to: &recombiner) == [.frameComplete])
  }

  @Test func frameWithoutPayloadIsAFrame() {
    var recombiner = Recombiner<27>()
    #expect(feed([octets(hex: "00 00 3a 00")], to: &recombiner) == [.frameComplete])
    #expect(recombiner.channelID == ChannelID(rawValue: 0x003A))
    #expect(recombiner.payload.count == 0)
  }

  @Test func incompleteFrameIsOverdueAfterThirtySeconds() {
    var recombiner = Recombiner<27>()
    feed([Array(Self.frame[..<6])], to: &recombiner)
    #expect(recombiner.deadline == .start + .seconds(30))
    let early = recombiner.handleTimeout(now: .start + .seconds(29))
    #expect(!early)
    let due = recombiner.handleTimeout(now: .start + .seconds(30))
    #expect(due)
    #expect(recombiner.deadline == nil)
    #expect(recombiner.append([1].span, isFirst: false, now: .start) == .dropped)
  }

  @Test func continuationsDoNotProlongTheFrameTime() {
    var recombiner = Recombiner<27>()
    feed([Array(Self.frame[..<6])], to: &recombiner)
    _ = recombiner.append([1].span, isFirst: false, now: .start + .seconds(29))
    #expect(recombiner.deadline == .start + .seconds(30))
  }

  @Test func frameNobodyRemovedGivesWayAndIsCounted() {
    var recombiner = Recombiner<27>()
    feed([Self.frame], to: &recombiner)
    feed([Self.frame], to: &recombiner)
    #expect(recombiner.counters.unread == 1)
    #expect(recombiner.counters.total == 0)
  }

  @Test func hundredFaultsAreMisbehaviour() {
    var recombiner = Recombiner<27>()
    for _ in 1..<100 { #expect(recombiner.append([1].span, isFirst: false, now: .start) == .dropped) }
    #expect(recombiner.append([1].span, isFirst: false, now: .start) == .misbehaving)
    recombiner.reset()
    #expect(recombiner.counters == RecombinationCounters())
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func randomFragmentsNeverTrap(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var recombiner = Recombiner<27>()
    var now = Instant.start
    for _ in 0..<2000 {
      var fragment = random.octets(random.next(in: 0..<31))
      // Mostly plausible headers, so that frames do get completed.
      if fragment.count >= 2, random.next(in: 0..<4) > 0 {
        fragment[0] = UInt8(random.next(in: 0..<40))
        fragment[1] = 0
      }
      now = now + .milliseconds(UInt32(random.next(in: 0..<4000)))
      let outcome = recombiner.append(fragment.span, isFirst: random.next(in: 0..<2) == 0, now: now)
      #expect((outcome == .frameComplete) == (recombiner.channelID != nil) || outcome != .frameComplete)
      #expect(recombiner.payload.count <= 23)
      if outcome == .frameComplete, random.next(in: 0..<4) > 0 { recombiner.removeFrame() }
      if random.next(in: 0..<8) == 0 { _ = recombiner.handleTimeout(now: now) }
    }
  }
}
