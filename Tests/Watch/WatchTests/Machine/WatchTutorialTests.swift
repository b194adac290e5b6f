import Identifiers
import Octets
import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

/// The tutorial after the first pairing, and from the menu.
@Suite struct WatchTutorialTests {
  private static let phone = DeviceAddress(kind: .random, octets: [1, 2, 3, 4, 5, 0xC6])

  private func unpaired(hints: UInt16 = 1, hasJoystick: Bool = false) -> MachineHarness {
    let harness = MachineHarness()
    var settings = WearerSettings()
    settings[.hints] = hints
    harness.watch.configure(settings)
    if hasJoystick { harness.fit { $0.hasJoystick = true } }
    harness.watch.setIdentity(WatchIdentity())
    return harness
  }

  private func pair(_ harness: MachineHarness) {
    harness.pairingStarted(.compare(pairingCode: 123_456), now: harness.now)
    harness.press(.accept)
    noteBond(harness)
    harness.pairingEnded(nil, now: harness.now)
    harness.collect()
  }

  private func noteBond(_ harness: MachineHarness) {
    var identity = WatchIdentity()
    identity.phones.append(PhoneList.Phone(identity: Self.phone, name: BoundedText("Phone")))
    harness.watch.setIdentity(identity)
  }

  private func page(_ harness: MachineHarness) -> TutorialPage? {
    if case .tutorial(let page) = harness.watch.navigation.page { page } else { nil }
  }

  private func hasChanged(_ harness: MachineHarness) -> Bool { harness.watch.takeHaveChoicesChanged() }

  @Test func itFollowsTheFirstPairing() {
    let harness = unpaired()
    pair(harness)
    #expect(harness.watch.screen == .pairing)
    harness.wait(.seconds(4))
    #expect(harness.watch.screen == .tutorial && page(harness) == .accept)
    #expect(harness.events.contains(.screen(.tutorial)))
    for expected in [TutorialPage.decline, .hold, .display, .menu] {
      harness.press(.accept)
      #expect(page(harness) == expected)
    }
    harness.press(.accept)
    #expect(harness.watch.screen == .clock)
    #expect(harness.performed.isEmpty && harness.sent.isEmpty)
  }

  @Test func aPressThatClosesTheResultDoesNotReachIt() {
    let harness = unpaired()
    pair(harness)
    harness.press(.accept)
    #expect(page(harness) == .accept)
    harness.handle(ButtonEvent(button: .accept, edge: .pressed), now: harness.now)
    harness.handle(ButtonEvent(button: .accept, edge: .released), now: harness.now)
    #expect(page(harness) == .accept)
  }

  @Test(arguments: [true, false]) func declineSkipsIt(_ isHeld: Bool) {
    let harness = unpaired()
    pair(harness)
    harness.wait(.seconds(4))
    if isHeld { harness.hold(.decline) } else { harness.press(.decline) }
    #expect(harness.watch.screen == .clock)
    harness.wait(.seconds(5))
    #expect(harness.watch.screen == .clock)
  }

  @Test func itWaitsBehindACallAndAnAlert() {
    let harness = unpaired()
    pair(harness)
    harness.post(1, .init(category: 1))
    #expect(harness.watch.screen == .call)
    harness.wait(.seconds(4))
    #expect(harness.watch.screen == .call)
    harness.remove(1)
    #expect(harness.watch.screen == .tutorial)
    harness.post(2, .init())
    #expect(harness.watch.screen == .alert)
    harness.press(.decline)
    #expect(harness.watch.screen == .tutorial)
  }

  @Test func itComesAfterACallThatIsLongerThanAPageStays() {
    let harness = unpaired()
    pair(harness)
    harness.post(1, .init(category: 1, flags: 0x18))
    harness.press(.accept)
    harness.remove(1)
    harness.post(2, .init(category: 12, flags: 0x10))
    harness.wait(.seconds(125))
    #expect(harness.watch.screen == .activeCall)
    harness.remove(2)
    #expect(harness.watch.screen == .tutorial)
  }

  @Test func itWaitsWhileTheMenuIsOpen() {
    let harness = unpaired()
    harness.hold(.decline)
    pair(harness)
    harness.wait(.seconds(4))
    #expect(harness.watch.screen == .menu)
    harness.hold(.decline)
    #expect(harness.watch.screen == .tutorial)
  }

  @Test func itLeavesAfterTwoMinutes() {
    let harness = unpaired()
    pair(harness)
    harness.wait(.seconds(4 + 119))
    #expect(harness.watch.screen == .tutorial)
    harness.wait(.seconds(2))
    #expect(harness.watch.screen == .clock)
  }

  @Test func itComesOnce() throws {
    let harness = unpaired()
    pair(harness)
    harness.wait(.seconds(4))
    #expect(hasChanged(harness))
    let octets = output(capacity: WearerRecord.capacity) { (output) in
      #expect(throws: Never.self) { try harness.watch.choices.encode(into: &output) }
    }
    let restarted = unpaired()
    restarted.watch.setChoices(try WearerRecord(decoding: octets.span))
    pair(restarted)
    restarted.wait(.seconds(5))
    #expect(restarted.watch.screen == .clock)
  }

  @Test func aWatchThatHasABondShowsNone() {
    let harness = MachineHarness()
    var settings = WearerSettings()
    settings[.hints] = 1
    harness.watch.configure(settings)
    noteBond(harness)
    pair(harness)
    harness.wait(.seconds(5))
    #expect(harness.watch.screen == .clock)
  }

  @Test func withoutHintsThereIsNone() {
    let harness = unpaired(hints: 0)
    pair(harness)
    harness.wait(.seconds(5))
    #expect(harness.watch.screen == .clock)
    #expect(!hasChanged(harness))
  }

  @Test func theMenuRepeatsIt() {
    let harness = unpaired(hints: 0, hasJoystick: true)
    harness.hold(.decline)
    for _ in 0..<MenuItem.tutorial.rawValue { harness.press(.decline) }
    harness.press(.accept)
    #expect(harness.watch.screen == .tutorial)
    for expected in [TutorialPage.decline, .hold, .display, .joystick, .menu, .menu] {
      harness.press(.down)
      #expect(page(harness) == expected)
    }
    for expected in [TutorialPage.joystick, .display, .hold, .decline, .accept, .accept] {
      harness.press(.up)
      #expect(page(harness) == expected)
    }
    harness.press(.back)
    #expect(harness.watch.screen == .clock)
  }
}
