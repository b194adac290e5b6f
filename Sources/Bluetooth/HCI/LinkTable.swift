internal import Identifiers
internal import Octets
internal import Timing

/// The connections of a controller, and how many ACL packets each has in the controller's buffers.
///
/// The credits are not kept but counted: what the controller holds in all, less what each connection has there. So
/// they are in `0...total` whatever the controller says. Core Spec 5.4, Vol 4, Part E, 4.1.
struct LinkTable {
  /// More than any use of this host; a connection beyond is refused.
  static var capacity: Int { 4 }
  /// Longer than any supervision timeout (32 s): after it a connection that was to end must have ended.
  static var disconnectionTimeout: Interval { .seconds(35) }

  private struct Link {
    let handle: ConnectionHandle
    /// Packets sent that the controller has not reported as completed.
    var outstanding = 0
    /// From when the end is asked for until that is refused.
    var isDisconnecting = false
    /// By when the connection has to have ended, from when its end was first asked for.
    var disconnectionDeadline = Deadline()
    var isKeyOurs = false
  }

  private var links = FixedArray<4, Link>()
  private let total: Int

  init(totalNumACLDataPackets total: Int) { self.total = total }

  /// How many more ACL packets the controller takes.
  var credits: Int {
    var credits = total
    for index in links.indices { credits -= links[index].outstanding }
    return credits
  }

  private func index(of handle: ConnectionHandle) -> Int? {
    for index in links.indices where links[index].handle == handle { return index }
    return nil
  }

  func contains(_ handle: ConnectionHandle) -> Bool { index(of: handle) != nil }

  /// Whether data may be sent: the connection is known, and not about to end.
  func isOpen(_ handle: ConnectionHandle) -> Bool {
    guard let index = index(of: handle) else { return false }
    return !links[index].isDisconnecting
  }

  /// Adds a connection. If its handle is in the table already, a new entry replaces the earlier one.
  ///
  /// - Returns: false if the table is full.
  mutating func insert(_ handle: ConnectionHandle) -> Bool {
    remove(handle)
    return links.pushLast(Link(handle: handle)) == nil
  }

  /// Forgets a connection, and frees its credits.
  mutating func remove(_ handle: ConnectionHandle) {
    guard let index = index(of: handle) else { return }
    links.remove(at: index)
  }

  mutating func charge(_ handle: ConnectionHandle) {
    guard let index = index(of: handle) else { return }
    links[index].outstanding += 1
  }

  /// Gives back the credits of `count` packets, but no more than were sent.
  ///
  /// - Returns: false if the controller counted wrong.
  mutating func complete(_ count: UInt16, of rawHandle: UInt16) -> Bool {
    guard let handle = ConnectionHandle(rawValue: rawHandle), let index = index(of: handle) else { return false }
    let completed = min(Int(count), links[index].outstanding)
    links[index].outstanding -= completed
    return completed == Int(count)
  }

  /// The end is asked for, maybe not for the first time.
  mutating func setDisconnecting(_ handle: ConnectionHandle, now: Instant) {
    guard let index = index(of: handle) else { return }
    links[index].isDisconnecting = true
    guard !links[index].disconnectionDeadline.isSet else { return }
    links[index].disconnectionDeadline.set(now + Self.disconnectionTimeout)
  }

  /// The end was refused: data may be sent again, but a controller that refuses it to the last is waited for no longer.
  mutating func clearDisconnecting(_ handle: ConnectionHandle) {
    guard let index = index(of: handle) else { return }
    links[index].isDisconnecting = false
  }

  /// Whether the link's last key request was answered with a key.
  func isKeyOurs(_ handle: ConnectionHandle) -> Bool {
    guard let index = index(of: handle) else { return false }
    return links[index].isKeyOurs
  }

  mutating func setKeyOurs(_ handle: ConnectionHandle, _ isKeyOurs: Bool) {
    guard let index = index(of: handle) else { return }
    links[index].isKeyOurs = isKeyOurs
  }

  var deadline: Instant? {
    var deadline: Instant?
    for index in links.indices { deadline = earliest(deadline, links[index].disconnectionDeadline.instant) }
    return deadline
  }

  /// Whether a connection that was to end has not.
  func hasExpired(now: Instant) -> Bool {
    for index in links.indices where links[index].disconnectionDeadline.isDue(at: now) { return true }
    return false
  }
}
