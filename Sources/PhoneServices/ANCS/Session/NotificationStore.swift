internal import Octets
internal import Timing

/// The notifications of a session with their texts, the newest first.
///
/// One of the `slots` text slots of 1,024 octets is always being filled, so `slots - 1` notifications are held. A
/// notification keeps its old texts while they are requested again. When the store is full, a new notification replaces
/// the oldest one that the phone has removed, else the oldest one that is not an incoming call.
///
/// The texts are one flat block, `octets` long, because the compiler would copy an array of arrays to read from it.
///
/// - Precondition: `slots` is in 2...255, and `octets` is 1,024 times as much.
public struct NotificationStore<let slots: Int, let octets: Int>: ~Copyable {
  private let inPlace = InPlace()
  private var texts = OctetBlock<octets>()
  /// Free entries hold any notification. They are no optionals: the compiler would copy a notification to unwrap it.
  private var entries: [slots of Notification] = .init(repeating: .freeEntry)
  /// The text slot of each entry. The last entry is never used: its slot is the one being filled.
  private var slotOfEntry: [slots of UInt8]
  /// The UID of each entry, for searches.
  private var uids: [slots of UInt32] = .init(repeating: 0)
  /// The indices of the entries: those in use, the oldest first, then the free entries.
  private var order: [slots of UInt8]
  /// How many notifications there are.
  public private(set) var count = 0
  /// How many notifications wait for a request or belong to an earlier session. Zero makes a search unnecessary.
  private(set) var wantedCounts = WantedCounts()

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
    let entriesInUse = order.span.extracting(first: count)
    var position = count
    while position > 0 {
      position &-= 1
      let entry = Int(entriesInUse[position])
      // A notification of an earlier session may have the same UID.
      if uids[entry] == uid.rawValue, entries.span[entry].isLive { return count - 1 - position }
    }
    return nil
  }

  /// The index of the notification with that serial number; nil if it is not stored any more.
  public borrowing func index(ofSerial serial: UInt32) -> Int? {
    for index in 0..<count where notification(at: index).serial == serial { return index }
    return nil
  }

  /// The value of `attribute` as the phone sent it, cut at a character boundary; empty without a value.
  ///
  /// It may be ill-formed: `UTF8Scalar(decoding:)` and `BoundedText(repairing:)` repair it.
  ///
  /// - Precondition: `index` is in `0..<count`.
  public subscript(attribute: NotificationAttributeID, at index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      let entry = entry(at: index)
      // Through spans, as all that is looked at here: else it would cost a copy of the notification.
      let value = texts[location(of: entries.span[entry].texts[attribute], entry)]
      return value.extracting(first: value.countWithoutPartialCharacter)
    }
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
  private borrowing func location(of value: TextRange, _ entry: Int) -> Range<Int> {
    let first = firstOctet(ofSlotOf: entry) + Int(value.offset)
    return first..<first + Int(value.count)
  }

  private borrowing func firstOctet(ofSlotOf entry: Int) -> Int { Int(slotOfEntry[entry]) * TextSlot.count }

  @inline(__always)
  private borrowing func entry(at index: Int) -> Int {
    precondition(index >= 0 && index < count)
    return Int(order[count - 1 - index])
  }
}

/// How many notifications wait for a request or belong to an earlier session.
struct WantedCounts {
  /// Notifications whose attributes must be fetched.
  fileprivate(set) var fetches = 0
  /// Notifications whose whole message must be searched for a code.
  fileprivate(set) var searches = 0
  /// Notifications of an earlier session, and those that the phone has removed.
  fileprivate(set) var leftovers = 0
  /// Notifications that the phone has removed.
  fileprivate(set) var kept = 0

  fileprivate mutating func add(_ one: WantedCounts) {
    fetches += one.fetches
    searches += one.searches
    leftovers += one.leftovers
    kept += one.kept
  }

  fileprivate mutating func remove(_ one: WantedCounts) {
    fetches -= one.fetches
    searches -= one.searches
    leftovers -= one.leftovers
    kept -= one.kept
  }
}

extension Notification {
  /// The content of an entry that is free.
  fileprivate static var freeEntry: Notification {
    let event = NotificationSourceEvent(.removed, NotificationUID(rawValue: 0), category: .other)
    return Notification(event, serial: 0, isContentAllowed: false, at: .start)
  }

  /// This notification's share of the counts.
  fileprivate var wants: WantedCounts {
    WantedCounts(
      fetches: wantsFetch ? 1 : 0, searches: wantsSearch ? 1 : 0, leftovers: isLive ? 0 : 1, kept: isKept ? 1 : 0)
  }
}

// Changes by the session.
extension NotificationStore {
  /// Adds a notification as the newest.
  ///
  /// - Returns: the one that had to make room.
  mutating func insert(_ notification: Notification) -> Notification? {
    let evicted = count == Self.capacity ? remove(at: indexToEvict()) : nil
    let entry = Int(order[count])
    entries[entry] = notification
    uids[entry] = notification.uid.rawValue
    wantedCounts.add(notification.wants)
    count += 1
    return evicted
  }

  private func indexToEvict() -> Int {
    if keptCount > 0 {
      for index in (0..<count).reversed() where notification(at: index).isKept { return index }
    }
    for index in (0..<count).reversed() where !notification(at: index).category.isIncomingCall { return index }
    return count - 1
  }

  @discardableResult
  mutating func remove(at index: Int) -> Notification {
    let removed = notification(at: index)
    wantedCounts.remove(removed.wants)
    let position = count - 1 - index
    let entry = order[position]
    var entriesInUse = order.mutableSpan
    entriesInUse.moveOctets(from: position + 1, to: position, count: count - 1 - position)
    count -= 1
    order[count] = entry
    return removed
  }

  mutating func removeAll() {
    while count > 0 { remove(at: 0) }
  }

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
    guard wantedCounts.searches > 0 else { return nil }
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

  /// Marks all as left over from a session that has ended.
  mutating func detachAll() {
    for index in 0..<count {
      change(at: index) { $0.detach() }
    }
  }

  /// The slot that is being filled.
  @_lifetime(&self)
  mutating func filling() -> MutableSpan<UInt8> {
    let first = firstOctet(ofSlotOf: slots - 1)
    return texts.mutableSpan(first..<first + TextSlot.count)
  }

  /// Copies a value of the notification at `index` into the slot that is being filled.
  mutating func copy(_ value: TextRange, ofSlotAt index: Int, to offset: Int) {
    let source = location(of: value, entry(at: index))
    let target = firstOctet(ofSlotOf: slots - 1) + offset
    var all = texts.mutableSpan(0..<octets)
    all.moveOctets(from: source.lowerBound, to: target, count: source.count)
  }

  /// Gives the filled slot to the notification at `index`. The old slot of that notification is filled next.
  mutating func publish(_ ranges: TextRanges, at index: Int) {
    let entry = entry(at: index)
    let slot = slotOfEntry[entry]
    slotOfEntry[entry] = slotOfEntry[slots - 1]
    slotOfEntry[slots - 1] = slot
    change(at: index) { $0.setTexts(ranges) }
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
    change(at: index) { $0.setCode(range) }
  }
}
