import Foundation

/// Replaces the texts of event lines. Unknown fields are left out.
enum EventScrubber {
  private static let texts: Set<String> = [
    "appName", "title", "subtitle", "message", "positive", "negative", "player", "artist", "album", "code",
  ]
  private static let words: Set<String> = [
    "type", "state", "reason", "method", "result", "failedReason", "op", "category", "action", "strength", "source",
    "refused", "systemClock", "command", "screen", "light", "button", "edge", "step", "cause", "date", "local",
    "version", "model", "manufacturer", "until", "pattern", "time", "days", "face", "key", "by",
  ]
  private static let values: Set<String> = [
    "t", "uid", "serial", "categoryID", "count", "complete", "messageSize", "missingGlyphs", "truncated", "used",
    "capacity", "calls", "battery", "elapsed", "duration", "volume", "evicted", "incomplete", "malformed", "untold",
    "utcOffset", "unixTime", "bonds", "kept", "cleared", "failed", "seconds", "alarm", "on", "percent", "chosen",
  ]
  /// The settings whose values do not describe the user. The name does: the user may have chosen it.
  private static let settings: Set<String> = [
    "language", "brightness", "dimAfter", "offAfter", "rotation", "textSize", "hours", "seconds", "dateOrder", "face",
    "vibration", "quietHours", "quietFrom", "quietUntil", "privacy", "history", "pairingWindow", "hints",
  ]

  static func scrub(_ event: [String: JSONValue], _ pseudonyms: inout Pseudonyms) -> [String: JSONValue] {
    var result: [String: JSONValue] = [:]
    for (name, value) in event {
      switch value {
      case .text(let text) where name == "app":
        result[name] = .text(String(decoding: pseudonyms.application(Array(text.utf8)), as: UTF8.self))
      case .text(let text) where name == "value":
        result[name] = isPublicSetting(event) && isWord(text) ? value : .text(pseudonyms.text(text))
      case .text(let text) where texts.contains(name): result[name] = .text(pseudonyms.text(text))
      case .text(let text) where words.contains(name) && isWord(text): result[name] = value
      case .number where values.contains(name), .flag where values.contains(name): result[name] = value
      case .list(let list) where name == "flags":
        result[name] = .list(list.filter { $0.text.map(isWord) == true })
      default: break
      }
    }
    return result
  }

  private static func isPublicSetting(_ event: [String: JSONValue]) -> Bool {
    event["type"]?.text == "setting" && event["key"]?.text.map(settings.contains) == true
  }

  /// Whether a text is a name of the project, a date, a version or a model: short, with a limited set of characters.
  static func isWord(_ text: String) -> Bool {
    text.utf8.count <= 40
      && text.utf8.allSatisfy { octet in
        (0x30...0x3A).contains(octet) || (0x41...0x5A).contains(octet) || (0x61...0x7A).contains(octet)
          || Array("()-+., _".utf8).contains(octet)
      }
  }
}

/// Replaces the texts of a configuration file. Comments, and settings that name files, are left out.
enum SettingScrubber {
  private static let kept: Set<String> = [
    "pairing-window", "hold-time", "private-address", "security", "set-system-clock", "trust-system-clock", "reconnect",
    "address", "brightness", "panel", "rotation", "dim-brightness", "dim-after", "off-after", "quiet-hours",
    "quiet-calls", "privacy", "history", "power-off", "active", "motor", "led", "text-size", "face", "clock", "seconds",
    "weekday", "date", "language", "hints", "power",
  ]

  private static let sections: Set<String> = ["watch", "display", "alerts", "buttons", "haptics"]

  static func settings(in file: String) throws(SessionDefect) -> [Session.Setting] {
    var section = ""
    var settings: [Session.Setting] = []
    guard file.utf8.count <= 65_536 else { throw SessionDefect("the configuration is larger than 64 KiB") }
    // Some editors begin a file with a byte order mark.
    for line in file.drop(while: { $0 == "\u{FEFF}" }).split(whereSeparator: \.isNewline) {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
        section = text[..<end].dropFirst().lowercased()
      } else if !text.hasPrefix(";"), !text.hasPrefix("#"), let sign = text.firstIndex(where: { "=:".contains($0) }) {
        let name = text[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
        let value = withoutComment(text[text.index(after: sign)...]).trimmingCharacters(in: .whitespaces)
        settings.append(Session.Setting(section: section, name: name, value: value))
      }
    }
    return settings
  }

  /// A comment begins with a semicolon behind a blank.
  private static func withoutComment(_ value: Substring) -> Substring {
    var isBehindBlank = false
    for index in value.indices {
      if isBehindBlank, value[index] == ";" { return value[..<index] }
      isBehindBlank = value[index].isWhitespace
    }
    return value
  }

  static func scrub(_ settings: [Session.Setting], name: [UInt8], _ pseudonyms: inout Pseudonyms) -> [Session.Setting] {
    settings.compactMap { setting in
      guard sections.contains(setting.section) else { return nil }
      let octets = Array(setting.value.utf8)
      let value: [UInt8]
      switch setting.name {
      case "name": value = name
      case "mute", "show": value = pseudonyms.application(octets)
      case "mute-containing", "alert-containing": value = pseudonyms.text(octets)
      case _ where kept.contains(setting.name) && octets.count <= 20 && EventScrubber.isWord(setting.value):
        value = octets
      default: return nil
      }
      return Session.Setting(
        section: setting.section, name: setting.name, value: String(decoding: value, as: UTF8.self))
    }
  }
}
