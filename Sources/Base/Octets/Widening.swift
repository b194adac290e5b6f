internal import CWidening

// `Int64(anInt)` does not compile for ARMv6 without allocations; see `CWidening.h`.

extension Int64 {
  /// The same number in 64 bits.
  public init(widening value: Int) { self = belfry_widen_signed(value) }
}

extension UInt64 {
  /// The same number in 64 bits.
  public init(widening value: UInt) { self = belfry_widen_unsigned(value) }
}
