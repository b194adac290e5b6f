import ANCS
import Peripherals
import Screens
import Testing
import Timing
import Watch

@Suite struct WatchControlTests {
  private func holding(flags: UInt8 = 0x18, category: UInt8 = 4) -> Wrist {
    let wrist = Wrist()
    wrist.post(7, .init(title: "Anna", category: category, flags: flags))
    wrist.events = []
    return wrist
  }

  private func perform(
    _ action: ActionID, on uid: UInt32, serial: UInt32? = nil, _ wrist: Wrist
  ) -> ActionRefusal? {
    let refusal = wrist.watch.perform(action, on: NotificationUID(rawValue: uid), serial: serial, now: wrist.now)
    wrist.pump()
    return refusal
  }

  @Test(arguments: [(ActionID.positive, UInt8(0)), (.negative, 1)])
  func programsMayDoWhatButtonsMay(_ action: ActionID, _ number: UInt8) {
    let wrist = holding()
    #expect(perform(action, on: 7, wrist) == nil)
    #expect(wrist.performed == [[2, 7, 0, 0, 0, number]])
    #expect(wrist.events.contains(.action(7, action, .ok)))
  }

  @Test func whatIsNotOfferedIsRefused() {
    let wrist = holding(flags: 0x10)
    #expect(perform(.positive, on: 7, wrist) == .notOffered)
    #expect(perform(.negative, on: 8, wrist) == .unknownNotification)
    #expect(wrist.performed.isEmpty)
  }

  @Test func serialSaysWhichNotificationIsMeant() throws {
    let wrist = holding()
    let serial = wrist.watch.session.notifications.notification(at: 0).serial
    #expect(perform(.negative, on: 7, serial: serial &+ 1, wrist) == .unknownNotification)
    #expect(wrist.performed.isEmpty)
    #expect(perform(.negative, on: 7, serial: serial, wrist) == nil)
    #expect(wrist.performed.count == 1)
  }

  @Test func uidOfAnotherSessionIsRefused() {
    let wrist = holding()
    let serial = wrist.watch.session.notifications.notification(at: 0).serial
    wrist.disconnect()
    #expect(perform(.negative, on: 7, wrist) == .notReady)
    wrist.connect()
    wrist.post(7, .init(title: "Boris", category: 4, flags: 0x18))
    #expect(perform(.negative, on: 7, serial: serial, wrist) == .unknownNotification)
    #expect(wrist.performed.isEmpty)
  }

  @Test func callIsDeclinedAsByItsButton() {
    let wrist = holding(category: 1)
    #expect(wrist.screen == .call)
    #expect(perform(.negative, on: 7, wrist) == nil)
    #expect(wrist.performed.count == 1)
    wrist.press(.decline)
    #expect(wrist.performed.count == 1, "it was chosen already")
    wrist.remove(7)
    wrist.post(8, .init(title: "Anna", category: 2, flags: 0x10))
    #expect(wrist.screen == .clock, "a call that was declined is no news when it is missed")
  }

  @Test func stateIsThatOfTheEvents() {
    let wrist = Wrist()
    #expect(wrist.watch.connectionState == .ready && wrist.watch.connectionTrouble == nil)
    wrist.disconnect()
    #expect(wrist.watch.connectionState == .disconnected)
  }
}
