import Testing
import Text

@Suite struct GraphemeBreakerTests {
  @Test func allUnicodeTestCasesPass() {
    let file = BreakTestFile("auxiliary/GraphemeBreakTest.txt")
    #expect(file.cases.count == 602)
    let failures = file.failures("GraphemeBreakTest.txt") { scalars in
      var breaker = GraphemeBreaker(first: scalars[0].graphemeBreakClass)
      return scalars.dropFirst().map { breaker.isBoundary(before: $0.graphemeBreakClass) }
    }
    #expect(failures == [])
  }
}
