import Foundation
import TestSupport
import Testing

@testable import Sessions

/// Packets before and after scrubbing: only understood octets are kept.
@Suite struct ScrubberTests {
  private func scrubbed(_ packets: [(isReceived: Bool, hex: String)], name: String = "Belfry") -> [String] {
    var log = PacketLog()
    for packet in packets { log.append(octets(hex: packet.hex), isReceived: packet.isReceived, time: 0) }
    var scrubber = Scrubber(log, name: name, random: SeededGenerator(seed: 9))
    scrubber.run()
    return log.packets.map { Array(scrubber.output.octets[$0.range]).hexadecimal }
  }

  @Test func unknownPacketsKeepTheirHeadersAlone() {
    let packets: [(isReceived: Bool, hex: String)] = [
      (false, "01 99 FC 03 41 42 43"), (true, "04 FF 03 41 42 43"), (true, "04 3E 03 77 42 43"),
      (true, "02 40 20 07 00 03 00 3A 00 41 42 43"),
    ]
    #expect(
      scrubbed(packets) == ["0199fc03000000", "04ff03000000", "043e03770000", "02402007000300" + "3a00000000"])
  }

  @Test func valuesOfUnknownCharacteristicsAreLeftOut() {
    let packets = [
      (isReceived: true, hex: "02 40 20 0A 00 06 00 04 00 1B 99 00 41 42 43"),
      (isReceived: true, hex: "02 40 20 09 00 05 00 04 00 0B 41 42 43 44"),
      (isReceived: false, hex: "02 40 00 0A 00 06 00 04 00 12 99 00 41 42 43"),
    ]
    #expect(
      scrubbed(packets) == [
        "0240200a0006000400" + "1b9900000000", "024020090005000400" + "0b00000000",
        "0240000a0006000400" + "129900000000",
      ])
  }

  @Test func keysAreLeftOut() {
    let key = "000102030405060708090A0B0C0D0E0F"
    let packets = [
      (isReceived: false, hex: "01 1A 20 12 40 00 \(key)"),
      (isReceived: true, hex: "02 40 20 15 00 11 00 06 00 06 \(key)"),
      (isReceived: true, hex: "02 40 20 15 00 11 00 06 00 0A \(key)"),
      (isReceived: true, hex: "04 3E 0D 05 40 00 0102030405060708 090A"),
    ]
    let zeros = String(repeating: "0", count: 32)
    #expect(
      scrubbed(packets) == [
        "011a20124000" + zeros, "0240201500110006" + "0006" + zeros, "0240201500110006" + "000a" + zeros,
        "043e0d054000" + String(repeating: "0", count: 20),
      ])
  }

  @Test func aTextInFragmentsIsReplacedAsAWhole() throws {
    let uuids = "BD1DA299E625588CD94201630D12BF9F D9D9AAFDBD9B2198A849E145F3D8D169 FB7B7CCE6AB344BEB54BD624E9C6EA22"
      .split(separator: " ")
    let entries = uuids.enumerated().map { "0\($0 * 2 + 1)00 10 0\($0 * 2 + 2)00 \($1)" }.joined()
    let packets = [
      (isReceived: false, hex: "02 40 00 0B 00 07 00 04 00 08 01 00 FF FF 03 28"),
      (isReceived: true, hex: "02 40 20 45 00 41 00 04 00 09 15 \(entries)"),
      (isReceived: false, hex: "02 40 00 10 00 0C 00 04 00 12 04 00 00 07000000 00 01 4000"),
      (isReceived: true, hex: "02 40 20 14 00 10 00 04 00 1B 06 00 00 07000000 00 0300 612E62 01 0400"),
      (isReceived: true, hex: "02 40 20 0B 00 07 00 04 00 1B 06 00 41 6E 6E 61"),
    ]
    // The declarations have 63 octets.
    let output = scrubbed(packets)
    #expect(output[0...2] == scrubbed(packets)[0...2] && output[1].hasSuffix("22"))
    #expect(output[2] == packets[2].hex.replacing(" ", with: "").lowercased())
    #expect(output[3].hasPrefix("024020140010000400" + "1b0600" + "0007000000" + "000300"))
    #expect(output[3].hasSuffix("010400") && !output[3].contains("612e62"))
    #expect(output[4].hasPrefix("0240200b0007000400" + "1b0600") && !output[4].hasSuffix("416e6e61"))
    #expect(!output[4].hasSuffix("00000000"))
  }

  /// Declarations of the Notification Source, the Control Point and the Data Source, whose values are at `first`, and
  /// two and four handles behind it.
  private func discovery(first: Int) -> [(isReceived: Bool, hex: String)] {
    let uuids = [
      "BD1DA299E625588CD94201630D12BF9F", "D9D9AAFDBD9B2198A849E145F3D8D169", "FB7B7CCE6AB344BEB54BD624E9C6EA22",
    ]
    let entries = uuids.enumerated().map { "\(word(first - 1 + $0 * 2)) 10 \(word(first + $0 * 2)) \($1)" }.joined()
    return [
      (isReceived: false, hex: "02 40 00 0B 00 07 00 04 00 08 01 00 FF FF 03 28"),
      (isReceived: true, hex: "02 40 20 45 00 41 00 04 00 09 15 \(entries)"),
    ]
  }

  private func notification(_ handle: Int, _ value: String) -> (isReceived: Bool, hex: String) {
    let count = value.replacing(" ", with: "").count / 2
    return (isReceived: true, hex: "02 40 20 \(word(count + 7)) \(word(count + 3)) 04 00 1B \(word(handle)) \(value)")
  }

  @Test func nothingOfAReplyThatComesTooLateIsKept() {
    let command = "02 40 00 10 00 0C 00 04 00 12 04 00 00 08000000 00 01 4000"
    let late = [
      notification(6, "50494E2034373131206973"), notification(6, "41 42"), notification(6, "43 44 45 46 47 48 49"),
    ]
    let reply = notification(6, "00 08000000 00 0300 612E62 01 0400 416E6E61")
    let output = scrubbed(discovery(first: 2) + [(isReceived: false, hex: command)] + late)
    for (packet, line) in zip(late, output[3...]) {
      let octets = packet.hex.replacing(" ", with: "").lowercased()
      #expect(line == octets.prefix(24) + String(repeating: "0", count: octets.count - 24))
    }
    let whole = scrubbed(discovery(first: 2) + [(isReceived: false, hex: command), late[0], reply])
    #expect(whole[4].hasPrefix(String(output[3].prefix(4))) && whole[4].contains("0008000000000300"))
    #expect(!whole[4].hasSuffix("416e6e61") && !whole[4].hasSuffix("00000000"))
  }

  @Test func nothingIsKeptOfAnAttributeThatWasNotExpected() {
    let command = "02 40 00 10 00 0C 00 04 00 12 04 00 00 08000000 00 01 4000"
    let reply = notification(6, "00 08000000 50494E2034373131")
    let output = scrubbed(discovery(first: 2) + [(isReceived: false, hex: command), reply])
    #expect(output[3].hasSuffix("1b0600" + "0008000000" + "0000000000000000"))
  }

  @Test func theHandlesOfAnotherPhoneAreForgotten() {
    let connection = (isReceived: true, hex: "04 3E 13 01 00 40 00 01 00 010203040506 1800 0000 4800 00")
    let value = notification(2, "41424344")
    let known = scrubbed(discovery(first: 2) + [value])
    #expect(known[2].hasSuffix("41424344"))
    let other = scrubbed(discovery(first: 2) + [connection, value])
    #expect(other[3].hasSuffix("1b0200" + "00000000"))
  }

  /// A declaration has 7 or 21 octets. A hostile phone may say that it has fewer.
  @Test(arguments: 0...8) func aDeclarationOfAnyLengthIsScrubbed(_ length: Int) {
    let entry = (0..<length).map { UInt8($0 + 0x41) }.hexadecimal
    let packets = [
      (isReceived: false, hex: "02 40 00 0B 00 07 00 04 00 08 01 00 FF FF 03 28"),
      (isReceived: true, hex: "02 40 20 \(word(6 + length)) \(word(2 + length)) 04 00 09 0\(length) \(entry)"),
    ]
    let output = scrubbed(packets)
    #expect(output[0] == "0240000b00070004000801" + "00ffff0328")
    #expect(output[1].count == packets[1].hex.replacing(" ", with: "").count)
    #expect(output[1].hasPrefix("024020" + word(6 + length) + word(2 + length) + "0400090\(length)"))
  }

  private func word(_ value: Int) -> String { [UInt8(value), 0].hexadecimal }

  @Test func fieldsOfEventsThatAreNotKnownAreLeftOut() throws {
    var pseudonyms = Pseudonyms(random: SeededGenerator(seed: 2))
    let event = try #require(
      JSONValue.object(
        line:
          #"{"t":1.5,"type":"state","state":"ready","secret":"Anna","reason":"Anna <anna@example.org>","uid":"Anna"}"#))
    let scrubbed = JSONValue.object(EventScrubber.scrub(event, &pseudonyms)).line
    #expect(scrubbed == #"{"t":1.5,"type":"state","state":"ready"}"#)
  }

  @Test func settingsThatAreNotKnownAreLeftOut() throws {
    let file = "[watch]\n; Anna's\nname = Anna\nbattery = /srv/anna/charge\n[alerts]\nmute = org.anna.game\n"
    let settings = try SettingScrubber.settings(in: file)
    var pseudonyms = Pseudonyms(random: SeededGenerator(seed: 2))
    let scrubbed = SettingScrubber.scrub(settings, name: Array("Otto".utf8), &pseudonyms)
    #expect(scrubbed.map(\.name) == ["name", "mute"] && scrubbed[0].value == "Otto")
    #expect(!scrubbed[1].value.contains("anna"))
  }

  @Test func aConfigurationIsReadAsTheWatchReadsIt() throws {
    let file =
      "\u{FEFF}[Watch] ; mine\nName: Anna\n[display]\nBRIGHTNESS = 40\t; Anna\nface=a;b\n[Anna]\nled = 4\n"
      + "[alerts]\r\nquiet-hours = 22:30 - 07:00 ; at night\r\nhistory = Änna\r\n"
    var pseudonyms = Pseudonyms(random: SeededGenerator(seed: 2))
    let read = try SettingScrubber.settings(in: file)
    #expect(read.first { $0.name == "face" }?.value == "a;b")
    let settings = SettingScrubber.scrub(read, name: Array("Otto".utf8), &pseudonyms)
    #expect(
      settings.map { "\($0.section).\($0.name)=\($0.value)" } == [
        "watch.name=Otto", "display.brightness=40", "alerts.quiet-hours=22:30 - 07:00",
      ])
  }
}
