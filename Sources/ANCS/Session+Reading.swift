internal import Octets

/// How a message ends that is being read.
public enum MessageEnd: UInt8, Equatable, Sendable {
  /// It is all there.
  case whole
  /// It goes on, and more is to be had.
  case more
  /// It goes on, and no more is to be had.
  case cut
}

// The message that is being read, of which more is fetched than is kept of the others.
extension Session {
  /// How much of a message can be read, in octets.
  public static var longestMessage: Int { MessageReader.capacity }

  /// The user has opened the notification with that serial number.
  public mutating func beginReading(_ serial: UInt32) { reader.begin(serial) }

  /// Nothing is being read any more.
  public mutating func endReading() {
    if reader.serial != nil { reader.end() }
  }

  /// Asks for more of the message that is being read, if there is more, or anew for what has been changed. An event
  /// tells when it is here.
  public mutating func readOn(wantsMore: Bool = true) {
    guard state == .ready, let serial = reader.serial, let index = notifications.index(ofSerial: serial),
      reader.isStale || (wantsMore && messageEnd(at: index) == .more)
    else { return }
    let notification = notifications.notification(at: index)
    let command = QueuedCommand.read(notification.uid)
    guard notification.isLive, notification.content == .complete, transaction?.command != command,
      !queue.contains(command), let other = queue.push(command), other != command
    else { return }
    counters.postponedFetches.increment()
  }

  /// The message of the notification at `index`, as much of it as is here.
  ///
  /// - Precondition: `index` is a valid index of `notifications`.
  public subscript(messageAt index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { hasLongText(at: index) ? reader.span : notifications[.message, at: index] }
  }

  private borrowing func hasLongText(at index: Int) -> Bool {
    reader.serial == notifications.notification(at: index).serial && reader.count > 0
  }

  /// How large the whole message is that the notification at `index` has, in octets: exactly if it is all there, else
  /// as the phone says; nil if that is not known.
  public borrowing func wholeSize(at index: Int) -> Int? {
    let count = self[messageAt: index].count
    guard messageEnd(at: index) != .whole else { return count }
    return notifications.messageSize(at: index).flatMap { $0 > count ? $0 : nil }
  }

  /// How the message of the notification at `index` ends, as far as it is here.
  public borrowing func messageEnd(at index: Int) -> MessageEnd {
    let notification = notifications.notification(at: index)
    switch notification.content {
    case .awaited:
      return notification.hasTexts && goesOn(at: index, AttributeRequest.excerptMessageCount) ? .more : .whole
    case .partial, .unavailable: return notification.isCut(.message) ? .cut : .whole
    case .complete: break
    }
    let isLong = hasLongText(at: index)
    guard goesOn(at: index, isLong ? UInt16(truncatingIfNeeded: reader.asked) : AttributeRequest.messageCount) else {
      return .whole
    }
    let hasFailed = reader.serial == notification.serial && reader.hasFailed
    let isFull = isLong && reader.asked >= MessageReader.capacity
    return notification.isLive && takesCommands && !hasFailed && !isFull ? .more : .cut
  }

  /// Whether a message is longer than what came when `asked` octets of it were asked for.
  ///
  /// What is much shorter than that is whole, whatever size the phone claims: it cuts at a character, which may be a
  /// long one.
  private borrowing func goesOn(at index: Int, _ asked: UInt16) -> Bool {
    let count = self[messageAt: index].count
    let size = notifications.messageSize(at: index)
    if count == size || count + 64 < Int(asked) { return false }
    return count + 3 >= Int(asked) || size ?? 0 > count || notifications.notification(at: index).isCut(.message)
  }

  // MARK: Fetching

