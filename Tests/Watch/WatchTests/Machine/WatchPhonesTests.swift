import BluetoothHost
import Identifiers
import Octets
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import PhoneSupport
@testable import Watch

/// The menu items about phones, with two buttons and with six.
@Suite struct WatchPhonesTests {
  private static let anna = address(1)
  private static let work = address(2)
  private static let nameless = address(3)

  private static func address(_ number: UInt8) -> DeviceAddress {
    DeviceAddress(kind: .public, octets: [number, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F])
  }

  private static func name(of phone: DeviceAddress) -> BoundedText<24> {
    switch phone {
    case anna: BoundedText("Anna's iPhone")
    case work: BoundedText("工作手机")
    default: BoundedText()
    }
  }

  private func know(_ phones: [DeviceAddress], on harness: MachineHarness, connected: DeviceAddress? = nil) {
    var identity = WatchIdentity()
    for phone in phones { identity.phones.append(PhoneList.Phone(identity: phone, name: Self.name(of: phone))) }
    identity.phones.connected = connected
    identity.phones.latest = phones.last
    harness.watch.setIdentity(identity)
  }

  /// Opens the menu and selects an item, with two buttons.
  private func harness(
    _ item: MenuItem, _ phones: [DeviceAddress] = [anna, work, nameless], connected: DeviceAddress? = nil
  ) -> MachineHarness {
    let harness = MachineHarness(connected: connected != nil)
    know(phones, on: harness, connected: connected)
    harness.hold(.decline)
    for _ in 0..<item.rawValue { harness.press(.decline) }
    harness.press(.accept)
    return harness
  }

  // MARK: Choosing

  @Test func thePhonesAreListedBehindAnyPhone() {
    let harness = harness(.phones)
    #expect(harness.screen == .phones)
    #expect(harness.watch.navigation.page == .phones(.choose, row: 0))
    #expect(harness.actions.isEmpty)
  }

  @Test func aPhoneIsChosenWithTwoButtons() {
    let harness = harness(.phones)
    let before = harness.picture
    harness.press(.decline)
    harness.press(.decline)
    harness.press(.accept)
    #expect(harness.actions == [.choosePhone(Self.work)])
    #expect(harness.screen == .phones)
    #expect(harness.watch.identity.phones.chosen == Self.work, "it is marked at once")
    #expect(harness.picture != before)
    for _ in 0..<2 { harness.press(.decline) }
    #expect(harness.watch.navigation.page == .menu(.phones), "next past the last leads back")
  }

  @Test func anyPhoneIsChosenAgain() {
    let harness = harness(.phones)
    harness.press(.down)
    harness.press(.select)
    for _ in 0..<9 { harness.press(.up) }
    harness.press(.select)
    #expect(harness.actions == [.choosePhone(Self.anna), .choosePhone(nil)])
  }

  @Test func theListOpensAtTheChosenPhone() {
    let harness = MachineHarness()
    know([Self.anna, Self.work], on: harness)
    var identity = harness.watch.identity
    identity.phones.chosen = Self.work
    harness.watch.setIdentity(identity)
    harness.hold(.decline)
    harness.press(.down)
    harness.press(.accept)
    #expect(harness.watch.navigation.page == .phones(.choose, row: 2))
  }

  @Test(arguments: [Button.back, .decline]) func theListIsLeftForTheMenu(_ button: Button) {
    let harness = harness(.phones)
    if button == .back { harness.press(.back) } else { harness.hold(.decline) }
    #expect(harness.watch.navigation.page == .menu(.phones))
  }

  @Test func withoutPhonesThereIsNothingToChooseOrForget() {
    for item in [MenuItem.phones, .forgetPhone] {
      let harness = harness(item, [])
      #expect(harness.watch.navigation.page == .note(.noPairedPhones, topLine: 0))
      #expect(harness.actions.isEmpty)
    }
  }

  // MARK: The pairing window

  private func isWindowOpen(_ harness: ApplicationHarness) -> Bool {
    harness.application.host.isPairingWindowOpen(at: harness.now)
  }

  /// A watch whose phone was disconnected by *Pair new phone*, with the list of phones on its display.
  private func listedInTheWindow() -> ApplicationHarness {
    let harness = ApplicationHarness.ready()
    harness.choose(.pairNewPhone)
    #expect(isWindowOpen(harness) && harness.states.last == .pairingOpen)
    harness.press(.decline)
    harness.choose(.phones)
    #expect(harness.screen == .phones)
    return harness
  }

  @Test(arguments: [0, 1]) func choosingAPhoneOrAnyPhoneClosesThePairingWindow(_ row: Int) {
    let harness = listedInTheWindow()
    for _ in 0..<row { harness.press(.down) }
    harness.press(.accept)
    #expect(!isWindowOpen(harness))
    #expect(harness.states.last == .advertising && harness.troubles.last == .noPhone)
    harness.connect()
    #expect(harness.states.last == .ready)
  }

  @Test func choosingDuringAPairingLeavesTheWindowOpen() {
    let harness = listedInTheWindow()
    harness.phone.connect()
    harness.phone.startPairing()
    while harness.states.last != .pairing, !harness.phone.packets.isEmpty {
      harness.deliver(harness.phone.packets.removeFirst())
    }
    #expect(harness.states.last == .pairing && harness.screen == .phones)
    for edge in [ButtonEdge.pressed, .released] {
      harness.application.handle(ButtonEvent(button: .accept, edge: edge), now: harness.now)
    }
    harness.run()
    #expect(isWindowOpen(harness))
    #expect(harness.screen == .pairing)
  }

