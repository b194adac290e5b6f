internal import Octets

extension BoundedText {
  /// A name that a phone gave itself. Ill-formed UTF-8 is repaired and invisible characters are removed, so that no
  /// name can change the direction of the text around it, break its line, or look empty. A name that is too long ends
  /// in an ellipsis.
  init(phoneName octets: Span<UInt8>) {
    self.init()
    var rest = octets
    var owesSpace = false
    while let scalar = UTF8Scalar(decoding: &rest), scalar.value != 0 {
      if scalar.isBlank {
        owesSpace = !isEmpty
      } else if !scalar.isUnseen {
        if owesSpace { append(.space) }
        owesSpace = false
        append(scalar)
      }
    }
    markEnd()
  }
}

extension UTF8Scalar {
  fileprivate static let space = UTF8Scalar(value: 0x20) ?? .replacement

  /// White space of any kind; several in a row are one.
  fileprivate var isBlank: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Controls, joiners, direction and format characters, variation selectors, tags. Unicode 15, "Default_Ignorable".
  fileprivate var isUnseen: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F: true
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0: true
    case 0xFFF0...0xFFFC, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
    default: false
    }
  }
}
