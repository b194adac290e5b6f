internal import Features

/// Finds where a line may or must end. Unicode 15.0, UAX #14, with numbers as in its section 8.2, example 7, which is
/// what LineBreakTest.txt tests.
///
/// It is given scalar by scalar, from where a paragraph begins. One rule looks ahead: whether a number follows an
/// opening bracket. `isNumberNext` says it; nothing else needs more than the next scalar.
///
/// South East Asian text (class SA) is taken as alphabetic, as LB1 says: without a dictionary nothing in it is a place
/// to break.
public struct LineBreaker: Equatable, Sendable {
  /// Whether a line may end at a place.
  public enum Opportunity: Equatable, Sendable {
    /// The line goes on.
    case prohibited
    /// The line may end here.
    case allowed
    /// The line ends here.
    case mandatory
  }

  /// How far a number has come: digits with their separators, then a closing bracket. LB25.
  private enum Number {
    case none
    case inside
    case closed
  }

  /// The class of the last character, without the marks that follow it.
  private var before: LineBreakClass
  /// The same before the spaces, if there are some.
  private var beforeSpaces: LineBreakClass
  private var number = Number.none
  /// Whether the last scalar is a joiner.
  private var isAfterJoiner = false
  /// Whether a flag has its first letter but not yet its second.
  private var isFlagOpen = false
  /// Whether the last character is a hyphen that follows a Hebrew letter.
  private var isHebrewHyphen = false
  private var isEastAsian = false
  private var isUnassignedPictographic = false

  /// - Parameter first: the paragraph's first character.
  public init(first: CharacterProperties) {
    let given = first.resolvedLineBreakClass
    before = given.isMark ? .alphabetic : given
    beforeSpaces = before
    note(before, first)
    isAfterJoiner = given == .zwj
  }

  /// Whether a letter of class AL may follow without a change of state. A line may not end before that letter.
  public var isInWord: Bool { before == .alphabetic && !isAfterJoiner }

  /// Takes a space, unless the characters before it end a line. The line may not end before the space. LB7.
  public mutating func takeSpace() -> Bool {
    if before.isEnd { return false }
    (number, isAfterJoiner, isFlagOpen, isHebrewHyphen) = (.none, false, false, false)
    (isEastAsian, isUnassignedPictographic) = (false, false)
    if before != .space { beforeSpaces = before }
    before = .space
    return true
  }

  /// Whether `isNumberNext` matters to `opportunity(before:isNumberNext:)`.
  public func needsNumber(behind next: CharacterProperties) -> Bool {
    guard Features.hasScripts else { return false }
    return (before == .prefixNumeric || before == .postfixNumeric) && next.lineBreakClass == .openPunctuation
  }

  /// Takes the next character. Returns whether a line may end before it.
  ///
  /// - Parameter isNumberNext: whether a character of class NU follows `next` and its marks.
  public mutating func opportunity(before next: CharacterProperties, isNumberNext: Bool) -> Opportunity {
    guard Features.hasScripts else { return latinOpportunity(before: next.resolvedLineBreakClass) }
    var given = next.resolvedLineBreakClass
    // Two letters, what most text is made of, leave all as it is.
    let areLetters = given == .alphabetic && before == .alphabetic
    if areLetters, !isAfterJoiner, !next.isUnassignedPictographic { return .prohibited }
    let isJoiner = given == .zwj
    if given.isMark {
      if !before.isEnd && before != .space && before != .zwSpace {
        isAfterJoiner = isJoiner
        return .prohibited
      }
      given = .alphabetic
    }
    let found = find(given, next, isNumberNext)
    note(given, next)
    isAfterJoiner = isJoiner
    return found
  }

  /// Takes the next character of Latin text: a line may end after spaces and a hyphen, and at an ideograph.
  mutating func latinOpportunity(before next: LineBreakClass) -> Opportunity {
    if next.isMark, !before.isEnd { return .prohibited }
    let last = before
    before = next
    if last.isEnd { return last == .carriageReturn && next == .lineFeed ? .prohibited : .mandatory }
    if next.isEnd || next == .space || next.isCloser || next.staysWithWhatIsBefore { return .prohibited }
    let isBehind = last == .space || last == .hyphen || last == .breakAfter || last == .ideographic
    return isBehind || next == .ideographic ? .allowed : .prohibited
  }

  /// LB4 to LB18, in their order; the others are `joins`.
  private func find(_ next: LineBreakClass, _ properties: CharacterProperties, _ isNumberNext: Bool) -> Opportunity {
    if before.isEnd { return before == .carriageReturn && next == .lineFeed ? .prohibited : .mandatory }
    if next.isEnd || next == .space || next == .zwSpace { return .prohibited }
    let last = before == .space ? beforeSpaces : before
    if last == .zwSpace { return .allowed }
    if isAfterJoiner || isGlued(next) || next.isCloser || isBound(next, acrossSpacesTo: last) { return .prohibited }
    if before == .space { return .allowed }
    if before == .quotation || next == .quotation { return .prohibited }
    if before == .contingentBreak || next == .contingentBreak { return .allowed }
    if isHebrewHyphen || before == .breakBefore || next.staysWithWhatIsBefore { return .prohibited }
    return joins(next, properties, isNumberNext) ? .prohibited : .allowed
  }

