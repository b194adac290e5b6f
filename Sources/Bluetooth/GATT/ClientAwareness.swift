internal import ATT
internal import Features
internal import Octets

/// Whether a client with robust caching may use the handles it knows.
///
///     aware → unaware ⇄ notified → aware
///
/// Core Spec 5.4, Vol 3, Part G, 2.5.2.1.
struct ClientAwareness: Sendable {
  private enum State {
    case aware
    case unaware
    /// The client received Database Out Of Sync; its next request makes it aware.
    case notified
  }

  private var state = State.aware

  /// Whether the client knows the present database.
  var isAware: Bool { !Features.hasAttributeCaching || state == .aware }

  /// The bond of the client has the hash of another database.
  mutating func noteDatabaseChange() { state = .unaware }

  /// The client has read the hash of the present database, or has confirmed that the database has changed.
  mutating func noteDatabaseKnown() { state = .aware }

  /// Whether to refuse a request with Database Out Of Sync.
  ///
  /// One request is refused, unless it reads the Database Hash or exchanges the MTU.
  mutating func refuses(_ request: Span<UInt8>, usesRobustCaching: Bool) -> Bool {
    guard Features.hasAttributeCaching else { return false }
    if state == .notified { state = .aware }
    guard !isAware, usesRobustCaching, !Self.readsDatabaseHash(request),
      request[0] != Opcode.exchangeMTURequest.rawValue
    else { return false }
    state = .notified
    return true
  }

  static func readsDatabaseHash(_ pdu: Span<UInt8>) -> Bool {
    guard Features.hasAttributeCaching else { return false }
    var rest = pdu
    guard let request = try? ReadByTypeRequest(decoding: &rest) else { return false }
    return request.attributeType == AttributeType.databaseHash.uuid
  }
}
