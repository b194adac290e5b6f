internal import Features
public import Octets

/// What Unicode 15.0 says of one character; all of it is one look into the table.
public struct CharacterProperties: Equatable, Sendable {
  /// As the pack has them: bits from the lowest on.
  ///
  ///     | grapheme: 4 | line: 6 | bidi: 5 | joining: 3 | bracket: 2 | east Asian: 1 | mark: 1 | unassigned: 1 |
  ///     | ignorable: 1 | mirrored: 1 |
  private let bits: UInt32

  /// Looks the properties of a character up.
  public init(of scalar: UTF8Scalar) {
    bits = Features.hasScripts ? UnicodePack.record(of: scalar.value) : LatinProperties.record(of: scalar.value)
  }

  /// As the pack, or `LatinProperties`, has them.
  init(record: UInt32) { bits = record }

  /// The property Grapheme_Cluster_Break.
  public var graphemeBreakClass: GraphemeBreakClass { GraphemeBreakClass(rawValue: field(0, 4)) ?? .other }

  /// The property Line_Break.
  public var lineBreakClass: LineBreakClass { LineBreakClass(rawValue: field(4, 6)) ?? .unknown }

  /// The property Bidi_Class.
  public var bidiClass: BidiClass { BidiClass(rawValue: field(10, 5)) ?? .leftToRight }

  /// The property Joining_Type.
  public var joiningType: JoiningType { JoiningType(rawValue: field(15, 3)) ?? .nonJoining }

  /// The property Bidi_Paired_Bracket_Type.
  public var bracketType: BracketType { BracketType(rawValue: field(18, 2)) ?? .none }

  /// Whether its East_Asian_Width is Fullwidth, Wide or Halfwidth.
  public var isEastAsian: Bool { field(20, 1) != 0 }

  /// Whether its General_Category is one of the marks.
  public var isMark: Bool { field(21, 1) != 0 }

  /// Whether it is Extended_Pictographic and not assigned: a place kept for an emoji to come.
  public var isUnassignedPictographic: Bool { field(22, 1) != 0 }

  /// Whether it is a Default_Ignorable_Code_Point: it is not shown, even if it has no glyph.
  public var isDefaultIgnorable: Bool { field(23, 1) != 0 }

  /// Whether `UTF8Scalar.mirrored` has another character for it.
  public var hasMirror: Bool { field(24, 1) != 0 }

  private func field(_ start: UInt32, _ count: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: bits &>> start & (1 &<< count - 1))
  }
}

/// Bidi_Paired_Bracket_Type. The raw values are the pack's.
public enum BracketType: UInt8, Sendable {
  /// The character is not a bracket.
  case none
  /// An opening bracket.
  case open
  /// A closing bracket.
  case close
}

extension UTF8Scalar {
  /// All properties of the character, from one look-up.
  public var properties: CharacterProperties { CharacterProperties(of: self) }

  /// The property Grapheme_Cluster_Break.
  public var graphemeBreakClass: GraphemeBreakClass { properties.graphemeBreakClass }

  /// The property Line_Break.
  public var lineBreakClass: LineBreakClass { properties.lineBreakClass }

  /// The property Bidi_Class.
  public var bidiClass: BidiClass { properties.bidiClass }

  /// The property Joining_Type.
  public var joiningType: JoiningType { properties.joiningType }

  /// The other bracket of its pair, if it is a bracket.
  public var pairedBracket: (other: UTF8Scalar, isOpening: Bool)? {
    let type = properties.bracketType
    guard type != .none, let other = mirrored else { return nil }
    return (other, type == .open)
  }

  /// The character whose picture is this one's in a mirror. Property Bidi_Mirroring_Glyph.
  public var mirrored: UTF8Scalar? {
    guard Features.hasScripts, properties.hasMirror else { return nil }
    return UnicodePack.mirror(of: value).flatMap { UTF8Scalar(value: $0) }
  }
}
