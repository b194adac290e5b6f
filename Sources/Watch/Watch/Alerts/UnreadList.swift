internal import ANCS
internal import Octets

/// The notifications that the wearer has not looked at yet, by their serial numbers.
///
/// It holds as many as the store. When it is full, the oldest is removed, because the store removes it, too.
struct UnreadList {
  private var serials = PerListedNotification<UInt32>()

  var count: Int { serials.count }

  func contains(_ serial: UInt32) -> Bool { position(of: serial) != nil }

  mutating func insert(_ serial: UInt32) {
    guard !contains(serial) else { return }
    if serials.isFull { serials.remove(at: 0) }
    serials.append(serial)
  }

  mutating func remove(_ serial: UInt32) {
    if let position = position(of: serial) { serials.remove(at: position) }
  }

  /// Forgets those that are no longer in the store, and those that the phone has removed.
  mutating func keep<let slots: Int, let octets: Int>(_ notifications: borrowing NotificationStore<slots, octets>) {
    for position in serials.indices.reversed() where !notifications.showsOnPhone(serial: serials[position]) {
      serials.remove(at: position)
    }
  }

  private func position(of serial: UInt32) -> Int? {
    for position in serials.indices where serials[position] == serial { return position }
    return nil
  }
}

extension NotificationStore {
  /// Whether the phone shows the notification with that serial number, as far as the watch knows.
  borrowing func showsOnPhone(serial: UInt32) -> Bool {
    guard let index = index(ofSerial: serial) else { return false }
    return !notification(at: index).isKept
  }
}
