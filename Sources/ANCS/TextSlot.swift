/// The memory of one notification's texts: the reply as it came, of which each text is a part.
enum TextSlot {
  static let count = 1_024
}

/// Where in its slot the value of one attribute lies.
struct TextRange: Equatable, Sendable {
  var offset: UInt16 = 0
  var count: UInt16 = 0
  /// Whether the phone sent more than was kept.
  var isCut = false
}

/// Where the values of all attributes lie, by attribute.
struct TextRanges: Sendable {
  private var ranges: [8 of TextRange] = .init(repeating: TextRange())

  /// The value of the attribute with the number `raw`, 0...7.
  subscript(raw raw: UInt8) -> TextRange {
    get { ranges[Int(raw & 7)] }
    set { ranges[Int(raw & 7)] = newValue }
  }

  /// The value of an app's display name, which has a number among the attributes of apps.
  var displayName: TextRange { self[raw: AppAttributeID.displayName.rawValue] }

  subscript(id: NotificationAttributeID) -> TextRange {
    get { self[raw: id.rawValue] }
    set { self[raw: id.rawValue] = newValue }
  }
}
