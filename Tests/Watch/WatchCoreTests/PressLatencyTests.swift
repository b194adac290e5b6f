import Peripherals
import TestSupport
import Testing
import Timing
import WatchCore

/// The time from a press to its effect on the panel's bus, in virtual time.
///
/// A contact counts 8 ms after its edge, when it has stopped bouncing. An octet takes 9 bits at 400 kHz, and the watch
/// itself takes no time.
@Suite struct PressLatencyTests {
  private static let limit = Interval.milliseconds(50)
  private static let settlingTime = Interval.milliseconds(8)
  private static let holdTime = Interval.milliseconds(800)

  private let bench = Bench()

  @Test(arguments: [[Button.accept, .decline], [.accept, .decline, .up, .down, .select, .back]])
  func theEffectOfAPressIsOnTheBusWithin50Milliseconds(of buttons: [Button]) throws {
    var core = try startCore()
    var generator = SeededGenerator(seed: 7)
    var effects = 0
    for _ in 0..<600 {
      let button = buttons.randomElement(using: &generator)!
      // Every eighth press is held. A pause of more than 15 s turns the display off.
      let isHeld = generator.next() % 8 == 0
      let pause = Interval.milliseconds([1, 40, 400, 20_000][Int(generator.next() % 4)])
      if let delay = press(button, isHeld: isHeld, after: pause, on: &core) {
        effects += 1
        #expect(delay <= Self.limit, "\(button), held: \(isHeld), after \(pause)")
      }
    }
    #expect(effects > 200)
  }

  private func startCore() throws -> TestedCore {
    var core = try TestedCore(in: bench)
    bench.octetMicroseconds = 23
    core.start(now: .start + .seconds(1))
    finish(&core)
    return core
  }

  /// Presses a button and releases it.
  ///
  /// - Returns: the time from the edge that decides the gesture until the panel shows a complete picture; nil if the
  ///   press changes nothing on the panel.
  private func press(
    _ button: Button, isHeld: Bool, after pause: Interval, on core: inout TestedCore
  ) -> Interval? {
    let pressedAt = bench.now + pause
    advance(&core, to: pressedAt)
    // The first press on a display that is off turns it on. No other press has an effect before it is decided.
    var delay = effect(since: pressedAt) { report(button, .pressed, edgeAt: pressedAt, to: &core) }
    let decidedAt = pressedAt + (isHeld ? Self.holdTime : .milliseconds(60))
    advance(&core, to: decidedAt)
    if isHeld {
      delay = effect(since: decidedAt) { advance(&core, to: decidedAt + Self.settlingTime) } ?? delay
      report(button, .released, edgeAt: bench.now + .milliseconds(100), to: &core)
    } else {
      delay = effect(since: decidedAt) { report(button, .released, edgeAt: decidedAt, to: &core) } ?? delay
    }
    return delay
  }

  /// The time from `start` until `body` has ended; nil if it sends nothing to the panel.
  private func effect(since start: Instant, _ body: () -> Void) -> Interval? {
    let count = bench.messages.count
    body()
    return bench.messages.count > count ? bench.now.since(start) : nil
  }

  private func report(_ button: Button, _ edge: ButtonEdge, edgeAt time: Instant, to core: inout TestedCore) {
    advance(&core, to: time + Self.settlingTime)
    bench.presses = [ButtonEvent(button: button, edge: edge)]
    finish(&core)
  }

  /// Turns at each deadline until `time`.
  private func advance(_ core: inout TestedCore, to time: Instant) {
    while let deadline = core.deadline, deadline < time {
      bench.now = max(bench.now, deadline)
      finish(&core)
    }
    bench.now = max(bench.now, time)
    finish(&core)
  }

  /// Turns until the panel shows a complete picture.
  private func finish(_ core: inout TestedCore) {
    repeat { core.turn() } while core.hasWork || !bench.incoming.isEmpty || !bench.presses.isEmpty
  }
}
