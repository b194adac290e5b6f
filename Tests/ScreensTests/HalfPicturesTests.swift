import Graphics
import TestSupport
import Testing

@testable import belfry_screens

/// What a panel of 32 rows shows of some screens; `GlassWindow` chooses the row that it begins with.
@Suite struct HalfPicturesTests {
  @Test(arguments: [
    ("clock", 16), ("clock", 0), ("clock", 32), ("call", 16), ("call", 32), ("pairing", 16), ("pairing", 32),
    ("menu", 16), ("alert", 0), ("alert", 32),
  ])
  func halfLooksLikeItsGoldenPicture(name: String, top: Int) throws {
    let sample = try #require(ScreenSample.all.first { $0.name == name })
    let rows = sample.bitmap().picture().split(separator: "\n")[top..<top + 32]
    let golden = GoldenPicture(name: "../GoldenHalves/\(name)-\(top)")
    let difference = try golden.difference(to: rows.joined(separator: "\n") + "\n")
    #expect(difference == nil, "\(difference ?? "")")
  }
}
