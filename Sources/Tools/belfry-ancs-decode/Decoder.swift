import ANCS
import Octets

/// Formats the values of a session as lines of text, using only the library's codec.
struct Decoder {
  /// The number of values that were malformed or belonged to no command, and of replies that lacked their end.
  private(set) var defects = 0
  private(set) var replies = 0
  /// The number of texts that were longer than the slot keeps.
  private(set) var cuts = 0
  private var assembler = DataSourceAssembler()
  /// The current reply; its texts are parts of it.
  private var slot = [UInt8](repeating: 0, count: slotCount)
  private var title = ""
  /// Whether a part of the current reply has arrived.
  private var isPartial = false

  /// The same limit as the watch's for a message, so that each of its replies is kept whole. In octets.
  static let longestValue: UInt16 = 4_088
  /// Room for command and UID, and for eight attributes with three octets before each value.
  private static let slotCount = 5 + 8 * (3 + Int(longestValue))

  mutating func decode(_ value: RecordedValue) -> [String] {
    do throws(DecodeError) {
      switch value {
      case .source(let octets): return [try describe(NotificationSourceEvent(decoding: octets.span))]
      case .command(let octets): return try expectReply(to: octets)
      case .data(let octets): return receive(octets)
      }
    } catch {
      defects += 1
      return ["malformed: \(value)"]
    }
  }

  /// Ends the session: a reply of which only a part has arrived is a defect.
  mutating func finish() -> [String] {
    guard isPartial else { return [] }
    isPartial = false
    defects += 1
    return ["the reply lacks its end: \(title.dropLast())"]
  }

  private func describe(_ event: NotificationSourceEvent) -> String {
    let flags = (0..<8).filter { event.flags.rawValue >> UInt8($0) & 1 == 1 }
      .map { EventFlags.name(ofBit: $0).map { "\($0)" } ?? "bit\($0)" }
    let category = event.category.name.map { "\($0)" } ?? "unknown(\(event.category.rawValue))"
    let count = event.categoryCount
    return "\(event.eventID) \(event.uid.rawValue): \(category), \(count) of them [\(flags.joined(separator: ", "))]"
  }

  /// A reply repeats the start of its command, and is checked against the requested attributes.
  ///
  /// - Returns: the defect of the reply before, if it lacks its end; or the line for a command without a reply.
  private mutating func expectReply(to command: [UInt8]) throws(DecodeError) -> [String] {
    var lines: [String] = []
    switch command.first.flatMap(CommandID.init(rawValue:)) {
    case .getNotificationAttributes:
      let decoded = try GetNotificationAttributes(
        decoding: command.span, longestValue: Self.longestValue, slotCount: Self.slotCount)
      lines = finish()
      title = "attributes of \(decoded.uid.rawValue):"
      try expect(decoded.attributes, header: Array(command[..<5]))
    case .getAppAttributes:
      _ = try GetAppAttributes(decoding: command.span)
      lines = finish()
      title = "app \(Self.printable(command[1..<command.count - 2])):"
      var name = AttributeRequest()
      _ = name.pushLast(RequestedAttribute(AppAttributeID.displayName, maximumLength: 128))
      try expect(name, header: Array(command.dropLast()))
    case .performNotificationAction:
      // | command: 1 | UID: 4 | action: 1 = 0 or 1 |
      guard command.count == 6, command[5] <= 1 else { throw .invalidValue }
      return ["action \(command[5] == 0 ? "positive" : "negative")"]
    case nil: throw .invalidValue
    }
    return lines
  }

  private mutating func expect(_ request: AttributeRequest, header: [UInt8]) throws(DecodeError) {
    guard header.count + request.replyCount <= slot.count else { throw .invalidValue }
    var octets = takeSlot()
    var span = octets.mutableSpan
    assembler.expect(request, header: header.span, in: &span)
    slot = octets
  }

  private mutating func receive(_ fragment: [UInt8]) -> [String] {
    var octets = takeSlot()
    var span = octets.mutableSpan
    let progress = assembler.receive(fragment.span, into: &span)
    slot = octets
    isPartial = progress == .incomplete || progress == .stale && isPartial
    switch progress {
    case .incomplete: return []
    case .complete:
      replies += 1
      return [title] + texts()
    case .stale, .malformed:
      defects += 1
      return ["a fragment that belongs to nothing"]
    }
  }

  /// Takes the slot without a copy; the caller puts it back.
  private mutating func takeSlot() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &slot)
    return taken
  }

  private mutating func texts() -> [String] {
    if title.hasPrefix("app ") { return ["  displayName: \(text(assembler.texts.displayName))"] }
    let all: [NotificationAttributeID] = [
      .appIdentifier, .title, .subtitle, .message, .messageSize, .date, .positiveActionLabel, .negativeActionLabel,
    ]
    var lines: [String] = []
    for id in all where assembler.texts[id].count > 0 { lines.append("  \(id): \(text(assembler.texts[id]))") }
    return lines
  }

  /// Text without characters that control a terminal: controls and direction marks are shown as U+FFFD.
  private static func printable(_ octets: ArraySlice<UInt8>) -> String {
    let scalars = String(decoding: octets, as: UTF8.self).unicodeScalars
    let shown = scalars.map { UTF8Scalar(value: $0.value)?.isSteering == true ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(shown))
  }

  private mutating func text(_ range: TextRange) -> String {
    if range.isCut { cuts += 1 }
    return Self.printable(slot[range.octets]) + (range.isCut ? "…" : "")
  }
}
