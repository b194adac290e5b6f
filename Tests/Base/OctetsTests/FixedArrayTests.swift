import Octets
import Testing

@Suite struct FixedArrayTests {
  @Test func fullArrayReturnsTheElementThatDoesNotFit() {
    var array = FixedArray<2, Int>()
    #expect(array.pushLast(1) == nil)
    #expect(array.pushLast(2) == nil)
    #expect(array.isFull)
    #expect(array.pushLast(3) == 3)
    #expect(array.insert(4, at: 0) == 4)
    #expect(elements(array) == [1, 2])
    #expect(array.freeCapacity == 0)
  }

  @Test func insertionKeepsTheOrder() {
    var array = filled([1, 3])
    #expect(array.insert(2, at: 1) == nil)
    #expect(array.insert(0, at: 0) == nil)
    #expect(array.insert(4, at: 4) == nil)
    #expect(elements(array) == [0, 1, 2, 3, 4])
  }

  @Test func removalKeepsTheOrder() {
    var array = filled([1, 2, 3, 4])
    #expect(array.remove(at: 1) == 2)
    #expect(elements(array) == [1, 3, 4])
    #expect(array.remove(at: 2) == 4)
    #expect(array.remove(at: 0) == 1)
    #expect(elements(array) == [3])
    #expect(array.freeCapacity == 4)
  }

  @Test func endsAreNilWhenEmpty() {
    var array = FixedArray<5, Int>()
    #expect(array.first == nil)
    #expect(array.last == nil)
    array.append(1)
    array.append(2)
    #expect(array.first == 1)
    #expect(array.last == 2)
    array.removeAll()
    #expect(array.isEmpty)
    #expect(array.first == nil)
  }

  @Test func elementsChangeInPlace() {
    var array = filled([1, 2])
    array[1] += 40
    #expect(elements(array) == [1, 42])
  }

  /// A removed element is released immediately.
  @Test func removedElementsAreReleased() {
    final class Token {}
    weak var token: Token?
    var array = FixedArray<3, Token>()
    do {
      let new = Token()
      token = new
      array.append(new)
    }
    #expect(token != nil)
    array.remove(at: 0)
    #expect(token == nil)
  }

  @Test func indexPastTheEndTraps() async {
    await #expect(processExitsWith: .failure) { _ = filled([1])[1] }
    await #expect(processExitsWith: .failure) { _ = filled([1])[-1] }
    await #expect(processExitsWith: .failure) {
      var array = filled([1])
      array[1] = 2
    }
    await #expect(processExitsWith: .failure) {
      var array = filled([1])
      _ = array.insert(1, at: 2)
    }
    await #expect(processExitsWith: .failure) {
      var array = filled([1, 2, 3, 4, 5])
      array.append(6)
    }
  }
}

private func filled(_ values: [Int]) -> FixedArray<5, Int> {
  var array = FixedArray<5, Int>()
  for value in values { array.append(value) }
  return array
}

private func elements<let capacity: Int>(_ array: FixedArray<capacity, Int>) -> [Int] {
  array.indices.map { array[$0] }
}
