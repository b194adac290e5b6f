/// How a character stands together with its neighbours in one cluster: the property Grapheme_Cluster_Break, and
/// Extended_Pictographic, whose characters have no other value. Unicode 15.0, UAX #29, table 2.
///
/// The raw values are the pack's.
public enum GraphemeBreakClass: UInt8, Sendable {
  case other
  case cr
  case lf
  case control
  case extend
  case zwj
  case regionalIndicator
  case prepend
  case spacingMark
  /// A leading consonant of Hangul; then a vowel, a trailing consonant, and syllables without and with one.
  case l
  case v
  case t
  case lv
  case lvt
  case extendedPictographic
}
