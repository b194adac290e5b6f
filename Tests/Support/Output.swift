/// Returns the octets that `body` appends to an output of `capacity` octets in memory filled with 0xA5.
public func output(capacity: Int = 64, _ body: (inout OutputSpan<UInt8>) throws -> Void) rethrows -> [UInt8] {
  let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
  defer { buffer.deallocate() }
  buffer.initialize(repeating: 0xA5)
  var output = OutputSpan(buffer: buffer, initializedCount: 0)
  try body(&output)
  let count = output.finalize(for: buffer)
  return Array(buffer[..<count])
}

extension Sequence<UInt8> {
  /// The octets in hexadecimal, for failure messages and for comparisons with traces.
  public var hex: String {
    map { octet in (octet < 0x10 ? "0" : "") + String(octet, radix: 16) }.joined(separator: " ")
  }
}
