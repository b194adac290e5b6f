/// Indices of octets in a log, in the order in which the octets belong together.
public typealias Places = ArraySlice<Int>

extension Places {
  /// The places in `range`, or as many of them as exist.
  func part(_ range: Range<Int>) -> Places {
    let end = Swift.min(startIndex + range.upperBound, endIndex)
    return self[Swift.min(startIndex + range.lowerBound, end)..<end]
  }

  /// All places except the first `count`.
  func from(_ count: Int) -> Places { dropFirst(count) }
}

/// The content of one packet, or of a frame that several packets carry.
public struct Element {
  public enum Content {
    /// The parameters of a command.
    case command(opcode: Int, Places)
    /// The parameters of an event.
    case event(code: UInt8, Places)
    /// The payload of an L2CAP frame, after length and channel.
    case frame(connection: Int, channel: Int, Places)
  }

  public let content: Content
  public let isReceived: Bool
  /// The packet that completes it, as an index of the log's packets.
  public let packet: Int
}

/// Splits the packets of a log into elements, and assembles L2CAP frames.
struct ElementReader {
  private struct Key: Hashable {
    let isReceived: Bool
    let connection: Int
  }

  private var partialFrames: [Key: [Int]] = [:]
  private(set) var elements: [Element] = []
  /// The headers of packets and frames, which hold no personal data.
  private(set) var headers: [Int] = []

  static func elements(of log: PacketLog) -> (elements: [Element], headers: [Int]) {
    var reader = ElementReader()
    for (index, packet) in log.packets.enumerated() { reader.read(packet, index, log.octets) }
    return (reader.elements, reader.headers)
  }

  mutating func read(_ packet: PacketLog.Packet, _ index: Int, _ octets: [UInt8]) {
    let places = Array(packet.range)[...]
    switch octets[packet.range.lowerBound] {
    case 0x01:
      headers += places.part(0..<4)
      let opcode = octets.word(places.from(1))
      add(.command(opcode: opcode, places.from(4)), packet, index)
    case 0x04:
      headers += places.part(0..<3)
      add(.event(code: octets[places[places.startIndex + 1]], places.from(3)), packet, index)
      if octets[places[places.startIndex + 1]] == 0x05, places.count >= 6 {
        forget(connection: octets.word(places.from(4)) & 0x0FFF)
      }
    default:
      headers += places.part(0..<5)
      readFragment(places, packet, index, octets)
    }
  }

  private mutating func readFragment(
    _ places: Places, _ packet: PacketLog.Packet, _ index: Int, _ octets: [UInt8]
  ) {
    let word = octets.word(places.from(1))
    let key = Key(isReceived: packet.isReceived, connection: word & 0x0FFF)
    var frame = word >> 12 & 3 == 1 ? partialFrames[key] ?? [] : []
    if frame.isEmpty {
      guard word >> 12 & 3 != 1 else { return }
      headers += places.from(5).part(0..<4)
    }
    frame += places.from(5)
    let length = octets.word(frame[...])
    guard frame.count >= 4, frame.count >= 4 + length else {
      partialFrames[key] = frame
      return
    }
    partialFrames[key] = nil
    let channel = octets.word(frame[2...])
    add(.frame(connection: key.connection, channel: channel, frame[4..<4 + length]), packet, index)
  }

  private mutating func forget(connection: Int) {
    for isReceived in [false, true] { partialFrames[Key(isReceived: isReceived, connection: connection)] = nil }
  }

  private mutating func add(_ content: Element.Content, _ packet: PacketLog.Packet, _ index: Int) {
    elements.append(Element(content: content, isReceived: packet.isReceived, packet: index))
  }
}

extension [UInt8] {
  /// The number in the first two of `places`, least significant octet first; 0 if there are fewer.
  func word(_ places: Places) -> Int {
    guard places.count >= 2 else { return 0 }
    return Int(self[places[places.startIndex]]) | Int(self[places[places.startIndex + 1]]) << 8
  }

  /// The octet at the first of `places`; nil if `places` is empty.
  func octet(_ places: Places) -> UInt8? { places.first.map { self[$0] } }

  func octets(_ places: Places) -> [UInt8] { places.map { self[$0] } }

  /// The octets as text of two hexadecimal digits each.
  public var hexadecimal: String {
    let digits = [UInt8]("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// - Returns: nil if `text` is not pairs of hexadecimal digits.
  public init?(hexadecimal text: String) {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0]! << 4 | digits[$0 + 1]!) }
  }
}
