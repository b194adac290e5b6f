public import Identifiers
internal import Octets
public import Screens
public import Timing

// Several phones: which there are, which may connect, and what is wrong between one of them and the watch.
extension WatchMachine {
  /// A new phone may pair only if the bond with this one goes: asks whether it may.
  public mutating func offerReplacement(of phone: DeviceAddress, now: Instant) {
    guard identity.phones.index(of: phone) != nil else { return }
    page = .question(.replace, phone)
    keepPage(now: now)
    settle(now: now)
  }

  /// One side has forgotten the other: shown over the page, but only while no phone is connected.
  ///
  /// - Parameter phone: the one that forgot; nil if the watch did.
  public mutating func bondMismatchFound(_ cause: PairAgainScreen.Cause, phone: DeviceAddress?, now: Instant) {
    pairAgain = PairAgain(cause, phone: phone, now: now)
    settle(now: now)
  }

  /// The bonds match again, or there is none any more.
  public mutating func bondMismatchEnded(now: Instant) {
    pairAgain = nil
    settle(now: now)
  }

  /// Whether the advice is on the glass, if nothing more urgent is: not while a phone is here, which may be the one
  /// that is pairing.
  var isPairAgainDue: Bool {
    guard pairAgain != nil else { return false }
    switch link {
    case .advertising, .pairingOpen, .disconnected, .bondLost: return true
    case .starting, .idle, .connected, .pairing, .encrypted, .discovering, .ready, .unauthorized, .noNotifications,
      .recovering:
      return false
    }
  }

  /// Lets go of phones that are paired no longer.
  mutating func forgetMissingPhones() {
    switch page {
    case .question(_, let phone) where identity.phones.index(of: phone) == nil: page = .clock
    case .phones(let purpose, let row): page = .phones(purpose, row: min(row, max(0, rowCount(for: purpose) - 1)))
    case .clock, .list, .detail, .status, .menu, .question, .note, .mute, .music: break
    }
    if let phone = pairAgain?.phone, identity.phones.index(of: phone) == nil { pairAgain = nil }
  }

  // MARK: The menu

  mutating func choose(_ item: MenuItem) {
    switch item {
    case .pairNewPhone:
      act(.openPairingWindow)
      // What comes of it is seen on the status screen.
      page = .status(topLine: 0, origin: .clock)
    case .phones: openPhones()
    case .disconnect: sendAway()
    case .forgetPhone: chooseWhomToForget()
    case .status: page = .status(topLine: 0, origin: .menu)
    case .music: page = .music(.track)
    }
  }

  private mutating func openPhones() {
    guard identity.phones.count > 0 else { return show(.nobodyPaired, about: nil) }
    page = .phones(.choose, row: identity.phones.index(of: identity.phones.chosen).map { $0 + 1 } ?? 0)
  }

  private mutating func sendAway() {
    switch link {
    case .connected, .pairing, .encrypted, .discovering, .ready, .unauthorized, .noNotifications:
      act(.disconnect)
      show(.sentAway, about: identity.phones.connected)
    case .starting, .idle, .advertising, .pairingOpen, .recovering, .disconnected, .bondLost:
      show(.nobodyConnected, about: nil)
    }
  }

  private mutating func chooseWhomToForget() {
    let phones = identity.phones
    switch phones.count {
    case 0: show(.nobodyPaired, about: nil)
    case 1: page = .question(.forget, phones[0].identity)
    default: page = .phones(.forget, row: phones.index(of: phones.connected ?? phones.latest) ?? 0)
    }
  }

  private mutating func show(_ note: NoteScreen.Note, about phone: DeviceAddress?) {
    notedPhone = identity.phones.label(of: phone)
    page = .note(note, topLine: 0)
  }

  // MARK: The list of phones

  func rowCount(for purpose: PhonesScreen.Purpose) -> Int {
    switch purpose {
    case .choose: identity.phones.count + 1
    case .forget: identity.phones.count
    }
  }

  /// The phone of a row; nil for the row that stands for any.
  func phone(inRow row: Int, for purpose: PhonesScreen.Purpose) -> DeviceAddress? {
    let index = purpose == .choose ? row - 1 : row
    guard (0..<identity.phones.count).contains(index) else { return nil }
    return identity.phones[index].identity
  }

  mutating func chooseRow(_ row: Int, for purpose: PhonesScreen.Purpose) {
    let phone = phone(inRow: row, for: purpose)
    switch purpose {
    case .choose:
      act(.choosePhone(phone))
      identity.phones.chosen = phone
    case .forget: if let phone { page = .question(.forget, phone) }
    }
  }

  // MARK: Answers

  mutating func answer(_ question: QuestionScreen.Question, about phone: DeviceAddress, _ isYes: Bool) {
    switch (question, isYes) {
    case (.forget, true):
      act(.forgetPhone(phone))
      show(.forgotten, about: phone)
    case (.forget, false): page = .menu(.forgetPhone)
    case (.replace, true):
      act(.acceptReplacement)
      page = .status(topLine: 0, origin: .clock)
    case (.replace, false):
      // Without room for it no new phone can pair, and those that are paired are kept out meanwhile.
      act(.closePairingWindow)
      page = .menu(.pairNewPhone)
    }
  }

  /// The one press that mends it here; what is to be done on the phone stands on the status screen.
  mutating func pairAgainNow() {
    pairAgain = nil
    act(.openPairingWindow)
    page = .status(topLine: 0, origin: .clock)
  }
}
