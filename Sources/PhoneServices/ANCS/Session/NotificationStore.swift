internal import Features
internal import Octets
internal import Timing

/// The notifications of a session with their texts, the newest first.
///
/// One of the `slots` text slots of 1,024 octets is always being filled, so `slots - 1` notifications are held. A
/// notification keeps its old texts while they are requested again. When the store is full, a new notification replaces
/// the oldest one that the phone has removed, else the oldest one that is not a call. After a new connection, those of
/// the earlier session go before, because the phone sends them again.
///
/// The texts are one flat block, `octets` long, because the compiler would copy an array of arrays to read from it.
///
/// - Precondition: `slots` is in 2...255, and `octets` is 1,024 times as much.
public struct NotificationStore<let slots: Int, let octets: Int>: ~Copyable {
  private let inPlace = InPlace()
  /// Free entries hold any notification that is not live. They are no optionals: the compiler would copy a notification
  /// to unwrap it.
  private var entries: [slots of Notification] = .init(repeating: .freeEntry)
  /// The text slot of each entry. The last entry is never used: its slot is the one being filled.
  private var slotOfEntry: [slots of UInt8]
  /// The UID of each entry, for searches.
  private var uids: [slots of UInt32] = .init(repeating: 0)
  /// No notification of the running session has a larger UID. Phones count upwards, so a new one need not be searched.
  private var largestUID: UInt32 = 0
  /// Whether the UIDs ascend from the oldest notification to the newest, those of earlier sessions included.
  private var areUIDsAscending = true
  /// The indices of the entries: those in use, the oldest first, then the free entries.
  private var order: [slots of UInt8]
  /// How many notifications there are.
  public private(set) var count = 0
  /// How many notifications wait for a request or belong to an earlier session. Zero makes a search unnecessary.
  private(set) var wantedCounts = WantedCounts()

  // Large, and therefore last: short instructions reach the properties before.
  private var texts = OctetBlock<octets>()

  @inline(never)  // Short instructions reach its properties from its own address.
  init() {
    precondition(slots >= 2 && slots <= 255 && octets == slots * TextSlot.count)
    slotOfEntry = .init(repeating: 0)
    order = .init(repeating: 0)
    for index in 0..<slots {
      slotOfEntry[index] = UInt8(truncatingIfNeeded: index)
      order[index] = UInt8(truncatingIfNeeded: index)
    }
  }

  /// How many notifications it can hold.
  public static var capacity: Int { slots - 1 }

  /// How many of them the phone has removed.
  public var keptCount: Int { wantedCounts.kept }

  /// Whether the store has no notification.
  public var isEmpty: Bool { count == 0 }

  /// The notification at `index`: 0 is the newest.
  ///
  /// - Precondition: `index` is in `0..<count`.
  @inline(__always)  // Of most only one field is looked at, and need not be copied with the rest.
  public borrowing func notification(at index: Int) -> Notification {
    entries.span[entry(at: index)]
  }

  /// The index of the notification with that UID in the running session; nil if no such notification is stored.
  public borrowing func index(of uid: NotificationUID) -> Int? {
    guard uid.rawValue <= largestUID else { return nil }
    // Most often it is the newest.
    if count > 0, isLive(entry(at: 0), uid) { return 0 }
    if areUIDsAscending { return indexByHalves(of: uid) }
    for entry in 0..<slots where isLive(entry, uid) { return index(ofEntry: entry) }
    return nil
  }

  /// The same, if the UIDs ascend: each step halves the positions in `order` at which the UID may be.
  private borrowing func indexByHalves(of uid: NotificationUID) -> Int? {
    var (first, end) = (0, count)
    while first < end {
      let middle = (first &+ end) / 2
      if uids.span[Int(order.span[middle])] < uid.rawValue { first = middle &+ 1 } else { end = middle }
    }
    guard first < count, isLive(Int(order[first]), uid) else { return nil }
    return count - 1 - first
  }

