import Testing
import Text

@Suite struct LineBreakerTests {
  /// Where lines may end, with the look-ahead done as plainly as it is told.
  private static func boundaries(_ scalars: [CharacterProperties]) -> [Bool] {
    var breaker = LineBreaker(first: scalars[0])
    return scalars.indices.dropFirst().map { index in
      let behind = scalars.dropFirst(index + 1).first {
        $0.lineBreakClass != .combiningMark && $0.lineBreakClass != .zwj
      }
      let isNumberNext = behind?.lineBreakClass == .numeric
      return breaker.opportunity(before: scalars[index], isNumberNext: isNumberNext) != .prohibited
    }
  }

  @Test func allOfUnicodesCasesPass() {
    let file = BreakTestFile("auxiliary/LineBreakTest.txt")
    #expect(file.cases.count == 7_654)
    #expect(file.failures("LineBreakTest.txt", Self.boundaries) == [])
  }
}
