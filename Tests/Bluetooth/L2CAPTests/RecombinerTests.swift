import L2CAP
import TestSupport
import Testing
import Timing

/// A recombiner of one link: fragments in, their results out.
private final class Link {
  typealias Outcome = Recombiner<27>.Outcome

  var recombiner = Recombiner<27>()

  /// The first of the fragments starts a frame.
  @discardableResult
  func feed(_ fragments: [[UInt8]]) -> [Outcome] {
    fragments.enumerated().map { index, fragment in append(fragment, isFirst: index == 0) }
  }

  func append(_ fragment: [UInt8], isFirst: Bool = false, now: Instant = .start) -> Outcome {
    recombiner.append(fragment.span, isFirst: isFirst, now: now)
  }

  func wait(seconds: UInt32) -> Bool { recombiner.handleTimeout(now: .start + .seconds(seconds)) }

  func expectFrame(_ location: SourceLocation = #_sourceLocation) {
    #expect(recombiner.channelID == .attribute, sourceLocation: location)
    #expect(recombiner.payload.list == Array(RecombinerTests.frame[4...]), sourceLocation: location)
    #expect(recombiner.deadline == nil, sourceLocation: location)
  }
}

/// Named after the cases of nimble's `ble_l2cap_test_case_frag_*`, and of table 6.3 of the facts.
@Suite struct RecombinerTests {
  static let frame = octets(hex: "07 00 04 00 1b 2a 00 61 62 63 64")

  @Test(arguments: [
    [11], [1, 10], [1, 3, 7], [3, 1, 7], [2, 2, 7], [4, 0, 7], [4, 7], [4, 6, 1], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [0, 11],
  ])
  func anySplitGivesTheSameFrame(_ sizes: [Int]) {
    let link = Link()
    var rest = Self.frame[...]
    var isFirst = true
    var last = Link.Outcome.incomplete
    for size in sizes {
      last = link.append(Array(rest.prefix(size)), isFirst: isFirst)
      rest = rest.dropFirst(size)
      if size > 0 { isFirst = false }
      #expect((last == .frameComplete) == rest.isEmpty)
    }
    #expect(last == .frameComplete)
    link.expectFrame()
    #expect(link.recombiner.counters == RecombinationCounters())
  }

  @Test func removingTheFrameMakesRoomForTheNext() {
    let link = Link()
    link.feed([Self.frame])
    link.recombiner.removeFrame()
    #expect(link.recombiner.channelID == nil)
    #expect(link.recombiner.payload.count == 0)
    #expect(link.feed([Self.frame]) == [.frameComplete])
    link.expectFrame()
  }

  @Test func firstFragmentGivesUpAnIncompleteFrame() {
    let link = Link()
    link.feed([Array(Self.frame[..<6])])
    #expect(link.feed([Self.frame]) == [.frameComplete])
    link.expectFrame()
    #expect(link.recombiner.counters.restarted == 1)
  }

  @Test func continuationWithoutABeginningIsDropped() {
    let link = Link()
    #expect(link.append(Self.frame) == .dropped)
    #expect(link.recombiner.counters.orphaned == 1)
    link.feed([Self.frame])
    #expect(link.append(Self.frame) == .dropped)
    link.expectFrame()
  }

  @Test func largestFrameFits() {
    let link = Link()
    let frame = octets(hex: "17 00 04 00") + [UInt8](repeating: 7, count: 23)
    #expect(link.feed([frame]) == [.frameComplete])
    #expect(link.recombiner.payload.count == 23)
  }

  @Test func frameThatDoesNotFitIsSkippedToItsEnd() {
    let link = Link()
    let start = octets(hex: "18 00 04 00") + [UInt8](repeating: 7, count: 14)
    #expect(link.feed([start, [1, 2, 3], [4, 5, 6, 7, 8, 9]]) == [.incomplete, .incomplete, .incomplete])
    #expect(link.recombiner.deadline != nil)
    #expect(link.append([10]) == .dropped)
    #expect(link.recombiner.deadline == nil)
    #expect(link.recombiner.counters.oversized == 1)
    #expect(link.feed([Self.frame]) == [.frameComplete])
    link.expectFrame()
  }

  @Test func lengthOfSixtyFourKilobytesOnlyStartsSkipping() {
    let link = Link()
    #expect(link.feed([octets(hex: "ff ff 04 00 01")]) == [.incomplete])
    #expect(link.recombiner.channelID == nil)
    #expect(link.feed([Self.frame]) == [.frameComplete])
    #expect(link.recombiner.counters.restarted == 1)
  }

  @Test func excessOctetsDropTheWholeFrame() {
    let link = Link()
    #expect(link.feed([Self.frame + [0]]) == [.dropped])
    #expect(link.feed([Array(Self.frame[..<6]), Array(Self.frame[6...]) + [0]]) == [.incomplete, .dropped])
    #expect(link.recombiner.counters.overrun == 2)
    #expect(link.feed([Self.frame]) == [.frameComplete])
  }

  @Test func frameWithoutPayloadIsAFrame() {
    let link = Link()
    #expect(link.feed([octets(hex: "00 00 3a 00")]) == [.frameComplete])
    #expect(link.recombiner.channelID == ChannelID(rawValue: 0x003A))
    #expect(link.recombiner.payload.count == 0)
  }

  /// - Conformance: L2CAP | incomplete for 30 s
  @Test func incompleteFrameIsOverdueAfterThirtySeconds() {
    let link = Link()
    link.feed([Array(Self.frame[..<6])])
    #expect(link.recombiner.deadline == .start + .seconds(30))
    #expect(!link.wait(seconds: 29))
    #expect(link.wait(seconds: 30))
    #expect(link.recombiner.deadline == nil)
    #expect(link.append([1]) == .dropped)
  }

  @Test func continuationsDoNotProlongTheFrameTime() {
    let link = Link()
    link.feed([Array(Self.frame[..<6])])
    _ = link.append([1], now: .start + .seconds(29))
    #expect(link.recombiner.deadline == .start + .seconds(30))
  }

  @Test func frameThatWasNotRemovedIsReplacedAndCounted() {
    let link = Link()
    link.feed([Self.frame])
    link.feed([Self.frame])
    #expect(link.recombiner.counters.unread == 1)
    #expect(link.recombiner.counters.total == 0)
  }

  /// - Conformance: L2CAP | a hundred faults
  @Test func hundredFaultsAreMisbehaviour() {
    let link = Link()
    for _ in 1..<100 { #expect(link.append([1]) == .dropped) }
    #expect(link.append([1]) == .misbehaving)
    link.recombiner.reset()
    #expect(link.recombiner.counters == RecombinationCounters())
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func randomFragmentsNeverTrap(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var recombiner = Recombiner<27>()
    var now = Instant.start
    for _ in 0..<2000 {
      var fragment = random.octets(random.number(in: 0..<31))
      // Mostly plausible headers, so that frames are completed.
      if fragment.count >= 2, random.number(in: 0..<4) > 0 {
        fragment[0] = UInt8(random.number(in: 0..<40))
        fragment[1] = 0
      }
      now = now + .milliseconds(UInt32(random.number(in: 0..<4000)))
      let outcome = recombiner.append(fragment.span, isFirst: random.number(in: 0..<2) == 0, now: now)
      if outcome == .frameComplete { #expect(recombiner.channelID != nil) }
      #expect(recombiner.payload.count <= 23)
      if outcome == .frameComplete, random.number(in: 0..<4) > 0 { recombiner.removeFrame() }
      if random.number(in: 0..<8) == 0 { _ = recombiner.handleTimeout(now: now) }
    }
  }
}
