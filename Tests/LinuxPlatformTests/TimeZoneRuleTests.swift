import Foundation
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
    // The 1st of March: day 60 of a common year without counting the leap day, or 59 from zero in a common one.
    for (text, year) in [("AAA0BBB,J60/0,J300", 2024), ("AAA0BBB,J60/0,J300", 2025), ("AAA0BBB,59/0,300", 2025)] {
      let zone = try #require(rule(text))
      #expect(zone.offset(at: seconds(year, 3, 1, 0) - 1) == 0)
      #expect(zone.offset(at: seconds(year, 3, 1, 0)) == 3_600)
    }
    // Nuuk's, the evening before; and one hour that is not one.
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

  @Test func randomTextsNeverTrap() {
    var generator = SeededGenerator(seed: 11)
    let alphabet = Array("CET-1ST,M3.5.0/:J<>+9\n".utf8)
    for _ in 0..<5_000 {
      let octets = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator)!
      }
      _ = TimeZoneRule(parsing: octets.span)?.offset(at: Int64(truncatingIfNeeded: generator.next() >> 20))
    }
  }

  /// All zones of the system, at the same times as Foundation has them.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
  func zonesOfTheSystemAgreeWithFoundation() throws {
    var generator = SeededGenerator(seed: 12)
    var count = 0
    // Their Ramadan cannot be said in a rule.
    let others = ["Africa/Casablanca", "Africa/El_Aaiun", "Morocco"]
    for name in TimeZone.knownTimeZoneIdentifiers where !others.contains(name) {
      guard let file = FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + name),
        let zone = TimeZone(identifier: name)
      else { continue }
      let octets = [UInt8](file)
      let read = TimeZoneRule(file: octets.span)
      let rule = try #require(read, "\(name)")
      for _ in 0..<20 {
        let time = Int64.random(in: 1_785_000_000...2_080_000_000, using: &generator)
        let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time)))
        #expect(rule.offset(at: time) == expected, "\(name) at \(time)")
      }
      count += 1
    }
    #expect(count > 300)
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
