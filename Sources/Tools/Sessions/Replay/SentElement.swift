/// A command or frame that the watch sent, without the values that differ in each replay: keys, nonces, random
/// addresses.
public struct SentElement: Equatable {
  /// In microseconds since the start.
  public let time: Int
  /// Whether it is a command; otherwise it is a frame.
  public let isCommand: Bool
  public let octets: [UInt8]

  static func elements(of log: PacketLog) -> [SentElement] {
    ElementReader.elements(of: log).elements.compactMap { element in
      guard !element.isReceived else { return nil }
      let time = log.packets[element.packet].time
      switch element.content {
      case .command(let opcode, let places):
        let octets = masked(command: opcode, log.octets.octets(places))
        return SentElement(time: time, isCommand: true, octets: number(opcode) + octets)
      case .frame(let connection, let channel, let places):
        let payload = log.octets.octets(places)
        let octets = channel == 6 ? masked(pairing: payload) : payload
        return SentElement(time: time, isCommand: false, octets: number(connection) + number(channel) + octets)
      case .event: return nil
      }
    }
  }

  private static func number(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }

  private static func masked(command opcode: Int, _ parameters: [UInt8]) -> [UInt8] {
    switch opcode {
    // The kind of a random address.
    case 0x2005:
      [UInt8](repeating: 0, count: max(0, parameters.count - 1)) + (parameters.last.map { [$0 & 0xC0] } ?? [])
    case 0x201A: parameters.prefix(2) + [UInt8](repeating: 0, count: max(0, parameters.count - 2))
    default: parameters
    }
  }

  private static func masked(pairing pdu: [UInt8]) -> [UInt8] {
    switch pdu.first {
    case 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0C, 0x0D:
      pdu.prefix(1) + [UInt8](repeating: 0, count: pdu.count - 1)
    default: pdu
    }
  }

  func isSame(as other: SentElement) -> Bool { isCommand == other.isCommand && octets == other.octets }

  var words: String {
    guard octets.count >= 4 || isCommand else { return octets.hexadecimal }
    let first = Int(octets[0]) | Int(octets[1]) << 8
    if isCommand { return "command 0x\(Self.hexadecimal(first)) \(Array(octets[2...]).hexadecimal)" }
    let channel = Int(octets[2]) | Int(octets[3]) << 8
    let name = [4: "ATT", 5: "signalling", 6: "SMP"][channel] ?? "channel \(channel)"
    return "\(name) \(Array(octets[4...]).hexadecimal) on connection \(first)"
  }

  private static func hexadecimal(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// A command or frame that only the recorded or only the replayed watch sent, or that was sent at another time.
public struct ReplayDifference: Equatable, CustomStringConvertible {
  public let time: Int
  public let description: String

  /// Smaller time differences are ignored, because the recorded watch needed time to run. In microseconds.
  private static let tolerance = 500_000

  /// The recorded watch may have stopped before it handled a deadline of this time before its end. In microseconds.
  private static let lateness = 50_000

  /// - Parameter end: when the recorded watch was stopped, in microseconds; nil if it was not.
  static func differences(recorded: [SentElement], replayed: [SentElement], end: Int?) -> [ReplayDifference] {
    let unserved = end.map { $0 - lateness..<$0 } ?? 0..<0
    return [true, false].flatMap { isCommand in
      compare(recorded.filter { $0.isCommand == isCommand }, replayed.filter { $0.isCommand == isCommand }, unserved)
    }.sorted { $0.time < $1.time }
  }

  /// - Parameter unserved: the times at which the recorded watch may not have sent what the replayed watch sent.
  private static func compare(
    _ recorded: [SentElement], _ replayed: [SentElement], _ unserved: Range<Int>
  ) -> [ReplayDifference] {
    let difference = replayed.difference(from: recorded) { $0.isSame(as: $1) }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    var result: [ReplayDifference] = []
    for change in difference {
      switch change {
      case .remove(let offset, let element, _):
        removed.insert(offset)
        result.append(ReplayDifference(time: element.time, "not sent now: \(element.words)"))
      case .insert(let offset, let element, _):
        inserted.insert(offset)
        guard !unserved.contains(element.time) else { continue }
        result.append(ReplayDifference(time: element.time, "sent now: \(element.words)"))
      }
    }
    let then = recorded.indices.filter { !removed.contains($0) }
    let now = replayed.indices.filter { !inserted.contains($0) }
    for (one, other) in zip(then, now) where abs(recorded[one].time - replayed[other].time) > tolerance {
      let times = "\(Session.seconds(replayed[other].time)) instead of \(Session.seconds(recorded[one].time))"
      result.append(ReplayDifference(time: recorded[one].time, "sent at \(times): \(recorded[one].words)"))
    }
    return result
  }

  private init(time: Int, _ words: String) {
    self.time = time
    description = "\(Session.seconds(time)) \(words)"
  }
}