  /// LB11 and LB12.
  private func isGlued(_ next: LineBreakClass) -> Bool {
    if before == .wordJoiner || next == .wordJoiner || before == .glue { return true }
    return next == .glue && before != .space && before != .breakAfter && before != .hyphen
  }

  /// LB14 to LB17.
  private func isBound(_ next: LineBreakClass, acrossSpacesTo last: LineBreakClass) -> Bool {
    switch (last, next) {
    case (.openPunctuation, _), (.quotation, .openPunctuation), (.breakBoth, .breakBoth): true
    case (.closePunctuation, .nonstarter), (.closeParenthesis, .nonstarter): true
    default: false
    }
  }

  /// LB21b to LB30b.
  private func joins(_ next: LineBreakClass, _ properties: CharacterProperties, _ isNumberNext: Bool) -> Bool {
    switch next {
    case .alphabetic, .hebrewLetter: joinsLetter(next)
    case .numeric: joinsDigit
    case .prefixNumeric: before.isLetter || number != .none
    case .postfixNumeric: before.isLetter || number != .none || before.isIdeograph || before.isHangul
    case .openPunctuation:
      (before.isLetter || before == .numeric) && !properties.isEastAsian
        || (before == .prefixNumeric || before == .postfixNumeric) && isNumberNext
    case .eModifier: before == .prefixNumeric || before == .eBase || isUnassignedPictographic
    case .ideographic, .eBase: before == .prefixNumeric
    case .jl, .jv, .jt, .h2, .h3: joinsHangul(next)
    case .regionalIndicator: isFlagOpen
    default: false
    }
  }

  /// LB21b, LB23, LB24, LB28 to LB30.
  private func joinsLetter(_ next: LineBreakClass) -> Bool {
    switch before {
    case .alphabetic, .hebrewLetter, .numeric, .prefixNumeric, .postfixNumeric, .infixNumeric: true
    case .breakSymbols: next == .hebrewLetter
    case .closeParenthesis: !isEastAsian
    default: false
    }
  }

  /// LB23, LB25, LB30.
  private var joinsDigit: Bool {
    switch before {
    case .alphabetic, .hebrewLetter, .hyphen, .prefixNumeric, .postfixNumeric: true
    case .closeParenthesis: !isEastAsian
    default: number == .inside
    }
  }

  /// LB26 and LB27.
  private func joinsHangul(_ next: LineBreakClass) -> Bool {
    switch before {
    case .prefixNumeric: true
    case .jl: next != .jt
    case .jv, .h2: next == .jv || next == .jt
    case .jt, .h3: next == .jt
    default: false
    }
  }

  private mutating func note(_ next: LineBreakClass, _ properties: CharacterProperties) {
    number =
      switch next {
      case .numeric: .inside
      case .breakSymbols, .infixNumeric: number == .inside ? .inside : .none
      case .closePunctuation, .closeParenthesis: number == .inside ? .closed : .none
      default: .none
      }
    isHebrewHyphen = before == .hebrewLetter && (next == .hyphen || next == .breakAfter)
    isFlagOpen = next == .regionalIndicator && !isFlagOpen
    isEastAsian = properties.isEastAsian
    isUnassignedPictographic = properties.isUnassignedPictographic
    if next == .space && before != .space { beforeSpaces = before }
    before = next
  }
}

extension CharacterProperties {
  /// LB1.
  fileprivate var resolvedLineBreakClass: LineBreakClass {
    switch lineBreakClass {
    case .ambiguous, .surrogate, .unknown: .alphabetic
    case .complexContext: isMark ? .combiningMark : .alphabetic
    case .conditionalJapaneseStarter: .nonstarter
    case let other: other
    }
  }
}

extension LineBreakClass {
  fileprivate var isMark: Bool { self == .combiningMark || self == .zwj }

  /// LB4 to LB6.
  fileprivate var isEnd: Bool {
    self == .mandatoryBreak || self == .carriageReturn || self == .lineFeed || self == .nextLine
  }

  /// LB13.
  fileprivate var isCloser: Bool {
    switch self {
    case .closePunctuation, .closeParenthesis, .exclamation, .infixNumeric, .breakSymbols: true
    default: false
    }
  }

  /// LB21 and LB22.
  fileprivate var staysWithWhatIsBefore: Bool {
    self == .breakAfter || self == .hyphen || self == .nonstarter || self == .inseparable
  }

  fileprivate var isLetter: Bool { self == .alphabetic || self == .hebrewLetter }

  fileprivate var isIdeograph: Bool { self == .ideographic || self == .eBase || self == .eModifier }

  fileprivate var isHangul: Bool {
    switch self {
    case .jl, .jv, .jt, .h2, .h3: true
    default: false
    }
  }
}
