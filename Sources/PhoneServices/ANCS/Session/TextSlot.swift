/// The memory of one notification's texts: the reply as it came, of which each text is a part.
public enum TextSlot {
  /// How many octets a slot has.
  public static var count: Int { 1_024 }
}

/// The range of one attribute's value in its slot.
///
/// One word, because one is stored for each attribute that arrives, and five octets would be stored one by one:
///
///     | isCut: 1 bit | offset: 15 bits | count: 16 bits |
public struct TextRange: Equatable, Sendable {
  private var word: UInt32 = 0

  /// Nowhere, and empty.
  init() {}

  /// The largest offset.
  static var longestOffset: Int { 32_767 }

  /// - Precondition: `offset` is in 0...`longestOffset`, and `count` in 0...65,535.
  init(offset: Int, count: Int, isCut: Bool = false) {
    word = UInt32(truncatingIfNeeded: offset) << 16 | UInt32(truncatingIfNeeded: count)
    if isCut { word |= Self.cutFlag }
  }

  /// The first octet, counted from the start of the slot.
  public var offset: UInt16 { UInt16(truncatingIfNeeded: (word & ~Self.cutFlag) >> 16) }
  /// The number of octets.
  public var count: UInt16 { UInt16(truncatingIfNeeded: word) }
  /// Whether the phone sent more than was kept.
  public var isCut: Bool { word & Self.cutFlag != 0 }

  /// The same as indices of the slot's octets.
  public var octets: Range<Int> { Int(offset)..<Int(offset) + Int(count) }

  private static var cutFlag: UInt32 { 1 << 31 }
}

/// The ranges of the values of all attributes in a slot, by attribute.
public struct TextRanges: Sendable {
  /// The ranges by the attributes' numbers. A reader of `all.span` copies one of them only.
  private(set) var all: [8 of TextRange] = .init(repeating: TextRange())

  /// The value of the attribute with the number `raw`, 0...7.
  subscript(raw raw: UInt8) -> TextRange {
    @inline(__always)
    get { all.span[Int(raw & 7)] }
    set { all[Int(raw & 7)] = newValue }
  }

  /// Makes all of them empty.
  mutating func removeAll() {
    for index in all.indices { all[index] = TextRange() }
  }

  /// The value of an app's display name, which has a number among the attributes of apps.
  public var displayName: TextRange { self[raw: AppAttributeID.displayName.rawValue] }

  /// The part of the slot that holds an attribute; empty if it is not there.
  public internal(set) subscript(id: NotificationAttributeID) -> TextRange {
    @inline(__always)
    get { self[raw: id.rawValue] }
    set { self[raw: id.rawValue] = newValue }
  }
}
