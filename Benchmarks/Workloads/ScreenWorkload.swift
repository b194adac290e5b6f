internal import ANCS
internal import Graphics
internal import Octets
internal import Screens
internal import WatchModel

/// From the slot to the panel: draws each notification of a session as its alert, and sends the picture to the panel.
///
/// The reply is assembled as in `ParseWorkload`, which takes little time in comparison.
public struct ScreenWorkload: ~Copyable {
  private var reply = ReplySlots()
  private var bitmap = Bitmap()
  private var panel: PanelProbe
  private var category = CategoryID.other

  /// - Parameter verifies: whether to check each picture with a model of the panel.
  public init(verifies: Bool = false) { panel = PanelProbe(verifies: verifies) }

  public mutating func run(_ session: Span<UInt8>) -> Tally {
    var tally = Tally()
    var records = SessionRecords(session)
    while drawNext(of: &records) {
      tally.octetsOut += panel.show(bitmap.octets)
      tally.items += 1
      tally.note(Int(bitmap.octets[0]))
      if !panel.shows(bitmap.octets) { tally.items = -1_000_000 }
    }
    return tally
  }

  /// Draws the next notification of the session; returns false at the end of the session.
  @_lifetime(records: copy records)
  mutating func drawNext(of records: inout SessionRecords) -> Bool {
    while let kind = records.next() {
      switch kind {
      case .source: category = CategoryID(rawValue: records.octets[2])
      case .request: reply.expect(records.octets)
      case .data:
        guard reply.receive(records.octets) else { continue }
        draw()
        return true
      case .message, .mark: break
      }
    }
    return false
  }

  /// The last picture that was drawn.
  var picture: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { bitmap.octets }
  }

  private mutating func draw() {
    let date = NotificationDate(parsing: reply[.date])
    let text = NotificationText(
      category: category, time: date.flatMap { TimeOfDay(hour: Int($0.hour), minute: Int($0.minute)) },
      appName: reply[.appIdentifier], title: reply[.title], subtitle: reply[.subtitle], message: reply[.message])
    let offered = text.offering(
      positive: .offered(reply[.positiveActionLabel]), negative: .offered(reply[.negativeActionLabel]))
    AlertScreen(offered).draw(into: &bitmap)
  }
}
