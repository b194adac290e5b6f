/// Up to `capacity` octets in place.
///
/// Not copyable, because it may be large: hand out `span`.
public struct OctetBuffer<let capacity: Int>: ~Copyable {
  // The count is first, where it is reached with short instructions.
  /// How many octets are in use.
  public private(set) var count = 0
  @usableFromInline var storage: [capacity of UInt8] = .init(repeating: 0)

  /// Creates an empty buffer.
  public init() {}

  /// Whether no octet is in use.
  public var isEmpty: Bool { count == 0 }
  /// How many octets still fit.
  public var freeCapacity: Int { capacity - count }

  /// The octets held.
  public var span: Span<UInt8> {
    // Transparent, as `InlineArray.span` is: Swift 6.3.1's optimiser takes a specialised getter of a small generic type
    // for one that needs no address, and hands it a copy on the stack, into which the span then points.
    @_transparent
    @_lifetime(borrow self)
    borrowing get { storage.span.extracting(first: count) }
  }

  /// The octets held, to be changed in place.
  public var mutableSpan: MutableSpan<UInt8> {
    @_lifetime(&self)
    mutating get {
      let held = count
      return storage.mutableSpan._consumingExtracting(first: held)
    }
  }

  /// Makes the buffer empty.
  public mutating func removeAll() { count = 0 }

  /// Keeps the first `count` octets.
  ///
  /// - Precondition: `newCount` is at most `count`.
  public mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    count = newCount
  }

  /// Removes the first `removed` octets; those behind them move to the front.
  ///
  /// - Precondition: `removed` is at most `count`.
  public mutating func removeFirst(_ removed: Int) {
    precondition(removed >= 0 && removed <= count)
    var whole = storage.mutableSpan
    whole.moveOctets(from: removed, to: 0, count: count - removed)
    count -= removed
  }

  /// Appends all of `octets`, or nothing.
  public mutating func put(_ octets: Span<UInt8>) throws(EncodeError) {
    guard octets.count <= freeCapacity else { throw .insufficientCapacity }
    var whole = storage.mutableSpan
    whole.copyOctets(from: octets, at: count)
    count += octets.count
  }

  /// Appends one octet.
  public mutating func put(_ octet: UInt8) throws(EncodeError) {
    guard count < capacity else { throw .insufficientCapacity }
    storage[count] = octet
    count += 1
  }

  /// Lets `body` append at most `limit` octets. If it throws, the buffer stays as it was.
  public mutating func append<E: Error>(
    atMost limit: Int = capacity, _ body: (inout OutputSpan<UInt8>) throws(E) -> Void
  ) throws(E) {
    var whole = storage.mutableSpan
    let start = count
    let room = max(0, min(limit, whole.count - count))
    // Safe: the region lies inside `storage`, which this method holds exclusively until it returns.
    let added = try unsafe whole.withUnsafeMutableBufferPointer { buffer throws(E) -> Int in
      let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[start..<start + room])
      var output = unsafe OutputSpan(buffer: rest, initializedCount: 0)
      try body(&output)
      return unsafe output.finalize(for: rest)
    }
    count += added
  }
}
