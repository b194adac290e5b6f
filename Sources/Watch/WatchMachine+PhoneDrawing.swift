internal import Graphics
internal import Identifiers
internal import Octets
internal import Screens
internal import Timing

// The picture of what is about phones.
extension WatchMachine {
  borrowing func drawStatus(into bitmap: inout Bitmap) {
    guard case .status(let topLine, _) = page else { return }
    let phone = statusPhone
    let happened = (losses.counts, recoveries, lastCallAt, phoneFacts, timeSource)
    Self.status(identity, phone.span, age: lastEventAge, happened, diagnosis, topLine: topLine).draw(into: &bitmap)
  }

  /// The last line that the status may begin with.
  borrowing func findLastStatusLine() -> Int {
    let phone = statusPhone
    let happened = (losses.counts, recoveries, lastCallAt, phoneFacts, timeSource)
    return Self.status(identity, phone.span, age: lastEventAge, happened, diagnosis, topLine: 0).maximumTopLine
  }

  /// The phone that is here, else the only one that may come; empty if there is none.
  private var statusPhone: BoundedText<24> {
    identity.phones.label(of: identity.phones.connected ?? identity.phones.chosen)
  }

  @_lifetime(borrow identity, copy phone)
  private static func status(
    _ identity: borrowing WatchIdentity, _ phone: Span<UInt8>, age: Interval?,
    _ happened: (losses: Losses, recoveries: RecoveryLog, now: Instant, told: PhoneFacts, source: TimeSource?),
    _ diagnosis: LinkDiagnosis, topLine: Int
  ) -> StatusScreen {
    var facts = StatusFacts(
      name: identity.name.span, phone: phone, isPhoneHere: identity.phones.connected != nil)
    facts.address = identity.address
    facts.bondCount = identity.bondCount
    facts.lastEventAge = age
    facts.losses = happened.losses
    facts.recoveries = happened.recoveries
    facts.now = happened.now
    facts.batteryLevel = happened.told.batteryLevel
    facts.model = happened.told.model
    facts.timeSource = happened.source
    return StatusScreen(diagnosis, facts, topLine: topLine)
  }

  borrowing func drawPairAgain(into bitmap: inout Bitmap) {
    guard let pairAgain else { return }
    let phone = identity.phones.label(of: pairAgain.phone)
    PairAgainScreen(pairAgain.cause, phone: phone.span, topLine: pairAgain.topLine).draw(into: &bitmap)
  }

  /// The last line that the advice may begin with.
  func findLastPairAgainLine() -> Int {
    guard let pairAgain else { return 0 }
    let phone = identity.phones.label(of: pairAgain.phone)
    return PairAgainScreen(pairAgain.cause, phone: phone.span, topLine: 0).maximumTopLine
  }

  borrowing func drawPhones(into bitmap: inout Bitmap) {
    guard case .phones(let purpose, let row) = page else { return }
    let phones = identity.phones
    let list = PhonesScreen(purpose, count: rowCount(for: purpose), selected: row)
    list.draw(into: &bitmap)
    for index in list.visible {
      guard let phone = phone(inRow: index, for: purpose) else {
        list.draw(.anyPhone(isChosen: phones.chosen == nil), at: index, into: &bitmap)
        continue
      }
      let label = phones.label(of: phone)
      let isChosen = purpose == .choose && phones.chosen == phone
      list.draw(
        PhoneRow(name: label.span, isChosen: isChosen, isConnected: phones.connected == phone), at: index,
        into: &bitmap)
    }
  }

  borrowing func drawQuestion(into bitmap: inout Bitmap) {
    guard case .question(let question, let phone) = page else { return }
    let label = identity.phones.label(of: phone)
    QuestionScreen(question, phone: label.span).draw(into: &bitmap)
  }

  borrowing func drawNote(into bitmap: inout Bitmap) {
    guard case .note(let note, let topLine) = page else { return }
    NoteScreen(note, phone: notedPhone.span, topLine: topLine).draw(into: &bitmap)
  }
}
