/// An area of whole pixels; x grows to the right, y downwards. Empty if a side is not positive.
public struct Rectangle: Equatable, Sendable {
  /// The first column.
  public var x: Int
  /// The first row.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates an area. Its sides may be negative: then it is empty.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The first column right of the area.
  public var maxX: Int { x + width }
  /// The first row below the area.
  public var maxY: Int { y + height }
  /// Whether the area has no pixels.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The area that both have in common; empty, never negative, if they have no pixel in common.
  public func intersection(_ other: Rectangle) -> Rectangle {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rectangle(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }

  /// Whether `other` lies inside.
  public func contains(_ other: Rectangle) -> Bool {
    other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
  }

  /// The same area with `margin` pixels less on each side.
  public func inset(by margin: Int) -> Rectangle {
    Rectangle(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }
}
