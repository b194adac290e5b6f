import ANCS

/// A notification consumer that only listens to a phone and a session, and computes which notifications must be stored.
/// It is slow and simple, and was written from the ANCS specification, independently of the session.
struct ReferenceConsumer {
  static let capacity = 32

  /// The state of a reply.
  private enum Reply {
    case incomplete([UInt8: [UInt8]])
    case whole([UInt8: [UInt8]])
    case broken
  }

  /// The stored notifications, the newest first.
  private var held: [KeptNotification] = []
  private var names: [[UInt8]: [UInt8]] = [:]
  /// The command that has no response yet, or whose reply is incomplete.
  private var asked: [UInt8]?
  private var isReplyDue = false
  private var isWritten = false
  /// Whether the requested notification was removed and added again. It is then requested again, and this reply counts
  /// only as an excerpt.
  private var isAnotherOne = false
  /// Whether the requested notification was modified since the request.
  private var isModified = false
  /// The notifications of which an excerpt is stored, so that only the rest is requested.
  private var begun: Set<UInt32> = []
  /// Whether the request was for that rest.
  private var isRest = false
  /// Whether the phone has not yet answered like a service that is ready.
  private var isProbing = false
  /// The notifications whose request such a phone has refused once. It is made again.
  private var repeated: Set<UInt32> = []
  /// The Data Source values since the request, starting with the first fragment that may start the reply.
  private var fragments: [[UInt8]] = []

  var kept: [KeptNotification] {
    held.map { one in
      var one = one
      one.values = one.values.filter { KeptNotification.isOffered($0.key, one.flags) }
        .mapValues(Self.withoutPartialCharacter).filter { !$0.value.isEmpty }
      let app = one.values[0] ?? []
      let tail = app.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last.map(Array.init) ?? []
      one.appName = names[app] ?? (tail.isEmpty ? app : tail)
      return one
    }
  }

  // MARK: The session

  mutating func end() {
    asked = nil
    begun = []
    for index in held.indices { held[index].uid = nil }
  }

  /// Starts a new session: complete notifications wait to be sent again.
  mutating func open() {
    held.removeAll { $0.content != .complete }
    (isProbing, repeated) = (true, [])
  }

  /// Advances the time beyond every wait.
  mutating func timePasses() {
    if let command = asked, isReplyDue, case .incomplete(let values) = reply { giveUp(command, values) }
    asked = nil
    held.removeAll { $0.uid == nil }
  }

  // MARK: Notification Source

  mutating func source(_ value: [UInt8]) {
    guard value.count == 8, value[0] <= 2 else { return }
    let uid = Self.number(value[4...])
    let index = held.firstIndex { $0.uid == uid }
    begun.remove(uid)
    if index == nil || value[0] == 2 { repeated.remove(uid) }
    if askedUID == uid { (isModified, isAnotherOne) = (true, isAnotherOne || index == nil) }
    switch (value[0], index) {
    case (0...1, let index?): (held[index].flags, held[index].category) = (value[1], value[2])
    case (0...1, nil):
      if held.count == Self.capacity {
        held.remove(at: held.lastIndex { $0.category != 1 && $0.category != 12 } ?? Self.capacity - 1)
      }
      held.insert(KeptNotification(uid: uid, category: value[2], flags: value[1]), at: 0)
    case (2, let index?): held.remove(at: index)
    default: break
    }
  }

  // MARK: Control Point and Data Source

  mutating func command(_ value: [UInt8]) {
    (asked, fragments, isWritten, isAnotherOne, isModified) = (value, [], false, false, false)
    isReplyDue = value[0] < 2
    isRest = askedUID.map(begun.contains) ?? false
  }

  mutating func written(_ error: UInt8?) {
    isWritten = true
    if error.map({ $0 == 0x03 || (0xA0...0xA3).contains($0) }) ?? true { isProbing = false }
    if let error, let command = asked {
      let isRepeated = isProbing && askedUID.map { repeated.insert($0).inserted } ?? false
      let isGone = error == 0xA2 && removeAsked(by: command)
      asked = nil
      // A request that the phone forbids is repeated, too.
      if error != 0x03, !isRepeated, !isGone { giveUp(command, [:]) }
    }
    if !isReplyDue { asked = nil }
  }

  mutating func data(_ fragment: [UInt8]) {
    guard let command = asked, isReplyDue, !fragment.isEmpty else { return }
    append(fragment)
    switch reply {
    case .incomplete: return
    case .broken: if let uid = askedUID { begun.remove(uid) }
    case .whole(let values) where command[0] == 1: names[Array(command[1..<command.count - 2])] = values[0]
    case .whole(let values): keep(values, isAnotherOne ? .partial : .complete, command)
    }
    isReplyDue = false
    if isWritten { asked = nil }
  }

  /// Removes the requested notification, which the phone does not know.
  ///
  /// - Returns: false if more of a message was requested, or if another notification has its UID now.
  private mutating func removeAsked(by command: [UInt8]) -> Bool {
    guard let uid = askedUID, !isAnotherOne, Self.attributes(command).map({ $0.id }) != [3] else { return false }
    held.removeAll { $0.uid == uid }
    begun.remove(uid)
    repeated.remove(uid)
    return true
  }

  /// The UID of the requested notification.
  private var askedUID: UInt32? {
    guard let command = asked, command[0] == 0 else { return nil }
    return Self.number(command[1..<5])
  }

