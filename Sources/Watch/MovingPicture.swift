public import Graphics

/// What is on the glass: the watch's picture, or on its way there what it covers already of the one before.
public struct MovingPicture: ~Copyable {
  /// What to show.
  public var bitmap = Bitmap()
  /// The picture that moves, where it is going.
  private var target = Bitmap()
  private var travel = 0
  /// Whether a step of a movement was left out: it is to be drawn when the glass is no longer busy.
  public private(set) var isDue = false

  public init() {}

  /// Nobody sees what would be drawn.
  public mutating func skip() { isDue = false }

  /// Draws what the watch shows.
  ///
  /// - Parameter isGlassBusy: whether the picture before is still sent. It is let through before the next step of a
  ///   movement, so that steps are seen whole however slow the bus is; all else does not wait.
  /// - Returns: by how many rows it has moved up since the last picture, what a panel can follow by its start line; nil
  ///   if nothing was drawn.
  public mutating func draw(_ watch: borrowing WatchMachine, isGlassBusy: Bool) -> Int? {
    isDue = watch.isMidway && isGlassBusy
    guard !isDue else { return nil }
    let slide = watch.slide
    let rows = slide.travel &- travel
    travel = slide.travel
    guard slide.offset != 0 else {
      watch.draw(into: &bitmap)
      return rows
    }
    watch.draw(into: &target)
    let area = Rectangle(x: 0, y: slide.area.y, width: target.width, height: slide.area.height)
    bitmap.slide(target, into: area, by: rows, offset: slide.offset)
    return rows
  }
}
