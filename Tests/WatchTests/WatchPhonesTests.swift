import Identifiers
import Octets
import Peripherals
import Screens
import Testing
import Timing

@testable import Watch

/// The menu's dealings with phones, with two buttons and with six.
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

  private func know(_ phones: [DeviceAddress], on wrist: Wrist, connected: DeviceAddress? = nil) {
    var identity = WatchIdentity()
    for phone in phones { identity.phones.append(PhoneList.Phone(identity: phone, name: Self.name(of: phone))) }
    identity.phones.connected = connected
    identity.phones.latest = phones.last
    wrist.watch.setIdentity(identity)
  }

  /// Opens the menu and takes an item, with two buttons.
  private func wrist(
    _ item: MenuItem, _ phones: [DeviceAddress] = [anna, work, nameless], connected: DeviceAddress? = nil
  ) -> Wrist {
    let wrist = Wrist(connected: connected != nil)
    know(phones, on: wrist, connected: connected)
    wrist.hold(.decline)
    for _ in 0..<item.rawValue { wrist.press(.decline) }
    wrist.press(.accept)
    return wrist
  }

  // MARK: Choosing

  @Test func thePhonesAreListedBehindAnyPhone() {
    let wrist = wrist(.phones)
    #expect(wrist.screen == .phones)
    #expect(wrist.watch.page == .phones(.choose, row: 0))
    #expect(wrist.actions.isEmpty)
  }

  @Test func aPhoneIsChosenWithTwoButtons() {
    let wrist = wrist(.phones)
    let before = wrist.picture
    wrist.press(.decline)
    wrist.press(.decline)
    wrist.press(.accept)
    #expect(wrist.actions == [.choosePhone(Self.work)])
    #expect(wrist.screen == .phones)
    #expect(wrist.watch.identity.phones.chosen == Self.work, "it is marked at once")
    #expect(wrist.picture != before)
    for _ in 0..<2 { wrist.press(.decline) }
    #expect(wrist.watch.page == .menu(.phones), "next past the last leads back")
  }

  @Test func anyPhoneIsChosenAgain() {
    let wrist = wrist(.phones)
    wrist.press(.down)
    wrist.press(.select)
    for _ in 0..<9 { wrist.press(.up) }
    wrist.press(.select)
    #expect(wrist.actions == [.choosePhone(Self.anna), .choosePhone(nil)])
  }

  @Test func theListOpensAtTheChosenPhone() {
    let wrist = Wrist()
    know([Self.anna, Self.work], on: wrist)
    var identity = wrist.watch.identity
    identity.phones.chosen = Self.work
    wrist.watch.setIdentity(identity)
    wrist.hold(.decline)
    wrist.press(.down)
    wrist.press(.accept)
    #expect(wrist.watch.page == .phones(.choose, row: 2))
  }

  @Test(arguments: [Button.back, .decline]) func theListIsLeftForTheMenu(_ button: Button) {
    let wrist = wrist(.phones)
    if button == .back { wrist.press(.back) } else { wrist.hold(.decline) }
    #expect(wrist.watch.page == .menu(.phones))
  }

  @Test func withoutPhonesThereIsNothingToChooseOrForget() {
    for item in [MenuItem.phones, .forgetPhone] {
      let wrist = wrist(item, [])
      #expect(wrist.watch.page == .note(.nobodyPaired, topLine: 0))
      #expect(wrist.actions.isEmpty)
    }
  }

  // MARK: Disconnecting

  @Test func thePhoneIsSentAwayAndItsNameStays() {
    let wrist = wrist(.disconnect, connected: Self.anna)
    #expect(wrist.actions == [.disconnect])
    #expect(wrist.watch.page == .note(.sentAway, topLine: 0))
    let note = wrist.picture
    know([Self.anna], on: wrist, connected: nil)
    #expect(wrist.picture == note)
    wrist.press(.accept)
    wrist.press(.accept)
    #expect(wrist.screen == .clock, "accept pages through the note, and then puts it away")
  }

  @Test func whereNobodyIsNobodyIsSentAway() {
    let wrist = wrist(.disconnect)
    #expect(wrist.actions.isEmpty)
    #expect(wrist.watch.page == .note(.nobodyConnected, topLine: 0))
    wrist.press(.decline)
    #expect(wrist.screen == .clock)
  }

  // MARK: Forgetting

  @Test func theOnlyPhoneIsForgottenAfterAQuestion() {
    let wrist = wrist(.forgetPhone, [Self.anna])
    #expect(wrist.watch.page == .question(.forget, Self.anna))
    #expect(wrist.actions.isEmpty)
    wrist.press(.accept)
    #expect(wrist.actions == [.forgetPhone(Self.anna)])
    know([], on: wrist)
    #expect(wrist.watch.page == .note(.forgotten, topLine: 0))
    wrist.press(.down)
    #expect(wrist.watch.page == .note(.forgotten, topLine: 1))
  }

  @Test(arguments: [Button.decline, .back]) func noForgetsNobody(_ button: Button) {
    let wrist = wrist(.forgetPhone, [Self.anna])
    wrist.press(button)
    #expect(wrist.actions.isEmpty)
    #expect(wrist.watch.page == .menu(.forgetPhone))
  }

  @Test func ofSeveralPhonesTheOneToForgetIsChosenFirst() {
    let wrist = wrist(.forgetPhone, connected: Self.work)
    #expect(wrist.watch.page == .phones(.forget, row: 1), "the one that is here")
    wrist.press(.up)
    wrist.press(.select)
    #expect(wrist.watch.page == .question(.forget, Self.anna))
    wrist.press(.select)
    #expect(wrist.actions == [.forgetPhone(Self.anna)])
  }

  @Test func holdingAcceptInTheListAsksWhetherToForget() {
    let wrist = wrist(.phones)
    wrist.hold(.accept)
    #expect(wrist.screen == .phones, "any phone is none")
    wrist.press(.decline)
    wrist.hold(.accept)
    #expect(wrist.watch.page == .question(.forget, Self.anna))
  }

  @Test func aQuestionAboutAPhoneThatIsGoneIsWithdrawn() {
    let wrist = wrist(.forgetPhone, [Self.anna])
    know([Self.work], on: wrist)
    #expect(wrist.screen == .clock)
  }

  @Test func aListThatGetsShorterKeepsItsSelectionInside() {
    let wrist = wrist(.phones)
    for _ in 0..<3 { wrist.press(.down) }
    know([Self.anna], on: wrist)
    #expect(wrist.watch.page == .phones(.choose, row: 1))
  }

  // MARK: Replacing

  private func replacing() -> Wrist {
    let wrist = wrist(.pairNewPhone)
    wrist.watch.offerReplacement(of: Self.nameless, now: wrist.now)
    wrist.collect()
    #expect(wrist.watch.page == .question(.replace, Self.nameless))
    return wrist
  }

  @Test func anOldPhoneGoesOnlyIfTheUserAgrees() {
    let wrist = replacing()
    wrist.press(.accept)
    #expect(wrist.actions == [.openPairingWindow, .acceptReplacement])
    #expect(wrist.screen == .status)
  }

  @Test func ifNotNothingIsPaired() {
    let wrist = replacing()
    wrist.press(.decline)
    #expect(wrist.actions == [.openPairingWindow, .closePairingWindow])
    #expect(wrist.watch.page == .menu(.pairNewPhone))
  }

  @Test func aQuestionThatNobodyAnswersIsWithdrawn() {
    let wrist = replacing()
    wrist.wait(.seconds(120))
    #expect(wrist.screen == .clock)
    #expect(wrist.actions == [.openPairingWindow])
  }

  @Test func aPhoneWithoutANameIsCalledByTheEndOfItsAddress() {
    let wrist = Wrist()
    know([Self.nameless], on: wrist)
    let label = wrist.watch.identity.phones.label(of: Self.nameless)
    let expected = BoundedText<24>("Phone 0C:0B:03")
    #expect(label == expected)
  }
}
