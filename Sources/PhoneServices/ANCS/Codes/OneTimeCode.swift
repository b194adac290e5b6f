internal import Octets

/// A code in a message that the user types somewhere else: 4 to 10 digits or capital letters, in up to three groups.
///
/// Digits of any script become ASCII, and digits on both sides of a gap are joined: `123 456` becomes `123456`.
/// `G-123456` stays as it is.
public struct OneTimeCode: Equatable, Sendable {
  /// How many octets one takes at most.
  public static var capacity: Int { 12 }

  private var text = BoundedText<12>()

  init() {}

  /// The number of octets.
  public var count: Int { text.count }

  /// The characters of the code, in ASCII.
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { text.span }
  }

  /// Appends an ASCII character.
  mutating func append(_ octet: UInt8) {
    if let scalar = UTF8Scalar(value: UInt32(octet)) { text.append(scalar) }
  }
}
