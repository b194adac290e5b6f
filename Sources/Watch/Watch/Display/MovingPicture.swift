internal import Features
public import Graphics
public import PhoneClient

/// The picture on the display: the picture of the watch, or a step of its movement over the picture before.
public struct MovingPicture: ~Copyable {
  private var travel = 0
  /// Whether a step of a movement was left out. Draw it when the display is no longer busy.
  public private(set) var isDue = false

  // Large, and therefore last: short instructions reach the properties before.
  /// The picture to show.
  public var bitmap = Bitmap()
  /// The picture at the end of the movement.
  private var target = Bitmap()

  public init() {}

  /// Drops the step that was left out, because the display is off.
  public mutating func skip() { isDue = false }

  /// Draws what the watch shows.
  ///
  /// - Parameter isDisplayBusy: whether the previous picture is still being sent. The next step of a movement waits for
  ///   it, so that each step is shown whole on a slow bus. Other changes do not wait.
  /// - Returns: the number of rows by which the picture has moved up since the last one, so that a panel can move its
  ///   start line; nil if nothing was drawn.
  public mutating func draw(_ watch: borrowing WatchMachine, _ phone: borrowing PhoneState, isDisplayBusy: Bool) -> Int?
  {
    isDue = watch.isMidway && isDisplayBusy
    guard !isDue else { return nil }
    let slide = watch.front.slide
    let rows = slide.travel &- travel
    travel = slide.travel
    guard Features.hasMotion, slide.offset != 0 else {
      watch.draw(phone, into: &bitmap)
      return rows
    }
    watch.draw(phone, into: &target)
    let area = Rectangle(x: 0, y: slide.area.y, width: target.width, height: slide.area.height)
    bitmap.slide(target, into: area, by: rows, offset: slide.offset)
    return rows
  }
}
