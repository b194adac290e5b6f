extension Bitmap {
  /// Moves the whole picture to the right and down, left and up if that is negative. Pixels that move in are dark.
  public mutating func move(x: Int, y: Int) {
    scroll(bounds, by: -y)
    for page in 0..<pageCount {
      let start = page * width
      for step in 0..<width {
        let column = x > 0 ? width - 1 - step : step
        let source = column - x
        storage[start + column] = source >= 0 && source < width ? storage[start + source] : 0
      }
    }
  }
}
