/// Keeps the type that has a stored property of this type in its place: the compiler passes its address and never a
/// copy of its octets. It takes no memory.
///
/// Without it, the compiler may copy a whole value, however large and not copyable, to the stack before it calls a
/// method that only reads it. On a small chip that was 9 KiB for each packet. Give it to types of 500 octets and more.
@_rawLayout(size: 0, alignment: 1)
public struct InPlace: ~Copyable, @unchecked Sendable {
  @inlinable
  public init() {}
}
