import Octets
import Testing

@Suite struct FixedQueueTests {
  @Test func firstInIsFirstOut() {
    var queue = FixedQueue<3, Int>()
    queue.append(1)
    #expect(queue.pushLast(2) == nil)
    #expect(queue.first == 1)
    #expect(queue.popFirst() == 1)
    #expect(queue.popFirst() == 2)
    #expect(queue.popFirst() == nil)
    #expect(queue.first == nil)
  }

  @Test func fullQueueReturnsTheElementThatDoesNotFit() {
    var queue = FixedQueue<2, Int>()
    queue.append(1)
    queue.append(2)
    #expect(queue.isFull)
    #expect(queue.pushLast(3) == 3)
    #expect(queue.popFirst() == 1)
    #expect(queue.pushLast(3) == nil)
    #expect(queue.popFirst() == 2)
    #expect(queue.popFirst() == 3)
  }

  /// Compared with Swift's own array, for every position of the ring.
  @Test func behavesLikeAnArrayWhileItGoesRound() {
    var queue = FixedQueue<3, Int>()
    var model: [Int] = []
    for step in 0..<200 {
      if (step * step / 3) % 2 == 0 {
        let rejected = queue.pushLast(step)
        #expect((rejected == step) == (model.count == 3))
        if rejected == nil { model.append(step) }
      } else {
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count)
      #expect(queue.freeCapacity == 3 - model.count)
      #expect(queue.first == model.first)
    }
  }

  @Test func emptiedQueueIsLikeNew() {
    var queue = FixedQueue<2, Int>()
    queue.append(1)
    queue.append(2)
    queue.removeAll()
    #expect(queue.isEmpty)
    #expect(queue.pushLast(3) == nil)
    #expect(queue.popFirst() == 3)
  }

  @Test func appendToAFullQueueTraps() async {
    await #expect(processExitsWith: .failure) {
      var queue = FixedQueue<1, Int>()
      queue.append(1)
      queue.append(2)
    }
  }
}
