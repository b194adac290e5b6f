internal import AMS
internal import ANCS
internal import BluetoothHost
internal import CBrowser
internal import Octets
internal import PhoneClient
internal import Watch
internal import WatchModel

// The watch's events, under the names of `--events`.

func write(_ notice: borrowing WatchNotice, of phone: borrowing PhoneState) {
  switch notice {
  case .pairingCode(let code):
    EventRecord.write("pairing") {
      $0.field("method", "numericComparison")
      $0.field("code", Double(code))
    }
  case .pairingPasskey(let code):
    EventRecord.write("pairing") {
      $0.field("method", "passkeyEntry")
      $0.field("code", Double(code))
    }
  case .pairingEnded(let result):
    EventRecord.write("pairing", "result", result == .bonded ? "bonded" : "failed")
  case .watch(let event): write(event, of: phone)
  case .controllerFailed: EventRecord.write("controller", "state", "failed")
  case .bondsChanged: EventRecord.write("bonds", "state", "changed")
  }
}

private func write(_ event: WatchEvent, of phone: borrowing PhoneState) {
  switch event {
  case .connection(let state, _): EventRecord.write("state", "state", state.name)
  case .notificationAdded(let uid): writeNotification("added", uid, of: phone)
  case .notificationModified(let uid): writeNotification("modified", uid, of: phone)
  case .notificationContent(let uid): writeNotification("content", uid, of: phone)
  case .notificationRemoved(let uid, let isKept): writeRemoved(uid, isKept: isKept)
  case .action(let uid, let action, let result): write(action, on: uid, result == .ok ? "ok" : "failed")
  case .actionRefused(let uid, let action, _): write(action, on: uid, "refused")
  case .callSilenced(let uid): EventRecord.write("call", about: uid, "state", "silenced")
  case .screen(let screen): EventRecord.write("screen", "screen", screen.name)
  case .promptOpened(let screen): EventRecord.write("prompt", "screen", screen.name)
  case .alert(let uid, let decision): write(decision, of: uid)
  case .light(let level): EventRecord.write("glass", "light", level.name)
  case .time(let report): EventRecord.write("time", "source", report.source.name)
  case .timeRefused: EventRecord.write("time", "refused", "unbelievable")
  case .phone(let facts): write("phone", "battery", facts.batteryLevel)
  case .battery(let percent): write("battery", "percent", percent)
  case .face(let face): EventRecord.write("face", "face", face.name)
  case .setting(let report): EventRecord.write("setting", "by", report.origin.name)
  case .losses: EventRecord.write("losses") { _ in }
  case .recovery: EventRecord.write("recovery") { _ in }
  case .snoozed(let uid, let duration): EventRecord.write("snooze", about: uid, "until", duration.name)
  case .vibration(let uid, let pattern):
    EventRecord.write("vibration", about: uid, "pattern", pattern?.name ?? "configured")
  case .quiet(let duration): EventRecord.write("quiet", "state", duration == nil ? "ended" : "chosen")
  case .clearing: EventRecord.write("clearing") { _ in }
  case .timer: EventRecord.write("timer") { _ in }
  case .stopwatch: EventRecord.write("stopwatch") { _ in }
  case .alarm(let report): EventRecord.write("alarm", "state", report.change.name)
  case .music: writeMusic(of: phone)
  case .musicCommand(_, let result): EventRecord.write("musicCommand", "result", result == .ok ? "ok" : "failed")
  case .musicRefused: EventRecord.write("musicCommand", "result", "refused")
  }
}

private func write(_ action: ActionID, on uid: NotificationUID, _ result: StaticString) {
  EventRecord.write("action") {
    $0.field("uid", Double(uid.rawValue))
    $0.field("action", action.name)
    $0.field("result", result)
  }
}

private func write(_ decision: AlertDecision, of uid: NotificationUID) {
  EventRecord.write("alert") {
    $0.field("uid", Double(uid.rawValue))
    $0.field("strength", decision.strength.name)
    $0.field("reason", decision.reason.name)
  }
}

/// Writes a charge in percent, if it is known.
private func write(_ type: StaticString, _ field: StaticString, _ percent: UInt8?) {
  EventRecord.write(type) { if let percent { $0.field(field, Double(percent)) } }
}

private func writeNotification(_ operation: StaticString, _ uid: NotificationUID, of phone: borrowing PhoneState) {
  var record = EventRecord("notification")
  record.field("op", operation)
  record.field("uid", Double(uid.rawValue))
  if let index = phone.session.notifications.index(of: uid) {
    let notification = phone.session.notifications.notification(at: index)
    record.field("categoryID", Double(notification.category.rawValue))
    if notification.content != .awaited {
      record.field("appName", text: phone.session[appNameAt: index])
      record.field("title", text: phone.session.notifications[.title, at: index])
      record.field("message", text: phone.session.notifications[.message, at: index])
      if let size = phone.session.notifications.messageSize(at: index) { record.field("messageSize", Double(size)) }
    }
  }
  record.end()
}

private func writeRemoved(_ uid: NotificationUID, isKept: Bool) {
  EventRecord.write("notification") {
    $0.field("op", "removed")
    $0.field("uid", Double(uid.rawValue))
    if isKept { $0.field("kept", 1) }
  }
}

private func writeMusic(of phone: borrowing PhoneState) {
  var record = EventRecord("music")
  record.field("state", !phone.media.media.isPresent ? "nothing" : phone.media.media.isPlaying ? "playing" : "paused")
  record.field("title", text: phone.media.media.title.span)
  record.field("artist", text: phone.media.media.artist.span)
  record.end()
}

/// One event on its way to the page's log.
private struct EventRecord {
  init(_ type: StaticString) {
    let type = type.utf8Span
    // Safe: the page reads `count` octets.
    unsafe type.withUnsafeBufferPointer {
      unsafe belfry_begin_event($0.baseAddress, UInt32(truncatingIfNeeded: $0.count))
    }
  }

  static func write(_ type: StaticString, _ fields: (inout EventRecord) -> Void) {
    var record = EventRecord(type)
    fields(&record)
    record.end()
  }

  /// Writes an event with one field.
  static func write(_ type: StaticString, _ field: StaticString, _ value: StaticString) {
    write(type) { $0.field(field, value) }
  }

  /// Writes an event about a notification, with one field more.
  static func write(
    _ type: StaticString, about uid: NotificationUID, _ field: StaticString, _ value: StaticString
  ) {
    write(type) {
      $0.field("uid", Double(uid.rawValue))
      $0.field(field, value)
    }
  }

  mutating func field(_ name: StaticString, _ value: StaticString) { field(name, text: value.utf8Span) }

  mutating func field(_ name: StaticString, text: Span<UInt8>) {
    let name = name.utf8Span
    // Safe: the page reads as many octets as the two counts say.
    unsafe name.withUnsafeBufferPointer { name in
      unsafe text.withUnsafeBufferPointer { text in
        unsafe belfry_event_text(
          name.baseAddress, UInt32(truncatingIfNeeded: name.count), text.baseAddress,
          UInt32(truncatingIfNeeded: text.count))
      }
    }
  }

  mutating func field(_ name: StaticString, _ number: Double) {
    let name = name.utf8Span
    // Safe: the page reads `count` octets.
    unsafe name.withUnsafeBufferPointer {
      unsafe belfry_event_number($0.baseAddress, UInt32(truncatingIfNeeded: $0.count), number)
    }
  }

  mutating func end() { belfry_end_event() }
}
