internal import Octets

/// The message that is being read, as far as it goes beyond what the list keeps.
///
/// ANCS knows no offset: to go on is to ask for the message from its beginning. So there are two halves; one is read
/// while the other is filled with more.
struct MessageReader: ~Copyable {
  static var halfCount: Int { ReadingTexts.count / 2 }
  /// How much of a message fits: a half less the header and what is in front of the value.
  static var capacity: Int { halfCount - AttributeRequest.headerCount - 3 }
  /// How much more than a slot's is asked for at first.
  private static var firstCount: Int { 1_024 }

  private var octets = ReadingTexts()
  private var readHalf = 0
  private var text = TextRange()
  /// The notification that is being read.
  private(set) var serial: UInt32?
  /// How much was asked for last; 0 if no more than the list keeps.
  private(set) var asked = 0
  /// Whether asking for more came to nothing.
  var hasFailed = false
  /// Whether the phone has changed the notification since.
  var isStale = false

  /// How much there is of the message; 0 if no more than the list keeps.
  var count: Int { Int(text.count) }

  /// The text that is read.
  var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { span(of: text, inHalf: readHalf) }
  }

  /// A text that is being filled in.
  @_lifetime(borrow self)
  borrowing func filling(_ range: TextRange) -> Span<UInt8> { span(of: range, inHalf: 1 - readHalf) }

  @_lifetime(borrow self)
  private borrowing func span(of range: TextRange, inHalf half: Int) -> Span<UInt8> {
    let first = half * Self.halfCount + Int(range.offset)
    let value = octets[first..<first + Int(range.count)]
    return value.extracting(first: value.countWithoutPartialCharacter)
  }

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
  mutating func forget() {
    text = TextRange()
    asked = 0
    hasFailed = false
    isStale = false
  }

  /// Notes that `count` octets are being asked for.
  mutating func noteAsked(_ count: Int) { asked = count }

  /// The half that is not being read.
  @_lifetime(&self)
  mutating func filling() -> MutableSpan<UInt8> {
    let first = (1 - readHalf) * Self.halfCount
    return octets.mutableSpan(first..<first + Self.halfCount)
  }

  /// Reads on in what was filled in.
  mutating func turn(to range: TextRange) {
    readHalf = 1 - readHalf
    text = range
    isStale = false
  }

  /// How much is to be asked for next, where `count` octets are here.
  ///
  /// - Parameter size: what the phone says of the whole; a little more is asked for, as it may be wrong.
  func nextCount(behind count: Int, size: Int?) -> Int {
    let next = isStale && asked > 0 ? asked : max(Self.firstCount, 2 * count)
    if let size, size > count, size <= 2 * next { return min(Self.capacity, size + 16) }
    return min(Self.capacity, next)
  }
}