  @_lifetime(output: copy output)
  mutating func encodeMessage(
    of uid: NotificationUID, _ command: QueuedCommand, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Bool {
    guard let index = notifications.index(of: uid), notifications.notification(at: index).isContentAllowed else {
      return false
    }
    var count = MessageReader.capacity
    if case .read = command {
      guard reader.serial == notifications.notification(at: index).serial else { return false }
      count = reader.nextCount(behind: self[messageAt: index].count, size: notifications.messageSize(at: index))
    }
    let request = AttributeRequest.message(maximumLength: UInt16(truncatingIfNeeded: count))
    try GetNotificationAttributes(uid: uid, attributes: request).encode(into: &output)
    var half = reader.filling()
    assembler.expect(request, header: output.span.extracting(first: AttributeRequest.headerCount), in: &half)
    return true
  }

  /// A longer part of a message has come, or as much of it as there was time for.
  mutating func deliverMessage(of uid: NotificationUID, isWhole: Bool) {
    guard let index = indexOfAsked(uid) else { return }
    let asked = assembler.maximumLength
    let text = assembler.texts[.message]
    if isWhole { searchReply(text, asked: asked, at: index) }
    guard reader.serial == notifications.notification(at: index).serial else { return }
    if isWhole || Int(text.count) > self[messageAt: index].count {
      // What broke off went on, however short it is.
      reader.noteAsked(isWhole ? asked : Int(text.count))
      reader.turn(to: text)
    }
    reader.hasFailed = !isWhole
    report(.read(uid))
  }

  /// Nothing more of it is to be had.
  mutating func readingFailed(_ uid: NotificationUID) {
    guard let index = indexOfAsked(uid), reader.serial == notifications.notification(at: index).serial else { return }
    reader.hasFailed = true
    reader.isStale = false
    report(.read(uid))
  }

  /// The texts of the notification at `index` have been fetched, for the first time or again.
  ///
  /// - Parameter isSame: whether the message is what it was before, as far as it is kept.
  mutating func noteMessage(at index: Int, isSame: Bool) {
    if reader.serial == notifications.notification(at: index).serial {
      let hadText = reader.count > 0
      if !isSame { reader.forget() }
      reader.isStale = hadText && isSame
      reader.hasFailed = false
    }
    lookForCode(at: index)
  }
}

// Codes.
extension Session {
  /// Looks for a code in the texts that are here. If there is none and the message goes on, the rest is searched when
  /// nothing else is to be done: of what was there before the session, only if it speaks of a code.
  mutating func lookForCode(at index: Int) {
    let notification = notifications.notification(at: index)
    guard notification.isContentAllowed, !notification.category.isCall else { return }
    let goesOn = messageEnd(at: index) != .whole
    let search = CodeSearch(
      title: notifications[.title, at: index], subtitle: notifications[.subtitle, at: index],
      message: notifications[.message, at: index], isCut: goesOn)
    notifications.setCode(search.code, at: index)
    let isWorthIt = search.mentionsCode || !notification.flags.contains(.preExisting)
    let wantsSearch = search.code == nil && goesOn && isWorthIt && notification.content == .complete
    if wantsSearch != notification.wantsSearch { notifications.change(at: index) { $0.wantsSearch = wantsSearch } }
  }

  /// Looks for a code in a longer part of the message, and says so if there is one.
  private mutating func searchReply(_ text: TextRange, asked: Int, at index: Int) {
    guard notifications[codeAt: index].isEmpty else { return }
    let search = CodeSearch(
      title: notifications[.title, at: index], subtitle: notifications[.subtitle, at: index],
      message: reader.filling(text), isCut: Int(text.count) + 3 >= asked)
    guard let code = search.code else { return }
    notifications.setCode(code, at: index)
    report(.content(notifications.notification(at: index).uid))
  }
}

extension NotificationStore {
  /// How large the phone says the whole message is of the notification at `index`, in octets; nil if it does not say,
  /// or nothing that can be.
  public borrowing func messageSize(at index: Int) -> Int? {
    let digits = self[.messageSize, at: index]
    guard (1...9).contains(digits.count) else { return nil }
    var size = 0
    for position in digits.indices {
      guard (0x30...0x39).contains(digits[position]) else { return nil }
      size = size * 10 + Int(digits[position] - 0x30)
    }
    return size
  }
}
