import Timing

/// A replay as one file: each input of the watch with its time, and sums over what the watch sent and shows at the end.
/// `belfry-bench watch` repeats it on a board.
///
///     ( | kind: 1 | length: 2 | octets: length | ) …
///
/// First the version that the watch reports, the bonds, and the random octets that the watch drew, then the steps, then
/// the end. All numbers are little-endian.
///
///     step  | time in microseconds: 8 | savings that end: 1 | input |
///     end   | packets: 4 | sum over them: 4 | sum over the picture: 4 |
struct ReplayTrace {
  enum Kind: UInt8 {
    case version = 1
    case bonds, randomness, end
    case turn = 16
    case packet, button, clock, transportLost, controllerOpened, poweredOff
  }

  /// An input of the watch, which then runs until it is idle.
  struct Step {
    let kind: Kind
    let octets: [UInt8]

    /// - Parameter octets: a packet; or a button and its edge; or the clock's reading in eight octets, nothing if it is
    ///   not set.
    init(_ kind: Kind, _ octets: [UInt8] = []) {
      self.kind = kind
      self.octets = octets
    }
  }

  private var steps: [UInt8] = []

  /// - Parameter savings: how many savings of the bonds end in this step.
  mutating func append(_ step: Step, at time: Instant, savings: Int) {
    steps += Self.record(step.kind, time.microseconds.octets + [UInt8(clamping: savings)] + step.octets)
  }

  /// The file.
  func octets(
    version: [UInt8], bonds: [UInt8], randomness: [UInt8], sent: PacketLog, picture: [UInt8]
  ) -> [UInt8] {
    let count = UInt32(sent.packets.count)
    let end = count.octets + Self.sum(sent.octets).octets + Self.sum(picture).octets
    let start = Self.record(.version, version) + Self.record(.bonds, bonds) + Self.record(.randomness, randomness)
    return start + steps + Self.record(.end, end)
  }

  private static func record(_ kind: Kind, _ octets: [UInt8]) -> [UInt8] {
    [kind.rawValue] + UInt16(octets.count).octets + octets
  }

  private static func sum(_ octets: [UInt8]) -> UInt32 {
    octets.reduce(0) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}

extension FixedWidthInteger {
  /// Least significant first.
  var octets: [UInt8] { (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }
}
