public import Identifiers
public import Screens
internal import Timing
internal import WatchModel

/// A step of a pairing, or bonds that do not match.
public enum DialogueEvent: Equatable, Sendable {
  /// The user compares the codes, or types the passkey on the phone.
  case pairingStarted(PairingScreen.Step)
  /// The phone that is pairing claims to be this one, without proof. May it replace the bond of this one?
  case identityClaimed(DeviceAddress)
  /// Nil: there is a bond now.
  case pairingEnded(PairingFailureExplanation?)
  /// The watch, which has no bond, has forgotten a phone. With a bond, a stranger could have its owner delete it.
  case bondMismatchFound
  /// The bonds match again.
  case bondMismatchEnded
}

/// The dialogues of a pairing that cover the pages: the pairing itself, and advice on a lost bond.
struct Dialogues: Sendable {
  private(set) var pairing = PairingDialogue()
  private(set) var pairAgain = PairAgainAdvice()

  mutating func handle(_ event: DialogueEvent, now: Instant) {
    switch event {
    case .pairingStarted(let step): pairing.begin(step, now: now)
    case .identityClaimed(let phone): pairing.begin(claim: phone, now: now)
    case .pairingEnded(let failure): pairing.end(failure, now: now)
    case .bondMismatchFound: pairAgain.begin(now: now)
    case .bondMismatchEnded: pairAgain.stop()
    }
  }

  /// Handles a gesture on the dialogue of a pairing.
  ///
  /// - Returns: the answer for the Security Manager, if there is one.
  mutating func handleOnPairing(_ gesture: ButtonGesture, now: Instant) -> WatchAction? {
    pairing.handle(gesture, now: now)
  }

  /// Handles a gesture on the advice.
  ///
  /// - Returns: whether the wearer follows it.
  mutating func handleOnAdvice(_ gesture: ButtonGesture, _ language: Language) -> Bool {
    pairAgain.handle(gesture, language)
  }

  /// Returns the page, or the advice that covers it.
  func below(_ page: Page, in state: ConnectionState) -> ScreenName {
    pairAgain.isShown(in: state) ? .pairAgain : page.name
  }

  var deadline: Instant? { earliest(pairing.deadline, pairAgain.deadline) }

  /// - Returns: the answer for the Security Manager if the user or the phone did not answer in time.
  mutating func expire(now: Instant) -> WatchAction? {
    pairAgain.expire(now: now)
    return pairing.expire(now: now)
  }
}