  private mutating func keep(_ values: [UInt8: [UInt8]], _ content: Notification.Content, _ command: [UInt8]) {
    guard command[0] == 0, let index = held.firstIndex(where: { $0.uid == Self.number(command[1..<5]) }) else { return }
    let ids = Self.attributes(command).map { $0.id }
    // A message that is read separately is not part of the list.
    if ids == [3] { return }
    let values = content == .complete && ids.contains(5) ? Self.withEllipses(values) : values
    let old = isRest && !isAnotherOne ? held[index].values : [:]
    held[index].values = old.merging(values) { $0.count > $1.count ? $0 : $1 }
    begun.remove(held[index].uid ?? 0)
    guard ids.contains(5) || content == .partial else {
      if !isModified { begun.insert(held[index].uid ?? 0) }
      return
    }
    held[index].content = content
    guard content == .complete else { return }
    let texts = Self.texts(held[index])
    if let leftover = held.firstIndex(where: { $0.uid == nil && Self.texts($0) == texts }) { held.remove(at: leftover) }
  }

  private mutating func giveUp(_ command: [UInt8], _ values: [UInt8: [UInt8]]) {
    guard command[0] == 0, let index = held.firstIndex(where: { $0.uid == Self.number(command[1..<5]) }) else { return }
    repeated.remove(held[index].uid ?? 0)
    if !values.isEmpty, held[index].content != .complete { return keep(values, .partial, command) }
    guard held[index].content == .awaited else { return }
    let isBegun = [0, 1].contains { !(held[index].values[$0] ?? []).isEmpty }
    held[index].content = isBegun ? .partial : .unavailable
  }

  /// The part of the reply that has arrived, once its header is complete.
  private var reply: Reply {
    let octets = fragments.first ?? []
    guard let command = asked, octets.count >= header.count else { return .incomplete([:]) }
    return Self.tuples(octets.dropFirst(header.count), Self.attributes(command))
  }

  private var header: [UInt8] {
    guard let command = asked else { return [] }
    return command[0] == 0 ? Array(command.prefix(5)) : command.dropLast()
  }

  /// A reply starts at a fragment boundary: at the first fragment with which it may start.
  private mutating func append(_ fragment: [UInt8]) {
    guard fragments.isEmpty || fragments[0].count < header.count else {
      fragments[0] += fragment
      return
    }
    fragments.append(fragment)
    while !fragments.isEmpty {
      let octets = Array(fragments.joined())
      if octets.starts(with: header) { fragments = [octets] }
      if octets.prefix(header.count).elementsEqual(header.prefix(octets.count)) { return }
      fragments.removeFirst()
    }
  }

  private static func tuples(_ octets: ArraySlice<UInt8>, _ attributes: [(id: UInt8, maximum: Int)]) -> Reply {
    var (rest, values) = (octets, [UInt8: [UInt8]]())
    for attribute in attributes {
      guard rest.count >= 3 else { return .incomplete(values) }
      guard rest.removeFirst() == attribute.id else { return .broken }
      let length = Int(rest.removeFirst()) + 256 * Int(rest.removeFirst())
      values[attribute.id] = Array(rest.prefix(length).prefix(attribute.maximum))
      guard rest.count >= length else { return .incomplete(values) }
      rest = rest.dropFirst(length)
    }
    return .whole(values)
  }

  /// The attributes of a command, and the length that is stored of the others.
  private static func attributes(_ command: [UInt8]) -> [(id: UInt8, maximum: Int)] {
    guard command[0] == 0 else { return [(0, 48)] }
    var (rest, attributes) = (command.dropFirst(5), [(id: UInt8, maximum: Int)]())
    while let id = rest.popFirst() {
      guard (1...3).contains(id) else {
        attributes.append((id, [0: 128, 4: 10, 5: 20, 6: 48, 7: 48][id] ?? 0))
        continue
      }
      attributes.append((id, Int(rest.removeFirst()) + 256 * Int(rest.removeFirst())))
    }
    return attributes
  }

  private static func number(_ octets: ArraySlice<UInt8>) -> UInt32 {
    octets.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The texts by which a notification is recognised: application, title, message, date.
  private static func texts(_ one: KeptNotification) -> [[UInt8]] {
    [0, 1, 3, 5].map { withoutPartialCharacter(one.values[$0] ?? []) }
  }

  /// A title of 88 octets and a subtitle of 128 octets may go on.
  private static func withEllipses(_ values: [UInt8: [UInt8]]) -> [UInt8: [UInt8]] {
    var values = values
    for (id, maximum) in [(UInt8(1), 88), (2, 128)] {
      guard let value = values[id], value.count > maximum - 4 else { continue }
      values[id] = withoutPartialCharacter(value) + Array("…".utf8)
    }
    return values
  }

  /// Removes an incomplete sequence at the end.
  static func withoutPartialCharacter(_ octets: [UInt8]) -> [UInt8] {
    guard let first = octets.lastIndex(where: { $0 & 0xC0 != 0x80 }), (0xC2...0xF4).contains(octets[first]) else {
      return octets
    }
    let needed = octets[first] < 0xE0 ? 2 : octets[first] < 0xF0 ? 3 : 4
    return octets.count - first < needed ? Array(octets[..<first]) : octets
  }
}
