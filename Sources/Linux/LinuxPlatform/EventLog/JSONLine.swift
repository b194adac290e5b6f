public import Octets
public import Timing

/// One JSON object on one line, put together field by field in a fixed buffer.
///
/// It is valid JSON whatever is put: text is repaired to UTF-8 and escaped, and when the line is full, text is cut
/// between two characters, a field that does not fit is left out, and `"truncated":true` says so. RFC 8259.
public struct JSONLine: JSONFields, ~Copyable {
  static var capacity: Int { 8_192 }
  /// What `],"truncated":true}` and a newline take.
  private static var reserve: Int { 24 }
  /// The length of an escape in octets.
  private static var longestCharacter: Int { 6 }

  private var buffer = OctetBuffer<8_192>()
  private var isInArray = false
  private var isFirst = true
  private(set) var isTruncated = false

  public init() {}

  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { buffer.span }
  }

  public mutating func removeAll() { buffer.removeAll() }

  /// Begins an object; lines before it stay.
  ///
  ///     {"t":1.250,"type":"state"
  public mutating func begin(_ type: StaticString, at time: Instant) {
    isInArray = false
    isTruncated = false
    let seconds = Interval(microseconds: time.microseconds).wholeSeconds
    let milliseconds = UInt32(truncatingIfNeeded: time.microseconds / 1_000 % 1_000)
    _ = put { (output) throws(EncodeError) in
      try output.put(text: "\u{7B}\"t\":")
      try output.put(decimal: seconds)
      try output.put(text: ".")
      try output.put(decimal: milliseconds, minimumDigits: 3)
      try output.put(text: ",\"type\":\"")
      try output.put(text: type)
      try output.put(text: "\"")
    }
  }

  /// Puts a field whose value `body` writes; all of it or nothing.
  public mutating func field(_ name: StaticString, _ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void) {
    _ = put { (output) throws(EncodeError) in
      try output.put(name: name)
      try body(&output)
    }
  }

  /// Puts a field of text, as much of it as there is room for.
  public mutating func field(_ name: StaticString, text: Span<UInt8>) {
    let room = room
    var isCut = false
    _ = put { (output) throws(EncodeError) in
      try output.put(name: name)
      try output.put(text: "\"")
      var rest = text
      while let scalar = UTF8Scalar(decoding: &rest) {
        isCut = output.count + Self.longestCharacter + 1 > room
        if isCut { break }
        try output.put(escaped: scalar)
      }
      try output.put(text: "\"")
    }
    if isCut { isTruncated = true }
  }

  /// Begins an array of text.
  public mutating func beginArray(_ name: StaticString) {
    isFirst = true
    isInArray = put { (output) throws(EncodeError) in
      try output.put(name: name)
      try output.put(text: "[")
    }
  }

  /// Puts an element, which needs no escapes, between `beginArray` and `endArray`.
  public mutating func element(_ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void) {
    guard isInArray else { return }
    let separator: StaticString = isFirst ? "\"" : ",\""
    let isPut = put { (output) throws(EncodeError) in
      try output.put(text: separator)
      try body(&output)
      try output.put(text: "\"")
    }
    if isPut { isFirst = false }
  }

  public mutating func endArray() {
    if isInArray { putReserved("]") }
    isInArray = false
  }

  /// Ends the object and the line.
  public mutating func end() {
    endArray()
    if isTruncated { putReserved(",\"truncated\":true") }
    putReserved("}\n")
  }

  /// How much can be put so that the line can still be ended.
  private var room: Int { buffer.freeCapacity - Self.reserve }

  private mutating func put(_ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void) -> Bool {
    let before = buffer.count
    try? buffer.append(body)
    if buffer.count > before, room >= 0 { return true }
    buffer.truncate(to: before)
    isTruncated = true
    return false
  }

  private mutating func putReserved(_ text: StaticString) {
    // The reserve has room.
    try? buffer.put(text.utf8Span)
  }
}

extension OutputSpan<UInt8> {
  @_lifetime(self: copy self)
  fileprivate mutating func put(name: StaticString) throws(EncodeError) {
    try put(text: ",\"")
    try put(text: name)
    try put(text: "\":")
  }

  /// Appends one character of a JSON string. RFC 8259, 7; all controls and all marks of the writing direction are
  /// escaped, so that the sender of a text cannot steer the terminal that prints the line.
  @_lifetime(self: copy self)
  fileprivate mutating func put(escaped scalar: UTF8Scalar) throws(EncodeError) {
    switch scalar.value {
    case 0x22: try put(text: "\\\"")
    case 0x5C: try put(text: "\\\\")
    case 0x0A: try put(text: "\\n")
    case 0x0D: try put(text: "\\r")
    case 0x09: try put(text: "\\t")
    case _ where scalar.isSteering:
      try put(text: "\\u")
      try put(hexadecimal: scalar.value, digits: 4)
    default: try put(scalar)
    }
  }
}
