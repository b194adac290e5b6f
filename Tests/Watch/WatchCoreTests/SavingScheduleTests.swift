import SecurityManager
import Testing
import Timing

@testable import WatchCore

@Suite struct SavingScheduleTests {
  private let start = Instant.start + .seconds(1)

  /// A schedule whose record has changed.
  private var changed: SavingSchedule {
    var schedule = SavingSchedule()
    schedule.noteChange(now: start)
    return schedule
  }

  @Test func onlyAChangeStartsASave() {
    var schedule = SavingSchedule()
    #expect(schedule.start(isStorageFree: true, now: start) == false)
    schedule.noteChange(now: start)
    #expect(schedule.start(isStorageFree: false, now: start) == false && !schedule.isSaving)
    #expect(schedule.start(isStorageFree: true, now: start) == true && schedule.isSaving)
    #expect(schedule.start(isStorageFree: true, now: start) == false)
    #expect(schedule.noteEnd(hasSucceeded: true, now: start) == .saved)
    #expect(schedule.isSaved && schedule.deadline == nil)
  }

  @Test func thoseWhoAwaitASaveWaitNoLongerForABusyStorage() {
    var schedule = SavingSchedule(isAwaited: true)
    schedule.noteChange(now: start)
    #expect(schedule.start(isStorageFree: false, now: start) == false)
    #expect(schedule.deadline == start + .seconds(20))
    #expect(schedule.start(isStorageFree: true, now: start + .seconds(19)) == true)
    #expect(schedule.expireLimit(at: start + .seconds(19)) == false)
    #expect(schedule.expireLimit(at: start + .seconds(20)) == true && schedule.isSaving)
    #expect(schedule.deadline == nil)
  }

  @Test func pausesDoubleUpToFiveMinutes() {
    var schedule = changed
    var now = start
    var pauses: [UInt32] = []
    for _ in 0..<11 {
      #expect(schedule.start(isStorageFree: true, now: now) == true)
      #expect(schedule.noteEnd(hasSucceeded: false, now: now) == .failed)
      #expect(schedule.start(isStorageFree: true, now: now) == false)
      guard let next = schedule.deadline else { break }
      pauses.append(next.since(now).wholeMilliseconds / 1_000)
      now = next
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  }

  @Test func successShortensTheNextPause() {
    var schedule = changed
    for hasSucceeded in [false, false, true] {
      schedule.noteChange(now: start)
      _ = schedule.start(isStorageFree: true, now: start)
      _ = schedule.noteEnd(hasSucceeded: hasSucceeded, now: start)
    }
    schedule.noteChange(now: start)
    _ = schedule.start(isStorageFree: true, now: start)
    _ = schedule.noteEnd(hasSucceeded: false, now: start)
    #expect(schedule.deadline == start + .seconds(1))
  }

  @Test func aChangeEndsThePause() {
    var schedule = changed
    _ = schedule.start(isStorageFree: true, now: start)
    _ = schedule.noteEnd(hasSucceeded: false, now: start)
    schedule.noteChange(now: start)
    #expect(schedule.start(isStorageFree: true, now: start) == true)
  }

  /// The seconds at which a record that changes all the time is saved, from `first` to `end`.
  private func saves(_ schedule: inout SavingSchedule, from first: UInt32, until end: UInt32) -> [UInt32] {
    var seconds: [UInt32] = []
    for second in first...end {
      let now = start + .seconds(second)
      // Two changes in each second.
      for _ in 0..<2 {
        schedule.noteChange(now: now)
        guard schedule.start(isStorageFree: true, now: now) else { continue }
        seconds.append(second)
        _ = schedule.noteEnd(hasSucceeded: true, now: now)
        schedule.rest(now: now)
      }
    }
    return seconds
  }

  @Test func fourSavesInARowAreFollowedByARest() {
    var schedule = SavingSchedule()
    #expect(saves(&schedule, from: 0, until: 35) == [0, 0, 1, 1, 10, 20, 30])
    #expect(schedule.deadline == start + .seconds(40), "the last change is saved, too")
  }

  @Test func eachTenSecondsWithoutASaveMakeOneMoreFree() {
    var schedule = SavingSchedule()
    #expect(saves(&schedule, from: 0, until: 1) == [0, 0, 1, 1])
    _ = saves(&schedule, from: 10, until: 10)
    #expect(saves(&schedule, from: 35, until: 36) == [35, 35])
    #expect(saves(&schedule, from: 200, until: 202) == [200, 200, 201, 201])
  }

  @Test func aRestDoesNotShortenThePauseAfterAFailure() {
    var schedule = changed
    _ = schedule.start(isStorageFree: true, now: start)
    _ = schedule.noteEnd(hasSucceeded: false, now: start)
    schedule.rest(now: start)
    #expect(schedule.deadline == start + .seconds(1))
  }

  @Test func aPauseThatEndsWhileTheStorageIsBusyIsOver() {
    var schedule = changed
    _ = schedule.start(isStorageFree: true, now: start)
    _ = schedule.noteEnd(hasSucceeded: false, now: start)
    #expect(schedule.start(isStorageFree: false, now: start + .seconds(1)) == false)
    #expect(schedule.deadline == nil, "a deadline in the past would keep the processor busy")
    #expect(schedule.start(isStorageFree: true, now: start + .seconds(1)) == true)
  }

  @Test func aSaveThatTakesTooLongIsNoticedOnceAndGoesOn() {
    var schedule = changed
    _ = schedule.start(isStorageFree: true, now: start)
    #expect(schedule.deadline == start + .seconds(20))
    #expect(schedule.expireLimit(at: start + .seconds(19)) == false)
    #expect(schedule.expireLimit(at: start + .seconds(20)) == true)
    #expect(schedule.expireLimit(at: start + .seconds(20)) == false && schedule.isSaving)
  }

  @Test func aChangeDuringASaveIsSavedToo() {
    var schedule = changed
    _ = schedule.start(isStorageFree: true, now: start)
    schedule.noteChange(now: start)
    #expect(schedule.noteEnd(hasSucceeded: true, now: start) == .outdated)
    #expect(!schedule.isSaved && schedule.start(isStorageFree: true, now: start) == true)
  }

  @Test func aChangeDuringASaveThatFailsDoesNotWaitForThePause() {
    var schedule = changed
    _ = schedule.start(isStorageFree: true, now: start)
    schedule.noteChange(now: start)
    #expect(schedule.noteEnd(hasSucceeded: false, now: start) == .outdated)
    #expect(schedule.start(isStorageFree: true, now: start) == true)
  }

  @Test func aChangeDuringASaveThatTakesTooLongHasALimitOfItsOwn() {
    var schedule = changed
    _ = schedule.start(isStorageFree: true, now: start)
    #expect(schedule.expireLimit(at: start + .seconds(20)) == true)
    schedule.noteChange(now: start + .seconds(30))
    #expect(schedule.deadline == start + .seconds(50))
  }
}
