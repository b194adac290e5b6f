/// What a character does in a text that runs in two directions. Unicode 15.0, UAX #9, table 4.
///
/// The raw values are the pack's.
public enum BidiClass: UInt8, Sendable {
  case leftToRight
  case rightToLeft
  case arabicLetter
  case europeanNumber
  case europeanSeparator
  case europeanTerminator
  case arabicNumber
  case commonSeparator
  case nonspacingMark
  case boundaryNeutral
  case paragraphSeparator
  case segmentSeparator
  case whiteSpace
  case otherNeutral
  case leftToRightEmbedding
  case leftToRightOverride
  case rightToLeftEmbedding
  case rightToLeftOverride
  case popDirectionalFormat
  case leftToRightIsolate
  case rightToLeftIsolate
  case firstStrongIsolate
  case popDirectionalIsolate
}