  /// Whether an entry in use is of the running session and has that UID.
  @inline(__always)
  private borrowing func isLive(_ entry: Int, _ uid: NotificationUID) -> Bool {
    // A notification of an earlier session may have the same UID.
    uids.span[entry] == uid.rawValue && entries.span[entry].isLive
  }

  private borrowing func index(ofEntry entry: Int) -> Int? {
    for index in 0..<count where self.entry(at: index) == entry { return index }
    return nil
  }

  /// The index of the notification with that serial number; nil if it is not stored any more.
  public borrowing func index(ofSerial serial: UInt32) -> Int? {
    for index in 0..<count where notification(at: index).serial == serial { return index }
    return nil
  }

  /// The value of `attribute` as the phone sent it, cut at a character boundary; empty without a value.
  ///
  /// A title or a subtitle that is as long as the request allowed, or up to three octets shorter, has an ellipsis
  /// behind it.
  ///
  /// It may be ill-formed: `UTF8Scalar(decoding:)` and `BoundedText(repairing:)` repair it.
  ///
  /// - Precondition: `index` is in `0..<count`.
  public subscript(attribute: NotificationAttributeID, at index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      let entry = entry(at: index)
      let value = texts[location(of: range(attribute.rawValue, ofEntry: entry), entry)]
      return value.extracting(first: value.countWithoutPartialCharacter)
    }
  }

  /// The range in its slot of a value of the notification at `index`.
  borrowing func range(_ raw: UInt8, at index: Int) -> TextRange { range(raw, ofEntry: entry(at: index)) }

  @inline(__always)
  private borrowing func range(_ raw: UInt8, ofEntry entry: Int) -> TextRange {
    // Through spans and stored properties: else it would cost a copy of the notification or of all its ranges.
    entries.span[entry].texts.all.span[Int(raw & 7)]
  }

  /// Whether the phone has more of `attribute` than was kept.
  borrowing func isCut(_ attribute: NotificationAttributeID, at index: Int) -> Bool {
    range(attribute.rawValue, at: index).isCut
  }

  /// The code that the texts of the notification at `index` bring; empty if none was found.
  ///
  /// - Precondition: `index` is in `0..<count`.
  public subscript(codeAt index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      let entry = entry(at: index)
      return texts[location(of: entries.span[entry].code, entry)]
    }
  }

  /// A value in the slot that is being filled.
  subscript(filling value: TextRange) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { texts[location(of: value, slots - 1)] }
  }

  /// The range in `texts` of a value in the slot of `entry`.
  @inline(__always)
  private borrowing func location(of value: TextRange, _ entry: Int) -> Range<Int> {
    let first = firstOctet(ofSlotOf: entry) + Int(value.offset)
    return first..<first + Int(value.count)
  }

  private borrowing func firstOctet(ofSlotOf entry: Int) -> Int { Int(slotOfEntry[entry]) * TextSlot.count }

  #if BELFRY_TINY
    @inline(never)  // Many callers: one copy is smaller.
  #else
    @inline(__always)
  #endif
  private borrowing func entry(at index: Int) -> Int {
    // Without a sign, a negative index is larger than all others: one comparison for both limits.
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return Int(order.span[count &- 1 &- index])
  }
}

extension Notification {
  /// The content of an entry that is free.
  fileprivate static var freeEntry: Notification {
    let event = NotificationSourceEvent(.removed, NotificationUID(rawValue: 0), category: .other)
    var notification = Notification(event, serial: 0, isContentAllowed: false, at: .start)
    notification.detach()
    return notification
  }
}

// Changes by the session.
extension NotificationStore {
  /// Adds a notification as the newest.
  ///
  /// - Parameter spared: the serial number of the notification that is being read, which does not make room.
  /// - Returns: the one that had to make room, and whether it was of the running session.
  mutating func insert(
    _ event: NotificationSourceEvent, serial: UInt32, isContentAllowed: Bool, sparing spared: UInt32? = nil,
    at now: Instant
  ) -> (uid: NotificationUID, isLive: Bool)? {
    let evicted = count == Self.capacity ? evict(indexToEvict(sparing: spared)) : nil
    let entry = Int(order[count])
    areUIDsAscending = count == 0 || (areUIDsAscending && uids[Int(order[count - 1])] < event.uid.rawValue)
    entries[entry] = Notification(event, serial: serial, isContentAllowed: isContentAllowed, at: now)
    uids[entry] = event.uid.rawValue
    largestUID = max(largestUID, event.uid.rawValue)
    wantedCounts.add(entries.span[entry].wants)
    count += 1
    return evicted
  }

