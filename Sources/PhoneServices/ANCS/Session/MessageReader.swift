internal import Features
internal import Octets

/// How the message that is being read ends.
public enum MessageEnd: UInt8, Equatable, Sendable {
  /// The message is complete.
  case whole
  /// The message is longer, and more of it can be fetched.
  case more
  /// The message is longer, and no more of it can be fetched.
  case cut
}

/// The message that is being read, if it is longer than the part that the list keeps.
///
/// ANCS has no offsets, so that more of a message can only be fetched from its beginning. So there are two halves: the
/// user reads one while the other is filled. Both together have `size` octets.
struct MessageReader<let size: Int>: ~Copyable {
  static var halfCount: Int { size / 2 }
  /// The longest message that fits, in octets: a half less the header and the three octets in front of the value.
  static var capacity: Int { halfCount - AttributeRequest.headerCount - 3 }
  /// The length of the first request in octets, if the phone reports no suitable size.
  private static var firstCount: Int { 1_024 }

  private var readHalf = 0
  private var text = TextRange()
  /// The notification that is being read.
  private(set) var serial: UInt32?
  /// Whether the last request for more failed.
  private var hasFailed = false
  /// Whether the phone has changed the notification since its message was fetched.
  private var isStale = false

  /// The length in octets that the last answered request asked for; 0 before the first answer.
  private var asked = 0

  // Large, and therefore last: short instructions reach the properties before.
  private var octets = OctetBlock<size>()

