internal import ANCS
internal import Octets

/// The replies of a session, each assembled in its own slot.
struct ReplySlots: ~Copyable {
  private var slots = SlotRing()
  private var assembler = DataSourceAssembler()
  /// The attributes that every request of a session names.
  private let request = AttributeRequest.everything(flags: EventFlags.positiveAction.union(.negativeAction))

  init() {}

  mutating func expect(_ command: Span<UInt8>) {
    slots.advance()
    var slot = slots.current
    assembler.expect(request, header: command.extracting(first: 5), in: &slot)
  }

  /// Takes a value of the Data Source.
  ///
  /// - Returns: whether it was the last value of a reply.
  @inline(__always)
  mutating func receive(_ fragment: Span<UInt8>) -> Bool {
    var slot = slots.current
    return assembler.receive(fragment, into: &slot) == .complete
  }

  /// The last octet of the slot, which no other code reads.
  var lastOctet: Int { Int(slots.filled[1_023]) }

  subscript(id: NotificationAttributeID) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      let range = assembler.texts[id]
      return slots.filled.extracting(Int(range.offset)..<Int(range.offset) + Int(range.count))
    }
  }
}
