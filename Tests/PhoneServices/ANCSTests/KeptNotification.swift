import ANCS

/// All stored values of one notification, in ordinary Swift, for comparison.
struct KeptNotification: Equatable, CustomStringConvertible {
  /// Nil if the notification is left from an earlier session.
  var uid: UInt32?
  var category: UInt8
  var flags: UInt8
  var content: Notification.Content = .awaited
  /// The values by attribute, without the label of an action that is not offered.
  var values: [UInt8: [UInt8]] = [:]
  var appName: [UInt8] = []

  var description: String {
    let texts = (0..<8).map { String(decoding: values[$0] ?? [], as: UTF8.self) }
    return "\(uid.map(String.init) ?? "left over") \(category) \(flags) \(content) \(texts) "
      + String(decoding: appName, as: UTF8.self)
  }

  /// Whether the label with this attribute belongs to an action that is offered.
  static func isOffered(_ attribute: UInt8, _ flags: UInt8) -> Bool {
    attribute < 6 || flags & (attribute == 6 ? 0x08 : 0x10) != 0
  }
}

extension Exchange {
  /// The stored notifications, the newest first.
  var kept: [KeptNotification] { Self.kept(session) }

  private static func kept(_ session: borrowing WatchSession) -> [KeptNotification] {
    (0..<session.notifications.count).map { kept(session, at: $0) }
  }

  private static func kept(_ session: borrowing WatchSession, at index: Int) -> KeptNotification {
    let held = session.notifications.notification(at: index)
    var kept = KeptNotification(
      uid: held.isLive ? held.uid.rawValue : nil, category: held.category.rawValue, flags: held.flags.rawValue,
      content: held.content, appName: octets(session[appNameAt: index]))
    for id in 0..<8 as Range<UInt8> where KeptNotification.isOffered(id, kept.flags) {
      let value = octets(session.notifications[NotificationAttributeID(rawValue: id)!, at: index])
      if !value.isEmpty { kept.values[id] = value }
    }
    return kept
  }
}

func octets(_ span: Span<UInt8>) -> [UInt8] { span.indices.map { span[$0] } }
