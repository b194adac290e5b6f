import ANCS
import Peripherals
import Screens
import Testing
import Timing

@testable import Watch

@Suite struct WatchHapticsTests {
  private func wrist(hasLamp: Bool = false, _ change: (inout AlertSettings) -> Void = { _ in }) -> Wrist {
    var settings = AlertSettings()
    change(&settings)
    let wrist = Wrist(alerts: settings)
    wrist.wait(.seconds(60))
    wrist.watch.haptics.hasMotor = true
    wrist.watch.haptics.hasLamp = hasLamp
    return wrist
  }

  /// When the motor went on and off, in milliseconds from now on.
  private func pulses(_ wrist: Wrist, for interval: Interval) -> [UInt64] {
    let start = wrist.now
    var edges: [UInt64] = []
    var isOn = false
    for _ in 0...interval.microseconds / 10_000 {
      if wrist.isMotorOn != isOn { edges.append(wrist.now.since(start).microseconds / 1_000) }
      isOn = wrist.isMotorOn
      wrist.wait(.milliseconds(10))
    }
    return edges
  }

  @Test func aMessageIsFeltOnce() {
    let wrist = wrist()
    wrist.post(1, .init())
    #expect(pulses(wrist, for: .seconds(5)) == [0, 250])
    #expect(wrist.watch.haptics.deadline == nil)
  }

  @Test func anImportantOneIsFeltThreeTimes() {
    let wrist = wrist()
    wrist.post(1, .init(flags: 0x02))
    #expect(pulses(wrist, for: .seconds(5)) == [0, 150, 300, 450, 600, 750])
  }

  @Test func aCallIsFeltUntilSomebodySaysSomething() {
    let wrist = wrist()
    wrist.post(1, .init(category: 1, flags: 0x18))
    let felt = pulses(wrist, for: .seconds(6))
    #expect(felt == [0, 600, 1_500, 2_100, 3_000, 3_600, 4_500, 5_100, 6_000])
    wrist.press(.accept)
    #expect(!wrist.isMotorOn && pulses(wrist, for: .seconds(6)).isEmpty)
  }

  @Test func aCallThatEndsIsFeltNoLonger() {
    let wrist = wrist()
    wrist.post(1, .init(category: 1, flags: 0x18))
    #expect(wrist.isMotorOn)
    wrist.remove(1)
    #expect(!wrist.isMotorOn && wrist.watch.haptics.deadline == nil)
  }

  @Test func aCallThatNothingEndsIsFeltForAMinute() {
    let wrist = wrist()
    wrist.post(1, .init(category: 1, flags: 0x18))
    let edges = pulses(wrist, for: .seconds(90))
    #expect(edges.count == 80 && edges.last! < 61_000)
  }

  @Test func aCrowdIsFeltAsOneAndACallAllTheSame() {
    let wrist = wrist()
    for uid in 1...5 { wrist.post(UInt32(uid), .init()) }
    #expect(pulses(wrist, for: .seconds(2)) == [0, 250])
    wrist.post(6, .init())
    wrist.post(7, .init(category: 1, flags: 0x18))
    #expect(pulses(wrist, for: .milliseconds(700)) == [0, 600])
  }

  @Test func whatIsOnlyListedIsNotFelt() {
    let quiet = wrist { $0.quietHours = QuietHours(start: 12 * 60, end: 13 * 60) }
    quiet.post(1, .init())
    quiet.post(2, .init(flags: 0x02))
    let silent = wrist()
    silent.post(1, .init(flags: 0x01))
    #expect(pulses(quiet, for: .seconds(2)).isEmpty && pulses(silent, for: .seconds(2)).isEmpty)
    // A call rings in quiet hours, unless that is not wanted either.
    quiet.post(3, .init(category: 1, flags: 0x18))
    #expect(quiet.isMotorOn)
    let quieter = wrist {
      $0.quietHours = QuietHours(start: 12 * 60, end: 13 * 60)
      $0.areCallsQuiet = true
    }
    quieter.post(1, .init(category: 1, flags: 0x18))
    #expect(pulses(quieter, for: .seconds(2)).isEmpty)
  }

  @Test func theLampGoesWithTheMotorAndThenFlashesUntilAllIsRead() {
    let wrist = wrist(hasLamp: true)
    wrist.post(1, .init())
    #expect(wrist.isMotorOn && wrist.isLampLit)
    wrist.wait(.milliseconds(300))
    #expect(!wrist.isLampLit)
    wrist.wait(.milliseconds(3_710))
    #expect(wrist.isLampLit && !wrist.isMotorOn)
    wrist.wait(.milliseconds(30))
    #expect(!wrist.isLampLit)
    wrist.press(.accept)
    #expect(wrist.screen == .detail && wrist.watch.haptics.deadline == nil)
  }

  @Test func whatIsNotFittedNeverWakesTheWatch() {
    let wrist = wrist()
    wrist.watch.haptics.hasMotor = false
    wrist.post(1, .init(category: 1, flags: 0x18))
    #expect(!wrist.isMotorOn && !wrist.isLampLit && wrist.watch.haptics.deadline == nil)
  }
}

extension Wrist {
  fileprivate var isMotorOn: Bool { watch.isMotorOn }
  fileprivate var isLampLit: Bool { watch.isLampLit }
}
