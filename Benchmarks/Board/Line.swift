internal import CLinux
internal import Octets

/// A line of text for standard output, or for standard error.
enum Line {
  static let output: Int32 = 1
  static let error: Int32 = 2

  static func print(to file: Int32 = output, _ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void) {
    var line = OctetBuffer<512>()
    do throws(EncodeError) {
      try line.append { output throws(EncodeError) in
        try body(&output)
        try output.put(0x0A as UInt8)
      }
    } catch {
      return
    }
    _ = unsafe line.span.withUnsafeBufferPointer { unsafe belfry_write(file, $0.baseAddress, $0.count) }
  }
}

extension OutputSpan<UInt8> {
  /// Appends ` "name": value`, after a comma unless it is the first.
  @_lifetime(self: copy self)
  mutating func put(_ name: StaticString, _ value: UInt32) throws(EncodeError) {
    try put(text: count == 0 ? "{\"" : ", \"")
    try put(text: name)
    try put(text: "\": ")
    try put(decimal: value)
  }
}
