import Displays
import Graphics
import Peripherals
import Screens
import TestSupport
import Testing
import Timing

@testable import Watch

/// The wrist's glass: what moves on it, and what that takes on the bus.
private final class Glass {
  /// One picture: its rows of 128 pixels, and the octets of its messages, addresses among them.
  struct Frame: Equatable {
    let rows: [[Bool]]
    let messages: [Int]
    let at: Instant

    var octets: Int { messages.reduce(0, +) }
  }

  let wrist: Wrist
  private var picture = MovingPicture()
  private var panel = SSD1306(on: FakeI2CController(), at: I2CAddress(rawValue: 0x3C)!)
  private var model = SSD1306Model()
  private(set) var isTrue = true

  init(_ wrist: Wrist) {
    self.wrist = wrist
    _ = show()
  }

  /// Draws what the watch shows, and sends it.
  func show() -> Frame {
    let rows = picture.draw(wrist.watch, isGlassBusy: false) ?? 0
    panel.show(picture.bitmap.octets, scrolledBy: rows)
    panel.setInverted(wrist.watch.isInverted)
    panel.bus.removeTransfers()
    while (try? panel.sendNext()) == true {}
    for transfer in panel.bus.transfers { model.receive(transfer.octets.span) }
    let shown = model.picture()
    let mask: UInt8 = model.isInverted ? 0xFF : 0
    for index in 0..<1_024 where shown.span[index] ^ mask != picture.bitmap.octets[index] { isTrue = false }
    let pixels = (0..<64).map { y in (0..<128).map { picture.bitmap.isLit(x: $0, y: y) } }
    return Frame(rows: pixels, messages: panel.bus.transfers.map { $0.octets.count + 1 }, at: wrist.now)
  }

  /// All pictures until nothing moves, from one that is due now on.
  func run(for interval: Interval = .milliseconds(400)) -> [Frame] {
    var frames: [Frame] = []
    let end = wrist.now + interval
    if wrist.takeNeedsRedraw() { frames.append(show()) }
    while let deadline = wrist.watch.deadline, deadline <= end {
      wrist.now = max(wrist.now, deadline)
      wrist.watch.handleTimeout(now: wrist.now)
      wrist.pump()
      if wrist.takeNeedsRedraw() { frames.append(show()) }
    }
    wrist.now = end
    return frames
  }

  /// Presses a button and lets it go, at this very moment.
  func press(_ button: Button) {
    wrist.watch.handle(ButtonEvent(button: button, edge: .pressed), now: wrist.now)
    wrist.watch.handle(ButtonEvent(button: button, edge: .released), now: wrist.now)
    wrist.pump()
  }
}

@Suite struct WatchMotionTests {
  private let story = (0..<40).map { "word number \($0)" }.joined(separator: " ")

  /// A glass with the detail of a long message on it.
  private func reader() -> Glass {
    let wrist = Wrist()
    wrist.post(1, .init(title: "Anna", message: story))
    wrist.press(.accept)
    wrist.wait(.seconds(1))
    let glass = Glass(wrist)
    _ = glass.run()
    return glass
  }

  @Test func readTextMovesUnderABarThatStays() {
    let glass = reader()
    let before = glass.show().rows
    glass.press(.accept)
    let frames = glass.run()
    #expect(frames.count == 12)
    let after = frames.last?.rows ?? []
    // Both pages, one below the other, seen through the glass.
    let strip: [[Bool]] = Array(before[16...]) + Array(after[16...])
    var moved = 0
    for frame in frames {
      #expect(frame.rows[..<16] == after[..<16], "the bar is that of the new page at once")
      let body: [[Bool]] = Array(frame.rows[16...])
      moved = (moved...48).first { (top: Int) -> Bool in Array(strip[top..<top + 48]) == body } ?? 0
    }
    #expect(moved == 48 && glass.isTrue)
  }

  @Test func readTextMovesDownLineByLine() {
    let glass = reader()
    for _ in 0..<3 {
      glass.press(.down)
      _ = glass.run()
    }
    let before = glass.show().rows
    glass.press(.up)
    let frames = glass.run()
    let after = frames.last?.rows ?? []
    #expect(frames.count == 8 && after[32...] == before[16..<48] && glass.isTrue)
    #expect(frames.first?.rows[20...] == before[16..<60])
  }

