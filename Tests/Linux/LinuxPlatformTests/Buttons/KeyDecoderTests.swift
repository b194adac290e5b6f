import LinuxSupport
import Peripherals
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct KeyDecoderTests {
  private func keys(_ octets: [UInt8], then timeout: Instant? = nil) -> [KeyDecoder.Key] {
    var decoder = KeyDecoder()
    var keys = octets.compactMap { decoder.handle($0, now: .start) }
    if let timeout, let key = decoder.handleTimeout(now: timeout) { keys.append(key) }
    return keys
  }

  private func key(_ button: Button, _ gesture: ButtonCommand.Gesture = .click) -> KeyDecoder.Key {
    .command(ButtonCommand(button, gesture))
  }

  @Test func keysAreButtons() {
    #expect(
      keys(Array("adkj\r\n".utf8)) == [
        key(.accept), key(.decline), key(.up), key(.down), key(.select), key(.select),
      ])
    #expect(keys(Array("AD".utf8)) == [key(.accept, .hold), key(.decline, .hold)])
    #expect(keys([UInt8(ascii: "q"), 3]) == [.quit, .quit])
    #expect(keys(Array("xyz 1é".utf8)).isEmpty)
  }

  @Test func loneEscapeIsAKeyAfterAMoment() {
    #expect(keys([0x1B], then: .milliseconds(39)).isEmpty)
    #expect(keys([0x1B], then: .milliseconds(40)) == [key(.back)])
    var decoder = KeyDecoder()
    #expect(decoder.deadline == nil)
    _ = decoder.handle(0x1B, now: .milliseconds(10))
    #expect(decoder.deadline == .milliseconds(50))
  }

  @Test func twoEscapesAreTwoKeys() {
    #expect(keys([0x1B, 0x1B], then: .milliseconds(40)) == [key(.back), key(.back)])
  }

  @Test func arrowsAreUpAndDownAndOtherSequencesNothing() {
    #expect(keys(Array("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[15~a".utf8)) == [key(.up), key(.down), key(.accept)])
  }

  @Test func afterAnyKeysTheNextSequenceEndsAndKeysAreReadAgain() {
    var generator = SeededGenerator(seed: 3)
    var decoder = KeyDecoder()
    for octet in generator.octets(20_000) {
      _ = decoder.handle(octet, now: .start)
      var other = decoder
      _ = other.handleTimeout(now: .seconds(1))
      _ = other.handle(UInt8(ascii: "~"), now: .seconds(1))
      let next = other.handle(UInt8(ascii: "a"), now: .seconds(1))
      #expect(next == key(.accept))
    }
  }

  /// F1 and F4 of the Linux console, and a bracket with Alt before an arrow, must not hold a button.
  @Test func functionKeysOfTheConsoleAreNothing() {
    #expect(keys(Array("\u{1B}[[A\u{1B}[[Da".utf8)) == [key(.accept)])
    #expect(keys(Array("\u{1B}[\u{1B}[Aa".utf8)) == [key(.up), key(.accept)])
  }
}
