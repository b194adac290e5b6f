/// A defect found while encoding octets.
public enum EncodeError: Error, Equatable, Sendable {
  /// The output was full before the field was written. Fields that were written before stay.
  case insufficientCapacity
}
