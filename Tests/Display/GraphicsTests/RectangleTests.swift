import Graphics
import Testing

@Suite struct RectangleTests {
  private let area = Rectangle(x: 2, y: 3, width: 10, height: 6)

  @Test func intersectionIsTheCommonArea() {
    let other = Rectangle(x: 5, y: 0, width: 20, height: 5)
    #expect(area.intersection(other) == Rectangle(x: 5, y: 3, width: 7, height: 2))
    #expect(area.intersection(area) == area)
  }

  @Test func disjointRectanglesHaveAnEmptyIntersection() {
    let common = area.intersection(Rectangle(x: 20, y: 20, width: 4, height: 4))
    #expect(common.isEmpty && common.width == 0 && common.height == 0)
    #expect(area.intersection(Rectangle(x: 12, y: 3, width: 4, height: 4)).isEmpty)
  }

  @Test func insetTakesFromEachSide() {
    #expect(area.inset(by: 2) == Rectangle(x: 4, y: 5, width: 6, height: 2))
    #expect(area.inset(by: 3).isEmpty)
  }

  @Test func containedMeansEveryPixel() {
    #expect(area.contains(Rectangle(x: 2, y: 3, width: 10, height: 6)))
    #expect(!area.contains(Rectangle(x: 2, y: 3, width: 11, height: 6)))
    #expect(!area.contains(Rectangle(x: 1, y: 3, width: 2, height: 2)))
  }
}
