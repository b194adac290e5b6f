/// The values of each property in the order of their numbers in the pack, by their short names in
/// `PropertyValueAliases.txt`. The enumerations in `Sources/Display/Text` have the same order; a test compares them.
enum PropertyNames {
  /// `EP` stands for Extended_Pictographic.
  static let graphemeBreak = numbered("XX CR LF CN EX ZWJ RI PP SM L V T LV LVT EP")

  static let lineBreak = numbered(
    """
    XX AI AL B2 BA BB BK CB CJ CL CM CP CR EB EM EX GL H2 H3 HL HY ID IN IS JL JT JV LF NL NS NU OP PO PR QU RI SA SG \
    SP SY WJ ZW ZWJ
    """)

  static let bidi = numbered(
    "L R AL EN ES ET AN CS NSM BN B S WS ON LRE LRO RLE RLO PDF LRI RLI FSI PDI")

  static let joining = numbered("U C D L R T")

  private static func numbered(_ names: String) -> [String: UInt32] {
    let list = names.split(separator: " ").map(String.init)
    return Dictionary(uniqueKeysWithValues: zip(list, 0...))
  }
}