  private mutating func evict(_ index: Int) -> (uid: NotificationUID, isLive: Bool) {
    let evicted = (notification(at: index).uid, notification(at: index).isLive)
    remove(at: index)
    return evicted
  }

  private borrowing func indexToEvict(sparing spared: UInt32?) -> Int {
    if Features.hasHistory, keptCount > 0 {
      // One that the phone sends again takes two places until its texts have come.
      for index in (0..<count).reversed() where isLeftover(at: index) && mayGo(index, spared) { return index }
      for index in (0..<count).reversed() where notification(at: index).isKept && mayGo(index, spared) { return index }
    }
    // The notifications of an earlier session are the oldest.
    for index in (0..<count).reversed() where mayGo(index, spared) { return index }
    return count - 1
  }

  private borrowing func mayGo(_ index: Int, _ spared: UInt32?) -> Bool {
    if Features.hasLongMessages, notification(at: index).serial == spared { return false }
    return !notification(at: index).category.isCall
  }

  /// Whether an earlier session has left the notification at `index`, and the phone may send it again.
  private borrowing func isLeftover(at index: Int) -> Bool {
    !notification(at: index).isLive && !notification(at: index).isKept
  }

  mutating func remove(at index: Int) {
    let position = count - 1 - index
    let entry = order[position]
    wantedCounts.remove(entries.span[Int(entry)].wants)
    entries[Int(entry)].detach()
    var entriesInUse = order.mutableSpan
    entriesInUse.moveOctets(from: position + 1, to: position, count: count - 1 - position)
    count -= 1
    order[count] = entry
    if count == 0 { largestUID = 0 }
  }

  mutating func removeAll() {
    while count > 0 { remove(at: 0) }
  }

  /// Whether `nextFetch` or `takeSearch` has a command.
  var hasWanted: Bool { wantedCounts.fetches > 0 || wantedCounts.searches > 0 }

  /// The command that fetches the newest notification whose fetch was dropped from the full queue.
  borrowing func nextFetch() -> QueuedCommand? {
    guard wantedCounts.fetches > 0 else { return nil }
    for index in 0..<count {
      let notification = notification(at: index)
      guard notification.wantsFetch else { continue }
      return .fetch(notification.uid, isCall: notification.category.isIncomingCall, attempt: 0)
    }
    return nil
  }

  /// The command that fetches the newest whole message that must be searched for a code.
  mutating func takeSearch() -> QueuedCommand? {
    guard Features.hasCodes, Features.hasLongMessages, wantedCounts.searches > 0 else { return nil }
    for index in 0..<count where notification(at: index).wantsSearch {
      change(at: index) { $0.setWantsSearch(false) }
      return .search(notification(at: index).uid)
    }
    return nil
  }

  /// Lets `body` change the notification at `index`.
  mutating func change(at index: Int, _ body: (inout Notification) -> Void) {
    let entry = entry(at: index)
    wantedCounts.remove(entries.span[entry].wants)
    body(&entries[entry])
    wantedCounts.add(entries.span[entry].wants)
  }

  /// The negative action of a notification was ordered, or the phone has refused it.
  mutating func noteDismissal(_ isOrdered: Bool, of uid: NotificationUID) {
    if let index = index(of: uid) { change(at: index) { $0.noteDismissal(isOrdered) } }
  }

  /// Marks all as left over from a session that has ended.
  mutating func detachAll() {
    for index in 0..<count {
      change(at: index) { $0.detach() }
    }
    largestUID = 0
  }

  /// The slot that is being filled.
  @_lifetime(&self)
  mutating func filling() -> MutableSpan<UInt8> {
    let first = firstOctet(ofSlotOf: slots - 1)
    return texts.mutableSpan(first..<first + TextSlot.count)
  }