  /// The text that is read.
  var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { span(of: text, inHalf: readHalf) }
  }

  /// A text in the half that is not being read.
  @_lifetime(borrow self)
  borrowing func filling(_ range: TextRange) -> Span<UInt8> { span(of: range, inHalf: 1 - readHalf) }

  @_lifetime(borrow self)
  private borrowing func span(of range: TextRange, inHalf half: Int) -> Span<UInt8> {
    let first = half * Self.halfCount + Int(range.offset)
    let value = octets[first..<first + Int(range.count)]
    return value.extracting(first: value.countWithoutPartialCharacter)
  }

  /// The half that is not being read.
  @inline(__always)  // So that no fragment costs another call.
  @_lifetime(&self)
  mutating func filling() -> MutableSpan<UInt8> {
    let first = (1 - readHalf) * Self.halfCount
    return octets.mutableSpan(first..<first + Self.halfCount)
  }

  // MARK: Text

  /// Whether the notification at `index` is being read.
  borrowing func reads<let slots: Int, let octets: Int>(
    _ index: Int, in notifications: borrowing NotificationStore<slots, octets>
  ) -> Bool { serial == notifications.notification(at: index).serial }

  /// Whether more is here of the message at `index` than the list keeps.
  borrowing func hasLongText<let slots: Int, let octets: Int>(
    at index: Int, in notifications: borrowing NotificationStore<slots, octets>
  ) -> Bool { Features.hasLongMessages && text.count > 0 && reads(index, in: notifications) }

  /// How much is here of the message at `index`, in octets.
  private borrowing func count<let slots: Int, let octets: Int>(
    at index: Int, in notifications: borrowing NotificationStore<slots, octets>
  ) -> Int {
    hasLongText(at: index, in: notifications) ? span.count : notifications[.message, at: index].count
  }

  /// Whether the message at `index` is complete, or longer than the stored part.
  ///
  /// - Parameter takesCommands: whether more can be asked for.
  borrowing func end<let slots: Int, let octets: Int>(
    at index: Int, in notifications: borrowing NotificationStore<slots, octets>, takesCommands: Bool
  ) -> MessageEnd {
    let notification = notifications.notification(at: index)
    switch notification.content {
    case .awaited:
      let isLonger = notification.hasTexts && goesOn(at: index, in: notifications, AttributeRequest.excerptMessageCount)
      guard isLonger else { return .whole }
      // A notification of an earlier session gets no more.
      return notification.isLive && takesCommands ? .more : .cut
    case .partial, .unavailable: return notifications.isCut(.message, at: index) ? .cut : .whole
    case .complete: break
    }
    let isLong = hasLongText(at: index, in: notifications)
    let asked = isLong ? UInt16(truncatingIfNeeded: asked) : AttributeRequest.messageCount
    guard goesOn(at: index, in: notifications, asked) else { return .whole }
    let hasFailed = serial == notification.serial && hasFailed
    let isFull = isLong && self.asked >= Self.capacity
    return Features.hasLongMessages && notification.isLive && takesCommands && !hasFailed && !isFull ? .more : .cut
  }

  /// Whether a message is longer than what came when `asked` octets of it were asked for.
  ///
  /// A message that is more than 64 octets shorter than `asked` is whole, whatever size the phone reports. The margin
  /// is needed because the phone cuts between characters, and a character may be long.
  private borrowing func goesOn<let slots: Int, let octets: Int>(
    at index: Int, in notifications: borrowing NotificationStore<slots, octets>, _ asked: UInt16
  ) -> Bool {
    let count = count(at: index, in: notifications)
    if count + 64 < Int(asked) { return false }
    let size = notifications.messageSize(at: index)
    if count == size { return false }
    return count + 3 >= Int(asked) || size ?? 0 > count || notifications.isCut(.message, at: index)
  }

  /// The size of the whole message at `index` in octets: exact if it is all there, else as the phone says; nil if that
  /// is not known.
  borrowing func wholeSize<let slots: Int, let octets: Int>(
    at index: Int, in notifications: borrowing NotificationStore<slots, octets>, takesCommands: Bool
  ) -> Int? {
    let count = count(at: index, in: notifications)
    guard end(at: index, in: notifications, takesCommands: takesCommands) != .whole else { return count }
    return notifications.messageSize(at: index).flatMap { $0 > count ? $0 : nil }
  }

  /// The command that asks for more of the message, or for it again after the phone has changed it; nil if there is no
  /// more.
  borrowing func nextCommand<let slots: Int, let octets: Int>(
    wantsMore: Bool, in notifications: borrowing NotificationStore<slots, octets>
  ) -> QueuedCommand? {
    guard let serial, let index = notifications.index(ofSerial: serial),
      isStale || (wantsMore && end(at: index, in: notifications, takesCommands: true) == .more)
    else { return nil }
    let notification = notifications.notification(at: index)
    return notification.isLive && notification.content == .complete ? .read(notification.uid) : nil
  }

  /// The number of octets of the message at `index` to ask for next; nil if that message is not being read.
  ///
  /// The phone may say how long the message is; a little more is asked for, because it may be wrong. A size that was
  /// asked for already, and did not end the message, is ignored: each request is longer than the one before.
  borrowing func nextCount<let slots: Int, let octets: Int>(
    at index: Int, in notifications: borrowing NotificationStore<slots, octets>
  ) -> Int? {
    guard reads(index, in: notifications) else { return nil }
    let count = count(at: index, in: notifications)
    let next = isStale && asked > 0 ? asked : max(Self.firstCount, 2 * count)
    if let size = notifications.messageSize(at: index), size > count, size <= 2 * next, size + 16 > asked {
      return min(Self.capacity, size + 16)
    }
    return min(Self.capacity, next)
  }

  // MARK: Changes

  mutating func begin(_ serial: UInt32) {
    guard self.serial != serial else { return }
    end()
    self.serial = serial
  }

  mutating func end() {
    serial = nil
    forget()
  }

  /// The message is another now.
  private mutating func forget() {
    text = TextRange()
    asked = 0
    hasFailed = false
    isStale = false
  }

  /// A longer part of the message at `index` has been filled in, or as much of it as there was time for. A code may be
  /// in it.
  mutating func take<let slots: Int, let octets: Int>(
    _ reply: borrowing DataSourceAssembler, isWhole: Bool, at index: Int,
    in notifications: inout NotificationStore<slots, octets>, _ log: inout SessionLog
  ) {
    let (text, asked) = (reply.texts[.message], reply.maximumLength)
    let uid = notifications.notification(at: index).uid
    let isCut = Int(text.count) + 3 >= asked
    if isWhole, notifications.lookForCode(in: filling(text), isCut: isCut, at: index) { log.report(.content(uid)) }
    guard reads(index, in: notifications) else { return }
    read(text, asked: asked, isWhole: isWhole, at: index, in: notifications)
    log.report(.read(uid))
  }

  private mutating func read<let slots: Int, let octets: Int>(
    _ range: TextRange, asked: Int, isWhole: Bool, at index: Int,
    in notifications: borrowing NotificationStore<slots, octets>
  ) {
    if isWhole || Int(range.count) > count(at: index, in: notifications) {
      // A reply that broke off is recorded as if exactly its octets had been asked for, so that the message counts as
      // cut.
      self.asked = isWhole ? asked : Int(range.count)
      readHalf = 1 - readHalf
      text = range
      isStale = false
    }
    // Without octets, the list's part of the message remains.
    hasFailed = !isWhole || range.count == 0
  }

  /// No further octets of the message are available.
  mutating func noteFailure() {
    hasFailed = true
    isStale = false
  }

  /// The texts of the notification that is being read have been fetched, for the first time or again.
  ///
  /// - Parameter isSame: whether the kept part of the message is the same as before.
  mutating func noteTexts(isSame: Bool) {
    let hadText = text.count > 0
    if !isSame { forget() }
    isStale = hadText && isSame
    hasFailed = false
  }
}
