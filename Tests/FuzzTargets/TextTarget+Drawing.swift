import Graphics
import Octets
import TestSupport

extension TextTarget {
  /// Checks that the lines hold every octet of the text in order, and that nothing is drawn outside the area.
  static func checkDrawing(_ text: [UInt8], width: Int) {
    let face = BoxTypeface()
    let area = Rectangle(x: 3, y: 5, width: width, height: 9)
    var bitmap = Bitmap(height: 24)
    var lines = TextLines(text.span, face)
    var end = 0
    while let line = lines.next(width: width) {
      require(line.start >= end && line.end >= line.start && line.end <= text.count, "lines follow one another")
      end = line.end
      bitmap.drawText(lines.part(line), in: area, face, TextStyle(ink: .inverted))
      bitmap.drawText(lines.part(line).withRest, in: area, face, TextStyle(alignment: .centered, isBold: true))
    }
    bitmap.drawText(text.span, in: area, face, TextStyle(ink: .inverted, scale: 2))
    bitmap.fill(area, .dark)
    require(bitmap.octets.indices.allSatisfy { bitmap.octets[$0] == 0 }, "text is drawn inside its area")
    let fit = face.fit(text.span, into: width)
    require(
      fit.count <= text.count && (fit.isTruncated || fit.width <= width), "text that fits is not wider than its area")
  }
}
