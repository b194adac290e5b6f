internal import Octets

/// Puts the reply to one command together from its fragments.
///
///     idle ── expect ──→ header ── all of it matched ──→ tuples ── last one whole ──→ idle
///                                                           ↓↑ a value is too long, its end is dropped
///                                                        dropping
///
/// A reply is a header, which repeats the front of the command, and one tuple for each attribute that was asked for:
///
///     | commandID: 1 = 0 | notificationUID: 4 | (attributeID: 1 | length: 2 | value: length) … |
///     | commandID: 1 = 1 | appIdentifier … | 0 | (attributeID: 1 | length: 2 | value: length) … |
///
/// Nothing marks its end and it may be cut at any octet, so it is measured against the list that was asked for.
/// Fragments are copied whole into the slot, and only the three octets in front of each value are looked at. What
/// exceeds an attribute's maximum is counted and dropped; no memory is reserved by a declared length.
/// ANCS specification, "Data Source".
public struct DataSourceAssembler {
  /// The effect of a fragment.
  public enum Progress: Equatable, Sendable {
    /// It belongs to no reply that is awaited, and was dropped.
    case stale
    /// The reply is not complete yet.
    case incomplete
    /// The reply is whole.
    case complete
    /// The reply violates the format. It is given up; the values that are complete remain.
    case malformed
  }

  private enum Phase: Equatable { case idle, header, tuples, dropping }

  private var phase = Phase.idle
  /// The octets of the header that have arrived equal that many of the slot's first.
  private var matched = 0
  private(set) var request = AttributeRequest()
  private var headerCount = 0
  /// The tuple whose header comes next.
  private var position = 0
  /// The offset in the slot at which that header begins.
  private var cursor = 0
  /// How many octets of the slot are filled.
  private var used = 0
  /// The number of octets that the slot must hold before the next step: up to the end of the next tuple header, or of
  /// the reply.
  private var awaited = 0
  /// How many octets of the tuple in front of `cursor` are still to be dropped; none unless `dropping`.
  private var excess = 0
  /// The ranges of the values in the slot. The ranges of attributes that have not arrived are empty.
  public private(set) var texts = TextRanges()

  /// Creates an assembler that expects no reply.
  public init() {}

  /// Whether no reply is expected.
  public var isIdle: Bool { phase == .idle }

  /// Whether the whole header has arrived, and nothing after it.
  var hasOnlyHeader: Bool { phase == .tuples && used == headerCount }

  /// Whether at least one value has begun to arrive.
  var hasTexts: Bool { position > 0 }

  /// The requested maximum of the first attribute.
  var maximumLength: Int { request.count > 0 ? Int(request[0].maximumLength) : 0 }

  /// How much of the slot is in use.
  var usedCount: Int { max(used, cursor) }

  /// Awaits the reply to a command that begins with `header`. The slot keeps the header, to compare with.
  ///
  /// - Precondition: `header` and the tuples asked for fit `slot`, which stays the same until the reply is whole.
  @_lifetime(slot: copy slot)
  public mutating func expect(
    _ request: AttributeRequest, header: Span<UInt8>, in slot: inout MutableSpan<UInt8>
  ) {
    self.request = request
    expect(header: header, in: &slot)
  }

  /// Sets the request of the next command, in place: a copy would cost as much as its reply.
  mutating func prepare(_ content: AttributeRequest.Content) {
    (phase, position) = (.idle, 0)
    request.set(content)
  }

  /// Awaits the reply to the request that was prepared. Otherwise the same as `expect(_:header:in:)`.
  @_lifetime(slot: copy slot)
  mutating func expect(header: Span<UInt8>, in slot: inout MutableSpan<UInt8>) {
    precondition(header.count + request.replyCount <= slot.count)
    slot.copyFewOctets(from: header)
    headerCount = header.count
    phase = .header
    (matched, used, excess) = (0, headerCount, 0)
    advance(to: headerCount, position: 0)
    texts.removeAll()
  }

  /// Expects no reply any more. A value of which a part has arrived keeps that part.
  public mutating func stop() {
    phase = .idle
    guard position > 0 else { return }
    let id = request[position - 1].rawID
    let offset = Int(texts[raw: id].offset)
    let arrived = max(0, used - offset)
    if arrived < Int(texts[raw: id].count) { texts[raw: id] = TextRange(offset: offset, count: arrived, isCut: true) }
  }

  /// Takes one value of the Data Source.
  ///
  /// Nearly always the whole fragment is wanted. It is copied in one step, and examined only if it may complete a
  /// header or the reply.
  @inline(__always)  // So that this much costs no call for each fragment.
  @_lifetime(slot: copy slot)
  public mutating func receive(_ fragment: Span<UInt8>, into slot: inout MutableSpan<UInt8>) -> Progress {
    guard phase == .tuples, !fragment.isEmpty, fragment.count <= slot.count &- used else {
      return receiveOther(fragment, into: &slot)
    }
    slot.copyShortOctets(from: fragment, at: used)
    used &+= fragment.count
    return used < awaited ? .incomplete : look(&slot)
  }

  @inline(never)
  @_lifetime(slot: copy slot)
  private mutating func receiveOther(_ fragment: Span<UInt8>, into slot: inout MutableSpan<UInt8>) -> Progress {
    guard !fragment.isEmpty else { return .stale }
    switch phase {
    case .idle: return .stale
    case .header: return receiveHeader(fragment, into: &slot)
    case .tuples, .dropping: return receivePiecewise(fragment, into: &slot)
    }
  }

