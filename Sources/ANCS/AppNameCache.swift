internal import Octets

/// The display names of the apps that posted last, by their bundle identifiers. Each is asked for once.
///
///     unasked → wanted ──→ known
///                 └──────→ unavailable ── the session ends ──→ unasked
///
/// When full, the one that was needed longest ago and is not being asked for makes room.
public struct AppNameCache: ~Copyable {
  /// Identifiers longer than this are not asked for: a shortened one means another app.
  static var identifierCapacity: Int { 128 }
  static var nameCapacity: Int { 48 }

  /// Names an entry for as long as it is wanted.
  struct Key: Equatable, Sendable {
    fileprivate let row: UInt8
    fileprivate var index: Int { Int(row) }
  }

  enum State: UInt8, Sendable {
    case unasked, wanted, known, unavailable
  }

  private struct Entry: Sendable {
    var state = State.unasked
    var identifierCount: UInt8 = 0
    var nameCount: UInt8 = 0
    var lastUse: UInt32 = 0
  }

  /// For each entry the identifier, then the name.
  private var texts = ApplicationTexts()
  private var entries: PerNamedApplication<Entry> = .init(repeating: Entry())
  private var useCount: UInt32 = 0

  init() {}

  /// The display name of an app; empty if it is not known or the app has none.
  public subscript(identifier: Span<UInt8>) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      guard let key = key(of: identifier) else { return texts[0..<0] }
      let first = firstOctet(of: key) + Self.identifierCapacity
      return texts[first..<first + Int(entries[key.index].nameCount)]
    }
  }

  // What the session changes.

  borrowing func state(of key: Key) -> State { entries[key.index].state }

  /// Whether the name of `identifier` is being asked for.
  borrowing func isWanted(_ identifier: Span<UInt8>) -> Bool {
    guard let key = key(of: identifier) else { return false }
    return state(of: key) == .wanted
  }

  subscript(identifierOf key: Key) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      let first = firstOctet(of: key)
      return texts[first..<first + Int(entries[key.index].identifierCount)]
    }
  }

  /// The entry of `identifier`, made if need be.
  ///
  /// - Returns: nil if it cannot be asked for, or if all entries are being asked for.
  mutating func use(_ identifier: Span<UInt8>) -> Key? {
    guard let key = key(of: identifier) ?? makeEntry(identifier) else { return nil }
    useCount &+= 1
    entries[key.index].lastUse = useCount
    return key
  }

  mutating func setState(_ state: State, of key: Key) { entries[key.index].state = state }

  /// Keeps the name that the phone gave; an empty one means that there is none.
  mutating func setName(_ name: Span<UInt8>, of key: Key) {
    let text = BoundedText<48>(repairing: name)
    let first = firstOctet(of: key) + Self.identifierCapacity
    var octets = texts.mutableSpan(first..<first + Self.nameCapacity)
    octets.copyOctets(from: text.span, at: 0)
    entries[key.index].nameCount = UInt8(truncatingIfNeeded: text.count)
    entries[key.index].state = .known
  }

  /// Lets names that could not be had be asked for again.
  mutating func forgetFailures() {
    for row in entries.indices where entries[row].state != .known { entries[row].state = .unasked }
  }

  private borrowing func key(of identifier: Span<UInt8>) -> Key? {
    for row in entries.indices where Int(entries[row].identifierCount) == identifier.count && !identifier.isEmpty {
      let key = Key(row: UInt8(truncatingIfNeeded: row))
      if self[identifierOf: key].isEqual(to: identifier) { return key }
    }
    return nil
  }

  /// - Returns: nil if it cannot be asked for, or if all entries are being asked for.
  private mutating func makeEntry(_ identifier: Span<UInt8>) -> Key? {
    guard identifier.count <= Self.identifierCapacity, GetAppAttributes(appIdentifier: identifier) != nil else {
      return nil
    }
    var oldest: Int?
    for row in entries.indices where entries[row].state != .wanted {
      if let candidate = oldest, entries[candidate].lastUse <= entries[row].lastUse { continue }
      oldest = row
    }
    guard let row = oldest else { return nil }
    let key = Key(row: UInt8(truncatingIfNeeded: row))
    let first = firstOctet(of: key)
    var octets = texts.mutableSpan(first..<first + Self.identifierCapacity)
    octets.copyOctets(from: identifier, at: 0)
    entries[row] = Entry(identifierCount: UInt8(truncatingIfNeeded: identifier.count))
    return key
  }

  private func firstOctet(of key: Key) -> Int { key.index * (Self.identifierCapacity + Self.nameCapacity) }
}
