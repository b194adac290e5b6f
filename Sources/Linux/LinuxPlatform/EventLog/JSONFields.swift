public import Octets

/// A receiver of a JSON object's fields, one after the other: a line of the event log, or an answer to a program.
public protocol JSONFields: ~Copyable {
  /// Puts a field whose value `body` writes. A field that does not fit is left out as a whole.
  mutating func field(_ name: StaticString, _ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void)
  /// Puts text of any octets: ill-formed UTF-8 becomes U+FFFD, and characters that JSON forbids are escaped.
  mutating func field(_ name: StaticString, text: Span<UInt8>)
  /// Begins an array of text.
  mutating func beginArray(_ name: StaticString)
  /// Puts an element, which needs no escapes.
  mutating func element(_ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void)
  mutating func endArray()
}

extension JSONFields where Self: ~Copyable {
  public mutating func field(_ name: StaticString, _ value: StaticString) {
    field(name) { (output) throws(EncodeError) in
      try output.put(text: "\"")
      try output.put(text: value)
      try output.put(text: "\"")
    }
  }

  public mutating func field(_ name: StaticString, number: UInt32) {
    field(name) { (output) throws(EncodeError) in try output.put(decimal: number) }
  }

  public mutating func field(_ name: StaticString, flag: Bool) {
    field(name) { (output) throws(EncodeError) in try output.put(text: flag ? "true" : "false") }
  }

  /// Puts a value that is JSON already.
  public mutating func field(_ name: StaticString, token: Span<UInt8>) {
    field(name) { (output) throws(EncodeError) in try output.put(token) }
  }

  /// Puts a number as text: `"0xa2"`.
  public mutating func field(_ name: StaticString, hexadecimal number: UInt32, digits: Int) {
    field(name) { (output) throws(EncodeError) in
      try output.put(text: "\"0x")
      try output.put(hexadecimal: number, digits: digits)
      try output.put(text: "\"")
    }
  }

  /// Puts a number within text: `"unknown(12)"`.
  public mutating func field(_ name: StaticString, _ prefix: StaticString, number: UInt32, _ suffix: StaticString) {
    field(name) { (output) throws(EncodeError) in
      try output.put(text: "\"")
      try output.put(text: prefix)
      try output.put(decimal: number)
      try output.put(text: suffix)
      try output.put(text: "\"")
    }
  }

  /// Puts a pairing code as text of six digits: `"042137"`.
  public mutating func field(_ name: StaticString, code: UInt32) {
    field(name) { (output) throws(EncodeError) in
      try output.put(text: "\"")
      try output.put(decimal: code, minimumDigits: 6)
      try output.put(text: "\"")
    }
  }

  public mutating func element(_ value: StaticString) {
    element { (output) throws(EncodeError) in try output.put(text: value) }
  }

  /// Puts a number behind text: `"bit5"`.
  public mutating func element(_ prefix: StaticString, number: UInt32) {
    element { (output) throws(EncodeError) in
      try output.put(text: prefix)
      try output.put(decimal: number)
    }
  }
}
