/// A recorded session without personal data: packets, events, settings and phones.
///
/// The file has one JSON object per line: `bundle`, then `setting` and `knownPhone`, then the timeline of `packet`
/// lines and of the watch's own events. Each line of the timeline has a time in seconds, `t`.
public struct Session {
  /// An event of the watch, as in its event log.
  struct Event {
    /// Microseconds since the start of the watch.
    let time: Int
    let fields: [String: JSONValue]

    var type: String? { fields["type"]?.text }
  }

  struct Setting: Equatable {
    let section: String
    let name: String
    let value: String
  }

  public internal(set) var version = "unknown"
  public internal(set) var log = PacketLog()
  /// Whether the capture ended within a packet, which is left out.
  public internal(set) var isCutShort = false
  public internal(set) var phones: [SessionPhone] = []
  var settings: [Setting] = []
  var events: [Event] = []
  /// The number of bonds at the start of the session; nil if it is unknown.
  var bondCount: Int?

  init() {}

  // MARK: Writing

  /// The lines of the file.
  public var lines: [String] {
    var lines = [JSONValue.object(header).line]
    lines += settings.map { setting in
      JSONValue.object([
        "type": .text("setting"), "section": .text(setting.section), "name": .text(setting.name),
        "value": .text(setting.value),
      ]).line
    }
    lines += phones.map { phone in
      JSONValue.object([
        "type": .text("knownPhone"), "number": .number(Double(phone.number)), "random": .flag(phone.isRandom),
        "address": .text(phone.address.hexadecimal), "bonded": .flag(phone.isBonded),
      ]).line
    }
    return lines + timeline
  }

  private var header: [String: JSONValue] {
    var header: [String: JSONValue] = [
      "type": .text("bundle"), "format": .number(1), "version": .text(version),
      "packets": .number(Double(log.packets.count)), "events": .number(Double(events.count)),
    ]
    if let bondCount { header["bonds"] = .number(Double(bondCount)) }
    if let chip { header["chip"] = .object(chip.mapValues { .number(Double($0)) }) }
    return header
  }

  /// The numbers of the answer to Read Local Version Information.
  var chip: [String: Int]? {
    for element in ElementReader.elements(of: log).elements {
      guard case .event(code: 0x0E, let places) = element.content, log.octets.word(places.from(1)) == 0x1001,
        places.count == 12
      else { continue }
      return [
        "hciVersion": Int(log.octets[places[places.startIndex + 4]]), "hciRevision": log.octets.word(places.from(5)),
        "manufacturer": log.octets.word(places.from(8)), "subversion": log.octets.word(places.from(10)),
      ]
    }
    return nil
  }

  private var timeline: [String] {
    let packets = log.packets.map { packet in
      let hexadecimal = Array(log.octets[packet.range]).hexadecimal
      let from = packet.isReceived ? "controller" : "watch"
      return (
        packet.time, #"{"t":\#(Self.seconds(packet.time)),"type":"packet","from":"\#(from)","hex":"\#(hexadecimal)"}"#
      )
    }
    let events = events.map { ($0.time, JSONValue.object($0.fields).line) }
    let all = (packets + events).enumerated()
    return all.sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
  }

  static func seconds(_ microseconds: Int) -> String {
    let fraction = String(microseconds % 1_000_000)
    return "\(microseconds / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)"
  }

  // MARK: Reading

  private static let largestFile = 64 << 20
  /// The latest time of a session in microseconds: 30 days. A replay runs the watch until the last packet.
  static let longest = 30 * 86_400 * 1_000_000

  public init(lines text: String) throws(SessionDefect) {
    guard text.utf8.count <= Self.largestFile else { throw SessionDefect("the bundle is larger than 64 MiB") }
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      if line.isEmpty { continue }
      guard let object = JSONValue.object(line: line), let type = object["type"]?.text else {
        throw SessionDefect("line \(number) is no JSON object with a type")
      }
      guard (type == "bundle") == (number == 1) else {
        throw SessionDefect("line \(number): the first line has to be bundle")
      }
      guard try take(type, object) else { throw SessionDefect("line \(number): \(type) has a wrong or missing field") }
    }
    guard number > 0, !log.packets.isEmpty else { throw SessionDefect("the bundle has no packets") }
  }

  private mutating func take(_ type: String, _ object: [String: JSONValue]) throws(SessionDefect) -> Bool {
    switch type {
    case "bundle":
      guard object["format"]?.integer == 1, let version = object["version"]?.text else { return false }
      self.version = version
      bondCount = object["bonds"]?.integer
    case "packet": return takePacket(object)
    // Only the timeline has times. The watch's events may have the name of another kind of line, such as `setting`.
    case _ where object["t"] != nil: return takeEvent(object)
    case "setting":
      guard let section = object["section"]?.text, let name = object["name"]?.text, let value = object["value"]?.text
      else { return false }
      settings.append(Setting(section: section, name: name, value: value))
    case "knownPhone": return takePhone(object)
    default: return false
    }
    return true
  }

  private mutating func takeEvent(_ object: [String: JSONValue]) -> Bool {
    guard let time = Self.time(object) else { return false }
    events.append(Event(time: time, fields: object))
    return true
  }

  private static func time(_ object: [String: JSONValue]) -> Int? {
    guard let seconds = object["t"]?.number, (0...Double(longest) / 1e6).contains(seconds) else { return nil }
    return Int((seconds * 1_000_000).rounded())
  }

  private mutating func takePhone(_ object: [String: JSONValue]) -> Bool {
    guard let number = object["number"]?.integer, number == phones.count, number < 64,
      let isRandom = object["random"]?.flag, let isBonded = object["bonded"]?.flag,
      let address = object["address"]?.text.flatMap([UInt8].init(hexadecimal:)), address.count == 6
    else { return false }
    phones.append(SessionPhone(number: number, isRandom: isRandom, address: address, isBonded: isBonded))
    return true
  }

  private mutating func takePacket(_ object: [String: JSONValue]) -> Bool {
    guard let time = Self.time(object), time >= log.packets.last?.time ?? 0, let from = object["from"]?.text,
      from == "watch" || from == "controller", let packet = object["hex"]?.text.flatMap([UInt8].init(hexadecimal:)),
      SnoopFile.hasRightLength(packet)
    else { return false }
    log.append(packet, isReceived: from == "controller", time: time)
    return true
  }
}
