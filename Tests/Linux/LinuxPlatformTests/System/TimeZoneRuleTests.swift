import Foundation
import LinuxSupport
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct TimeZoneRuleTests {
  private func rule(_ text: String) -> TimeZoneRule? {
    let octets = Array(text.utf8)
    return TimeZoneRule(parsing: octets.span)
  }

  private func seconds(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0) -> Int64 {
    Int64(CivilDate(year: year, month: month, day: day).daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60)
  }

  @Test func zoneWithoutSummerTimeStaysTheSame() {
    #expect(rule("UTC0")?.offset(at: 0) == 0)
    #expect(rule("<+0545>-5:45")?.offset(at: 1) == 20_700)
    #expect(rule("EST5")?.offset(at: 1) == -18_000)
  }

  @Test func summerTimeBeginsAndEndsAtItsHour() throws {
    let berlin = try #require(rule("CET-1CEST,M3.5.0,M10.5.0/3"))
    #expect(berlin.offset(at: seconds(2026, 3, 29, 0, 59)) == 3_600)
    #expect(berlin.offset(at: seconds(2026, 3, 29, 1)) == 7_200)
    #expect(berlin.offset(at: seconds(2026, 10, 25, 0, 59)) == 7_200)
    #expect(berlin.offset(at: seconds(2026, 10, 25, 1)) == 3_600)
    #expect(berlin.offset(at: seconds(2099, 7, 1, 0)) == 7_200)
  }

  @Test func southernSummerGoesOverTheNewYear() throws {
    let sydney = try #require(rule("AEST-10AEDT,M10.1.0,M4.1.0/3"))
    #expect(sydney.offset(at: seconds(2026, 12, 31, 23)) == 39_600)
    #expect(sydney.offset(at: seconds(2027, 1, 1, 0)) == 39_600)
    #expect(sydney.offset(at: seconds(2026, 7, 1, 0)) == 36_000)
  }

  @Test func everyFormOfDateIsRead() throws {
    // The 1st of March: day 60 without counting the leap day, or day 59 counted from zero in a common year.
    for (text, year) in [("AAA0BBB,J60/0,J300", 2024), ("AAA0BBB,J60/0,J300", 2025), ("AAA0BBB,59/0,300", 2025)] {
      let zone = try #require(rule(text))
      #expect(zone.offset(at: seconds(year, 3, 1, 0) - 1) == 0)
      #expect(zone.offset(at: seconds(year, 3, 1, 0)) == 3_600)
    }
    // Nuuk, where the change is on the evening before; and one rule without an hour.
    let nuuk = try #require(rule("<-02>2<-01>,M3.5.0/-1,M10.5.0/0"))
    #expect(nuuk.offset(at: seconds(2026, 3, 29, 1) - 1) == -7_200)
    #expect(nuuk.offset(at: seconds(2026, 3, 29, 1)) == -3_600)
    #expect(rule("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0")?.offset(at: seconds(2026, 1, 1, 0)) == 39_600)
  }

  @Test(arguments: [
    "", "CE-1", "CET", "CET-25", "CET-1:60", "CET-1CEST", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,",
    "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0/168,J1",
    "CET-1CEST,J0,J1", "CET-1CEST,366,1", "CET-1CEST,M3.5.0,M10.5.0x", "<CET-1", "Europe/Berlin",
  ])
  func otherTextsAreRefused(_ text: String) {
    #expect(rule(text) == nil)
  }

  @Test func noTextGivesAnOffsetOf26Hours() {
    var generator = SeededGenerator(seed: 11)
    let alphabet = Array("CET-1ST,M3.5.0/:J<>+9\n".utf8)
    for _ in 0..<5_000 {
      let octets = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator)!
      }
      let time = Int64(truncatingIfNeeded: generator.next() >> 20)
      let offset = TimeZoneRule(parsing: octets.span)?.offset(at: time) ?? 0
      #expect(abs(offset) < 26 * 3_600)
    }
  }

  /// The C library reads the same files, so the result does not depend on their version.
  ///
  /// The library takes the zone from the environment of the process, so this runs in a separate process.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: SystemZones.folder + "zone.tab")))
  func zonesOfTheSystemAgreeWithTheCLibrary() async {
    await #expect(processExitsWith: .success) {
      let names = SystemZones.names
      #expect(names.count > 300)
      // From 2090 on, the rule alone determines each zone.
      for name in names {
        let time = SystemZones.disagreement(of: name, in: 3_790_000_000...4_200_000_000)
        #expect(time == nil, "\(name)")
      }
      // Before that, a file may have changes that its rule does not give: for Ramadan, or for a new law.
      let differing = names.filter { SystemZones.disagreement(of: $0, in: 1_785_000_000...2_080_000_000) != nil }
      #expect(differing.count < 15, "\(differing)")
    }
  }

  @Test func damagedFilesAreRefused() throws {
    let whole = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 60) + Array("\nCET-1\n".utf8)
    let standardOffset = TimeZoneRule(file: whole.span)?.standardOffset
    #expect(standardOffset == 3_600)
    for length in 0..<whole.count {
      let part = Array(whole.prefix(length))
      let isRefused = TimeZoneRule(file: part.span) == nil
      #expect(isRefused)
    }
    var old = whole
    old[4] = 0
    let isRefused = TimeZoneRule(file: old.span) == nil
    #expect(isRefused)
  }
}

/// The time zones of this machine.
private enum SystemZones {
  static let folder = "/usr/share/zoneinfo/"

  /// The names in the third column of the list.
  static var names: [String] {
    let list = try? String(contentsOfFile: folder + "zone.tab", encoding: .utf8)
    let lines = (list ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }
    return lines.compactMap { line in
      let columns = line.split(separator: "\t")
      return columns.count > 2 ? String(columns[2]) : nil
    }
  }

  /// A time at which the rule and the C library differ; 0 if the zone has no rule.
  static func disagreement(of name: String, in times: ClosedRange<Int64>) -> Int64? {
    guard let file = FileManager.default.contents(atPath: folder + name) else { return nil }
    let octets = [UInt8](file)
    guard let rule = TimeZoneRule(file: octets.span) else { return 0 }
    setenv("TZ", ":" + folder + name, 1)
    tzset()
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<20 {
      let time = Int64.random(in: times, using: &generator)
      var seconds = time_t(time)
      var fields = tm()
      localtime_r(&seconds, &fields)
      if rule.offset(at: time) != fields.tm_gmtoff { return time }
    }
    return nil
  }
}
