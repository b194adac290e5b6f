internal import CLinux
internal import Octets

/// A line for people, put together from pieces. What does not fit is cut.
struct MessageText: Sendable {
  private var text = BoundedText<600>()

  var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { text.span }
  }

  mutating func put(_ literal: StaticString) { text.append(literal) }

  /// Appends what a user, a file or a device said. It cannot steer the terminal: a control character becomes `?`.
  mutating func put(_ octets: Span<UInt8>) {
    var rest = octets
    while let scalar = UTF8Scalar(decoding: &rest) {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      if isControl { text.append("?") } else { text.append(scalar) }
    }
  }

  mutating func put(quoted octets: Span<UInt8>) {
    put("\"")
    put(octets)
    put("\"")
  }

  mutating func put(_ number: UInt32) { text.append(decimal: number) }

  mutating func put(hexadecimal number: UInt32, digits: Int) {
    var octets = OctetBuffer<10>()
    octets.append { output in
      // Eight digits at most: they fit.
      do throws(EncodeError) {
        try output.put(text: "0x")
        try output.put(hexadecimal: number, digits: min(digits, 8))
      } catch {}
    }
    text.append(repairing: octets.span)
  }

  /// Writes the line to standard error in one call, so that lines of several programs do not mix.
  func writeToStandardError() {
    var line = text
    line.append("\n")
    _ = unsafe line.span.withPointer { pointer, count in unsafe belfry_write(2, pointer, count) }
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

  /// Appends `digits` hexadecimal digits, with 0x in front.
  public mutating func put(hexadecimal number: UInt32, digits: Int) { text.put(hexadecimal: number, digits: digits) }

  public consuming func send() { text.writeToStandardError() }
}
