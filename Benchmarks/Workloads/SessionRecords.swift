internal import Octets

/// A recorded session: what the phone sent, and the requests to it, as records.
///
///     | kind: 1 | length: 2 | octets: length |
///
/// `Benchmarks/session.py` and `Benchmarks/phone.py` write such files. A record that is cut off ends the session.
public struct SessionRecords: ~Escapable {
  public enum Kind: UInt8, Sendable {
    /// A value of the Notification Source.
    case source = 1
    /// A value of the Data Source.
    case data = 2
    /// A value that was written to the Control Point.
    case request = 3
    /// The complete text of a message that is longer than requested.
    case message = 4
    /// The end of a part of a script.
    case mark = 5
  }

  private var rest: Span<UInt8>
  /// The octets of the record that `next` has moved to.
  public private(set) var octets: Span<UInt8>

  /// The number of octets after the record that `next` has moved to.
  public var remainingCount: Int { rest.count }

  @_lifetime(copy session)
  public init(_ session: Span<UInt8>) {
    rest = session
    octets = session.extracting(first: 0)
  }

  /// Moves to the next record.
  @_lifetime(self: copy self)
  public mutating func next() -> Kind? {
    guard rest.count >= 3, let kind = Kind(rawValue: rest[0]) else { return nil }
    let end = 3 + (Int(rest[1]) | Int(rest[2]) << 8)
    guard end <= rest.count else { return nil }
    octets = rest.extracting(3..<end)
    rest = rest.extracting(droppingFirst: end)
    return kind
  }
}