  /// Gives the filled slot to the notification at `index`. The old slot of that notification is filled next.
  @inline(__always)  // Else each call would cost another copy of the ranges.
  mutating func publish(_ ranges: TextRanges, at index: Int) {
    let entry = entry(at: index)
    entries[entry].setTexts(ranges)
    exchangeSlot(ofEntry: entry)
  }

  /// The same for the rest of a notification: keeps a text of the excerpt if it is longer than in the reply and fits
  /// behind it.
  ///
  /// - Parameter end: the number of octets of the filled slot that are in use.
  @inline(__always)  // The same.
  mutating func publishRest(_ ranges: TextRanges, end: Int, at index: Int) {
    let entry = entry(at: index)
    var (texts, end) = (ranges, end)
    for raw in 0..<UInt8(NotificationAttributeID.count) {
      let kept = range(raw, ofEntry: entry)
      guard kept.count > texts[raw: raw].count, end + Int(kept.count) <= Self.replyEnd else { continue }
      copy(kept, ofEntry: entry, to: end)
      texts[raw: raw] = TextRange(offset: end, count: Int(kept.count), isCut: kept.isCut)
      end += Int(kept.count)
    }
    entries[entry].setTexts(texts)
    exchangeSlot(ofEntry: entry)
  }

  /// Copies a value of `entry` into the slot that is being filled.
  private mutating func copy(_ value: TextRange, ofEntry entry: Int, to offset: Int) {
    let source = location(of: value, entry)
    let target = firstOctet(ofSlotOf: slots - 1) + offset
    var all = texts.mutableSpan(0..<octets)
    all.moveOctets(from: source.lowerBound, to: target, count: source.count)
  }

  private mutating func exchangeSlot(ofEntry entry: Int) {
    let slot = slotOfEntry[entry]
    slotOfEntry[entry] = slotOfEntry[slots - 1]
    slotOfEntry[slots - 1] = slot
  }

  /// Puts an ellipsis behind a title or a subtitle if the phone probably has more: it tells no size of these, so that
  /// only their length shows it. A phone cuts between characters of up to four octets.
  ///
  /// - Precondition: its reply came whole.
  @inline(__always)  // Each caller passes a constant, and few texts need more than the comparison.
  mutating func markCut(_ id: NotificationAttributeID, at index: Int) {
    let entry = entry(at: index)
    let value = range(id.rawValue, ofEntry: entry)
    if value.count + 3 >= id.usualMaximum { appendEllipsis(to: id, value, ofEntry: entry) }
  }

  /// The three octets of the ellipsis replace the header of the next value, which is not needed any more: in a whole
  /// reply, a value follows title and subtitle. Texts of an excerpt have none behind them, but are shorter.
  @inline(never)
  private mutating func appendEllipsis(to id: NotificationAttributeID, _ value: TextRange, ofEntry entry: Int) {
    let count = texts[location(of: value, entry)].countWithoutPartialCharacter
    let first = firstOctet(ofSlotOf: entry)
    var slot = texts.mutableSpan(first..<first + TextSlot.count)
    slot.copyOctets(from: ("…" as StaticString).utf8Span, at: Int(value.offset) + count)
    entries[entry].setText(TextRange(offset: Int(value.offset), count: count + 3, isCut: value.isCut), of: id)
  }

  /// Keeps a code in the last octets of a slot, which no reply reaches.
  mutating func setCode(_ code: OneTimeCode?, at index: Int) {
    guard code != nil || !self[codeAt: index].isEmpty else { return }
    var range = TextRange()
    if let code {
      let offset = TextSlot.count - OneTimeCode.capacity
      range = TextRange(offset: offset, count: code.count)
      let first = firstOctet(ofSlotOf: entry(at: index))
      var slot = texts.mutableSpan(first..<first + TextSlot.count)
      slot.copyOctets(from: code.span, at: offset)
    }
    entries[entry(at: index)].setCode(range)
  }
}
