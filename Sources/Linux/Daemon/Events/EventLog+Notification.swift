internal import ANCS
internal import LinuxPlatform
internal import Octets
internal import PhoneClient
internal import Screens
internal import Timing
internal import Watch
internal import WatchModel

// Notifications as lines of `--events`.
extension EventLog {
  mutating func beginNotification(_ operation: StaticString, _ uid: NotificationUID, at now: Instant) {
    begin("notification", at: now)
    field("op", operation)
    field("uid", number: uid.rawValue)
  }

  mutating func writeRemoved(_ uid: NotificationUID, isKept: Bool, at now: Instant) {
    beginNotification("removed", uid, at: now)
    if isKept { field("kept", flag: true) }
    end()
  }

  /// Writes the stored data of a notification; only its identity if it was removed.
  mutating func writeNotification(
    _ operation: StaticString, _ uid: NotificationUID, of phone: borrowing PhoneState, at now: Instant
  ) {
    beginNotification(operation, uid, at: now)
    if let index = phone.session.notifications.index(of: uid) { putNotification(of: phone, at: index) }
    end()
  }
}

// Also in the answers at the control socket.
extension JSONFields where Self: ~Copyable {
  /// Puts the stored data of a notification, except its UID.
  mutating func putNotification(of phone: borrowing PhoneState, at index: Int) {
    let notification = phone.session.notifications.notification(at: index)
    write(notification)
    if notification.content != .awaited { writeTexts(of: phone, at: index) }
  }

  private mutating func write(_ notification: Notification) {
    field("serial", number: notification.serial)
    if let name = notification.category.name {
      field("category", name)
    } else {
      field("category", "unknown(", number: UInt32(notification.category.rawValue), ")")
    }
    field("categoryID", number: UInt32(notification.category.rawValue))
    field("count", number: UInt32(notification.categoryCount))
    write(notification.flags)
    field("complete", flag: notification.content == .complete)
  }

  private mutating func write(_ flags: EventFlags) {
    beginArray("flags")
    for bit in 0..<8 where flags.rawValue >> UInt8(bit) & 1 == 1 {
      if let name = EventFlags.name(ofBit: bit) {
        element(name)
      } else {
        element("bit", number: UInt32(bit))
      }
    }
    endArray()
  }

  private mutating func writeTexts(of phone: borrowing PhoneState, at index: Int) {
    field("app", text: phone.session.notifications[.appIdentifier, at: index])
    field("appName", text: phone.session[appNameAt: index])
    field("title", text: phone.session.notifications[.title, at: index])
    field("subtitle", text: phone.session.notifications[.subtitle, at: index])
    field("message", text: phone.session.notifications[.message, at: index])
    if let size = phone.session.notifications.messageSize(at: index) {
      field("messageSize", number: UInt32(truncatingIfNeeded: size))
    }
    let code = phone.session.notifications[codeAt: index]
    if !code.isEmpty { field("code", text: code) }
    writeDate(phone.session.notifications[.date, at: index])
    field("positive", text: phone.session.notifications[.positiveActionLabel, at: index])
    field("negative", text: phone.session.notifications[.negativeActionLabel, at: index])
    let missing =
      MissingGlyphs.count(in: phone.session[appNameAt: index])
      + MissingGlyphs.count(in: phone.session.notifications[.title, at: index])
      + MissingGlyphs.count(in: phone.session.notifications[.subtitle, at: index])
      + MissingGlyphs.count(in: phone.session.notifications[.message, at: index])
    if missing > 0 { field("missingGlyphs", number: UInt32(truncatingIfNeeded: missing)) }
  }

  private mutating func writeDate(_ text: Span<UInt8>) {
    guard let date = NotificationDate(parsing: text) else { return }
    var octets = OctetBuffer<20>()
    // The form has 19 octets.
    octets.append { output in try? date.putISO8601(into: &output) }
    field("date", text: octets.span)
  }
}
