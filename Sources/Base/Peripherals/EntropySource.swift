/// A source of random octets fit for keys.
public protocol EntropySource: ~Copyable {
  /// Fills `octets` with random octets.
  mutating func fill(_ octets: inout MutableSpan<UInt8>)
}

extension EntropySource where Self: ~Copyable {
  /// `length` random octets.
  public mutating func randomOctets<let length: Int>() -> [length of UInt8] {
    var octets: [length of UInt8] = .init(repeating: 0)
    var span = octets.mutableSpan
    fill(&span)
    return octets
  }
}
