public import Octets

// The number of bonds that are kept. A board with little memory, whose toolset sets `BELFRY_SMALL`, keeps fewer, and a
// build that sets `BELFRY_TINY` two.

#if BELFRY_TINY

  public typealias PerPhone<Element> = FixedArray<2, Element>
  public typealias BondRecord = OctetBuffer<384>

#elseif BELFRY_SMALL

  /// An array with at most one element for each bonded phone.
  public typealias PerPhone<Element> = FixedArray<4, Element>
  /// The stored bonds. A file that fills it is damaged: it has room for more than the largest record.
  public typealias BondRecord = OctetBuffer<512>

#else

  public typealias PerPhone<Element> = FixedArray<8, Element>
  public typealias BondRecord = OctetBuffer<1024>

#endif