  // MARK: Disconnecting

  @Test func theDisconnectedPhoneKeepsItsName() {
    let harness = harness(.disconnect, connected: Self.anna)
    #expect(harness.actions == [.disconnect])
    #expect(harness.watch.navigation.page == .note(.disconnected, topLine: 0))
    let note = harness.picture
    know([Self.anna], on: harness, connected: nil)
    #expect(harness.picture == note)
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.screen == .clock, "accept pages through the note, and then puts it away")
  }

  @Test func withoutAPhoneThereIsNothingToDisconnect() {
    let harness = harness(.disconnect)
    #expect(harness.actions.isEmpty)
    #expect(harness.watch.navigation.page == .note(.notConnected, topLine: 0))
    harness.press(.decline)
    #expect(harness.screen == .clock)
  }

  // MARK: Forgetting

  @Test func theOnlyPhoneIsForgottenAfterAQuestion() {
    let harness = harness(.forgetPhone, [Self.anna])
    #expect(harness.watch.navigation.page == .question(.forget, Self.anna))
    #expect(harness.actions.isEmpty)
    harness.press(.accept)
    #expect(harness.actions == [.forgetPhone(Self.anna)])
    know([], on: harness)
    #expect(harness.watch.navigation.page == .note(.forgotten, topLine: 0))
    harness.press(.down)
    #expect(harness.watch.navigation.page == .note(.forgotten, topLine: 1))
  }

  @Test(arguments: [Button.decline, .back]) func theAnswerNoForgetsNoPhone(_ button: Button) {
    let harness = harness(.forgetPhone, [Self.anna])
    harness.press(button)
    #expect(harness.actions.isEmpty)
    #expect(harness.watch.navigation.page == .menu(.forgetPhone))
  }

  @Test func ofSeveralPhonesTheOneToForgetIsChosenFirst() {
    let harness = harness(.forgetPhone, connected: Self.work)
    #expect(harness.watch.navigation.page == .phones(.forget, row: 1), "the one that is here")
    harness.press(.up)
    harness.press(.select)
    #expect(harness.watch.navigation.page == .question(.forget, Self.anna))
    harness.press(.select)
    #expect(harness.actions == [.forgetPhone(Self.anna)])
  }

  @Test func holdingAcceptInTheListAsksWhetherToForget() {
    let harness = harness(.phones)
    harness.hold(.accept)
    #expect(harness.screen == .phones, "any phone is none")
    harness.press(.decline)
    harness.hold(.accept)
    #expect(harness.watch.navigation.page == .question(.forget, Self.anna))
  }

  @Test func aQuestionAboutAPhoneThatIsGoneIsWithdrawn() {
    let harness = harness(.forgetPhone, [Self.anna])
    know([Self.work], on: harness)
    #expect(harness.screen == .clock)
  }

  @Test func aListThatGetsShorterKeepsItsSelectionInside() {
    let harness = harness(.phones)
    for _ in 0..<3 { harness.press(.down) }
    know([Self.anna], on: harness)
    #expect(harness.watch.navigation.page == .phones(.choose, row: 1))
  }

  // MARK: Replacing

  private func replacing(connected: DeviceAddress? = nil) -> MachineHarness {
    let harness = harness(.pairNewPhone, connected: connected)
    harness.offerReplacement(of: Self.nameless, now: harness.now)
    harness.collect()
    #expect(harness.watch.navigation.page == .question(.replace, Self.nameless))
    return harness
  }

  @Test func anOldPhoneGoesOnlyIfTheUserAgrees() {
    let harness = replacing()
    harness.press(.accept)
    #expect(harness.actions == [.openPairingWindow, .acceptReplacement])
    #expect(harness.screen == .status)
  }

  @Test func decliningTheReplacementClosesTheWindow() {
    let harness = replacing()
    harness.press(.decline)
    #expect(harness.actions == [.openPairingWindow, .closePairingWindow])
    #expect(harness.watch.navigation.page == .menu(.pairNewPhone))
  }

  @Test func anUnansweredQuestionIsWithdrawnAndClosesTheWindow() {
    let harness = replacing()
    harness.wait(.seconds(120))
    harness.collect()
    #expect(harness.screen == .clock)
    // No phone can pair without room, and an open window keeps the eight paired phones out.
    #expect(harness.actions == [.openPairingWindow, .closePairingWindow])
  }

  @Test func theQuestionGoesWithThePairingWindow() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds(others: 7))
    harness.application.host.setPairingWindow(.seconds(30))
    harness.choose(.pairNewPhone)
    harness.wait(.seconds(29))
    #expect(isWindowOpen(harness) && harness.screen == .question)
    harness.wait(.seconds(2))
    #expect(!isWindowOpen(harness) && harness.screen == .clock)
  }

  @Test func openingAnAlertWithdrawsTheQuestionAndClosesTheWindow() {
    let harness = replacing(connected: Self.anna)
    harness.post(7, MachineHarness.Posted())
    #expect(harness.screen == .alert)
    harness.press(.accept)
    #expect(harness.screen == .detail)
    #expect(harness.actions.contains(.closePairingWindow))
  }

  @Test func aPhoneWithoutANameIsCalledByTheEndOfItsAddress() {
    let harness = MachineHarness()
    know([Self.nameless], on: harness)
    let label = harness.watch.identity.phones.label(of: Self.nameless)
    let expected = BoundedText<24>("Phone 0C:0B:03")
    #expect(label == expected)
  }
}
