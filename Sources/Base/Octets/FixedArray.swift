/// Up to `capacity` elements in place, in order.
public struct FixedArray<let capacity: Int, Element> {
  // The count is first, where it is reached with short instructions.
  /// How many elements there are.
  public private(set) var count = 0
  @usableFromInline var storage: [capacity of Element?] = .init(repeating: nil)

  /// Creates an empty array.
  public init() {}

  /// Whether there are no elements.
  public var isEmpty: Bool { count == 0 }
  /// Whether there is no room for another element.
  public var isFull: Bool { count == capacity }
  /// How many elements still fit.
  public var freeCapacity: Int { capacity - count }
  /// The valid indices: 0 up to `count`.
  public var indices: Range<Int> { 0..<count }

  /// - Precondition: `index` is in `indices`.
  public subscript(index: Int) -> Element {
    // Transparent, read through a span, and changed in place: else each look at an element, and each change of a part
    // of one, would cost a copy of them all.
    @_transparent
    get {
      precondition(index >= 0 && index < count)
      return storage.span[index]!
    }
    set {
      precondition(index >= 0 && index < count)
      storage[index] = newValue
    }
    @_transparent
    _modify {
      precondition(index >= 0 && index < count)
      yield &storage[index]!
    }
  }

  /// The first element, or nil.
  public var first: Element? { count == 0 ? nil : storage.span[0] }

  /// The last element, or nil.
  public var last: Element? { count == 0 ? nil : storage.span[count - 1] }

  /// Appends `element`: for what we ourselves keep within the capacity.
  ///
  /// - Precondition: not full.
  public mutating func append(_ element: Element) {
    precondition(count < capacity)
    storage[count] = element
    count += 1
  }

  /// Appends `element`, or returns it if the array is full: for external input.
  public mutating func pushLast(_ element: Element) -> Element? {
    guard count < capacity else { return element }
    append(element)
    return nil
  }

  /// Puts `element` before the one at `index`, or returns it if the array is full.
  ///
  /// - Precondition: `index` is in `0...count`.
  public mutating func insert(_ element: Element, at index: Int) -> Element? {
    precondition(index >= 0 && index <= count)
    guard count < capacity else { return element }
    var position = count
    while position > index {
      storage[position] = storage[position - 1]
      position -= 1
    }
    storage[index] = element
    count += 1
    return nil
  }

  /// Removes and returns the element at `index`; the order of the others stays.
  ///
  /// - Precondition: `index` is in `indices`.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let removed = self[index]
    var position = index + 1
    while position < count {
      storage[position - 1] = storage[position]
      position += 1
    }
    count -= 1
    storage[count] = nil
    return removed
  }

  /// Removes all elements.
  public mutating func removeAll() {
    for index in 0..<count { storage[index] = nil }
    count = 0
  }
}

extension FixedArray: Sendable where Element: Sendable {}
