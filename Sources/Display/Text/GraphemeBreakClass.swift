/// How a character stands together with its neighbours in one cluster: the property Grapheme_Cluster_Break, and
/// Extended_Pictographic, whose characters have no other value. Unicode 15.0, UAX #29, table 2.
///
/// The raw values are the pack's.
public enum GraphemeBreakClass: UInt8, Sendable {
  /// XX: every character without another class.
  case other
  /// CR: U+000D.
  case cr
  /// LF: U+000A.
  case lf
  /// CN: a control character, or a line or paragraph separator.
  case control
  /// EX: a mark that extends the cluster before it.
  case extend
  /// ZWJ: U+200D, which joins emoji.
  case zwj
  /// RI: one of the two letters of a flag.
  case regionalIndicator
  /// PP: a character that belongs to the next cluster.
  case prepend
  /// SM: a mark with a width, which extends the cluster before it.
  case spacingMark
  /// A leading consonant of Hangul; then a vowel, a trailing consonant, and syllables without and with one.
  case l
  /// V: a vowel of Hangul.
  case v
  /// T: a final consonant of Hangul.
  case t
  /// LV: a Hangul syllable without a final consonant.
  case lv
  /// LVT: a Hangul syllable with a final consonant.
  case lvt
  /// Extended_Pictographic: an emoji, or a code point reserved for one.
  case extendedPictographic
}
