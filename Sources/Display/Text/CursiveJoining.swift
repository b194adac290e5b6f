internal import Features
public import Octets

/// A letter as it looks between its neighbours.
public struct JoinedLetter: Equatable, Sendable {
  /// The presentation form, or the letter itself if it has no other.
  public let form: UTF8Scalar
  /// Whether it is a ligature of two letters, the second of which is still to come.
  public let takesNextLetter: Bool

  /// Creates the form of one letter, or of a ligature that takes the next letter too.
  public init(form: UTF8Scalar, takesNextLetter: Bool = false) {
    self.form = form
    self.takesNextLetter = takesNextLetter
  }
}

/// Gives the letters of a text the forms in which they join each other, while the text is read.
///
/// Call `pass` for each scalar, and ask for a letter's form before that. Marks and invisible characters do not separate
/// letters; U+200C does; U+200D and U+0640 join. The Unicode Standard 15.0, 9.2.
public struct CursiveJoining: Sendable {
  /// Whether the last scalar that is not transparent joins one behind it.
  private var isJoining = false

  /// Creates a machine at the beginning of a text.
  public init() {}

  /// Whether `scalar` may look different beside others: whether to ask for its form.
  public static func mayJoin(_ scalar: UTF8Scalar) -> Bool {
    Features.hasBidirectionalText && scalar.value &- 0x0600 < 0x0100
  }

  /// The form of `scalar`.
  ///
  /// - Parameter rest: the text behind it.
  public func form(of scalar: UTF8Scalar, before rest: Span<UInt8>) -> JoinedLetter {
    let type = scalar.joiningType
    if type == .transparent { return JoinedLetter(form: scalar) }
    let joinsBefore = isJoining && (type == .dualJoining || type == .rightJoining)
    let next = Self.nextLetter(in: rest)
    if scalar.value == Self.lam, let next, let forms = UnicodePack.lamLigature(with: next.value) {
      return JoinedLetter(
        form: forms.form(joinsBefore: joinsBefore, joinsAfter: false) ?? scalar, takesNextLetter: true)
    }
    guard let forms = UnicodePack.forms(of: scalar.value) else {
      return JoinedLetter(form: scalar)
    }
    let joinsAfter = type == .dualJoining && next.map(Self.joinsBefore) ?? false
    return JoinedLetter(form: forms.form(joinsBefore: joinsBefore, joinsAfter: joinsAfter) ?? scalar)
  }

  /// Takes note of `scalar`.
  @inline(__always)
  public mutating func pass(_ scalar: UTF8Scalar) {
    guard Features.hasBidirectionalText else { return }
    // Characters that join, except in scripts that have no other forms here; and the character after them.
    if isJoining || scalar.value &- 0x0600 < 0x0300 || scalar.value == 0x200D { note(scalar.joiningType) }
  }

  private mutating func note(_ type: JoiningType) {
    if type != .transparent { isJoining = type == .dualJoining || type == .leftJoining || type == .joinCausing }
  }

  private static let lam: UInt32 = 0x0644

  private static func joinsBefore(_ scalar: UTF8Scalar) -> Bool {
    switch scalar.joiningType {
    case .dualJoining, .rightJoining, .joinCausing: true
    case .leftJoining, .nonJoining, .transparent: false
    }
  }

  /// The next scalar that is not transparent.
  private static func nextLetter(in text: Span<UInt8>) -> UTF8Scalar? {
    var rest = text
    while let scalar = UTF8Scalar(decoding: &rest) {
      if scalar.joiningType != .transparent { return scalar }
    }
    return nil
  }
}

/// The presentation forms of a letter: of each the code point, or 0.
struct LetterForms {
  let isolated: UInt16
  let final: UInt16
  let initial: UInt16
  let medial: UInt16

  /// The form for these neighbours, or the one nearest to it.
  func form(joinsBefore: Bool, joinsAfter: Bool) -> UTF8Scalar? {
    var form = joinsBefore ? final : isolated
    if joinsAfter {
      let joined = joinsBefore ? medial : initial
      if joined != 0 { form = joined }
    }
    return form == 0 ? nil : UTF8Scalar(value: UInt32(form))
  }
}
