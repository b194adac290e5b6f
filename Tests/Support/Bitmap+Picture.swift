import Graphics

extension Bitmap {
  /// The pixels as lines of `#` (on) and `.` (off).
  public borrowing func picture() -> String { picture(of: bounds) }

  public borrowing func picture(of area: Rectangle) -> String {
    var text = ""
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX { text += isLit(x: x, y: y) ? "#" : "." }
      text += "\n"
    }
    return text
  }
}
