import Octets
import Testing
import Text

@Suite struct CursiveJoiningTests {
  /// The presentation forms of the letters of `text`; its other characters are unchanged.
  private func joined(_ text: String) -> [UInt32] {
    let octets = Array(text.utf8)
    var rest = octets.span
    var joining = CursiveJoining()
    var forms: [UInt32] = []
    var isTaken = false
    while let scalar = UTF8Scalar(decoding: &rest) {
      if scalar.joiningType == .transparent {
        forms.append(scalar.value)
      } else if isTaken {
        isTaken = false
      } else {
        let letter = joining.form(of: scalar, before: rest)
        forms.append(letter.form.value)
        isTaken = letter.takesNextLetter
      }
      joining.pass(scalar)
    }
    return forms
  }

  @Test func letterHasAFormForEachPlaceInAWord() {
    #expect(joined("ب") == [0xFE8F])
    #expect(joined("ببب") == [0xFE91, 0xFE92, 0xFE90])
    #expect(joined("ب ب") == [0xFE8F, 0x20, 0xFE8F])
  }

  @Test func letterThatJoinsOneSideOnlyEndsAGroup() {
    // BEH joins DAL; DAL does not join the next letter; HAMZA joins no letter.
    #expect(joined("بدب") == [0xFE91, 0xFEAA, 0xFE8F])
    #expect(joined("بءب") == [0xFE8F, 0xFE80, 0xFE8F])
  }

  @Test func wholeWordIsJoined() {
    // MEEM, HAH, MEEM, DAL; then SALAAM with its ligature.
    #expect(joined("محمد") == [0xFEE3, 0xFEA4, 0xFEE4, 0xFEAA])
    #expect(joined("سلام") == [0xFEB3, 0xFEFC, 0xFEE1])
  }

  @Test(
    arguments: [
      ("لا", [0xFEFB]), ("لأ", [0xFEF7]), ("لإ", [0xFEF9]), ("لآ", [0xFEF5]), ("بلا", [0xFE91, 0xFEFC]),
      ("للا", [0xFEDF, 0xFEFC]), ("لاب", [0xFEFB, 0xFE8F]),
    ] as [(String, [UInt32])])
  func lamAndAlefAreOneGlyph(text: String, forms: [UInt32]) {
    #expect(joined(text) == forms)
  }

  @Test func marksDoNotKeepLettersApart() {
    #expect(joined("بَب") == [0xFE91, 0x064E, 0xFE90])
    #expect(joined("لَا") == [0xFEFB, 0x064E])
    #expect(joined("ب\u{301}ب") == [0xFE91, 0x301, 0xFE90])
  }

  @Test func joinersOverrideTheLetters() {
    #expect(joined("ب\u{200C}ب") == [0xFE8F, 0x200C, 0xFE8F])
    #expect(joined("ب\u{200D}") == [0xFE91, 0x200D])
    #expect(joined("\u{200D}ب") == [0x200D, 0xFE90])
    #expect(joined("بـ") == [0xFE91, 0x640])
    // Persian "I want", with a zero-width non-joiner.
    #expect(joined("می\u{200C}خ") == [0xFEE3, 0xFBFD, 0x200C, 0xFEA5])
  }

  @Test func persianAndUrduLettersHaveForms() {
    #expect(joined("پچ") == [0xFB58, 0xFB7B])
    #expect(joined("گژ") == [0xFB94, 0xFB8B])
    #expect(joined("کی") == [0xFB90, 0xFBFD])
    #expect(joined("ٹے") == [0xFB68, 0xFBAF])
    // Kurdish and Uyghur AE, which joins to the right only.
    #expect(joined("مەن") == [0xFEE3, 0xFEEA, 0xFEE5])
    #expect(joined("ہہ") == [0xFBA8, 0xFBA7])
    // NOON GHUNNA has no initial and no medial form.
    #expect(joined("بںب") == [0xFE91, 0xFB9F, 0xFE90])
  }

  /// They have no presentation forms of their own. Those of U+06C0 and U+0629 have the same shape.
  @Test func urduLettersWithoutFormsHaveThoseOfTheSameShape() {
    #expect(joined("ۂ") == [0xFBA4] && joined("بۂ") == [0xFE91, 0xFBA5])
    #expect(joined("ۃ") == [0xFE93] && joined("بۃب") == [0xFE91, 0xFE94, 0xFE8F])
  }

  @Test func otherTextIsLeftAlone() {
    #expect(joined("aé汉") == [0x61, 0xE9, 0x6C49])
    #expect(joined("שלום").first == 0x5E9)
    #expect(joined("aب") == [0x61, 0xFE8F])
  }

  @Test func everyLetterWithFormsHasThem() throws {
    for (codePoint, fields) in UnicodeFile.lines("UnicodeData.txt") where fields[4].hasPrefix("<isolated> ") {
      let whole = fields[4].split(separator: " ").dropFirst().compactMap { UInt32($0, radix: 16) }
      guard whole.count == 1, let letter = Unicode.Scalar(whole[0]) else { continue }
      #expect(joined(String(letter)) == [UInt32(codePoint.lowerBound)], "U+\(String(whole[0], radix: 16))")
    }
  }
}
