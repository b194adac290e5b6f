internal import Octets

/// A fingerprint of texts, by which what a phone sends again under another UID is known again.
///
/// Tells apart, does not protect: FNV-1a of 64 bits, over each text and what ends it.
public struct ContentDigest: Equatable, Sendable {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the digest of no text.
  public init() {}

  /// Adds a text, with its length.
  public mutating func absorb(_ text: Span<UInt8>) {
    for index in text.indices { absorb(text[index]) }
    // In no UTF-8 text: "ab", "c" is not "a", "bc".
    absorb(0xFF)
  }

  private mutating func absorb(_ octet: UInt8) {
    state = (state ^ UInt64(widening: UInt(octet))) &* 0x0000_0100_0000_01B3
  }
}

extension NotificationStore {
  /// The digest that stays the same when the phone sends the notification at `index` again in another session.
  ///
  /// - Precondition: `index` is in `0..<count`.
  public borrowing func contentDigest(at index: Int) -> ContentDigest {
    var digest = callerDigest(at: index)
    digest.absorb(self[.date, at: index])
    digest.absorb(self[.message, at: index])
    return digest
  }

  /// The digest of the caller: of the application and the title.
  ///
  /// - Precondition: `index` is in `0..<count`.
  public borrowing func callerDigest(at index: Int) -> ContentDigest {
    var digest = ContentDigest()
    digest.absorb(self[.appIdentifier, at: index])
    digest.absorb(self[.title, at: index])
    return digest
  }
}
