import ANCS
import Peripherals
import PhoneClient
import Screens
import Testing
import Timing
import Watch
import WatchModel

@Suite struct WatchControlTests {
  private func holding(flags: UInt8 = 0x18, category: UInt8 = 4) -> MachineHarness {
    let harness = MachineHarness()
    harness.post(7, .init(title: "Anna", category: category, flags: flags))
    harness.events = []
    return harness
  }

  private func perform(
    _ action: ActionID, on uid: UInt32, serial: UInt32? = nil, _ harness: MachineHarness
  ) -> ActionRefusal? {
    let uid = NotificationUID(rawValue: uid)
    let refusal = harness.phone.perform(action, on: uid, serial: serial)
    if refusal == nil { harness.watch.noteOrdered(action, on: uid, harness.phone, now: harness.now) }
    harness.pump()
    return refusal
  }

  @Test(arguments: [(ActionID.positive, UInt8(0)), (.negative, 1)])
  func programsMayDoWhatButtonsMay(_ action: ActionID, _ number: UInt8) {
    let harness = holding()
    #expect(perform(action, on: 7, harness) == nil)
    #expect(harness.performed == [[2, 7, 0, 0, 0, number]])
    #expect(harness.events.contains(.action(7, action, .ok)))
  }

  @Test func actionsThatAreNotOfferedAreRefused() {
    let harness = holding(flags: 0x10)
    #expect(perform(.positive, on: 7, harness) == .notOffered)
    #expect(perform(.negative, on: 8, harness) == .unknownNotification)
    #expect(harness.performed.isEmpty)
  }

  @Test func theSerialIdentifiesTheNotification() throws {
    let harness = holding()
    let serial = harness.phone.session.notifications.notification(at: 0).serial
    #expect(perform(.negative, on: 7, serial: serial &+ 1, harness) == .unknownNotification)
    #expect(harness.performed.isEmpty)
    #expect(perform(.negative, on: 7, serial: serial, harness) == nil)
    #expect(harness.performed.count == 1)
  }

  @Test func uidOfAnotherSessionIsRefused() {
    let harness = holding()
    let serial = harness.phone.session.notifications.notification(at: 0).serial
    harness.disconnect()
    #expect(perform(.negative, on: 7, harness) == .notReady)
    harness.connect()
    harness.post(7, .init(title: "Boris", category: 4, flags: 0x18))
    #expect(perform(.negative, on: 7, serial: serial, harness) == .unknownNotification)
    #expect(harness.performed.isEmpty)
  }

  @Test func callIsDeclinedAsByItsButton() {
    let harness = holding(category: 1)
    #expect(harness.screen == .call)
    #expect(perform(.negative, on: 7, harness) == nil)
    #expect(harness.performed.count == 1)
    harness.press(.decline)
    #expect(harness.performed.count == 1, "it was chosen already")
    harness.remove(7)
    harness.post(8, .init(title: "Anna", category: 2, flags: 0x10))
    #expect(harness.screen == .clock, "a call that was declined is no news when it is missed")
  }

  @Test func stateMatchesTheEvents() {
    let harness = MachineHarness()
    #expect(harness.watch.connectionState == .ready && harness.watch.connectionTrouble == nil)
    harness.disconnect()
    #expect(harness.watch.connectionState == .disconnected)
  }
}
