import BluetoothHost
import Octets
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import PhoneClient
@testable import PhoneSupport
@testable import SecurityManager
@testable import Watch

/// The phone's name: read without delaying notifications, and treated as untrusted input.
@Suite struct PhoneNameTests {
  private typealias Server = NotificationCenterServer

  private func name(_ octets: [UInt8]) -> String {
    let name = BoundedText<24>(phoneName: octets.span)
    return String(decoding: name.span.indices.map { name.span[$0] }, as: UTF8.self)
  }

  @Test(arguments: [
    ("iPhone", "iPhone"), ("Anna’s iPhone", "Anna’s iPhone"), ("工作手机", "工作手机"),
    ("  two \u{9} words \n", "two words"), ("", ""), ("\u{200B}\u{2069} \u{FEFF}", ""),
    ("\u{202E}enohPi", "enohPi"), ("a\u{2066}b\u{2069}c", "abc"), ("x\u{0}y", "x"), ("a\u{7}\u{9B}b", "ab"),
    ("012345678901234567890123", "012345678901234567890123"),
    ("0123456789012345678901234567", "012345678901234567890…"),
    ("一二三四五六七八九", "一二三四五六七…"), ("é12345678901234567890123", "é1234567890123456789…"),
    ("iPhone (Александр)", "iPhone (Алекса…"),
  ])
  func invisibleCharactersAreLeftOut(given: String, expected: String) {
    #expect(name(Array(given.utf8)) == expected)
  }

  @Test func whatIsNotUTF8IsRepaired() {
    #expect(name([0x41, 0xFF, 0x42, 0xE4, 0xBD]) == "A\u{FFFD}B\u{FFFD}")
  }

  @Test func noOctetsStopIt() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let octets = (0..<Int.random(in: 0...96, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(name(octets).utf8.count <= 24)
    }
  }

  // MARK: Reading it

  private func harness(_ octets: [UInt8], mtu: UInt16 = 185) -> ApplicationHarness {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.phone.attributes.services = [Server.genericAttribute, Server.whole, Server.genericAccess(name: octets)]
    harness.phone.attributes.receiveMTU = mtu
    harness.answerCommands(inPiecesOf: Int(mtu) - 3)
    return harness
  }

  private func kept(_ harness: ApplicationHarness) -> String {
    let name = harness.application.host.bonds[0].name
    return String(decoding: name.span.indices.map { name.span[$0] }, as: UTF8.self)
  }

  @Test(arguments: [23, 24, 96, 97, 185, 517] as [UInt16], [1, 21, 22, 23, 24, 44, 60])
  func theNameIsReadAtAnyMTUAndKept(_ mtu: UInt16, _ count: Int) {
    let text = String("Maximiliane von Hohenstein-Waldburg und zu Unterwaldhausen am See".prefix(count))
    let harness = harness(Array(text.utf8), mtu: mtu)
    harness.connect()
    let expected = name(Array(text.utf8))
    #expect(kept(harness) == expected)
    harness.phone.disconnect()
    harness.run()
    #expect(harness.takeNotices().contains(.bondsChanged))
    #expect(harness.application.watch.identity.phones[0].name == harness.application.host.bonds[0].name)
    #expect(harness.phone.violations.isEmpty)
  }

  @Test func theSubscriptionAndTheFirstCommandComeFirst() throws {
    let harness = harness(Array("iPhone".utf8))
    harness.connect()
    let writes = try #require(harness.phone.attributes.requests.lastIndex(of: 0x12))
    let read = try #require(harness.phone.attributes.requests.firstIndex(of: 0x0A))
    #expect(writes < read)
  }

  @Test func itIsReadOnceOnEachLink() {
    let harness = harness(Array("iPhone".utf8))
    harness.connect()
    harness.changeServices()
    harness.wait(.seconds(1))
    #expect(harness.phone.attributes.requests.count { $0 == 0x0A } == 1)
    harness.phone.disconnect()
    harness.run()
    harness.phone.attributes.services[2] = Server.genericAccess(name: Array("Anna".utf8))
    harness.connect()
    #expect(kept(harness) == "Anna")
  }

  @Test func aPhoneWithoutANameKeepsTheOldOne() {
    let harness = harness(Array("iPhone".utf8))
    harness.connect()
    for name in [[], [0x20, 0x20], [0xE2, 0x80, 0xAE]] as [[UInt8]] {
      harness.phone.disconnect()
      harness.run()
      harness.phone.attributes.services[2] = Server.genericAccess(name: name)
      harness.connect()
      #expect(kept(harness) == "iPhone")
    }
  }

  @Test func notificationsArriveWhileTheNameDoesNot() {
    let harness = harness(Array("iPhone".utf8))
    harness.phone.attributes.services = [Server.genericAttribute, Server.whole]
    harness.connect()
    #expect(harness.states.last == .ready)
    harness.takeNotices()
    harness.post(uid: 7)
    #expect(harness.takeNotices().last == .watch(.notificationContent(7)))
    #expect(kept(harness) == "")
  }
}
