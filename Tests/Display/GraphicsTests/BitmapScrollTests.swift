import Graphics
import TestSupport
import Testing

@Suite struct BitmapScrollTests {
  /// An irregular pattern that no shift maps to itself.
  private func isLit(_ x: Int, _ y: Int) -> Bool { (x * 7 + y * 13 + x * y) % 5 < 2 }

  @Test func areaMovesAndTheRestStays() {
    let area = Rectangle(x: 3, y: 2, width: 9, height: 11)
    for rows in [-40, -11, -10, -8, -3, -1, 0, 1, 5, 8, 10, 11, 16, 64, Int.max] {
      let drawn = picture { bitmap in
        for y in 0..<16 { for x in 0..<16 where isLit(x, y) { bitmap.set(x: x, y: y) } }
        bitmap.scroll(area, by: rows)
      }
      let expected = pixels { x, y in
        guard area.contains(Rectangle(x: x, y: y, width: 1, height: 1)) else { return isLit(x, y) }
        guard abs(rows) < 64, (area.y..<area.maxY).contains(y + rows) else { return false }
        return isLit(x, y + rows)
      }
      #expect(drawn == expected, "by \(rows)")
    }
  }

  @Test func wholePictureMoves() {
    var bitmap = Bitmap()
    bitmap.fill(Rectangle(x: 0, y: 40, width: 128, height: 1))
    bitmap.scroll(bitmap.bounds, by: 40)
    let octets = bitmap.octets.indices.map { bitmap.octets[$0] }
    #expect(octets == [UInt8](repeating: 1, count: 128) + [UInt8](repeating: 0, count: 896))
  }

  @Test func pictureMovesInAllDirections() {
    for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1), (2, -3), (-9, 5), (200, 0), (0, 0)] {
      let drawn = picture { bitmap in
        for y in 0..<16 { for x in 0..<16 where isLit(x, y) { bitmap.set(x: x, y: y) } }
        bitmap.move(x: right, y: down)
      }
      let expected = pixels { x, y in
        (0..<16).contains(x - right) && (0..<16).contains(y - down) && isLit(x - right, y - down)
      }
      #expect(drawn == expected, "by \(right), \(down)")
    }
  }

  @Test func areaOutsideChangesNothing() {
    let drawn = picture {
      $0.set(x: 1, y: 1)
      $0.scroll(Rectangle(x: -20, y: -20, width: 10, height: 10), by: 1)
    }
    #expect(drawn == pixels { x, y in x == 1 && y == 1 })
  }

  /// Whether a pixel of the incoming picture is on.
  private func isLitInOther(_ x: Int, _ y: Int) -> Bool { (x * 5 + y * 3) % 7 < 3 }

  @Test(arguments: [
    (16, 36), (0, 48), (16, 32), (-16, -36), (0, -48), (-3, -20), (5, 1), (0, 0), (48, 47), (70, 64), (-70, -70),
  ])
  func incomingPictureSlidesOverTheOutgoingOne(rows: Int, offset: Int) {
    let area = Rectangle(x: 0, y: 16, width: 128, height: 48)
    var other = Bitmap()
    var bitmap = Bitmap()
    for y in 0..<64 {
      for x in 0..<128 {
        if isLitInOther(x, y) { other.set(x: x, y: y) }
        if isLit(x, y) { bitmap.set(x: x, y: y) }
      }
    }
    bitmap.slide(other, into: area, by: rows, offset: offset)
    for y in 0..<64 {
      for x in 0..<128 {
        let isCovered = !(16..<64).contains(y) || (16..<64).contains(y - offset)
        let expected =
          isCovered
          ? isLitInOther(x, y < 16 ? y : y - offset) : (16..<64).contains(y + rows) && isLit(x, y + rows)
        let isAsExpected = bitmap.isLit(x: x, y: y) == expected
        #expect(isAsExpected, "\(x), \(y)")
      }
    }
  }
}