  @_lifetime(slot: copy slot)
  private mutating func receiveHeader(
    _ fragment: Span<UInt8>, into slot: inout MutableSpan<UInt8>
  ) -> Progress {
    guard let before = match(fragment, slot.span) else { return .stale }
    guard before + fragment.count >= headerCount else { return .incomplete }
    phase = .tuples
    // `receive` copies the end of the header again, to the same place.
    used = before
    return receive(fragment, into: &slot)
  }

  /// How many octets of the header came before `fragment`; nil if the fragment does not belong to the reply.
  ///
  /// A fragment that does not continue the header may begin it again. Then the octets that matched so far came from a
  /// stale reply, and at most the last of them belong to this header.
  private mutating func match(_ fragment: Span<UInt8>, _ slot: Span<UInt8>) -> Int? {
    let header = slot.extracting(first: headerCount)
    // Nearly always one fragment contains the whole header.
    if matched == 0, fragment.count >= headerCount, fragment.extracting(first: headerCount).isEqual(to: header) {
      matched = headerCount
      return 0
    }
    var kept = matched
    while kept >= 0 {
      let compared = min(fragment.count, headerCount - kept)
      let isBorder = header.extracting(matched - kept..<matched).isEqual(to: header.extracting(first: kept))
      let expected = header.extracting(kept..<kept + compared)
      if isBorder, fragment.extracting(first: compared).isEqual(to: expected) {
        matched = kept + compared
        return kept
      }
      kept -= 1
    }
    matched = 0
    return nil
  }

  /// Drops the octets beyond the maximum of an attribute.
  @_lifetime(slot: copy slot)
  private mutating func receivePiecewise(_ octets: Span<UInt8>, into slot: inout MutableSpan<UInt8>) -> Progress {
    var rest = octets
    while !rest.isEmpty {
      if phase == .dropping, used == cursor {
        let dropped = min(excess, rest.count)
        rest = rest.extracting(droppingFirst: dropped)
        excess -= dropped
        if excess == 0 { phase = .tuples }
        continue
      }
      let room = (phase == .dropping ? cursor : slot.count) - used
      let copied = min(room, rest.count)
      guard copied > 0 else { return giveUp() }
      slot.copyOctets(from: rest.extracting(first: copied), at: used)
      rest = rest.extracting(droppingFirst: copied)
      used += copied
      let progress = used < awaited ? .incomplete : look(&slot)
      guard progress == .incomplete else { return progress }
    }
    return isWhole ? finish() : .incomplete
  }

  private var isWhole: Bool { position == request.count && used >= awaited && phase == .tuples }

  private mutating func finish() -> Progress {
    phase = .idle
    return .complete
  }

  /// Looks at the tuple headers that have arrived.
  @inline(never)
  @_lifetime(slot: copy slot)
  private mutating func look(_ slot: inout MutableSpan<UInt8>) -> Progress {
    repeat {
      guard let overlong = walk(slot.span) else { return giveUp() }
      guard overlong > 0 else { break }
      drop(overlong, &slot)
    } while phase == .tuples && used >= awaited
    return isWhole ? finish() : .incomplete
  }

  /// Walks from header to header, up to a value that is longer than it may be.
  ///
  /// No sum overflows, because `expect` has checked that the reply fits the slot.
  ///
  /// - Returns: by how much it is; 0 if none is; nil if an attribute is not the one that was asked for.
  @inline(__always)  // It has one caller.
  private mutating func walk(_ slot: Span<UInt8>) -> Int? {
    let octets = slot.extracting(first: used)
    // Local, because the optimiser would write each back at every step.
    var (position, cursor) = (position, cursor)
    defer { advance(to: cursor, position: position) }
    while position < request.count, cursor &+ 3 <= octets.count {
      let attribute = request.attributes[position]
      let header = octets.extracting(cursor..<cursor &+ 3)
      guard header[0] == attribute.rawID else { return nil }
      let length = Int(header[1]) | Int(header[2]) << 8
      cursor &+= 3
      position &+= 1
      guard length <= Int(attribute.maximumLength) else {
        let kept = Int(attribute.maximumLength)
        texts[raw: attribute.rawID] = TextRange(offset: cursor, count: kept, isCut: true)
        cursor &+= kept
        return length &- kept
      }
      texts[raw: attribute.rawID] = TextRange(offset: cursor, count: length)
      cursor &+= length
    }
    return 0
  }

  /// Waits for tuple `position`, whose header begins at `cursor`.
  private mutating func advance(to cursor: Int, position: Int) {
    self.cursor = cursor
    self.position = position
    awaited = position < request.count ? cursor &+ 3 : cursor
  }

  /// Removes the excess octets of an overlong value from the slot, and stores how many of them have not arrived.
  @_lifetime(slot: copy slot)
  private mutating func drop(_ count: Int, _ slot: inout MutableSpan<UInt8>) {
    let arrived = min(max(0, used - cursor), count)
    excess = count - arrived
    if excess > 0 { phase = .dropping }
    guard arrived > 0 else { return }
    slot.moveOctets(from: cursor + arrived, to: cursor, count: used - cursor - arrived)
    used -= arrived
  }

  private mutating func giveUp() -> Progress {
    stop()
    return .malformed
  }
}
