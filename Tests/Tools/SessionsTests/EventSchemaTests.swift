import Foundation
import TestSupport
import Testing

@testable import Sessions

/// The fields of events in a bundle, for each type of event of the schema.
@Suite struct EventSchemaTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The properties whose texts are replaced. All others are kept.
  private static let replaced: Set<String> = [
    "notification.app", "notification.appName", "notification.title", "notification.subtitle", "notification.message",
    "notification.positive", "notification.negative", "notification.code", "pairing.code", "music.player",
    "music.title", "music.artist", "music.album", "setting.value",
  ]

  /// A text for each pattern.
  private static let texts = [
    "^0x[0-9a-f]{2}$": "0xa2", #"^unknown\([0-9]{1,3}\)$"#: "unknown(12)", "^[0-9]{6}$": "042137",
    "^[0-9A-Za-z][0-9A-Za-z-]{3,11}$": "AB-1234", "^[0-2][0-9]:[0-5][0-9]$": "07:00",
    "^(once|(mon|tue|wed|thu|fri|sat|sun)(,(mon|tue|wed|thu|fri|sat|sun))*)$": "mon,tue",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$": "2026-11-21T03:12",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$": "2026-11-21T03:12:05",
  ]

  private let types: [String]
  private let definitions: [String: JSONValue]

  init() throws {
    let file = try Self.text("Sources/Linux/belfry/events.schema.json")
    let schema = try JSONDecoder().decode(JSONValue.self, from: Data(file.utf8))
    definitions = schema["$defs"]?.members ?? [:]
    types = schema["oneOf"]?.elements.compactMap { $0["$ref"]?.text.map(Self.name) } ?? []
    try #require(types.count >= 32)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func name(_ reference: String) -> String { String(reference.dropFirst("#/$defs/".count)) }

  /// Values of a property: each that a list has, or one.
  private func samples(of property: JSONValue) throws -> [JSONValue] {
    if let constant = property["const"] { return [constant] }
    if let words = property["enum"] { return words.elements }
    if let choices = property["anyOf"] { return try choices.elements.flatMap { try samples(of: $0) } }
    if let reference = property["$ref"]?.text {
      let definition = try #require(definitions[Self.name(reference)], "\(reference)")
      return try samples(of: definition)
    }
    switch property["type"]?.text {
    case "boolean": return [.flag(true)]
    case "integer", "number": return [.number(1)]
    case "array":
      let items = try #require(property["items"])
      return [.list(try samples(of: items))]
    default:
      guard let pattern = property["pattern"]?.text else { return [.text("Anna")] }
      let text = try #require(Self.texts[pattern], "a text for \(pattern) is missing in this test")
      return [.text(text)]
    }
  }

  @Test func eachPropertyIsKeptOrReplaced() throws {
    var pseudonyms = Pseudonyms(random: SeededGenerator(seed: 2))
    var replaced: Set<String> = []
    var dropped: Set<String> = []
    for type in types {
      for (name, property) in definitions[type]?["properties"]?.members ?? [:] {
        for sample in try samples(of: property) {
          var event: [String: JSONValue] = ["t": .number(1.5), "type": .text(type)]
          event[name] = sample
          let kept = EventScrubber.scrub(event, &pseudonyms)[name]
          if kept == nil { dropped.insert("\(type).\(name)") }
          if let kept, kept != sample { replaced.insert("\(type).\(name)") }
        }
      }
    }
    #expect(dropped == [])
    #expect(replaced == Self.replaced)
  }

  @Test func theValueOfASettingIsKeptUnlessItIsTheName() throws {
    var pseudonyms = Pseudonyms(random: SeededGenerator(seed: 2))
    let property = try #require(definitions["settingKey"])
    let keys = try samples(of: property)
    try #require(keys.count >= 19)
    for key in keys {
      for value in ["on", "22:00", "zh-Hans", "Anna's <watch>"] {
        let event: [String: JSONValue] = [
          "t": .number(1.5), "type": .text("setting"), "key": key, "value": .text(value),
        ]
        let isKept = EventScrubber.scrub(event, &pseudonyms) == event
        #expect(isKept == (key != .text("name") && value != "Anna's <watch>"), "\(key.line) \(value)")
      }
    }
  }

  /// Some types of events have the name of another kind of line.
  @Test func eachTypeOfEventIsReadAsItWasWritten() throws {
    let lines = try Self.text("Documentation/reference/events.md").split(separator: "\n")
    var session = Session()
    session.log.append(octets(hex: "01 03 0C 00"), isReceived: false, time: 0)
    session.settings = [Session.Setting(section: "watch", name: "name", value: "Otto")]
    for line in lines where line.hasPrefix(#"{"t":"#) {
      // The samples are shortened in some places.
      let fields = try #require(JSONValue.object(line: String(line).replacing(",…", with: "")), "\(line)")
      let time = try #require(fields["t"]?.number)
      session.events.append(Session.Event(time: Int((time * 1_000_000).rounded()), fields: fields))
    }
    #expect(Set(session.events.compactMap(\.type)) == Set(types))
    let again = try Session(lines: session.lines.joined(separator: "\n"))
    #expect(again.lines == session.lines)
    #expect(again.events.count == session.events.count && again.settings == session.settings)
    #expect(again.log.packets.count == 1 && again.phones == [])
  }
}

extension JSONValue {
  fileprivate var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
  fileprivate var elements: [JSONValue] { if case .list(let elements) = self { elements } else { [] } }

  fileprivate subscript(name: String) -> JSONValue? { members[name] }
}
