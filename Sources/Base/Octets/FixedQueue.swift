/// Up to `capacity` elements in place, first in, first out.
public struct FixedQueue<let capacity: Int, Element> {
  private var head = 0
  /// How many elements there are.
  public private(set) var count = 0
  private var storage: [capacity of Element?] = .init(repeating: nil)

  /// Creates an empty queue.
  public init() {}

  /// Whether there are no elements.
  public var isEmpty: Bool { count == 0 }
  /// Whether there is no room for another element.
  public var isFull: Bool { count == capacity }
  /// How many elements still fit.
  public var freeCapacity: Int { capacity - count }

  /// The element that leaves next, or nil.
  public var first: Element? { count == 0 ? nil : storage.span[head] }

  /// Whether any element fulfils a condition.
  public func contains(where fulfils: (Element) -> Bool) -> Bool {
    for offset in 0..<count {
      if let element = storage[slot(offset)], fulfils(element) { return true }
    }
    return false
  }

  /// Appends `element`: for what we ourselves keep within the capacity.
  ///
  /// - Precondition: not full.
  public mutating func append(_ element: Element) {
    precondition(count < capacity)
    storage[slot(count)] = element
    count += 1
  }

  /// Appends `element`, or returns it if the queue is full: for external input.
  public mutating func pushLast(_ element: Element) -> Element? {
    guard count < capacity else { return element }
    append(element)
    return nil
  }

  /// Removes and returns the first element, or nil.
  public mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = storage[head]
    storage[head] = nil
    head = head + 1 == capacity ? 0 : head + 1
    count -= 1
    return element
  }

  /// Removes all elements.
  public mutating func removeAll() {
    while popFirst() != nil {}
  }

  private func slot(_ offset: Int) -> Int {
    let position = head + offset
    return position < capacity ? position : position - capacity
  }
}
