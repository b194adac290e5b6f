internal import Features
internal import Graphics
internal import Octets
internal import PhoneClient
internal import Screens
internal import Timing
internal import WatchModel

// The status screen.
extension LinkStatus {
  func drawStatus(
    of identity: borrowing WatchIdentity, _ phone: borrowing PhoneState, timeSource: TimeSource?, now: Instant,
    topLine: Int, _ style: ClockStyle, into bitmap: inout Bitmap
  ) {
    guard Features.hasStatusPage else { return }
    let label = identity.statusLabel
    let facts = (losses.counts, recoveries, timeSource, now)
    Self.screen(identity, label.span, facts, phone, diagnosis(phone), topLine: topLine, style).draw(into: &bitmap)
  }

  /// Returns the last line with which the status screen may begin.
  func lastStatusLine(
    of identity: borrowing WatchIdentity, _ phone: borrowing PhoneState, timeSource: TimeSource?, now: Instant,
    _ style: ClockStyle
  ) -> Int {
    guard Features.hasStatusPage else { return 0 }
    let label = identity.statusLabel
    let facts = (losses.counts, recoveries, timeSource, now)
    return Self.screen(identity, label.span, facts, phone, diagnosis(phone), topLine: 0, style).maximumTopLine
  }

  @_lifetime(borrow identity, copy label)
  private static func screen(
    _ identity: borrowing WatchIdentity, _ label: Span<UInt8>,
    _ status: (losses: Losses, recoveries: RecoveryLog, timeSource: TimeSource?, now: Instant),
    _ phone: borrowing PhoneState, _ diagnosis: LinkDiagnosis, topLine: Int,
    _ style: ClockStyle
  ) -> StatusScreen {
    var facts = StatusFacts(name: identity.name.span, phone: label, isPhoneHere: identity.phones.connected != nil)
    facts.address = identity.address
    facts.bondCount = identity.bondCount
    facts.lastEventAge = phone.lastEventAt.map { status.now.since($0) }
    facts.losses = status.losses
    facts.recoveries = status.recoveries
    facts.now = status.now
    facts.batteryLevel = phone.facts.batteryLevel
    facts.model = phone.facts.model
    facts.timeSource = status.timeSource
    facts.style = style
    return StatusScreen(diagnosis, facts, topLine: topLine, style.language)
  }
}

extension WatchIdentity {
  /// The label of the phone that is connected, else of the only one that may connect; empty if there is neither.
  fileprivate var statusLabel: BoundedText<24> { phones.label(of: phones.connected ?? phones.chosen) }
}
