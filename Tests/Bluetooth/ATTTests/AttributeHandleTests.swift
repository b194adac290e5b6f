import ATT
import Testing

@Suite struct AttributeHandleTests {
  private func handle(_ rawValue: UInt16) -> AttributeHandle { AttributeHandle(rawValue: rawValue)! }

  @Test func zeroNamesNothing() {
    #expect(AttributeHandle(rawValue: 0) == nil)
  }

  @Test func neighboursEndAtTheEnds() {
    #expect(AttributeHandle.first.previous == nil)
    #expect(AttributeHandle.last.next == nil)
    #expect(handle(7).next == handle(8))
    #expect(handle(7).previous == handle(6))
  }

  @Test(arguments: [(0, 0), (0, 5), (5, 0), (5, 4), (0xFFFF, 1)] as [(UInt16, UInt16)])
  func emptyRangesCannotBeMade(_ first: UInt16, _ last: UInt16) {
    #expect(HandleRange(rawFirst: first, rawLast: last) == nil)
  }

  @Test func rangeContainsItsEndsAndNothingElse() throws {
    let range = try #require(HandleRange(handle(3), handle(5)))
    #expect((1...7).filter { range.contains(handle($0)) } == [3, 4, 5])
    #expect(range.contains(range))
    #expect(!range.contains(HandleRange.all))
    #expect(HandleRange.all.contains(range))
  }

  @Test func theNextHandleStaysInTheRange() throws {
    let range = try #require(HandleRange(handle(3), handle(5)))
    #expect(range.after(handle(3)) == HandleRange(handle(4), handle(5)))
    #expect(range.after(handle(1)) == range)
    #expect(range.after(handle(5)) == nil)
    #expect(HandleRange.all.after(.last) == nil)
  }
}
