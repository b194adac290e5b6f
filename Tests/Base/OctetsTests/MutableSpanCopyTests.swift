import Octets
import Testing

@Suite struct MutableSpanCopyTests {
  @Test func copyOverwritesFromTheOffset() {
    #expect(copied([1, 2], at: 0) == [1, 2, 0, 0])
    #expect(copied([1, 2], at: 2) == [0, 0, 1, 2])
    #expect(copied([], at: 4) == [0, 0, 0, 0])
  }

  @Test(arguments: 0...40) func aShortCopyLeavesTheOtherOctets(count: Int) {
    let octets = (0..<count).map { UInt8($0 + 1) }
    for offset in [0, 1, 7, 40 - count] where offset + count <= 40 {
      var target = [UInt8](repeating: 0xFF, count: 40)
      var span = target.mutableSpan
      span.copyShortOctets(from: octets.span, at: offset)
      var expected = [UInt8](repeating: 0xFF, count: 40)
      expected.replaceSubrange(offset..<offset + count, with: octets)
      #expect(target == expected)
    }
  }

  @Test func fewOctetsReplaceTheFirst() {
    var target: [UInt8] = [9, 9, 9, 9]
    var span = target.mutableSpan
    span.copyFewOctets(from: ([1, 2] as [UInt8]).span)
    #expect(target == [1, 2, 9, 9])
  }

  @Test func regionsThatOverlapAreMovedWhole() {
    #expect(moved(from: 1, to: 0, count: 4) == [2, 3, 4, 5, 5])
    #expect(moved(from: 0, to: 1, count: 4) == [1, 1, 2, 3, 4])
    #expect(moved(from: 0, to: 0, count: 5) == [1, 2, 3, 4, 5])
    #expect(moved(from: 5, to: 0, count: 0) == [1, 2, 3, 4, 5])
  }

  @Test func regionsOutsideTrap() async {
    await #expect(processExitsWith: .failure) { _ = copied([1, 2], at: 3) }
    await #expect(processExitsWith: .failure) { _ = copied([1], at: -1) }
    await #expect(processExitsWith: .failure) { copyFew(5) }
    await #expect(processExitsWith: .failure) { _ = moved(from: 2, to: 0, count: 4) }
    await #expect(processExitsWith: .failure) { _ = moved(from: 0, to: 5, count: 1) }
    await #expect(processExitsWith: .failure) { _ = moved(from: 0, to: 0, count: -1) }
  }

  @Test(arguments: [(16, 25), (32, 9), (33, 8), (20, -1), (15, 26), (41, 0)])
  func aShortCopyThatDoesNotFitTraps(count: Int, offset: Int) async {
    await #expect(processExitsWith: .failure) { [count = count as Int, offset = offset as Int] in
      copyShort(count, at: offset)
    }
  }
}

private func copied(_ octets: [UInt8], at offset: Int) -> [UInt8] {
  var target: [UInt8] = [0, 0, 0, 0]
  var span = target.mutableSpan
  span.copyOctets(from: octets.span, at: offset)
  return target
}

private func copyShort(_ count: Int, at offset: Int) {
  var target = [UInt8](repeating: 0, count: 40)
  var span = target.mutableSpan
  span.copyShortOctets(from: [UInt8](repeating: 1, count: count).span, at: offset)
}

private func copyFew(_ count: Int) {
  var target: [UInt8] = [0, 0, 0, 0]
  var span = target.mutableSpan
  span.copyFewOctets(from: [UInt8](repeating: 1, count: count).span)
}

private func moved(from source: Int, to target: Int, count: Int) -> [UInt8] {
  var octets: [UInt8] = [1, 2, 3, 4, 5]
  var span = octets.mutableSpan
  span.moveOctets(from: source, to: target, count: count)
  return octets
}
