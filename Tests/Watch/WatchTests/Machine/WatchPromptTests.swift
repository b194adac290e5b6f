import Identifiers
import Octets
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

/// A code and a question accept the buttons only after 1.5 s without a press.
@Suite struct WatchPromptTests {
  private static let phone = DeviceAddress(kind: .public, octets: [1, 2, 3, 4, 5, 6])

  enum Prompt: CaseIterable {
    case comparison, passkey, claim, replacement, forgetting

    var screen: ScreenName { self == .comparison || self == .passkey ? .pairing : .question }
    /// The answer that decline gives.
    var refusal: WatchAction? {
      switch self {
      case .comparison, .passkey: .confirmPairing(false)
      case .claim: .answerClaim(false)
      case .replacement: .closePairingWindow
      case .forgetting: nil
      }
    }
  }

  private func harness(with prompt: Prompt) -> MachineHarness {
    let harness = MachineHarness()
    var identity = WatchIdentity()
    identity.phones.append(PhoneList.Phone(identity: Self.phone, name: BoundedText("Anna's iPhone")))
    harness.watch.setIdentity(identity)
    switch prompt {
    case .comparison: harness.pairingStarted(.compare(pairingCode: 1), now: harness.now)
    case .passkey: harness.pairingStarted(.enterOnPhone(passkey: 1), now: harness.now)
    case .claim: harness.identityClaimed(Self.phone, now: harness.now)
    case .replacement: harness.offerReplacement(of: Self.phone, now: harness.now)
    case .forgetting:
      harness.hold(.decline)
      for _ in 0..<MenuItem.forgetPhone.rawValue { harness.press(.down) }
      harness.press(.accept)
    }
    harness.collect()
    harness.events = []
    #expect(harness.screen == prompt.screen)
    return harness
  }

  private func tap(_ button: Button, on harness: MachineHarness) {
    harness.handle(ButtonEvent(button: button, edge: .pressed), now: harness.now)
    harness.handle(ButtonEvent(button: button, edge: .released), now: harness.now)
    harness.pump()
  }

  private func opened(_ harness: MachineHarness) -> [ScreenName] {
    harness.events.compactMap { if case .promptOpened(let screen) = $0 { screen } else { nil } }
  }

  @Test(arguments: Prompt.allCases) func anEventAndThePictureSayWhenItAccepts(_ prompt: Prompt) {
    let harness = harness(with: prompt)
    let closed = harness.picture
    _ = harness.takeNeedsRedraw()
    harness.wait(.milliseconds(1_499))
    #expect(opened(harness).isEmpty && harness.picture == closed)
    harness.wait(.milliseconds(1))
    #expect(opened(harness) == [prompt.screen])
    #expect(harness.picture != closed && harness.takeNeedsRedraw())
    harness.wait(.seconds(5))
    #expect(opened(harness).count == 1)
  }

  @Test(arguments: Prompt.allCases, [Button.accept, .decline, .up, .down, .select, .back])
  func eachPressBeforeBeginsTheTimeAgain(_ prompt: Prompt, _ button: Button) {
    let harness = harness(with: prompt)
    for _ in 0..<20 {
      harness.wait(.milliseconds(450))
      tap(button, on: harness)
    }
    #expect(harness.actions.isEmpty && harness.screen == prompt.screen && opened(harness).isEmpty)
    harness.wait(.milliseconds(1_499))
    #expect(opened(harness).isEmpty)
    harness.wait(.milliseconds(1))
    #expect(opened(harness) == [prompt.screen])
  }

  /// The timer may be late; only a prompt that shows it can be answered.
  @Test(arguments: Prompt.allCases) func aPressBeforeThePromptAcceptsIsIgnored(_ prompt: Prompt) {
    let harness = harness(with: prompt)
    harness.now = harness.now + .seconds(2)
    tap(.accept, on: harness)
    #expect(harness.actions.isEmpty && harness.screen == prompt.screen)
  }

  /// The press began when the prompt accepted no answer, so its end is no answer either.
  @Test(arguments: Prompt.allCases) func aButtonHeldUntilThePromptAcceptsIsNotAnAnswer(_ prompt: Prompt) {
    let harness = harness(with: prompt)
    harness.wait(.milliseconds(100))
    harness.handle(ButtonEvent(button: .accept, edge: .pressed), now: harness.now)
    harness.wait(.seconds(3))
    #expect(opened(harness) == [prompt.screen])
    harness.handle(ButtonEvent(button: .accept, edge: .released), now: harness.now)
    harness.pump()
    #expect(harness.actions.isEmpty && harness.screen == prompt.screen)
  }

  @Test(arguments: Prompt.allCases) func afterTheDelayOnePressAnswersThePrompt(_ prompt: Prompt) {
    let harness = harness(with: prompt)
    harness.wait(.milliseconds(1_500))
    tap(.decline, on: harness)
    #expect(harness.actions.first == prompt.refusal)
  }

  @Test func aNewPromptBeginsTheTimeAgain() {
    let harness = harness(with: .comparison)
    harness.wait(.milliseconds(1_500))
    harness.pairingStarted(.compare(pairingCode: 2), now: harness.now)
    harness.wait(.milliseconds(1_400))
    tap(.accept, on: harness)
    #expect(harness.actions.isEmpty)
    harness.identityClaimed(Self.phone, now: harness.now)
    harness.wait(.milliseconds(1_400))
    tap(.accept, on: harness)
    #expect(harness.actions.isEmpty)
  }

  @Test func aPromptThatHasGoneDoesNotOpen() {
    let harness = harness(with: .comparison)
    harness.wait(.milliseconds(1_000))
    harness.pairingEnded(.other, now: harness.now)
    harness.wait(.seconds(3))
    #expect(opened(harness).isEmpty)
    tap(.decline, on: harness)
    #expect(harness.screen == .clock)
  }

  // MARK: The identity of a bonded phone

  @Test(arguments: [(Button.accept, true), (.decline, false)])
  func theUserSaysWhetherTheBondMayBeReplaced(_ button: Button, _ isYes: Bool) {
    let harness = harness(with: .claim)
    harness.press(button)
    #expect(harness.actions == [.answerClaim(isYes)])
    #expect(harness.screen == (isYes ? .clock : .pairing))
    harness.press(.accept)
    #expect(harness.actions.count == 1)
  }

  @Test func aQuestionWithoutAnAnswerIsANo() {
    let harness = harness(with: .claim)
    harness.wait(.seconds(60))
    #expect(harness.actions == [.answerClaim(false)])
    harness.wait(.seconds(10))
    #expect(harness.screen == .clock)
  }

  @Test func theQuestionGoesWithThePairing() {
    let harness = harness(with: .claim)
    harness.pairingEnded(.timedOut, now: harness.now)
    #expect(harness.screen == .pairing)
    harness.wait(.seconds(10))
    #expect(harness.actions.isEmpty && harness.screen == .clock)
  }
}
