internal import CLinux
internal import Octets

/// A line for users, put together from parts. Text that does not fit is cut.
package struct MessageText: ~Copyable {
  private static var capacity: Int { 600 }

  private var text = OctetBuffer<600>()

  package init() {}

  package var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { text.span }
  }

  package mutating func put(_ literal: StaticString) { put(literal.utf8Span) }

  /// Appends what a user, a file or a device said. It cannot steer the terminal: a control character, or a mark of the
  /// writing direction, becomes `?`.
  @inline(never)  // Many callers: one copy is smaller.
  package mutating func put(_ octets: Span<UInt8>) {
    var rest = octets
    // There is always room for one more character, and the end of the line.
    while text.freeCapacity > 4, let scalar = UTF8Scalar(decoding: &rest) {
      try? text.append { (output) throws(EncodeError) in
        if scalar.isSteering { try output.put(text: "?") } else { try output.put(scalar) }
      }
    }
  }

  package mutating func put(quoted octets: Span<UInt8>) {
    put("\"")
    put(octets)
    put("\"")
  }

  @inline(never)  // Many callers: one copy is smaller.
  package mutating func put(_ number: UInt32) {
    try? text.append { (output) throws(EncodeError) in try output.put(decimal: number) }
  }

  /// Appends `digits` hexadecimal digits, at most 8, with 0x in front.
  mutating func put(hexadecimal number: UInt32, digits: Int) {
    try? text.append { (output) throws(EncodeError) in
      try output.put(text: "0x")
      try output.put(hexadecimal: number, digits: digits)
    }
  }

  /// Appends two hexadecimal digits.
  mutating func put(pair octet: UInt8) {
    try? text.append { (output) throws(EncodeError) in try output.put(hexadecimal: UInt32(octet), digits: 2) }
  }

  /// Writes the line to standard error in one call, so that lines of several programs do not mix. Never waits.
  package mutating func writeToStandardError() {
    endLine()
    StandardError.write(text.span)
  }

  /// Writes the same to standard output, for a user who has requested it. Waits for the reader.
  mutating func writeToStandardOutput() {
    endLine()
    _ = unsafe text.span.withPointer { pointer, count in unsafe belfry_write(1, pointer, count) }
  }

  mutating func endLine() {
    if text.freeCapacity == 0 { text.truncate(to: Self.capacity - 1) }
    try? text.put(UInt8(ascii: "\n"))
  }
}

/// One line on standard error, `belfry: …`, for a message that does not end the program.
public struct StandardErrorLine: ~Copyable {
  private var text = MessageText()

  public init() { text.put("belfry: ") }

  public mutating func put(_ literal: StaticString) { text.put(literal) }

  /// Appends untrusted text, without characters that control a terminal.
  public mutating func put(_ octets: Span<UInt8>) { text.put(octets) }

  public mutating func put(_ number: UInt32) { text.put(number) }

  /// Appends `digits` hexadecimal digits, at most 8, with 0x in front.
  public mutating func put(hexadecimal number: UInt32, digits: Int) { text.put(hexadecimal: number, digits: digits) }

  /// Writes the line and ends it.
  public mutating func send() { text.writeToStandardError() }

  /// Writes a line of one piece.
  public static func send(_ text: StaticString) {
    var line = StandardErrorLine()
    line.put(text)
    line.send()
  }
}

/// One line on standard output, for a user who requested it.
public struct StandardOutputLine: ~Copyable {
  private var text = MessageText()

  public init() {}

  public mutating func put(_ literal: StaticString) { text.put(literal) }

  public mutating func put(_ number: UInt32) { text.put(number) }

  /// Appends `digits` hexadecimal digits, at most 8, with 0x in front.
  public mutating func put(hexadecimal number: UInt32, digits: Int) { text.put(hexadecimal: number, digits: digits) }

  /// Appends octets as `C4:22:EF:3A:10:5B`.
  public mutating func put(pairs octets: Span<UInt8>) {
    for index in octets.indices {
      if index > 0 { text.put(":") }
      text.put(pair: octets[index])
    }
  }

  /// Writes the line and ends it.
  public mutating func send() { text.writeToStandardOutput() }
}
