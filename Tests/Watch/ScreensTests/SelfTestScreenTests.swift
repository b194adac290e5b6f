import Graphics
import TestSupport
import Testing

@testable import Screens

/// The pattern of `--self-test=panel`.
@Suite struct SelfTestScreenTests {
  /// A panel of 32 rows shows rows 16 to 47.
  @Test(arguments: [(64, 0), (32, 16)]) func theFrameIsAtTheEdgeOfThePanel(rows: Int, first: Int) {
    var bitmap = Bitmap()
    SelfTestScreen.pattern(rows: rows).draw(into: &bitmap)
    let lines = bitmap.picture().split(separator: "\n")
    let whole = String(repeating: "#", count: 128)
    #expect(lines[first] == whole && lines[first + rows - 1] == whole)
    let isFramed = lines[first..<first + rows].allSatisfy { $0.first == "#" && $0.last == "#" }
    let isClear = (lines[..<first] + lines[(first + rows)...]).allSatisfy { !$0.contains("#") }
    #expect(isFramed && isClear)
  }
}
