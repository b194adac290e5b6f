import BluetoothHost
import Testing
import Timing

@testable import PhoneSupport
@testable import Watch

/// How often a watch wakes that has nothing to do: its deadlines of an hour, on a clock that moves by hand.
@Suite struct WatchIdleTests {
  /// The deadlines of an hour of a watch that has done nothing for ten minutes: when they were, in seconds.
  private func deadlines(of scene: WatchScene) -> [Int] {
    tellTime(to: scene)
    _ = run(scene, for: .minutes(10))
    return run(scene, for: .minutes(60))
  }

  private func run(_ scene: WatchScene, for time: Interval) -> [Int] {
    let (start, end) = (scene.now, scene.now + time)
    var found: [Int] = []
    while let deadline = scene.application.deadline, deadline <= end, found.count < 10_000 {
      scene.now = max(scene.now, deadline)
      scene.handleTimeout()
      if scene.application.needsSystemTime { tellTime(to: scene) }
      found.append(Int(scene.now.since(start).wholeSeconds))
    }
    scene.now = end
    return found
  }

  /// As the program does once a minute. The first minute begins seven seconds after the scene.
  private func tellTime(to scene: WatchScene) {
    let local = Int64(bitPattern: scene.now.microseconds) - 107_000_000 + 1_795_000_020_000_000
    scene.application.setSystemTime(localMicroseconds: local, now: scene.now)
  }

  /// Sixty minutes; every five, whether the controller still answers. Whether the phone still does is asked every
  /// fifteen: here, where no time passes until it has answered first, in the same turns.
  @Test func aConnectedWatchWakesForTheMinuteAndItsWatchdogs() {
    let scene = WatchScene.started(bonds: Sample.bonds())
    scene.answerCommands()
    scene.connect()
    let found = deadlines(of: scene)
    #expect(found.count == 60 + 12, "\(found)")
  }

  /// Sixty minutes; every five, that the controller still advertises.
  @Test func aWatchThatIsAloneWakesForTheMinuteAndItsAdvertising() {
    let found = deadlines(of: WatchScene.started(bonds: Sample.bonds()))
    #expect(found.count == 60 + 12, "\(found)")
  }
}
