import ANCS
import Identifiers
import Octets
import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import Watch

@Suite struct WatchRobustnessTests {
  /// Whatever happens in whatever order: nothing traps, everything can be drawn, every wait ends.
  @Test func randomEventsInRandomOrderNeverTrap() {
    var random = SeededGenerator(seed: 17)
    for _ in 0..<20 {
      let wrist = Wrist(connected: false)
      for _ in 0..<250 {
        step(wrist, &random)
        if wrist.takeNeedsRedraw() { _ = wrist.picture }
      }
      wrist.isMute = true
      wrist.disconnect()
      wrist.wait(.minutes(11))
      #expect(wrist.screen == .clock)
      #expect(wrist.watch.deadline == nil)
    }
  }

  private func step(_ wrist: Wrist, _ random: inout SeededGenerator) {
    let uid = UInt32.random(in: 0...40, using: &random)
    let button: Button = [.accept, .decline, .up, .down, .select, .back].randomElement(using: &random)!
    switch Int.random(in: 0...18, using: &random) {
    case 0: wrist.connect()
    case 1: if uid < 5 { wrist.disconnect() }
    case 2...4:
      let category = UInt8.random(in: 0...13, using: &random)
      wrist.post(uid, .init(category: category, flags: UInt8.random(in: 0...63, using: &random)))
    case 5: wrist.remove(uid)
    case 6, 7: wrist.press(button)
    case 8: wrist.hold(button)
    case 9: wrist.wait(.milliseconds(UInt32.random(in: 0...40_000, using: &random)))
    case 10: wrist.watch.pairingStarted(.compare(code: uid), now: wrist.now)
    case 11: wrist.watch.pairingEnded(uid % 2 == 0 ? nil : .timedOut, now: wrist.now)
    case 12: wrist.isMute.toggle()
    case 13: wrist.watch.handle(ButtonEvent(button: button, edge: uid % 2 == 0 ? .pressed : .released), now: wrist.now)
    case 14:
      let octets = (0..<Int(uid)).map { _ in UInt8.random(in: 0...255, using: &random) }
      wrist.watch.receiveDataSource(octets.span, now: wrist.now)
      wrist.watch.receiveNotificationSource(octets.span, now: wrist.now)
    case 15: wrist.watch.setIdentity(Self.identity(of: uid))
    case 16:
      wrist.watch.bondMismatchFound(
        uid % 2 == 0 ? .phoneForgot : .watchForgot, phone: uid % 3 == 0 ? nil : Self.phone(uid % 9), now: wrist.now)
    case 17: wrist.watch.offerReplacement(of: Self.phone(uid % 9), now: wrist.now)
    default: wrist.watch.writeCompleted(attError: uid % 3 == 0 ? nil : UInt8(uid), now: wrist.now)
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
