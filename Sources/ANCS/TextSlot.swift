/// The memory of one notification's texts: the reply as it came, of which each text is a part.
public enum TextSlot {
  /// How many octets a slot has.
  public static var count: Int { 1_024 }
}

/// Where in its slot the value of one attribute lies.
public struct TextRange: Equatable, Sendable {
  public internal(set) var offset: UInt16 = 0
  public internal(set) var count: UInt16 = 0
  /// Whether the phone sent more than was kept.
  public internal(set) var isCut = false

  /// The same as indices of the slot's octets.
  public var octets: Range<Int> { Int(offset)..<Int(offset) + Int(count) }
}

/// Where the values of all attributes lie, by attribute.
public struct TextRanges: Sendable {
  private var ranges: [8 of TextRange] = .init(repeating: TextRange())

  /// The value of the attribute with the number `raw`, 0...7.
  subscript(raw raw: UInt8) -> TextRange {
    get { ranges[Int(raw & 7)] }
    set { ranges[Int(raw & 7)] = newValue }
  }

  /// The value of an app's display name, which has a number among the attributes of apps.
  public var displayName: TextRange { self[raw: AppAttributeID.displayName.rawValue] }

  public internal(set) subscript(id: NotificationAttributeID) -> TextRange {
    get { self[raw: id.rawValue] }
    set { self[raw: id.rawValue] = newValue }
  }
}
