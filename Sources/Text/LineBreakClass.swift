/// What a character means for the end of a line. Unicode 15.0, UAX #14, table 1; the comments give its short names.
///
/// The raw values are the pack's.
public enum LineBreakClass: UInt8, Sendable {
  case unknown  // XX
  case ambiguous  // AI
  case alphabetic  // AL
  case breakBoth  // B2
  case breakAfter  // BA
  case breakBefore  // BB
  case mandatoryBreak  // BK
  case contingentBreak  // CB
  case conditionalJapaneseStarter  // CJ
  case closePunctuation  // CL
  case combiningMark  // CM
  case closeParenthesis  // CP
  case carriageReturn  // CR
  case eBase  // EB
  case eModifier  // EM
  case exclamation  // EX
  case glue  // GL
  case h2
  case h3
  case hebrewLetter  // HL
  case hyphen  // HY
  case ideographic  // ID
  case inseparable  // IN
  case infixNumeric  // IS
  case jl
  case jt
  case jv
  case lineFeed  // LF
  case nextLine  // NL
  case nonstarter  // NS
  case numeric  // NU
  case openPunctuation  // OP
  case postfixNumeric  // PO
  case prefixNumeric  // PR
  case quotation  // QU
  case regionalIndicator  // RI
  case complexContext  // SA
  case surrogate  // SG
  case space  // SP
  case breakSymbols  // SY
  case wordJoiner  // WJ
  case zwSpace  // ZW
  case zwj
}
