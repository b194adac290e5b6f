/// The behaviour of a character in bidirectional text. Unicode 15.0, UAX #9, table 4.
///
/// The raw values are the values in the records of `UnicodePack`.
public enum BidiClass: UInt8, Sendable {
  /// L: a letter that is read from left to right.
  case leftToRight
  /// R: a letter that is read from right to left, such as Hebrew.
  case rightToLeft
  /// AL: a letter of Arabic, Thaana or Syriac.
  case arabicLetter
  /// EN: a European digit or an Eastern Arabic one.
  case europeanNumber
  /// ES: plus and minus.
  case europeanSeparator
  /// ET: a sign beside numbers, such as a currency or degree sign.
  case europeanTerminator
  /// AN: an Arabic-Indic digit.
  case arabicNumber
  /// CS: a separator within numbers, such as a colon or comma.
  case commonSeparator
  /// NSM: a mark that combines with the character before it.
  case nonspacingMark
  /// BN: a control character that has no effect here.
  case boundaryNeutral
  /// B: the end of a paragraph.
  case paragraphSeparator
  /// S: a tab.
  case segmentSeparator
  /// WS: a space.
  case whiteSpace
  /// ON: most other symbols and punctuation.
  case otherNeutral
  /// LRE: U+202A.
  case leftToRightEmbedding
  /// LRO: U+202D.
  case leftToRightOverride
  /// RLE: U+202B.
  case rightToLeftEmbedding
  /// RLO: U+202E.
  case rightToLeftOverride
  /// PDF: U+202C, which ends an embedding or override.
  case popDirectionalFormat
  /// LRI: U+2066.
  case leftToRightIsolate
  /// RLI: U+2067.
  case rightToLeftIsolate
  /// FSI: U+2068, which takes the direction of its first letter.
  case firstStrongIsolate
  /// PDI: U+2069, which ends an isolate.
  case popDirectionalIsolate
}
