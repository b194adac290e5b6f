import Octets
import Peripherals
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct AlarmRecordTests {
  static func record(of clock: AlarmClock) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: AlarmClock.recordLength) { buffer, count in
      var output = OutputSpan(buffer: buffer, initializedCount: 0)
      #expect(throws: Never.self) { try clock.encode(into: &output) }
      count = output.finalize(for: buffer)
    }
  }

  private func clock() throws -> AlarmClock {
    var clock = AlarmClock()
    var output = WatchOutput()
    clock.follow(AlarmTableTests.noon, now: .start, &output)
    for index in 0..<AlarmTable.count {
      let time = try #require(TimeOfDay(hour: 12, minute: 1 + index))
      clock.set(index, to: Alarm(time, index == 0 ? .none : .all), now: .start, &output)
    }
    clock.follow(AlarmTableTests.noon + 2, now: .start, &output)
    return clock
  }

  @Test func aRecordIsReadAsItWasWritten() throws {
    let octets = Self.record(of: try clock())
    #expect(octets.count == AlarmClock.recordLength)
    let read = try AlarmClock(decoding: octets.span)
    #expect(Self.record(of: read) == octets)
    #expect(!read.alarm(at: 0).isOn && read.alarm(at: 4).isOn)
  }

  @Test func theRecordChangesOnlyWhenAnAlarmDoes() throws {
    var clock = try self.clock()
    var output = WatchOutput()
    var hasChanged = clock.takeHasChanged()
    #expect(hasChanged)
    clock.follow(AlarmTableTests.noon + 2, now: .start, &output)
    hasChanged = clock.takeHasChanged()
    #expect(!hasChanged)
    clock.handle(ButtonGesture(.accept), now: .start, &output)
    hasChanged = clock.takeHasChanged()
    #expect(hasChanged)
  }

  @Test func shorterAndLongerRecordsAreRejected() throws {
    let octets = Self.record(of: try clock())
    for count in octets.indices {
      #expect(throws: DecodeError.self) { try AlarmClock(decoding: octets.span.extracting(first: count)) }
    }
    let longer = octets + [0]
    #expect(throws: DecodeError.self) { try AlarmClock(decoding: longer.span) }
  }

  /// The offset of a value and a value that is out of range: the handled minute, an alarm's minute, its days, its
  /// flags, its last time, and the two sets.
  @Test(arguments: [(3, 0x7F), (5, 0xFF), (6, 0x80), (7, 0x08), (11, 0xFF), (44, 0x20), (45, 0xFF)])
  func valuesOutOfRangeAreRejected(_ offset: Int, _ value: UInt8) throws {
    var octets = Self.record(of: try clock())
    octets[offset] = value
    let wrong = octets
    #expect(throws: DecodeError.invalidValue) { try AlarmClock(decoding: wrong.span) }
  }

  @Test func aTimeThatGoesBackBeforeAMissedAlarmChangesTheRecord() throws {
    var clock = AlarmClock()
    var output = WatchOutput()
    clock.follow(AlarmTableTests.noon, now: .start, &output)
    clock.set(0, to: Alarm(try #require(TimeOfDay(hour: 12, minute: 30)), .none), now: .start, &output)
    clock.follow(AlarmTableTests.noon + 120, now: .start, &output)
    _ = clock.takeHasChanged()
    clock.follow(AlarmTableTests.noon, now: .start, &output)
    let hasChanged = clock.takeHasChanged()
    #expect(hasChanged && clock.alarm(at: 0).isOn)
  }

  /// The alarm was set while the time was not known, and a restart came before anything else changed.
  @Test(arguments: [(Int32(2), AlarmReport.Change.ringing), (40, .missed)])
  func anAlarmThatWasSetWithoutATimeSurvivesARestart(_ delay: Int32, _ change: AlarmReport.Change) throws {
    var clock = AlarmClock()
    var output = WatchOutput()
    clock.set(0, to: Alarm(try #require(TimeOfDay(hour: 12, minute: 30)), .none), now: .start, &output)
    _ = clock.takeHasChanged()
    clock.follow(AlarmTableTests.noon, now: .start, &output)
    let hasChanged = clock.takeHasChanged()
    #expect(hasChanged)
    let octets = Self.record(of: clock)
    var restarted = try AlarmClock(decoding: octets.span)
    var later = WatchOutput()
    restarted.follow(AlarmTableTests.noon + 30 + delay, now: .start, &later)
    let event = later.nextEvent()
    var found: AlarmReport.Change?
    if case .alarm(let report) = event { found = report.change }
    #expect(found == change)
  }

  @Test func aTimeThatGoesBackChangesTheRecordOfAlarmsThatAreOn() throws {
    for isOn in [true, false] {
      var clock = AlarmClock()
      var output = WatchOutput()
      clock.follow(AlarmTableTests.noon, now: .start, &output)
      clock.set(0, to: Alarm(try #require(TimeOfDay(hour: 12, minute: 30)), .all, isOn: isOn), now: .start, &output)
      _ = clock.takeHasChanged()
      clock.follow(AlarmTableTests.noon - 60, now: .start, &output)
      let hasChanged = clock.takeHasChanged()
      #expect(hasChanged == isOn)
    }
  }

  @Test func aRestartLetsAnInterruptedAlarmRingAgainOrReportsIt() throws {
    for (minutes, change) in [(Int32(12), AlarmReport.Change.ringing), (40, .missed)] {
      let octets = Self.record(of: try self.clock())
      var clock = try AlarmClock(decoding: octets.span)
      var output = WatchOutput()
      #expect(clock.isWaiting && !clock.isRinging)
      clock.follow(AlarmTableTests.noon + 2 + minutes, now: .start, &output)
      guard case .alarm(let report) = output.nextEvent() else {
        Issue.record("no report")
        continue
      }
      #expect(report.change == change)
      #expect(clock.isRinging == (change == .ringing))
    }
  }
}
