/// The behaviour of a character at a line end. Unicode 15.0, UAX #14, table 1; the comments give its short names.
///
/// The raw values are the values in the records of `UnicodePack`.
public enum LineBreakClass: UInt8, Sendable {
  /// XX: a code point without a known class.
  case unknown
  /// AI: narrow or wide, as its neighbours are.
  case ambiguous
  /// AL: a letter or a common symbol.
  case alphabetic
  /// B2: a line may end before and after it.
  case breakBoth
  /// BA: a line may end after it.
  case breakAfter
  /// BB: a line may end before it.
  case breakBefore
  /// BK: a line ends after it.
  case mandatoryBreak
  /// CB: an object within the text.
  case contingentBreak
  /// CJ: a small kana.
  case conditionalJapaneseStarter
  /// CL: closing punctuation.
  case closePunctuation
  /// CM: a mark that combines with the character before it.
  case combiningMark
  /// CP: a closing parenthesis or bracket.
  case closeParenthesis
  /// CR: U+000D.
  case carriageReturn
  /// EB: an emoji that takes a modifier.
  case eBase
  /// EM: a modifier of an emoji, such as a skin tone.
  case eModifier
  /// EX: an exclamation or question mark.
  case exclamation
  /// GL: a character at which no line ends, such as a no-break space.
  case glue
  /// H2: a Hangul syllable without a final consonant.
  case h2
  /// H3: a Hangul syllable with a final consonant.
  case h3
  /// HL: a letter of Hebrew.
  case hebrewLetter
  /// HY: the hyphen-minus.
  case hyphen
  /// ID: an ideograph, before and after which a line may end.
  case ideographic
  /// IN: a leader, such as an ellipsis.
  case inseparable
  /// IS: a separator within a number.
  case infixNumeric
  /// JL: an initial consonant of Hangul.
  case jl
  /// JT: a final consonant of Hangul.
  case jt
  /// JV: a vowel of Hangul.
  case jv
  /// LF: U+000A.
  case lineFeed
  /// NL: U+0085.
  case nextLine
  /// NS: a character that does not begin a line.
  case nonstarter
  /// NU: a digit.
  case numeric
  /// OP: opening punctuation.
  case openPunctuation
  /// PO: a sign behind a number, such as a percent sign.
  case postfixNumeric
  /// PR: a sign before a number, such as a dollar sign.
  case prefixNumeric
  /// QU: a quotation mark.
  case quotation
  /// RI: one of the two letters of a flag.
  case regionalIndicator
  /// SA: a letter of a script without spaces, such as Thai.
  case complexContext
  /// SG: a surrogate code point.
  case surrogate
  /// SP: U+0020.
  case space
  /// SY: the slash.
  case breakSymbols
  /// WJ: U+2060.
  case wordJoiner
  /// ZW: U+200B, after which a line may end.
  case zwSpace
  /// ZWJ: U+200D.
  case zwj
}
