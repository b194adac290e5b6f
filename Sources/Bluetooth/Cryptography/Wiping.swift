internal import CBearSSL

/// Overwrites a secret with zeros, in a way the optimiser does not remove.
///
/// Copies that were made of it before are not reached: keep secrets in one place, and wipe them there.
public func wipe<let count: Int, Number: FixedWidthInteger & BitwiseCopyable>(_ secret: inout [count of Number]) {
  var numbers = secret.mutableSpan
  // Safe: the pointer and the count are the span's own, and zeros are a number.
  unsafe numbers.withUnsafeMutableBytes { buffer in
    unsafe belfry_wipe(buffer.baseAddress, buffer.count)
  }
}
