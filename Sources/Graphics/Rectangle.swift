/// An area of whole pixels; x grows to the right, y downwards. Empty if a side is not positive.
public struct Rectangle: Equatable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

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
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// What both have in common; empty, never negative, if that is nothing.
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
