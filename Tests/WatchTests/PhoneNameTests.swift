import BluetoothHost
import Octets
import Screens
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager
@testable import Watch

/// What the phone calls itself: read without getting in the way, and never trusted.
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
    ("0123456789012345678901234567", "012345678901234567890123"),
    ("一二三四五六七八九", "一二三四五六七八"), ("é12345678901234567890123", "é1234567890123456789012"),
  ])
  func whatIsNotSeenIsLeftOut(given: String, expected: String) {
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

  private func scene(_ octets: [UInt8], mtu: UInt16 = 185) -> WatchScene {
    let scene = WatchScene.started(bonds: Sample.bonds())
    scene.phone.attributes.services = [Server.genericAttribute, Server.whole, Server.genericAccess(name: octets)]
    scene.phone.attributes.receiveMTU = mtu
    scene.answerCommands(inPiecesOf: Int(mtu) - 3)
    return scene
  }

  private func kept(_ scene: WatchScene) -> String {
    let name = scene.application.host.bonds[0].name
    return String(decoding: name.span.indices.map { name.span[$0] }, as: UTF8.self)
  }

  @Test(arguments: [23, 24, 96, 97, 185, 517] as [UInt16], [1, 21, 22, 23, 24, 44, 60])
  func theNameIsReadAtAnyMTUAndKept(_ mtu: UInt16, _ count: Int) {
    let text = String("Maximiliane von Hohenstein-Waldburg und zu Unterwaldhausen am See".prefix(count))
    let scene = scene(Array(text.utf8), mtu: mtu)
    scene.connect()
    let expected = name(Array(text.utf8))
    #expect(kept(scene) == expected)
    #expect(scene.takeNotices().contains(.bondsChanged))
    #expect(scene.application.client.watch.identity.phones[0].name == scene.application.host.bonds[0].name)
    #expect(scene.phone.violations.isEmpty)
  }

  @Test func theSubscriptionAndTheFirstCommandComeFirst() throws {
    let scene = scene(Array("iPhone".utf8))
    scene.connect()
    let writes = try #require(scene.phone.attributes.requests.lastIndex(of: 0x12))
    let read = try #require(scene.phone.attributes.requests.firstIndex(of: 0x0A))
    #expect(writes < read)
  }

  @Test func itIsReadOnceOnEachLink() {
    let scene = scene(Array("iPhone".utf8))
    scene.connect()
    scene.changeServices()
    scene.wait(.seconds(1))
    #expect(scene.phone.attributes.requests.count { $0 == 0x0A } == 1)
    scene.phone.disconnect()
    scene.run()
    scene.phone.attributes.services[2] = Server.genericAccess(name: Array("Anna".utf8))
    scene.connect()
    #expect(kept(scene) == "Anna")
  }

  @Test func aPhoneWithoutANameKeepsTheOldOne() {
    let scene = scene(Array("iPhone".utf8))
    scene.connect()
    for name in [[], [0x20, 0x20], [0xE2, 0x80, 0xAE]] as [[UInt8]] {
      scene.phone.disconnect()
      scene.run()
      scene.phone.attributes.services[2] = Server.genericAccess(name: name)
      scene.connect()
      #expect(kept(scene) == "iPhone")
    }
  }

  @Test func notificationsArriveWhileTheNameDoesNot() {
    let scene = scene(Array("iPhone".utf8))
    scene.phone.attributes.services = [Server.genericAttribute, Server.whole]
    scene.connect()
    #expect(scene.states.last == .ready)
    scene.takeNotices()
    scene.post(uid: 7)
    #expect(scene.takeNotices().last == .watch(.notificationContent(7)))
    #expect(kept(scene) == "")
  }
}
