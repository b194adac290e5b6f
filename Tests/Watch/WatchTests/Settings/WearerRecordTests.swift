import Octets
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct WearerRecordTests {
  private func encoded(_ record: WearerRecord) -> [UInt8] {
    output(capacity: WearerRecord.capacity) { (output) in
      #expect(throws: Never.self) { try record.encode(into: &output) }
    }
  }

  private func sealed(_ body: [UInt8]) -> [UInt8] {
    let sum = body.span.fnv1a
    return body + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
  }

  private let header: [UInt8] = [0x42, 0x57, 0x43, 0x48, 1]

  private var full: WearerRecord {
    var record = WearerRecord()
    for key in 0..<UInt8(WearerSetting.count) {
      guard let setting = WearerSetting(rawValue: key) else { continue }
      record.settings[setting] = setting == .hours ? 24 : 0
    }
    let name = [UInt8](repeating: 0x61, count: 29)
    _ = record.settings.setName(name.span)
    return record
  }

  @Test func aRecordDecodesToWhatWasEncoded() throws {
    for record in [WearerRecord(), full] {
      let decoded = try WearerRecord(decoding: encoded(record).span)
      #expect(decoded.settings == record.settings)
    }
    #expect(encoded(full).count == 5 + 3 + 18 * 4 + 31 + 4)
  }

  @Test func theAlarmsHaveASectionOfTheirOwn() throws {
    let alarm = Alarm(TimeOfDay(minuteOfDay: 405), .weekend)
    var alarms = AlarmClock()
    var output = WatchOutput()
    alarms.set(4, to: alarm, now: .start, &output)
    let octets = encoded(WearerRecord(full.settings, alarms))
    #expect(octets.count == encoded(full).count + 3 + AlarmClock.recordLength)
    let decoded = try WearerRecord(decoding: octets.span)
    #expect(decoded.settings == full.settings)
    var read = AlarmClock()
    if let stored = decoded.alarms { read = stored }
    #expect(read.alarm(at: 4) == alarm && read.alarm(at: 0) == Alarm())
    let hasNone = try WearerRecord(decoding: encoded(full).span).alarms == nil
    #expect(hasNone)
    #expect(throws: WearerRecordError.damaged) { _ = try WearerRecord(decoding: sealed(header + [2, 1, 0, 0]).span) }
  }

  @Test func theExperienceHasASectionOfItsOwn() throws {
    var experience = WearerExperience()
    for _ in 0..<5 { _ = experience.countUse(of: .declineHeld, on: .menu) }
    _ = experience.countUse(of: .accept, on: .clock)
    experience.noteTutorial()
    var uses = [UInt8](repeating: 0, count: 20)
    (uses[0], uses[13]) = (1, 3)
    var record = WearerRecord()
    record.experience = experience
    #expect(encoded(record) == sealed(header + [1, 0, 0, 3, 21, 0, 1] + uses))
    let decoded = try WearerRecord(decoding: encoded(record).span)
    #expect(decoded.experience == experience && decoded.experience.knows(.declineHeld, on: .menu))
    // A count beyond three counts as three; a later version may append something; a section may not be cut.
    let later = try WearerRecord(decoding: sealed(header + [3, 22, 0, 1, 9] + uses.dropFirst() + [7]).span)
    #expect(later.experience.knows(.accept, on: .clock) && later.experience.hasSeenTutorial)
    #expect(throws: WearerRecordError.damaged) {
      _ = try WearerRecord(decoding: sealed(header + [3, 20, 0, 1] + uses.dropFirst()).span)
    }
  }

  @Test func aSettingHasItsPlaceInTheRecord() {
    var record = WearerRecord()
    record.settings[.pairingWindow] = 300
    #expect(encoded(record) == sealed(header + [1, 4, 0, 14, 2, 0x2C, 0x01]))
  }

  @Test func everyShorterRecordIsDamaged() {
    let record = encoded(full)
    for count in 1..<record.count {
      #expect(throws: WearerRecordError.damaged) { _ = try WearerRecord(decoding: Array(record.prefix(count)).span) }
    }
  }

  @Test func everyChangedOctetIsFound() {
    let record = encoded(full)
    for index in record.indices {
      var changed = record
      changed[index] ^= 0x10
      #expect(throws: WearerRecordError.damaged) { _ = try WearerRecord(decoding: changed.span) }
    }
  }

  @Test func aLaterVersionIsKnown() {
    #expect(throws: WearerRecordError.laterVersion(2)) {
      _ = try WearerRecord(decoding: sealed(Array(header.prefix(4)) + [2, 9, 9]).span)
    }
    #expect(throws: WearerRecordError.damaged) {
      _ = try WearerRecord(decoding: sealed(Array(header.prefix(4)) + [0]).span)
    }
  }

  @Test func unknownSectionsKeysAndValuesAreIgnored() throws {
    // A section 9; then a key 200, a face 7, a brightness of one octet, a name with a control character, hours 12.
    let settings: [UInt8] = [200, 1, 5, 5, 2, 7, 0, 0, 1, 9, 0xFF, 1, 0x07, 3, 2, 12, 0]
    let record = sealed(header + [9, 2, 0, 1, 2, 1, UInt8(settings.count), 0] + settings)
    let decoded = try WearerRecord(decoding: record.span).settings
    var expected = WearerSettings()
    expected[.hours] = 12
    #expect(decoded == expected)
  }

  @Test(arguments: [[1, 9, 0], [1, 0], [1, 1, 0, 5], [1, 2, 0, 5, 2], [1, 3, 0, 5, 2, 0]] as [[UInt8]])
  func aSectionThatIsCutIsDamaged(_ section: [UInt8]) {
    #expect(throws: WearerRecordError.damaged) { _ = try WearerRecord(decoding: sealed(header + section).span) }
  }

  @Test func aRecordThatIsTooLongIsDamaged() {
    let record = sealed(header + [9, 0xF5, 1] + [UInt8](repeating: 0, count: 501))
    #expect(record.count == 513)
    #expect(throws: WearerRecordError.damaged) { _ = try WearerRecord(decoding: record.span) }
  }

  @Test(
    arguments: [
      (.brightness, 256), (.dimAfter, 3_601), (.hours, 13), (.privacy, 2), (.face, 3), (.quietFrom, 1_440),
      (.rotation, 90),
    ] as [(WearerSetting, UInt16)])
  func aValueOutOfRangeIsIgnored(_ setting: WearerSetting, _ value: UInt16) {
    var settings = WearerSettings()
    settings[setting] = value
    #expect(settings[setting] == nil && settings.isEmpty)
  }

  @Test func aNameIsTakenWholeOrNotAtAll() {
    var settings = WearerSettings()
    // Among them are a C1 control and a right-to-left override.
    let names = [[UInt8](repeating: 0x61, count: 30), [0x0A], [0xC3], [0x7F], [0xC2, 0x9B], [0x61, 0xE2, 0x80, 0xAE]]
    for name in names {
      let isSet = settings.setName(name.span)
      #expect(!isSet)
    }
    #expect(settings.isEmpty)
    let isSet = settings.setName(Array("Ægir".utf8).span)
    #expect(isSet && settings.name == BoundedText("Ægir"))
  }
}
