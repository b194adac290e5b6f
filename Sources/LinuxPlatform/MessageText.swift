internal import CLinux
internal import Octets

/// A line for people, put together from pieces. What does not fit is cut.
struct MessageText: ~Copyable {
  private static var capacity: Int { 600 }

  private var text = OctetBuffer<600>()

  var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { text.span }
  }

  mutating func put(_ literal: StaticString) { put(literal.octets) }

  /// Appends what a user, a file or a device said. It cannot steer the terminal: a control character becomes `?`.
  mutating func put(_ octets: Span<UInt8>) {
    var rest = octets
    // There is always room for one more character, and the end of the line.
    while text.freeCapacity > 4, let scalar = UTF8Scalar(decoding: &rest) {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      try? text.append { (output) throws(EncodeError) in
        if isControl { try output.put(text: "?") } else { try output.put(scalar) }
      }
    }
  }

  mutating func put(quoted octets: Span<UInt8>) {
    put("\"")
    put(octets)
    put("\"")
  }

  mutating func put(_ number: UInt32) {
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

  /// Writes the line to standard error in one call, so that lines of several programs do not mix.
  mutating func writeToStandardError() { write(to: 2) }

  /// The same to standard output.
  mutating func writeToStandardOutput() { write(to: 1) }

  private mutating func write(to descriptor: Int32) {
    if text.freeCapacity == 0 { text.truncate(to: Self.capacity - 1) }
    try? text.put(UInt8(ascii: "\n"))
    _ = unsafe text.span.withPointer { pointer, count in unsafe belfry_write(descriptor, pointer, count) }
  }
}

/// One line on standard error, `belfry: …`, for what does not end the program.
public struct StandardErrorLine: ~Copyable {
  private var text = MessageText()

  public init() { text.put("belfry: ") }

  public mutating func put(_ literal: StaticString) { text.put(literal) }

  /// Appends what somebody else said, made harmless for a terminal.
  public mutating func put(_ octets: Span<UInt8>) { text.put(octets) }

  public mutating func put(_ number: UInt32) { text.put(number) }

  /// Appends `digits` hexadecimal digits, at most 8, with 0x in front.
  public mutating func put(hexadecimal number: UInt32, digits: Int) { text.put(hexadecimal: number, digits: digits) }

  /// Writes the line, which then is over.
  public mutating func send() { text.writeToStandardError() }
}

/// One line on standard output, for whoever asked for it.
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

  /// Writes the line, which then is over.
  public mutating func send() { text.writeToStandardOutput() }
}
