/// The number of losses since the start, by kind. Every loss is counted.
public struct Losses: Equatable, Sendable {
  public enum Kind: Int, Equatable, Sendable {
    /// Notifications that made room for newer ones.
    case evicted
    /// Notifications whose texts could not be had, or not whole.
    case incomplete
    /// Events of the phone that could not be read.
    case malformed
    /// Events that were not reported, because too many happened in a short time.
    case untold

    public static let count = 4
  }

  private var counts: [4 of UInt32] = .init(repeating: 0)

  public init() {}

  public subscript(kind: Kind) -> UInt32 {
    get { counts.span[kind.rawValue] }
    set { counts[kind.rawValue] = newValue }
  }

  /// How many kinds of loss there were.
  public var kindCount: Int {
    var count = 0
    for index in counts.indices where counts.span[index] > 0 { count += 1 }
    return count
  }

  /// The kind with the number `position` among those there were.
  public func kind(at position: Int) -> Kind? {
    var rest = position
    for index in counts.indices where counts.span[index] > 0 {
      if rest == 0 { return Kind(rawValue: index) }
      rest -= 1
    }
    return nil
  }

  public static func == (one: Losses, other: Losses) -> Bool {
    for index in one.counts.indices where one.counts.span[index] != other.counts.span[index] { return false }
    return true
  }
}
