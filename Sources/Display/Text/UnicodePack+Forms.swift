internal import CUnicode

extension UnicodePack {
  /// The presentation forms of an Arabic letter; nil if it has no forms.
  static func forms(of letter: UInt32) -> LetterForms? {
    row(of: letter, inTableAt: Header.letters, count: Header.letterCount)
  }

  /// The ligature of LAM and the letter after it; nil if that is not an ALEF.
  static func lamLigature(with alef: UInt32) -> LetterForms? {
    row(of: alef, inTableAt: Header.ligatures, count: Header.ligatureCount)
  }

  /// Rows of five numbers, in the order of the first.
  private static func row(of letter: UInt32, inTableAt offset: Int, count: Int) -> LetterForms? {
    let table = word(offset) >> 1
    var (low, high) = (0, word(count))
    while low < high {
      let middle = (low + high) >> 1
      let row = table + middle * 5
      let found = belfry_unicode_pack_half(row)
      if found == letter {
        return LetterForms(
          isolated: form(row + 1), final: form(row + 2), initial: form(row + 3), medial: form(row + 4))
      }
      if found < letter { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private static func form(_ index: Int) -> UInt16 { UInt16(truncatingIfNeeded: belfry_unicode_pack_half(index)) }
}
