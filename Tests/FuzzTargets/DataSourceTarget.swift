import ANCS
import TestSupport

/// The assembler of Data Source fragments, compared with a decoder that collects the whole reply first. For any reply
/// and any fragments, both return the same.
///
/// Input: ` | attributes: 1 | seed of the cuts: 1 | kind: 1 | reply | `; the reply is raw octets or choices.
public enum DataSourceTarget: FuzzTarget {
  public static var sources: [String] { ["ANCS/DataSource", "ANCS/Span"] }

  public static func run(_ input: FuzzInput) {
    let asked = Asked(input)
    var random = SeededGenerator(seed: UInt64(input.octet()))
    let kind = input.number(below: 4)
    let stale = kind == 3 ? input.block(below: 32).map { $0 | 1 } : []
    let body = kind == 0 ? input.rest : asked.reply(from: input)
    let reply = kind == 1 ? input.mutated(asked.header + body) : asked.header + body
    let expected = ReferenceReply(reply, asked)
    for longest in [1, 1 + random.number(below: 30), 4_000] {
      let assembly = Assembly(asked)
      if !stale.isEmpty { require(assembly.receive(stale) == .stale, "what is not asked for is not heard") }
      assembly.receive(reply, inPiecesOf: { random.number(in: 1..<longest + 1) })
      if expected.isOurs { assembly.requireEqual(expected) }
    }
  }
}

/// The attributes that were requested.
private struct Asked {
  let header: [UInt8]
  let ids: [NotificationAttributeID]
  let maxima: [Int]
  let request: AttributeRequest

  init(_ input: FuzzInput) {
    let chosen = input.octet()
    header = [0, chosen & 3, 0, 0, 0]
    let sizes = [128, 64, 64, 512, 10, 20, 48, 48]
    var request = AttributeRequest()
    var ids: [NotificationAttributeID] = []
    for number in 0..<8 as Range<UInt8> where chosen == 0 || chosen >> number & 1 == 1 {
      guard let id = NotificationAttributeID(rawValue: number) else { continue }
      _ = request.pushLast(RequestedAttribute(id, maximumLength: UInt16(sizes[Int(number)])))
      ids.append(id)
    }
    self.request = request
    self.ids = ids
    maxima = ids.map { sizes[Int($0.rawValue)] }
  }

  /// A reply with values whose lengths are near each attribute's maximum.
  func reply(from input: FuzzInput) -> [UInt8] {
    ids.indices.flatMap { index -> [UInt8] in
      let length = input.choice([0, 3, maxima[index], maxima[index] + 1, 700, input.number(below: 2_000)])
      return [ids[index].rawValue] + wire(UInt16(length)) + [UInt8](repeating: input.octet(), count: length)
    }
  }
}

private final class Assembly {
  private var assembler = DataSourceAssembler()
  private var slot = [UInt8](repeating: 0xA5, count: TextSlot.count)
  private(set) var end: DataSourceAssembler.Progress?

  init(_ asked: Asked) {
    var octets = slot
    var span = octets.mutableSpan
    assembler.expect(asked.request, header: asked.header.span, in: &span)
    slot = octets
  }

  func receive(_ fragment: [UInt8]) -> DataSourceAssembler.Progress {
    var octets = slot
    var span = octets.mutableSpan
    let progress = assembler.receive(fragment.span, into: &span)
    slot = octets
    return progress
  }

  func receive(_ reply: [UInt8], inPiecesOf count: () -> Int) {
    var rest = reply[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(count()))
      rest = rest.dropFirst(piece.count)
      let progress = receive(piece)
      if end != nil { require(progress == .stale, "after its end a reply is stale") }
      if progress == .complete || progress == .malformed { end = progress }
    }
    if end == nil { assembler.stop() }
    require(assembler.isIdle, "nothing is pending after the reply")
  }

  func requireEqual(_ expected: ReferenceReply) {
    require(end == expected.end, "both decoders end alike: \(expected.end as Any), not \(end as Any)")
    for (id, value) in expected.values {
      let range = assembler.texts[id]
      require(Int(range.offset) + Int(range.count) <= slot.count, "a value lies in its slot")
      let found = Array(slot[range.octets])
      require(found == value, "the value of \(id) is unchanged")
    }
  }
}

/// Collects the whole reply and decodes it at the end.
private struct ReferenceReply {
  /// Whether the reply belongs to the request.
  let isOurs: Bool
  private(set) var end: DataSourceAssembler.Progress?
  /// The complete values, cut to their maximum lengths, and the start of an incomplete one.
  private(set) var values: [(NotificationAttributeID, [UInt8])] = []

  init(_ reply: [UInt8], _ asked: Asked) {
    isOurs = reply.starts(with: asked.header)
    guard isOurs else { return }
    var rest = reply.dropFirst(asked.header.count)
    for (id, maximum) in zip(asked.ids, asked.maxima) {
      guard rest.count >= 3 else { return }
      guard rest.removeFirst() == id.rawValue else {
        end = .malformed
        return
      }
      let length = Int(rest.removeFirst()) + 256 * Int(rest.removeFirst())
      values.append((id, Array(rest.prefix(length).prefix(maximum))))
      guard rest.count >= length else { return }
      rest = rest.dropFirst(length)
    }
    end = .complete
  }
}
