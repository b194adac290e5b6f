internal import Octets

/// The reference workload: copies the Data Source's values of a session into slots, without reading them.
public struct CopyWorkload: ~Copyable {
  private var slots = SlotRing()
  private var used = 0

  public init() {}

  public mutating func run(_ session: Span<UInt8>) -> Tally {
    var tally = Tally()
    var records = SessionRecords(session)
    while let kind = records.next() {
      switch kind {
      case .source, .message, .mark: break
      case .request:
        slots.advance()
        used = 0
        tally.items += 1
      case .data:
        var slot = slots.current
        slot.copyOctets(from: records.octets, at: used)
        used += records.octets.count
        tally.octetsIn += records.octets.count
      }
    }
    tally.note(Int(slots.first))
    return tally
  }
}

/// Eight text slots, used in turn as in a store.
struct SlotRing: ~Copyable {
  private var octets = OctetBlock<8_192>()
  private var index = 0

  mutating func advance() { index = (index + 1) & 7 }

  var current: MutableSpan<UInt8> {
    @_lifetime(&self)
    mutating get { octets.mutableSpan(index * 1_024..<(index + 1) * 1_024) }
  }

  /// The octets of the current slot.
  var filled: Span<UInt8> {
    @inline(__always)
    @_lifetime(borrow self)
    borrowing get { octets[index * 1_024..<(index + 1) * 1_024] }
  }

  var first: UInt8 { octets[0..<1][0] }
}
