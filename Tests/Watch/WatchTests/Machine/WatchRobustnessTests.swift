import ANCS
import Identifiers
import Octets
import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import Watch
import WatchModel

@Suite struct WatchRobustnessTests {
  /// For any events in any order, nothing traps, every screen can be drawn, and every wait ends.
  @Test func randomEventsInRandomOrderNeverTrap() {
    var random = SeededGenerator(seed: 17)
    for _ in 0..<20 {
      let harness = MachineHarness(connected: false)
      for _ in 0..<250 {
        step(harness, &random)
        if harness.takeNeedsRedraw() { _ = harness.picture }
      }
      harness.isMute = true
      harness.disconnect()
      harness.wait(.minutes(11))
      #expect(harness.screen == .clock)
      #expect(harness.deadline == nil)
    }
  }

  private func step(_ harness: MachineHarness, _ random: inout SeededGenerator) {
    let uid = UInt32.random(in: 0...40, using: &random)
    let button: Button = [.accept, .decline, .up, .down, .select, .back].randomElement(using: &random)!
    switch Int.random(in: 0...18, using: &random) {
    case 0: harness.connect()
    case 1: if uid < 5 { harness.disconnect() }
    case 2...4:
      let category = UInt8.random(in: 0...13, using: &random)
      harness.post(uid, .init(category: category, flags: UInt8.random(in: 0...63, using: &random)))
    case 5: harness.remove(uid)
    case 6, 7: harness.press(button)
    case 8: harness.hold(button)
    case 9: harness.wait(.milliseconds(UInt32.random(in: 0...40_000, using: &random)))
    case 10: harness.pairingStarted(.compare(pairingCode: uid), now: harness.now)
    case 11: harness.pairingEnded(uid % 2 == 0 ? nil : .timedOut, now: harness.now)
    case 12: harness.isMute.toggle()
    case 13: harness.handle(ButtonEvent(button: button, edge: uid % 2 == 0 ? .pressed : .released), now: harness.now)
    case 14:
      let octets = (0..<Int(uid)).map { _ in UInt8.random(in: 0...255, using: &random) }
      harness.receiveDataSource(octets.span, now: harness.now)
      harness.receiveNotificationSource(octets.span, now: harness.now)
    case 15: harness.watch.setIdentity(Self.identity(of: uid))
    case 16:
      if uid % 2 == 0 {
        harness.bondMismatchFound(now: harness.now)
      } else {
        harness.identityClaimed(Self.phone(uid % 9), now: harness.now)
      }
    case 17: harness.offerReplacement(of: Self.phone(uid % 9), now: harness.now)
    default: harness.writeCompleted(attError: uid % 3 == 0 ? nil : UInt8(uid), now: harness.now)
    }
  }

  private static func phone(_ number: UInt32) -> DeviceAddress {
    DeviceAddress(kind: .public, octets: .init(repeating: UInt8(truncatingIfNeeded: number)))
  }

  private static func identity(of number: UInt32) -> WatchIdentity {
    var identity = WatchIdentity()
    for phone in 0..<number % 10 {
      let name: BoundedText<24> = phone % 2 == 0 ? BoundedText("Anna's iPhone") : BoundedText()
      identity.phones.append(PhoneList.Phone(identity: Self.phone(phone), name: name))
    }
    identity.phones.connected = number % 3 == 0 ? Self.phone(number % 10) : nil
    identity.phones.chosen = number % 5 == 0 ? Self.phone(number % 7) : nil
    return identity
  }
}
