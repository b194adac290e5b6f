/// A defect found while decoding octets received from a peer, a controller or a file.
public enum DecodeError: Error, Equatable, Sendable {
  /// The input ended before the field did.
  case truncated
  /// A field held a value its specification forbids.
  case invalidValue
}
