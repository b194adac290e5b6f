import Testing
import Timing
import WatchModel

@testable import Watch

/// The movement of a picture to its place.
@Suite struct SlideTests {
  private let start = Instant(microseconds: 5_000_000)

  private var smooth: Slide {
    var slide = Slide()
    slide.pace = .smooth
    return slide
  }

  /// The offsets from deadline to deadline.
  private func run(_ slide: inout Slide) -> [Int] {
    var offsets: [Int] = []
    while let deadline = slide.deadline, offsets.count < 100 {
      _ = slide.expire(now: deadline)
      offsets.append(slide.offset)
    }
    return offsets
  }

  @Test(arguments: [48, 32, 16, -16, -48])
  func textArrivesEverMoreSlowly(rows: Int) {
    var slide = smooth
    slide.begin(.text, rows: rows, in: .body, now: start)
    let first = abs(rows) - abs(slide.offset)
    #expect(first == (abs(rows) + 3) / 4, "the first step is at once")
    let distances = [abs(rows), abs(slide.offset)] + run(&slide).map(abs)
    let steps = zip(distances, distances.dropFirst()).map { $0 - $1 }
    #expect(distances.last == 0 && slide.deadline == nil)
    #expect(steps == steps.sorted(by: >))
    #expect(steps.count <= 12 && slide.travel == rows)
  }

  @Test(arguments: [48, 32, 16, -16, -48])
  func aBriefMovementTakesHalfTheWayAtOnce(rows: Int) {
    var slide = Slide()
    slide.begin(.text, rows: rows, in: .body, now: start)
    #expect(abs(slide.offset) == max(0, min(abs(rows) / 2, abs(rows) - 24)))
    #expect(slide.deadline == (slide.offset == 0 ? nil : start + .microseconds(33_333)))
    let distances = [abs(rows), abs(slide.offset)] + run(&slide).map(abs)
    let steps = zip(distances, distances.dropFirst()).map { $0 - $1 }
    #expect(distances.last == 0 && slide.deadline == nil)
    #expect(steps == steps.sorted(by: >))
    #expect(steps.count <= 2 && slide.travel == rows)
  }

  @Test func pictureComesInInFourSteps() {
    var slide = smooth
    slide.begin(.picture, rows: 64, in: .whole, now: start)
    #expect(slide.offset == 48 && !slide.isMidway)
    #expect(run(&slide) == [32, 16, 0])
    #expect(!slide.isMidway && slide.travel == 64)
  }

  @Test func stepsAreSixtyInASecond() {
    var slide = smooth
    slide.begin(.text, rows: 48, in: .body, now: start)
    #expect(slide.deadline == start + .microseconds(16_667))
    let isEarly = slide.expire(now: start + .microseconds(16_666))
    #expect(!isEarly)
    _ = slide.expire(now: start + .microseconds(16_667))
    #expect(slide.isMidway && slide.deadline == start + .microseconds(33_334))
  }

  @Test func lateCallsTakeAllPendingSteps() {
    var (prompt, late) = (smooth, smooth)
    prompt.begin(.text, rows: 48, in: .body, now: start)
    late.begin(.text, rows: 48, in: .body, now: start)
    for step in 1...4 { _ = prompt.expire(now: start + .microseconds(16_667 * UInt32(step))) }
    _ = late.expire(now: start + .microseconds(16_667 * 4))
    #expect(late.offset == prompt.offset)
    _ = late.expire(now: start + .minutes(1))
    #expect(late.offset == 0 && late.deadline == nil)
  }

  @Test func furtherRowsAreAddedButNeverMoreThanAreSeen() {
    var slide = smooth
    slide.begin(.text, rows: 16, in: .body, now: start)
    slide.begin(.text, rows: 16, in: .body, now: start)
    #expect(slide.offset == 21)
    for _ in 0..<9 { slide.begin(.text, rows: 48, in: .body, now: start) }
    #expect(slide.offset == 36)
    slide.begin(.text, rows: -48, in: .body, now: start)
    #expect(slide.offset == -9)
  }

  @Test func stoppedPictureIsInItsPlace() {
    var slide = Slide()
    slide.begin(.text, rows: 48, in: .body, now: start)
    slide.stop()
    #expect(slide.offset == 0 && slide.deadline == nil && !slide.isMidway)
  }
}
