internal import ANCS
internal import Octets

/// What was in the list in this session and those before it, by its content: UIDs mean nothing in the next one.
struct AlertMemory {
  private struct Entry {
    let digest: ContentDigest
    let session: UInt32
    /// Whether nobody had looked at it when its session ended.
    var isUnread = false
  }

  /// The oldest first.
  private var entries = PerRememberedContent<Entry>()
  private var session: UInt32 = 0
  private var unreadCount = 0

  /// Whether anything of an earlier session is remembered.
  var hasFormer: Bool { entries.first.map { $0.session != session } ?? false }

  mutating func beginSession() { session &+= 1 }

  /// Remembers what the phone has told.
  ///
  /// - Returns: whether the same was told in an earlier session.
  mutating func note(_ digest: ContentDigest) -> Bool {
    if let index = index(of: digest) { return entries[index].session != session }
    if entries.isFull, entries.remove(at: 0).isUnread { unreadCount -= 1 }
    entries.append(Entry(digest: digest, session: session))
    return false
  }

  // MARK: What nobody has looked at

  var hasUnread: Bool { unreadCount > 0 }

  /// Marks what was told, if it is remembered.
  mutating func markUnread(_ digest: ContentDigest) {
    guard let index = index(of: digest), !entries[index].isUnread else { return }
    entries[index].isUnread = true
    unreadCount += 1
  }

  /// Takes the mark off.
  ///
  /// - Returns: whether there was one.
  mutating func takeUnread(_ digest: ContentDigest) -> Bool {
    guard let index = index(of: digest), entries[index].isUnread else { return false }
    entries[index].isUnread = false
    unreadCount -= 1
    return true
  }

  private func index(of digest: ContentDigest) -> Int? {
    for index in entries.indices where entries[index].digest == digest { return index }
    return nil
  }
}
