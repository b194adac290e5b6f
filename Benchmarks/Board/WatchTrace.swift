internal import Octets
internal import Timing

/// A trace of `belfry-replay`: the inputs of a watch with their times, and sums over what it sent.
///
///     ( | kind: 1 | length: 2 | octets: length | ) …
///
/// `ReplayTrace` writes it, and describes the octets of each kind. A record that is cut off ends the trace.
struct WatchTrace: ~Escapable {
  enum Kind: UInt8 {
    case version = 1
    case bonds, randomness, end
    case turn = 16
    case packet, button, clock, transportLost, controllerOpened, poweredOff
  }

  private var rest: Span<UInt8>
  /// The octets of the record that `next` has moved to; of a step, those behind its time and its savings.
  private(set) var octets: Span<UInt8>
  /// The time of the step that `next` has moved to.
  private(set) var time = Instant.start
  /// How many savings of the bonds end in that step.
  private(set) var savings = 0

  @_lifetime(copy trace)
  init(_ trace: Span<UInt8>) {
    rest = trace
    octets = trace.extracting(first: 0)
  }

  /// Moves to the next record.
  @_lifetime(self: copy self)
  mutating func next() -> Kind? {
    do throws(DecodeError) {
      guard let kind = Kind(rawValue: try rest.takeUInt8()) else { return nil }
      let count = Int(try rest.takeUInt16())
      octets = try rest.take(count)
      if kind.rawValue >= Kind.turn.rawValue {
        time = Instant(microseconds: try octets.takeUInt64())
        savings = Int(try octets.takeUInt8())
      }
      return kind
    } catch {
      return nil
    }
  }
}
