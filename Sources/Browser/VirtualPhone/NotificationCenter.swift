/// A notification as an iPhone's notification centre knows it. Texts are UTF-8.
public struct PhoneNotification {
  public static let incomingCall: UInt8 = 1

  /// ANCS specification, "EventFlags": 0x01 silent, 0x02 important, 0x04 pre-existing, 0x08 and 0x10 for the actions.
  public var flags: UInt8
  /// ANCS specification, "CategoryID Values".
  public var category: UInt8
  public var appIdentifier: [UInt8] = []
  public var appName: [UInt8] = []
  public var title: [UInt8] = []
  public var subtitle: [UInt8] = []
  public var message: [UInt8] = []
  /// `yyyyMMdd'T'HHmmSS`, or empty.
  public var date: [UInt8] = []
  public var positiveLabel: [UInt8] = []
  public var negativeLabel: [UInt8] = []

  public init(flags: UInt8 = 0, category: UInt8 = 0) {
    self.flags = flags
    self.category = category
  }

  /// The text of an attribute; nil if ANCS has no such attribute.
  fileprivate func attribute(_ identifier: UInt8) -> [UInt8]? {
    switch identifier {
    case 0: appIdentifier
    case 1: title
    case 2: subtitle
    case 3: message
    case 4: decimal(message.count)
    case 5: date
    case 6: flags & 0x08 == 0 ? [] : positiveLabel
    case 7: flags & 0x10 == 0 ? [] : negativeLabel
    default: nil
    }
  }
}

/// The notifications of the phone and the commands that may be written about them.
///
/// ANCS specification.
struct NotificationCenter {
  /// The Control Point's reaction to a command.
  enum Reply: Equatable {
    /// The Data Source value, still whole.
    case data([UInt8])
    case action(uid: UInt32, isPositive: Bool)
    /// An ANCS error code.
    case refused(UInt8)
  }

  private static let unknownCommand: UInt8 = 0xA0
  private static let invalidCommand: UInt8 = 0xA1
  private static let invalidParameter: UInt8 = 0xA2

  private(set) var notifications: [(uid: UInt32, notification: PhoneNotification)] = []
  private var lastUID: UInt32 = 0

  init() {}

  /// Adds a notification. Returns its UID and the Notification Source value.
  mutating func add(_ notification: PhoneNotification) -> (uid: UInt32, value: [UInt8]) {
    lastUID += 1
    notifications.append((lastUID, notification))
    return (lastUID, value(0, lastUID, notification))
  }

  /// Replaces a notification. Returns the Notification Source value; nil if there is no such notification.
  mutating func modify(_ uid: UInt32, _ notification: PhoneNotification) -> [UInt8]? {
    guard let index = index(of: uid) else { return nil }
    notifications[index].notification = notification
    return value(1, uid, notification)
  }

  /// Removes a notification. Returns the Notification Source value; nil if there is no such notification.
  mutating func remove(_ uid: UInt32) -> [UInt8]? {
    guard let index = index(of: uid) else { return nil }
    let removed = notifications.remove(at: index)
    return value(2, uid, removed.notification)
  }

  /// The Notification Source values for a new subscriber: all notifications, marked as pre-existing.
  var existing: [[UInt8]] {
    notifications.map { uid, notification in
      var marked = notification
      marked.flags |= 0x04
      return value(0, uid, marked)
    }
  }

  /// Carries out a command that was written to the Control Point.
  func reply(to command: [UInt8]) -> Reply {
    switch command.first {
    case 0: replyToGetNotificationAttributes(command)
    case 1: replyToGetAppAttributes(command)
    case 2: replyToPerformAction(command)
    case .none: .refused(Self.invalidCommand)
    default: .refused(Self.unknownCommand)
    }
  }

  private func replyToGetNotificationAttributes(_ command: [UInt8]) -> Reply {
    guard command.count >= 6 else { return .refused(Self.invalidCommand) }
    let uid = command.longNumber(at: 1)
    guard let index = index(of: uid) else { return .refused(Self.invalidParameter) }
    var data: [UInt8] = [0] + wire(uid)
    var place = 5
    while place < command.count {
      let identifier = command[place]
      place += 1
      guard var text = notifications[index].notification.attribute(identifier) else {
        return .refused(Self.invalidParameter)
      }
      if (1...3).contains(identifier) {
        guard place + 2 <= command.count else { return .refused(Self.invalidCommand) }
        text = Self.prefix(of: text, atMost: Int(command.number(at: place)))
        place += 2
      }
      data += [identifier] + wire(UInt16(truncatingIfNeeded: text.count)) + text
    }
    return .data(data)
  }

  private func replyToGetAppAttributes(_ command: [UInt8]) -> Reply {
    guard let end = command.dropFirst().firstIndex(of: 0), end + 1 < command.count else {
      return .refused(Self.invalidCommand)
    }
    let identifier = Array(command[1..<end])
    guard let found = notifications.last(where: { $0.notification.appIdentifier == identifier }) else {
      return .refused(Self.invalidParameter)
    }
    var data: [UInt8] = [1] + identifier + [0]
    for attribute in command[(end + 1)...] where attribute == 0 {
      let name = found.notification.appName
      data += [0] + wire(UInt16(truncatingIfNeeded: name.count)) + name
    }
    return .data(data)
  }

  private func replyToPerformAction(_ command: [UInt8]) -> Reply {
    guard command.count == 6 else { return .refused(Self.invalidCommand) }
    let uid = command.longNumber(at: 1)
    guard let index = index(of: uid) else { return .refused(Self.invalidParameter) }
    let flag: UInt8 = command[5] == 0 ? 0x08 : 0x10
    guard command[5] <= 1, notifications[index].notification.flags & flag != 0 else { return .refused(0xA3) }
    return .action(uid: uid, isPositive: command[5] == 0)
  }

  private func index(of uid: UInt32) -> Int? { notifications.firstIndex { $0.uid == uid } }

  private func value(_ event: UInt8, _ uid: UInt32, _ notification: PhoneNotification) -> [UInt8] {
    var count = 0
    for other in notifications where other.notification.category == notification.category { count += 1 }
    let head = [event, notification.flags, notification.category, UInt8(truncatingIfNeeded: min(count, 255))]
    return head + wire(uid)
  }

  /// At most `limit` octets of `text`, without a part of a character at the end.
  static func prefix(of text: [UInt8], atMost limit: Int) -> [UInt8] {
    guard text.count > limit else { return text }
    var end = limit
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(text.prefix(end))
  }
}

/// A number's digits.
func decimal(_ number: Int) -> [UInt8] {
  var digits: [UInt8] = []
  var rest = number
  repeat {
    digits.insert(0x30 + UInt8(rest % 10), at: 0)
    rest /= 10
  } while rest > 0
  return digits
}
