internal import ANCS
internal import Features
internal import Octets

/// The contents of the notifications in this session and in earlier ones. Content identifies a notification, because a
/// UID is not valid in the next session.
struct AlertMemory {
  private struct Entry {
    let digest: ContentDigest
    let session: UInt32
    /// Whether the wearer had not looked at it when its session ended.
    var isUnread = false
  }

  /// The oldest first.
  private var entries = PerRememberedContent<Entry>()
  private var session: UInt32 = 0
  private var unreadCount = 0

  /// Whether anything of an earlier session is remembered.
  var hasFormer: Bool { entries.first.map { $0.session != session } ?? false }

  mutating func beginSession() { session &+= 1 }

  /// Remembers the content of a notification.
  ///
  /// - Returns: whether an earlier session had the same content.
  mutating func note(_ digest: ContentDigest) -> Bool {
    if let index = index(of: digest) { return entries[index].session != session }
    if entries.isFull, entries.remove(at: 0).isUnread { unreadCount -= 1 }
    entries.append(Entry(digest: digest, session: session))
    return false
  }

  /// Remembers a content of the list as the youngest, so that the contents of a new session do not push it out before
  /// the phone sends it again.
  mutating func renew(_ digest: ContentDigest) {
    var entry = Entry(digest: digest, session: session &- 1)
    if let index = index(of: digest) {
      entry = entries.remove(at: index)
    } else if entries.isFull, entries.remove(at: 0).isUnread {
      unreadCount -= 1
    }
    entries.append(entry)
  }

  // MARK: Unread notifications

  var hasUnread: Bool { unreadCount > 0 }

  /// Marks a content as unread, if it is remembered.
  mutating func markUnread(_ digest: ContentDigest) {
    guard let index = index(of: digest), !entries[index].isUnread else { return }
    entries[index].isUnread = true
    unreadCount += 1
  }

  /// Removes the mark.
  ///
  /// - Returns: whether it was marked.
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

extension NotificationStore {
  /// Whether the known content tells a notification from others: all of it or, with privacy, application and date.
  borrowing func isIdentified(at index: Int) -> Bool {
    let notification = notification(at: index)
    if notification.content == .complete { return true }
    guard Features.hasAlertRules, !notification.isContentAllowed else { return false }
    return !self[.date, at: index].isEmpty && !self[.appIdentifier, at: index].isEmpty
  }
}
