internal import Octets

/// The memory of one application: its identifier, then its name.
enum AppNameSlot {
  /// The longest identifier, in octets. The names of apps with longer ones are not requested, because a shortened
  /// identifier means another app.
  static var identifierCapacity: Int { 128 }
  static var nameCapacity: Int { 48 }
  static var count: Int { identifierCapacity + nameCapacity }
}

/// Identifies an entry of an `AppNameCache` while its name is being requested.
struct AppNameKey: Equatable, Sendable {
  fileprivate let row: UInt8
  fileprivate var index: Int { Int(row) }
}

enum AppNameState: UInt8, Sendable {
  case unasked, wanted, known, unavailable
}

/// The display names of the apps that posted last, by their bundle identifiers. Each name is requested once.
///
///     unasked → wanted ──→ known
///                 └──────→ unavailable ── the session ends ──→ unasked
///
/// When full, a new entry replaces the least recently used one whose name is not being requested.
///
/// - Precondition: `octets` is 176 times `count`.
public struct AppNameCache<let count: Int, let octets: Int>: ~Copyable {
  private struct Entry: Sendable {
    var state = AppNameState.unasked
    var identifierCount: UInt8 = 0
    var nameCount: UInt8 = 0
    var lastUse: UInt32 = 0
  }

  private var entries: [count of Entry] = .init(repeating: Entry())
  private var useCount: UInt32 = 0

  // Large, and therefore last: short instructions reach the properties before.
  /// One slot for each entry.
  private var texts = OctetBlock<octets>()

  init() { precondition(octets == count * AppNameSlot.count) }

  /// The display name of an app; empty if the name is unknown or the app has no name.
  public subscript(identifier: Span<UInt8>) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      guard let key = key(of: identifier) else { return texts[0..<0] }
      let first = firstOctet(of: key) + AppNameSlot.identifierCapacity
      return texts[first..<first + Int(entries[key.index].nameCount)]
    }
  }

  // MARK: Changes

  /// Queues a request for the name of the app that posted the notification at `index`, unless it was requested before.
  ///
  /// - Returns: whether the name is being requested.
  mutating func request<let slots: Int, let slotOctets: Int>(
    forAppAt index: Int, in notifications: borrowing NotificationStore<slots, slotOctets>, _ queue: inout CommandQueue,
    _ log: inout SessionLog
  ) -> Bool {
    guard !notifications.isCut(.appIdentifier, at: index),
      let key = use(notifications[.appIdentifier, at: index])
    else { return false }
    guard state(of: key) == .unasked else { return state(of: key) == .wanted }
    guard queue.enqueueOnce(.nameApp(key), &log) else { return false }
    setState(.wanted, of: key)
    return true
  }

  borrowing func state(of key: AppNameKey) -> AppNameState { entries[key.index].state }

  /// Whether the name of `identifier` is being asked for.
  borrowing func isWanted(_ identifier: Span<UInt8>) -> Bool {
    guard let key = key(of: identifier) else { return false }
    return state(of: key) == .wanted
  }

  subscript(identifierOf key: AppNameKey) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      let first = firstOctet(of: key)
      return texts[first..<first + Int(entries[key.index].identifierCount)]
    }
  }

  /// The entry of `identifier`, made if need be.
  ///
  /// - Returns: nil if it cannot be asked for, or if all entries are being asked for.
  mutating func use(_ identifier: Span<UInt8>) -> AppNameKey? {
    guard let key = key(of: identifier) ?? makeEntry(identifier) else { return nil }
    useCount &+= 1
    entries[key.index].lastUse = useCount
    return key
  }

  /// Stores the name from the reply about an app, and reports the notifications that waited for it.
  mutating func take<let slots: Int, let slotOctets: Int>(
    _ reply: borrowing DataSourceAssembler, isWhole: Bool, of key: AppNameKey,
    in notifications: inout NotificationStore<slots, slotOctets>, _ log: inout SessionLog
  ) {
    guard isWhole else { return settle(key, .unavailable, in: &notifications, &log) }
    setName(notifications[filling: reply.texts.displayName], of: key)
    notifications.reportSettledContent(self, &log)
  }

  /// Ends the request for the name of an app, and reports the notifications that waited for it.
  mutating func settle<let slots: Int, let slotOctets: Int>(
    _ key: AppNameKey, _ state: AppNameState, in notifications: inout NotificationStore<slots, slotOctets>,
    _ log: inout SessionLog
  ) {
    setState(state, of: key)
    notifications.reportSettledContent(self, &log)
  }

  private mutating func setState(_ state: AppNameState, of key: AppNameKey) { entries[key.index].state = state }

  /// Stores the name that the phone gave. An empty name counts as none until the session ends: a phone that is locked
  /// since its start may not know it yet.
  private mutating func setName(_ name: Span<UInt8>, of key: AppNameKey) {
    let text = BoundedText<48>(repairing: name)
    let first = firstOctet(of: key) + AppNameSlot.identifierCapacity
    var octets = texts.mutableSpan(first..<first + AppNameSlot.nameCapacity)
    octets.copyOctets(from: text.span, at: 0)
    entries[key.index].nameCount = UInt8(truncatingIfNeeded: text.count)
    entries[key.index].state = text.isEmpty ? .unavailable : .known
  }

  /// Allows further requests for the names that were not received, or came empty.
  mutating func forgetFailures() {
    for row in entries.indices where entries[row].state != .known { entries[row].state = .unasked }
  }

  private borrowing func key(of identifier: Span<UInt8>) -> AppNameKey? {
    for row in entries.indices where Int(entries[row].identifierCount) == identifier.count && !identifier.isEmpty {
      let key = AppNameKey(row: UInt8(truncatingIfNeeded: row))
      if self[identifierOf: key].isEqual(to: identifier) { return key }
    }
    return nil
  }

  /// - Returns: nil if the name cannot be requested, or if the names of all entries are being requested.
  private mutating func makeEntry(_ identifier: Span<UInt8>) -> AppNameKey? {
    guard identifier.count <= AppNameSlot.identifierCapacity, GetAppAttributes(appIdentifier: identifier) != nil else {
      return nil
    }
    var oldest: Int?
    for row in entries.indices where entries[row].state != .wanted {
      if let candidate = oldest, entries[candidate].lastUse <= entries[row].lastUse { continue }
      oldest = row
    }
    guard let row = oldest else { return nil }
    let key = AppNameKey(row: UInt8(truncatingIfNeeded: row))
    let first = firstOctet(of: key)
    var octets = texts.mutableSpan(first..<first + AppNameSlot.identifierCapacity)
    octets.copyOctets(from: identifier, at: 0)
    entries[row] = Entry(identifierCount: UInt8(truncatingIfNeeded: identifier.count))
    return key
  }

  private func firstOctet(of key: AppNameKey) -> Int { key.index * AppNameSlot.count }
}

extension NotificationStore {
  /// Reports the notifications that waited only for the name of their app.
  mutating func reportSettledContent<let names: Int, let nameOctets: Int>(
    _ names: borrowing AppNameCache<names, nameOctets>, _ log: inout SessionLog
  ) {
    for index in 0..<count {
      let notification = notification(at: index)
      guard notification.awaitsAppName, !names.isWanted(self[.appIdentifier, at: index]) else { continue }
      change(at: index) { $0.setAwaitsAppName(false) }
      log.report(.content(notification.uid))
    }
  }
}
