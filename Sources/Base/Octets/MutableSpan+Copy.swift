// The bulk copies. Written octet by octet these loops cost four instructions an octet on ARMv6, because the optimiser
// does not see that both bounds hold; these two checked helpers are the only place that copies by pointer. They copy
// raw memory: where Swift optimises for size, it moves typed memory by one call of a function for each octet.

extension MutableSpan<UInt8> {
  /// Overwrites the octets from `offset` on with `octets`.
  ///
  /// - Precondition: they fit.
  @inlinable
  @inline(__always)  // Most callers know the checked values at compile time.
  @_lifetime(self: copy self)
  public mutating func copyOctets(from octets: Span<UInt8>, at offset: Int) {
    // No overflow: the subtracted number is at most `count` here.
    precondition(offset >= 0 && offset <= count && octets.count <= count &- offset)
    guard octets.count > 0 else { return }
    // Safe: the precondition keeps both regions inside their spans, and exclusive access keeps them apart.
    unsafe withUnsafeMutableBufferPointer { target in
      unsafe octets.withUnsafeBufferPointer { source in
        let place = unsafe UnsafeMutableRawPointer(target.baseAddress! + offset)
        unsafe place.copyMemory(from: source.baseAddress!, byteCount: source.count)
      }
    }
  }

  /// The same for what is often short, as the values of a link with the least MTU are: with 64-bit registers, 16 to 32
  /// octets are moved without a call.
  ///
  /// - Precondition: they fit.
  @inlinable
  @inline(__always)
  @_lifetime(self: copy self)
  public mutating func copyShortOctets(from octets: Span<UInt8>, at offset: Int) {
    #if _pointerBitWidth(_64)
      let count = octets.count
      guard count >= 16, count <= 32 else { return copyOctets(from: octets, at: offset) }
      precondition(offset >= 0 && offset <= self.count && count <= self.count &- offset)
      // Safe: the precondition keeps both regions inside their spans; both halves lie in them, as there are 16 octets.
      unsafe withUnsafeMutableBytes { target in
        unsafe octets.withUnsafeBytes { source in
          let first = unsafe source.loadUnaligned(fromByteOffset: 0, as: SIMD16<UInt8>.self)
          let last = unsafe source.loadUnaligned(fromByteOffset: count &- 16, as: SIMD16<UInt8>.self)
          unsafe target.storeBytes(of: first, toByteOffset: offset, as: SIMD16<UInt8>.self)
          unsafe target.storeBytes(of: last, toByteOffset: offset &+ count &- 16, as: SIMD16<UInt8>.self)
        }
      }
    #else
      copyOctets(from: octets, at: offset)
    #endif
  }

  /// Overwrites the first octets with `octets`, which are nearly always few: on 32-bit processors, a loop over them
  /// costs less than a call.
  ///
  /// - Precondition: they fit.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func copyFewOctets(from octets: Span<UInt8>) {
    #if _pointerBitWidth(_64)
      copyOctets(from: octets, at: 0)
    #else
      for index in octets.indices { self[index] = octets[index] }
    #endif
  }

  /// Moves `moved` octets from `source` to `target`; the two regions may overlap.
  ///
  /// - Precondition: both regions lie inside the span.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func moveOctets(from source: Int, to target: Int, count moved: Int) {
    precondition(source >= 0 && target >= 0 && moved >= 0)
    precondition(source <= count - moved && target <= count - moved)
    guard moved > 0 else { return }
    // Safe: the preconditions keep both regions inside the span; `copyMemory` allows overlap.
    unsafe withUnsafeMutableBufferPointer { octets in
      let base = UnsafeMutableRawPointer(octets.baseAddress!)
      unsafe (base + target).copyMemory(from: base + source, byteCount: moved)
    }
  }
}
