import ANCS
import Octets

/// Turns the values of a session into lines of text, with nothing but the library's codec.
struct Decoder {
  /// What went wrong, counted.
  private(set) var defects = 0
  private(set) var replies = 0
  private var assembler = DataSourceAssembler()
  /// The reply under way; its texts are parts of it.
  private var slot = [UInt8](repeating: 0, count: TextSlot.count)
  private var title = ""

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

  private func describe(_ event: NotificationSourceEvent) -> String {
    let flags = (0..<8).filter { event.flags.rawValue >> UInt8($0) & 1 == 1 }
      .map { EventFlags.name(ofBit: $0).map { "\($0)" } ?? "bit\($0)" }
    let category = event.category.name.map { "\($0)" } ?? "unknown(\(event.category.rawValue))"
    let count = event.categoryCount
    return "\(event.eventID) \(event.uid.rawValue): \(category), \(count) of them [\(flags.joined(separator: ", "))]"
  }

  /// A reply repeats the front of its command, and is measured against what was asked for.
  private mutating func expectReply(to command: [UInt8]) throws(DecodeError) -> [String] {
    switch command.first.flatMap(CommandID.init(rawValue:)) {
    case .getNotificationAttributes:
      let decoded = try GetNotificationAttributes(decoding: command.span)
      title = "attributes of \(decoded.uid.rawValue):"
      expect(decoded.attributes, header: Array(command[..<5]))
    case .getAppAttributes:
      _ = try GetAppAttributes(decoding: command.span)
      title = "app \(Self.printable(command[1..<command.count - 2])):"
      var name = AttributeRequest()
      _ = name.pushLast(RequestedAttribute(AppAttributeID.displayName, maximumLength: 128))
      expect(name, header: Array(command.dropLast()))
    case .performNotificationAction: return ["action \(command.last == 0 ? "positive" : "negative")"]
    case nil: throw .invalidValue
    }
    return []
  }

  private mutating func expect(_ request: AttributeRequest, header: [UInt8]) {
    var octets = slot
    var span = octets.mutableSpan
    assembler.expect(request, header: header.span, in: &span)
    slot = octets
  }

  private mutating func receive(_ fragment: [UInt8]) -> [String] {
    var octets = slot
    var span = octets.mutableSpan
    let progress = assembler.receive(fragment.span, into: &span)
    slot = octets
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

  private func texts() -> [String] {
    if title.hasPrefix("app ") { return ["  displayName: \(text(assembler.texts.displayName))"] }
    let all: [NotificationAttributeID] = [
      .appIdentifier, .title, .subtitle, .message, .messageSize, .date, .positiveActionLabel, .negativeActionLabel,
    ]
    return all.filter { assembler.texts[$0].count > 0 }.map { "  \($0): \(text(assembler.texts[$0]))" }
  }

  /// Text without what would steer a terminal: controls are shown as U+FFFD.
  private static func printable(_ octets: ArraySlice<UInt8>) -> String {
    let scalars = String(decoding: octets, as: UTF8.self).unicodeScalars
    return String(String.UnicodeScalarView(scalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }

  private func text(_ range: TextRange) -> String {
    Self.printable(slot[range.octets]) + (range.isCut ? "…" : "")
  }
}
