internal import ANCS
internal import Octets

/// What was in the list in this session and those before it, by its content: UIDs mean nothing in the next one.
struct AlertMemory {
  private struct Entry {
    let digest: ContentDigest
    let session: UInt32
  }

  /// The oldest first.
  private var entries = PerRememberedContent<Entry>()
  private var session: UInt32 = 0

  /// Whether anything of an earlier session is remembered.
  var hasFormer: Bool { entries.first.map { $0.session != session } ?? false }

  mutating func beginSession() { session &+= 1 }

  /// Remembers what the phone has told.
  ///
  /// - Returns: whether the same was told in an earlier session.
  mutating func note(_ digest: ContentDigest) -> Bool {
    for index in entries.indices where entries[index].digest == digest { return entries[index].session != session }
    if entries.isFull { entries.remove(at: 0) }
    entries.append(Entry(digest: digest, session: session))
    return false
  }
}
