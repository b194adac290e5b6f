import Displays
import Graphics
import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

/// The harness's display: its pictures during animations, and their octets on the bus.
private final class Display {
  /// One picture: its rows of 128 pixels, and the octets of its messages, including addresses.
  struct Frame: Equatable {
    let rows: [[Bool]]
    let messages: [Int]
    let at: Instant

    var octets: Int { messages.reduce(0, +) }
  }

  let harness: MachineHarness
  private var picture = MovingPicture()
  private var panel = SSD1306(on: FakeI2CController(), at: I2CAddress(rawValue: 0x3C)!)
  private var model = SSD1306Model()
  private(set) var isTrue = true

  init(_ harness: MachineHarness, isSmooth: Bool = true) {
    self.harness = harness
    if isSmooth { harness.fit { $0.movesSmoothly = true } }
    _ = show()
  }

  /// Draws the watch's screen, and sends it.
  func show() -> Frame {
    let rows = picture.draw(harness.watch, harness.phone, isDisplayBusy: false) ?? 0
    panel.show(picture.bitmap.octets, scrolledBy: rows)
    panel.setInverted(harness.watch.isInverted)
    panel.bus.removeTransfers()
    while (try? panel.sendNext()) == true {}
    for transfer in panel.bus.transfers { model.receive(transfer.octets.span) }
    let shown = model.picture()
    let mask: UInt8 = model.isInverted ? 0xFF : 0
    for index in 0..<1_024 where shown.span[index] ^ mask != picture.bitmap.octets[index] { isTrue = false }
    let pixels = (0..<64).map { y in (0..<128).map { picture.bitmap.isLit(x: $0, y: y) } }
    return Frame(rows: pixels, messages: panel.bus.transfers.map { $0.octets.count + 1 }, at: harness.now)
  }

  /// All pictures until the animation ends, starting with one that is pending now.
  func run(for interval: Interval = .milliseconds(400)) -> [Frame] {
    var frames: [Frame] = []
    let end = harness.now + interval
    if harness.takeNeedsRedraw() { frames.append(show()) }
    while let deadline = harness.deadline, deadline <= end {
      harness.now = max(harness.now, deadline)
      harness.handleTimeout()
      harness.pump()
      if harness.takeNeedsRedraw() { frames.append(show()) }
    }
    harness.now = end
    return frames
  }

  /// Presses a button and releases it immediately.
  func press(_ button: Button) {
    harness.handle(ButtonEvent(button: button, edge: .pressed), now: harness.now)
    harness.handle(ButtonEvent(button: button, edge: .released), now: harness.now)
    harness.pump()
  }
}

@Suite struct WatchMotionTests {
  private let story = (0..<40).map { "word number \($0)" }.joined(separator: " ")

  /// A display with the detail of a long message.
  private func reader(isSmooth: Bool = true) -> Display {
    let harness = MachineHarness()
    harness.post(1, .init(title: "Anna", message: story))
    harness.press(.accept)
    harness.wait(.seconds(1))
    let display = Display(harness, isSmooth: isSmooth)
    _ = display.run()
    return display
  }

  @Test func aBriefMovementNeedsHalfTheBytesAndEndsInTheSamePlace() {
    let (brief, smooth) = (reader(isSmooth: false), reader())
    brief.press(.accept)
    smooth.press(.accept)
    let (few, many) = (brief.run(), smooth.run())
    #expect(few.count == 2 && few.last?.rows == many.last?.rows)
    #expect(few.reduce(0) { $0 + $1.octets } < many.reduce(0) { $0 + $1.octets } / 2)
  }

  @Test func readTextMovesUnderABarThatStays() {
    let display = reader()
    let before = display.show().rows
    display.press(.accept)
    let frames = display.run()
    #expect(frames.count == 12)
    let after = frames.last?.rows ?? []
    // Both pages, one below the other, as they pass through the display.
    let strip: [[Bool]] = Array(before[16...]) + Array(after[16...])
    var moved = 0
    for frame in frames {
      #expect(frame.rows[..<16] == after[..<16], "the bar is that of the new page at once")
      let body: [[Bool]] = Array(frame.rows[16...])
      moved = (moved...48).first { (top: Int) -> Bool in Array(strip[top..<top + 48]) == body } ?? 0
    }
    #expect(moved == 48 && display.isTrue)
  }

  @Test func readTextMovesDownLineByLine() {
    let display = reader()
    for _ in 0..<3 {
      display.press(.down)
      _ = display.run()
    }
    let before = display.show().rows
    display.press(.up)
    let frames = display.run()
    let after = frames.last?.rows ?? []
    #expect(frames.count == 8 && after[32...] == before[16..<48] && display.isTrue)
    #expect(frames.first?.rows[20...] == before[16..<60])
  }

