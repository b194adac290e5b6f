import Octets

/// Returns the octets that `body` writes into an output of `capacity` octets with old contents, and the error it threw.
func written(
  capacity: Int, _ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void
) -> (octets: [UInt8], error: EncodeError?) {
  var buffer = [UInt8](repeating: 0xA5, count: capacity)
  return buffer.withUnsafeMutableBufferPointer { buffer in
    var output = OutputSpan(buffer: buffer, initializedCount: 0)
    var failure: EncodeError?
    do throws(EncodeError) { try body(&output) } catch { failure = error }
    let count = output.finalize(for: buffer)
    return (Array(buffer[..<count]), failure)
  }
}
