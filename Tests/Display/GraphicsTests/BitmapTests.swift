import Graphics
import TestSupport
import Testing

/// Draws on an empty picture of 16 by 16 pixels, and returns it as text.
func picture(_ draw: (inout Bitmap) -> Void) -> String {
  var bitmap = Bitmap(width: 16, height: 16)
  draw(&bitmap)
  return bitmap.picture()
}

/// A picture of 16 by 16 pixels, in which those are on for which `isLit` returns true.
func pixels(where isLit: (Int, Int) -> Bool) -> String {
  (0..<16).map { y in String((0..<16).map { x in isLit(x, y) ? "#" : "." }) + "\n" }.joined()
}

@Suite struct BitmapTests {
  @Test func octetsAreInPanelOrder() {
    var bitmap = Bitmap()
    bitmap.set(x: 0, y: 0)
    bitmap.set(x: 127, y: 7)
    bitmap.set(x: 5, y: 63)
    let lit = bitmap.octets.indices.filter { bitmap.octets[$0] != 0 }
    #expect(lit == [0, 127, 7 * 128 + 5])
    let octets = lit.map { bitmap.octets[$0] }
    #expect(octets == [0x01, 0x80, 0x80])
    let count = bitmap.octets.count
    #expect(count == 1024)
  }

  @Test func smallerPictureHasFewerOctets() {
    var bitmap = Bitmap(width: 96, height: 16)
    bitmap.set(x: 95, y: 15)
    let count = bitmap.octets.count
    #expect(count == 192)
    let last = bitmap.octets[191]
    #expect(last == 0x80)
  }

  @Test(arguments: [(-1, 0), (0, -1), (16, 0), (0, 16), (Int.max, 3), (3, Int.min)])
  func pixelOutsideIsNeitherDrawnNorLit(x: Int, y: Int) {
    let drawn = picture { $0.set(x: x, y: y) }
    #expect(drawn == picture { _ in })
    let bitmap = Bitmap(width: 16, height: 16)
    let isLit = bitmap.isLit(x: x, y: y)
    #expect(!isLit)
  }

  @Test func inksLightDarkenAndInvert() {
    let drawn = picture {
      $0.fill(Rectangle(x: 0, y: 0, width: 3, height: 1))
      $0.set(x: 0, y: 0, .lit)
      $0.set(x: 1, y: 0, .dark)
      $0.set(x: 2, y: 0, .inverted)
      $0.set(x: 3, y: 0, .inverted)
    }
    #expect(drawn.hasPrefix("#..#............\n................\n"))
  }

  @Test func everyRectangleFillsItsPixelsAndNoOthers() {
    for x in stride(from: -3, to: 18, by: 5) {
      for y in -9..<18 {
        for height in [0, 1, 7, 8, 9, 17, 40] {
          let area = Rectangle(x: x, y: y, width: 6, height: height)
          let expected = pixels { (area.x..<area.maxX).contains($0) && (area.y..<area.maxY).contains($1) }
          #expect(picture { $0.fill(area) } == expected, "\(area)")
        }
      }
    }
  }

  @Test(arguments: [Ink.lit, .dark, .inverted])
  func columnsAreFilledAsFarAsTheRectangleGoes(ink: Ink) {
    let isLit = { (x: Int, y: Int) in (x + y) % 3 == 0 }
    for x in 0..<9 {
      for width in 1..<14 {
        let area = Rectangle(x: x, y: 6, width: width, height: 5)
        let drawn = picture { bitmap in
          for y in 0..<16 { for x in 0..<16 where isLit(x, y) { bitmap.set(x: x, y: y) } }
          bitmap.fill(area, ink)
        }
        let expected = pixels { x, y in
          guard (area.x..<area.maxX).contains(x), (area.y..<area.maxY).contains(y) else { return isLit(x, y) }
          return ink == .inverted ? !isLit(x, y) : ink == .lit
        }
        #expect(drawn == expected, "\(area)")
      }
    }
  }

  @Test func negativeSidesFillNothing() {
    let drawn = picture {
      $0.fill(Rectangle(x: 8, y: 8, width: -4, height: 4))
      $0.stroke(Rectangle(x: 8, y: 8, width: 4, height: -4))
      $0.fillRounded(Rectangle(x: 8, y: 8, width: 0, height: 4))
    }
    #expect(drawn == picture { _ in })
  }

  @Test func roundedBoxLosesItsCorners() {
    let drawn = picture { $0.fillRounded(Rectangle(x: 0, y: 0, width: 8, height: 6)) }
    #expect(
      drawn.split(separator: "\n").prefix(6).map { $0.prefix(8) } == [
        "..####..",
        ".######.",
        "########",
        "########",
        ".######.",
        "..####..",
      ])
  }

  @Test func boxesOfAnySizeAreRounded() {
    for (width, height, radius) in (1...7).flatMap({ w in (1...7).flatMap { h in (0...3).map { (w, h, $0) } } }) {
      let box = Rectangle(x: 3, y: 5, width: width, height: height)
      let expected = pixels { x, y in
        let (column, row) = (min(x - box.x, box.maxX - 1 - x), min(y - box.y, box.maxY - 1 - y))
        return column >= 0 && row >= 0 && column + row >= radius
      }
      #expect(picture { $0.fillRounded(box, radius: radius, .inverted) } == expected, "\(box), \(radius)")
    }
  }

  @Test func roundedFrameIsClosedAndOnePixelWide() {
    let drawn = picture { $0.strokeRounded(Rectangle(x: 0, y: 0, width: 8, height: 6), .inverted) }
    #expect(
      drawn.split(separator: "\n").prefix(6).map { $0.prefix(8) } == [
        "..####..",
        ".#....#.",
        "#......#",
        "#......#",
        ".#....#.",
        "..####..",
      ])
  }

  @Test func frameIsTheOutermostPixels() {
    let area = Rectangle(x: 2, y: 5, width: 9, height: 7)
    let inner = area.inset(by: 1)
    let expected = pixels { x, y in
      area.contains(Rectangle(x: x, y: y, width: 1, height: 1))
        && !inner.contains(Rectangle(x: x, y: y, width: 1, height: 1))
    }
    #expect(picture { $0.stroke(area, .inverted) } == expected)
  }

  @Test func thinFramesAreDrawnOnce() {
    #expect(
      picture { $0.stroke(Rectangle(x: 3, y: 3, width: 1, height: 5), .inverted) }
        == pixels { x, y in x == 3 && (3..<8).contains(y) })
    #expect(
      picture { $0.stroke(Rectangle(x: 3, y: 3, width: 5, height: 1), .inverted) }
        == pixels { x, y in y == 3 && (3..<8).contains(x) })
  }

  @Test func linesHaveBothEnds() {
    #expect(picture { $0.drawLine(fromX: 2, y: 3, toX: 9, y: 3) } == pixels { x, y in y == 3 && (2...9).contains(x) })
    #expect(picture { $0.drawLine(fromX: 9, y: 12, toX: 9, y: 4) } == pixels { x, y in x == 9 && (4...12).contains(y) })
    #expect(picture { $0.drawLine(fromX: 15, y: 0, toX: 0, y: 15) } == pixels { x, y in x + y == 15 })
    #expect(picture { $0.drawLine(fromX: 4, y: 4, toX: 4, y: 4) } == pixels { x, y in x == 4 && y == 4 })
  }

  @Test func clearingLeavesNothing() {
    let drawn = picture {
      $0.fill($0.bounds)
      $0.clear()
    }
    #expect(drawn == picture { _ in })
  }
}