  /// 130 octets of 9 clocks take 2.9 ms at 400 kHz: the longest time that a radio event waits for the display.
  @Test func stepsAreSixtyInASecondAndInShortMessages() {
    let display = reader()
    display.press(.accept)
    let frames = display.run()
    for (one, next) in zip(frames, frames.dropFirst()) { #expect(next.at.since(one.at) == .microseconds(16_667)) }
    #expect(frames.flatMap(\.messages).allSatisfy { $0 <= 130 })
    #expect(frames.allSatisfy { $0.octets <= 560 }, "\(frames.map(\.octets))")
    // One pixel further below a fixed title bar takes at least 306 octets, if every change were known in advance.
    #expect(frames.suffix(4).allSatisfy { $0.octets <= 377 }, "\(frames.map(\.octets))")
  }

  @Test func withoutSmallStepsAnAlertComesAtOnce() {
    let harness = MachineHarness()
    let display = Display(harness, isSmooth: false)
    harness.isMute = true
    harness.post(1, .init(title: "Anna", message: "Are you there?"))
    let frames = display.run(for: .milliseconds(100))
    #expect(frames.count == 1 && display.isTrue)
  }

  @Test func alertComesInFromBelowAndIsSeenAtOnce() {
    let harness = MachineHarness()
    let display = Display(harness)
    let clock = display.show().rows
    let began = harness.now
    harness.isMute = true
    harness.post(1, .init(title: "Anna", message: "Are you there?"))
    let frames = display.run(for: .milliseconds(100))
    #expect(frames.count == 4 && frames.first?.at == began)
    let alert = frames.last?.rows ?? []
    #expect(frames.first?.rows[..<48] == clock[16...] && frames.first?.rows[48...] == alert[..<16])
    #expect(frames.map(\.octets).allSatisfy { $0 <= 300 }, "\(frames.map(\.octets))")
    #expect(frames.last?.at == began + .microseconds(3 * 16_667) && display.isTrue)
  }

  @Test func textThatCanBeReadWaitsForNoMovement() {
    let harness = MachineHarness()
    let display = Display(harness)
    harness.isMute = true
    harness.post(1, .init(title: "Anna", message: "Are you there?"))
    _ = display.run(for: .milliseconds(20))
    #expect(harness.watch.front.slide.offset > 0)
    harness.isMute = false
    harness.pump()
    #expect(harness.watch.front.slide.offset == 0 && harness.watch.front.slide.deadline == nil)
    #expect(display.run(for: .milliseconds(100)).count == 1)
  }

  @Test func callIsThereAtOnceAsAWhole() {
    let harness = MachineHarness()
    let display = Display(harness)
    harness.post(1, .init(title: "Anna", category: 1, flags: 0x18))
    let frames = display.run(for: .milliseconds(100))
    #expect(frames.count == 1 && harness.watch.front.slide.offset == 0)
  }

  @Test func blinkingScreensAreNotAnimated() {
    let harness = MachineHarness()
    harness.post(1, .init(flags: 0x02))
    #expect(harness.isInverted && harness.watch.front.slide.deadline == nil)
  }

  @Test func aBusyDisplayIsSparedStepsButNeitherTheFirstNorTheLast() {
    let display = reader()
    var picture = MovingPicture()
    _ = picture.draw(display.harness.watch, display.harness.phone, isDisplayBusy: false)
    display.press(.accept)
    let first = picture.draw(display.harness.watch, display.harness.phone, isDisplayBusy: true)
    #expect(first == 12)
    display.harness.now = display.harness.now + .milliseconds(40)
    display.harness.handleTimeout()
    let (second, isDue) = (
      picture.draw(display.harness.watch, display.harness.phone, isDisplayBusy: true), picture.isDue
    )
    #expect(second == nil && isDue)
    let (third, isDueStill) = (
      picture.draw(display.harness.watch, display.harness.phone, isDisplayBusy: false), picture.isDue
    )
    #expect(third == 16 && !isDueStill)
    display.harness.wait(.seconds(1))
    let last = picture.draw(display.harness.watch, display.harness.phone, isDisplayBusy: true)
    #expect(last == 20)
  }

  @Test func anotherScreenEndsTheMovement() {
    let display = reader()
    display.press(.accept)
    #expect(display.harness.watch.front.slide.offset > 0)
    display.harness.post(2, .init(title: "Mum", category: 1, flags: 0x18))
    #expect(display.harness.screen == .call && display.harness.watch.front.slide.offset == 0)
  }

  @Test func aDisplayThatIsOffHasNoAnimation() {
    let harness = MachineHarness()
    harness.fit { $0.light = .usual }
    harness.post(1, .init(title: "Short"))
    harness.post(2, .init(title: "A title that has no room in its row"))
    harness.press(.decline)
    harness.press(.accept)
    #expect(harness.screen == .list && harness.watch.motionDeadline != nil)
    // An animation may be running when the display is turned off.
    harness.wait(.seconds(16))
    #expect(harness.watch.lightLevel == .off && harness.watch.motionDeadline == nil)
    harness.post(3, .init(title: "Anna"))
    #expect(
      harness.screen == .alert && harness.watch.lightLevel == .full && harness.watch.front.slide.deadline == nil)
  }

  @Test func longNameRunsThroughTheCallScreen() {
    let harness = MachineHarness()
    let display = Display(harness)
    harness.post(1, .init(title: "Maximiliane Freifrau von Hohenstein-Waldburg", category: 1, flags: 0x18))
    let start = display.run(for: .milliseconds(100)).last
    harness.wait(.milliseconds(1_000))
    let frames = display.run(for: .seconds(1))
    #expect(frames.count > 10)
    #expect(frames.allSatisfy { $0.rows[..<16] == start?.rows[..<16] && $0.rows[48...] == start?.rows[48...] })
    #expect(frames.last?.rows[16..<48] != start?.rows[16..<48])
    #expect(frames.flatMap(\.messages).allSatisfy { $0 <= 130 } && display.isTrue)
  }

  @Test func selectedLineOfTheListRunsUntilItWasSeenOftenEnough() {
    let harness = MachineHarness()
    harness.post(1, .init(title: "Short"))
    harness.post(2, .init(title: "A title that has no room in its row"))
    harness.wait(.seconds(40))
    harness.press(.accept)
    #expect(harness.screen == .list && harness.watch.motionDeadline != nil)
    harness.wait(.seconds(60))
    #expect(harness.screen == .list && harness.watch.motionDeadline == nil, "an idle watch sleeps")
    harness.press(.decline)
    #expect(harness.watch.motionDeadline == nil, "this one fits")
    harness.press(.up)
    #expect(harness.watch.motionDeadline != nil)
  }
}
