/// A defect found while encoding octets.
public enum EncodeError: Error, Equatable, Sendable {
  /// The output was full before the field was written. What was put before stays.
  case insufficientCapacity
}
