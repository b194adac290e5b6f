import TestSupport
import Testing

@testable import VirtualPhone

/// The answers of the phone's Control Point.
@Suite struct NotificationCenterTests {
  private static func center(flags: UInt8 = 0) -> NotificationCenter {
    var center = NotificationCenter()
    var notification = PhoneNotification(flags: flags, category: 4)
    notification.appIdentifier = Array("a.b".utf8)
    notification.appName = Array("App".utf8)
    notification.title = Array("Ärger".utf8)
    notification.message = Array("Hello".utf8)
    _ = center.add(notification)
    return center
  }

  @Test func addedNotificationIsAnnounced() {
    var center = NotificationCenter()
    #expect(center.add(PhoneNotification(flags: 0x02, category: 6)).value == octets(hex: "00 02 06 01 01 00 00 00"))
    #expect(center.add(PhoneNotification(category: 6)).value == octets(hex: "00 00 06 02 02 00 00 00"))
    #expect(center.remove(1) == octets(hex: "02 02 06 01 01 00 00 00"))
    #expect(center.remove(1) == nil)
  }

  @Test func attributesAreCutBetweenCharacters() {
    let command = octets(hex: "00 01 00 00 00 01 02 00 03 10 00")
    #expect(
      Self.center().reply(to: command)
        == .data(octets(hex: "00 01 00 00 00 01 02 00 C3 84 03 05 00 48 65 6C 6C 6F")))
    #expect(NotificationCenter.prefix(of: Array("Ä".utf8), atMost: 1) == [])
  }

  @Test func appNameIsAnswered() {
    #expect(
      Self.center().reply(to: [1] + Array("a.b".utf8) + [0, 0])
        == .data([1] + Array("a.b".utf8) + [0, 0, 3, 0] + Array("App".utf8)))
    #expect(Self.center().reply(to: [1] + Array("x".utf8) + [0, 0]) == .refused(0xA2))
  }

  @Test func actionsNeedTheirFlag() {
    #expect(Self.center(flags: 0x08).reply(to: [2, 1, 0, 0, 0, 0]) == .action(uid: 1, isPositive: true))
    #expect(Self.center(flags: 0x08).reply(to: [2, 1, 0, 0, 0, 1]) == .refused(0xA3))
  }

  @Test(arguments: [[], [0], [0, 1, 0, 0], [0, 9, 0, 0, 0, 1, 1, 0], [1], [1, 0x61], [2, 1], [3, 0]] as [[UInt8]])
  func malformedCommandsAreRefused(_ command: [UInt8]) {
    guard case .refused = Self.center().reply(to: command) else {
      Issue.record("accepted: \(command)")
      return
    }
  }
}