  /// 130 octets of 9 clocks are 2.9 ms at 400 kHz: that is how long an event of the radio waits for the glass.
  @Test func stepsAreSixtyInASecondAndInShortMessages() {
    let glass = reader()
    glass.press(.accept)
    let frames = glass.run()
    for (one, next) in zip(frames, frames.dropFirst()) { #expect(next.at.since(one.at) == .microseconds(16_667)) }
    #expect(frames.flatMap(\.messages).allSatisfy { $0 <= 130 })
    #expect(frames.allSatisfy { $0.octets <= 560 }, "\(frames.map(\.octets))")
    // A pixel further under a bar that stays: at least 306, if each octet were known beforehand.
    #expect(frames.suffix(4).allSatisfy { $0.octets <= 377 }, "\(frames.map(\.octets))")
  }

  @Test func alertComesInFromBelowAndIsSeenAtOnce() {
    let wrist = Wrist()
    let glass = Glass(wrist)
    let clock = glass.show().rows
    let began = wrist.now
    wrist.isMute = true
    wrist.post(1, .init(title: "Anna", message: "Are you there?"))
    let frames = glass.run(for: .milliseconds(100))
    #expect(frames.count == 4 && frames.first?.at == began)
    let alert = frames.last?.rows ?? []
    #expect(frames.first?.rows[..<48] == clock[16...] && frames.first?.rows[48...] == alert[..<16])
    #expect(frames.map(\.octets).allSatisfy { $0 <= 300 }, "\(frames.map(\.octets))")
    #expect(frames.last?.at == began + .microseconds(3 * 16_667) && glass.isTrue)
  }

  @Test func textThatCanBeReadWaitsForNoMovement() {
    let wrist = Wrist()
    let glass = Glass(wrist)
    wrist.isMute = true
    wrist.post(1, .init(title: "Anna", message: "Are you there?"))
    _ = glass.run(for: .milliseconds(20))
    #expect(wrist.watch.slide.offset > 0)
    wrist.isMute = false
    wrist.pump()
    #expect(wrist.watch.slide.offset == 0 && wrist.watch.slide.deadline == nil)
    #expect(glass.run(for: .milliseconds(100)).count == 1)
  }

  @Test func callIsThereAtOnceAsAWhole() {
    let wrist = Wrist()
    let glass = Glass(wrist)
    wrist.post(1, .init(title: "Anna", category: 1, flags: 0x18))
    let frames = glass.run(for: .milliseconds(100))
    #expect(frames.count == 1 && wrist.watch.slide.offset == 0)
  }

  @Test func whatBlinksDoesNotMove() {
    let wrist = Wrist()
    wrist.post(1, .init(flags: 0x02))
    #expect(wrist.isInverted && wrist.watch.slide.deadline == nil)
  }

  @Test func aBusyGlassIsSparedStepsButNeitherTheFirstNorTheLast() {
    let glass = reader()
    var picture = MovingPicture()
    _ = picture.draw(glass.wrist.watch, isGlassBusy: false)
    glass.press(.accept)
    let first = picture.draw(glass.wrist.watch, isGlassBusy: true)
    #expect(first == 12)
    glass.wrist.now = glass.wrist.now + .milliseconds(40)
    glass.wrist.watch.handleTimeout(now: glass.wrist.now)
    let (second, isDue) = (picture.draw(glass.wrist.watch, isGlassBusy: true), picture.isDue)
    #expect(second == nil && isDue)
    let (third, isDueStill) = (picture.draw(glass.wrist.watch, isGlassBusy: false), picture.isDue)
    #expect(third == 16 && !isDueStill)
    glass.wrist.wait(.seconds(1))
    let last = picture.draw(glass.wrist.watch, isGlassBusy: true)
    #expect(last == 20)
  }

  @Test func anotherScreenEndsTheMovement() {
    let glass = reader()
    glass.press(.accept)
    #expect(glass.wrist.watch.slide.offset > 0)
    glass.wrist.post(2, .init(title: "Mum", category: 1, flags: 0x18))
    #expect(glass.wrist.screen == .call && glass.wrist.watch.slide.offset == 0)
  }

  @Test func nothingMovesOnAGlassThatIsOff() {
    let wrist = Wrist()
    wrist.watch.light.times = .usual
    wrist.post(1, .init(title: "Short"))
    wrist.post(2, .init(title: "A title that has no room in its row"))
    wrist.press(.decline)
    wrist.press(.accept)
    #expect(wrist.screen == .list && wrist.watch.motionDeadline != nil)
    // Something may still be on its way when it becomes dark.
    wrist.wait(.seconds(16))
    #expect(wrist.watch.lightLevel == .off && wrist.watch.motionDeadline == nil)
    wrist.post(3, .init(title: "Anna"))
    #expect(wrist.screen == .alert && wrist.watch.lightLevel == .full && wrist.watch.slide.deadline == nil)
  }

  @Test func longNameRunsThroughTheCallScreen() {
    let wrist = Wrist()
    let glass = Glass(wrist)
    wrist.post(1, .init(title: "Maximiliane Freifrau von Hohenstein-Waldburg", category: 1, flags: 0x18))
    let start = glass.run(for: .milliseconds(100)).last
    wrist.wait(.milliseconds(1_000))
    let frames = glass.run(for: .seconds(1))
    #expect(frames.count > 10)
    #expect(frames.allSatisfy { $0.rows[..<16] == start?.rows[..<16] && $0.rows[48...] == start?.rows[48...] })
    #expect(frames.last?.rows[16..<48] != start?.rows[16..<48])
    #expect(frames.flatMap(\.messages).allSatisfy { $0 <= 130 } && glass.isTrue)
  }

  @Test func selectedLineOfTheListRunsUntilItWasSeenOftenEnough() {
    let wrist = Wrist()
    wrist.post(1, .init(title: "Short"))
    wrist.post(2, .init(title: "A title that has no room in its row"))
    wrist.wait(.seconds(40))
    wrist.press(.accept)
    #expect(wrist.screen == .list && wrist.watch.motionDeadline != nil)
    wrist.wait(.seconds(60))
    #expect(wrist.screen == .list && wrist.watch.motionDeadline == nil, "an idle watch sleeps")
    wrist.press(.decline)
    #expect(wrist.watch.motionDeadline == nil, "this one fits")
    wrist.press(.up)
    #expect(wrist.watch.motionDeadline != nil)
  }
}
