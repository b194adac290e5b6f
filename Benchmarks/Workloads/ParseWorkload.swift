internal import ANCS
internal import Octets

/// The parser alone: decodes the Notification Source's values of a session, and assembles the replies.
public struct ParseWorkload: ~Copyable {
  private var reply = ReplySlots()
  private let verifies: Bool

  /// - Parameter verifies: whether every octet of every text is summed, which takes longer than to parse it.
  public init(verifies: Bool = false) { self.verifies = verifies }

  public mutating func run(_ session: Span<UInt8>) -> Tally {
    var tally = Tally()
    var records = SessionRecords(session)
    while let kind = records.next() {
      switch kind {
      case .source: note(records.octets, &tally)
      case .request: reply.expect(records.octets)
      case .data:
        tally.octetsIn += records.octets.count
        if reply.receive(records.octets) { finish(&tally) }
      case .message, .mark: break
      }
    }
    return tally
  }

  private func note(_ value: Span<UInt8>, _ tally: inout Tally) {
    do throws(DecodeError) {
      let event = try NotificationSourceEvent(decoding: value)
      if verifies { tally.sum(event.uid.rawValue) } else { tally.note(Int(event.categoryCount)) }
    } catch {
      tally.items = -1
    }
  }

  private func finish(_ tally: inout Tally) {
    tally.items += 1
    guard verifies else { return tally.note(reply.lastOctet) }
    for raw in 0..<8 {
      guard let attribute = NotificationAttributeID(rawValue: UInt8(truncatingIfNeeded: raw)) else { return }
      tally.sum(reply[attribute], attribute: attribute.rawValue)
    }
  }
}
