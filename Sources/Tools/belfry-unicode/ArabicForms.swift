/// The presentation forms of Arabic letters, found by the decompositions in `UnicodeData.txt`.
///
///     FE91;ARABIC LETTER BEH INITIAL FORM;Lo;0;AL;<initial> 0628;…
///     FEFB;ARABIC LIGATURE LAM WITH ALEF ISOLATED FORM;Lo;0;AL;<isolated> 0644 0627;…
///
/// The Unicode Standard 15.0, 9.2, "Arabic Cursive Joining" and "Arabic Ligatures".
struct ArabicForms {
  /// The forms of a letter, or of LAM with the letter after it; 0 for a form that does not exist.
  struct Row: Equatable {
    var letter: UInt16
    /// Isolated, final, initial, medial.
    var forms: [UInt16] = [0, 0, 0, 0]
  }

  private static let lam: UInt16 = 0x0644
  /// Letters without forms, and the letters whose forms have their shape. Of Urdu, U+06C2 HEH GOAL WITH HAMZA ABOVE
  /// borrows from HEH WITH YEH ABOVE, U+06C3 TEH MARBUTA GOAL from TEH MARBUTA; of Kurdish and Uyghur, U+06D5 AE from
  /// HEH, of which it needs two forms only, because it joins to the right.
  private static let borrowers: [(letter: UInt16, lender: UInt16)] = [
    (0x06C2, 0x06C0), (0x06C3, 0x0629), (0x06D5, 0x0647),
  ]
  private static let names = ["<isolated>", "<final>", "<initial>", "<medial>"]

  /// In the order of the letters' code points.
  let letters: [Row]
  /// The ligatures that LAM must form with an ALEF, in the order of the ALEFs.
  let ligatures: [Row]

  init(parsing text: String) {
    var letters: [UInt16: Row] = [:]
    var ligatures: [UInt16: Row] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false)
      guard fields.count > 5, let form = UInt16(fields[0], radix: 16) else { continue }
      let words = fields[5].split(separator: " ")
      guard let name = words.first, let number = Self.names.firstIndex(of: String(name)) else { continue }
      let whole = words.dropFirst().compactMap { UInt16($0, radix: 16) }
      if whole.count == 1 { letters[whole[0], default: Row(letter: whole[0])].forms[number] = form }
      if whole.count == 2, whole[0] == Self.lam, Self.isAlef(whole[1]) {
        ligatures[whole[1], default: Row(letter: whole[1])].forms[number] = form
      }
    }
    for (letter, lender) in Self.borrowers where letters[letter] == nil {
      if let row = letters[lender] { letters[letter] = Row(letter: letter, forms: row.forms) }
    }
    self.letters = letters.values.sorted { $0.letter < $1.letter }
    self.ligatures = ligatures.values.sorted { $0.letter < $1.letter }
  }

  /// ALEF, alone, with madda, or with a hamza above or below.
  private static func isAlef(_ letter: UInt16) -> Bool { [0x0622, 0x0623, 0x0625, 0x0627].contains(letter) }
}
