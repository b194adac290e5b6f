/// Which way a paragraph runs.
public enum BaseDirection: Equatable, Sendable {
  /// The direction of its first strong character; left to right if it has no strong character.
  case automatic
  /// The paragraph begins at the left.
  case leftToRight
  /// The paragraph begins at the right.
  case rightToLeft
}

/// One paragraph, or as much of it as fits, for the Unicode Bidirectional Algorithm.
///
/// Append the classes of its characters in reading order. The paragraph then gives the level of each character: an even
/// level runs left to right, an odd level right to left.
///
///     while let scalar = …, paragraph.append(scalar.bidiClass, …) {}
///     paragraph.resolve(.automatic)
///     paragraph.resetWhiteSpace(ofLine: 0..<12)
///
/// The work grows with the number of characters, times at most 63 for nested brackets. Its methods are `mutating` so
/// that its arrays are not copied. Unicode 15.0, UAX #9.
public struct BidiParagraph: ~Copyable {
  /// The most characters of a paragraph.
  public static let capacity = 512

  /// The level of a character that rule X9 removes.
  static let removed: UInt8 = 0xFF
  /// The index of no character.
  static let none: UInt16 = 0xFFFF

  // The initial values have no meaning. Because they are 0 in all arrays, the compiler clears the arrays in place,
  // without a second copy on the stack.
  var traits: [512 of BidiTraits] = .init(repeating: BidiTraits(.leftToRight))
  /// The classes after the rules applied so far.
  var classes: [512 of BidiClass] = .init(repeating: .leftToRight)
  var levels: [512 of UInt8] = .init(repeating: 0)
  /// Of an isolate initiator and its PDI, the index of the other; of a bracket, the closing one of its pair, which
  /// becomes the index of that.
  var partners: [512 of UInt16] = .init(repeating: 0)
  /// The isolating run sequence at which the rules are, as indices.
  var sequence: [512 of UInt16] = .init(repeating: 0)
  /// How many characters the paragraph has.
  public private(set) var count = 0
  /// The paragraph's own level: 0 or 1.
  public private(set) var level: UInt8 = 0

  /// Creates an empty paragraph.
  public init() {}

  /// Removes all characters.
  public mutating func removeAll() { count = 0 }

  /// Appends a character.
  ///
  /// - Parameter bracket: what pairs it with others, if it is a bracket.
  /// - Returns: false if there is no room for it.
  public mutating func append(_ bidiClass: BidiClass, bracket: BidiBracket? = nil) -> Bool {
    guard count < Self.capacity else { return false }
    traits[count] = BidiTraits(bidiClass, bracket)
    partners[count] = bracket?.closing ?? Self.none
    count += 1
    return true
  }

  /// Computes the level of each character, except for white space at line ends. Call it once after appending.
  public mutating func resolve(_ direction: BaseDirection = .automatic) {
    // Also finds which isolates belong together.
    let found = automaticDirection()
    let known = direction == .automatic ? found : direction
    level = known == .rightToLeft ? 1 : 0
    assignExplicitLevels()
    resolveSequences()
    assignImplicitLevels()
  }

  /// The level of a character; nil for one that has no part in the order: the embeddings and overrides, and what is
  /// invisible.
  ///
  /// - Precondition: `index` is below `count`.
  public mutating func level(at index: Int) -> UInt8? {
    precondition(index >= 0 && index < count)
    return levels[index] == Self.removed ? nil : levels[index]
  }

  /// Gives tabs, and white space before them and at the end of a line, the paragraph's level. Rule L1.
  ///
  /// - Precondition: the characters of `line` exist.
  public mutating func resetWhiteSpace(ofLine line: Range<Int>) {
    var isTrailing = true
    for index in line.reversed() {
      switch traits[index].bidiClass {
      case .paragraphSeparator, .segmentSeparator: isTrailing = true
      case .whiteSpace, .leftToRightIsolate, .rightToLeftIsolate, .firstStrongIsolate, .popDirectionalIsolate: break
      default: if levels[index] != Self.removed { isTrailing = false }
      }
      if isTrailing, levels[index] != Self.removed { levels[index] = level }
    }
  }
}

/// The identity by which brackets form a pair.
public struct BidiBracket: Equatable, Sendable {
  /// Whether it is the opening bracket of its pair.
  public let isOpening: Bool
  /// The closing bracket of its kind.
  let closing: UInt16

  /// - Parameter closing: the closing bracket of the pair, which is the bracket itself if that closes.
  public init(isOpening: Bool, closing: UInt32) {
    self.isOpening = isOpening
    // U+232A is canonically equivalent to U+3009. BD16.
    self.closing = UInt16(truncatingIfNeeded: closing == 0x232A ? 0x3009 : closing)
  }
}

/// A character's class as it was, and whether it is a bracket.
struct BidiTraits {
  private var rawValue: UInt8

  private static let opening: UInt8 = 0x20
  private static let closing: UInt8 = 0x40
  private static let paired: UInt8 = 0x80

  init(_ bidiClass: BidiClass, _ bracket: BidiBracket? = nil) {
    let flag = bracket.map { $0.isOpening ? Self.opening : Self.closing } ?? 0
    rawValue = bidiClass.rawValue | flag
  }

  var bidiClass: BidiClass { BidiClass(rawValue: rawValue & 0x1F) ?? .otherNeutral }
  var isOpening: Bool { rawValue & Self.opening != 0 }
  var isClosing: Bool { rawValue & Self.closing != 0 }

  /// Whether it is an opening bracket whose closing one is found.
  var isPaired: Bool {
    get { rawValue & Self.paired != 0 }
    set { rawValue = newValue ? rawValue | Self.paired : rawValue & ~Self.paired }
  }
}

extension BidiClass {
  /// LRI, RLI or FSI.
  var isIsolateInitiator: Bool {
    self == .leftToRightIsolate || self == .rightToLeftIsolate || self == .firstStrongIsolate
  }
}
