internal import Octets

/// Plans the cheapest update between two pictures, as page runs and as rectangles.
///
/// The pictures are the alerts of a session; each is compared with the first.
public struct PlanWorkload: ~Copyable {
  private var pictures = OctetBlock<8_192>()
  private var panel = PanelProbe(verifies: false)

  /// - Parameter session: at least eight notifications.
  public init(_ session: Span<UInt8>) {
    var screens = ScreenWorkload()
    var records = SessionRecords(session)
    for index in 0..<8 where screens.drawNext(of: &records) {
      var picture = pictures.mutableSpan(index * 1_024..<(index + 1) * 1_024)
      picture.copyOctets(from: screens.picture, at: 0)
    }
    _ = panel.show(pictures[0..<1_024])
  }

  public mutating func run(plans: Int) -> Tally {
    var tally = Tally()
    for plan in 0..<plans {
      let offset = (1 + plan % 7) * 1_024
      panel.plan(pictures[offset..<offset + 1_024])
      tally.items += 1
    }
    return tally
  }
}
