import TestSupport
import Testing

@testable import Displays

@Suite struct ColumnSetTests {
  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func stretchesMatchAColumnByColumnSearch(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bounds = [0, 1, 7, 8, 62, 63, 64, 65, 120, 126, 127, Int.random(in: 0...127, using: &random)]
    let (one, other) = (bounds.randomElement(using: &random)!, bounds.randomElement(using: &random)!)
    let range = min(one, other)...max(one, other)
    let sparseness = [1, 2, 5, 30].randomElement(using: &random)!
    let columns = range.filter { _ in Int.random(in: 0..<sparseness, using: &random) == 0 }
    for gap in 0...8 {
      let expected = Self.stretches(columns, bridging: gap)
      #expect(Self.stretches(Self.set(columns, &random).bridging(gap)) == expected, "gap \(gap) in \(columns)")
    }
  }

  @Test func allColumnsAreOneStretch() {
    for gap in [0, 1, 7] { #expect(Self.stretches(ColumnSet.all.bridging(gap)) == [0..<128]) }
  }

  @Test func unionHoldsTheColumnsOfBothSets() {
    var random = SeededGenerator(seed: 1)
    var union = Self.set([0, 63, 100], &random)
    union.formUnion(Self.set([64, 127], &random))
    #expect(Self.stretches(union) == [0..<1, 63..<65, 100..<101, 127..<128])
  }

  /// Octets that differ in those columns, in one bit or in several.
  private static func set(_ columns: [Int], _ random: inout SeededGenerator) -> ColumnSet {
    let old = (0..<128).map { _ in UInt8.random(in: 0...255, using: &random) }
    var new = old
    for column in columns {
      new[column] ^= [0x01, 0x80, .random(in: 1...255, using: &random)].randomElement(using: &random)!
    }
    return ColumnSet(differingIn: old.span, new.span)
  }

  private static func stretches(_ columns: [Int], bridging gap: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for column in columns {
      if let last = found.last, column - last.upperBound <= gap {
        found[found.count - 1] = last.lowerBound..<column + 1
      } else {
        found.append(column..<column + 1)
      }
    }
    return found
  }

  private static func stretches(_ set: ColumnSet) -> [Range<Int>] {
    var rest = set
    var found: [Range<Int>] = []
    while let stretch = rest.removeFirst() { found.append(stretch) }
    #expect(rest.isEmpty)
    return found
  }
}
