internal import CLinux
public import Peripherals

/// The kernel's random octets.
public struct Entropy: EntropySource, Sendable {
  public init() {}

  public mutating func fill(_ octets: inout MutableSpan<UInt8>) {
    unsafe octets.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe belfry_random(start, buffer.count)
    }
  }
}
