internal import Features
internal import Octets

/// The result of a search for a code.
public struct CodeSearch: Equatable, Sendable {
  /// The code that was found, or nil.
  public private(set) var code: OneTimeCode?
  /// Whether there are words of a code, found or not.
  public private(set) var mentionsCode = false

  /// Looks for a number near a word that announces a code, in the languages of `CodeWords`. An amount, a date, a time,
  /// a part of an address, and a number that is announced as something else are not codes.
  ///
  /// `isCut` tells whether `message` goes on: then a number at its very end may be the beginning of a longer one.
  ///
  /// - Parameters:
  ///   - title: the title in UTF-8, as far as it is known; likewise the others.
  ///   - subtitle: the subtitle.
  ///   - message: the message.
  ///   - isCut: whether the message goes on.
  ///   - looksForMention: whether to look for words of a code in a message that goes on and has no numbers, too. If
  ///     false, `mentionsCode` may be false although there are such words.
  public init(
    title: Span<UInt8>, subtitle: Span<UInt8>, message: Span<UInt8>, isCut: Bool, looksForMention: Bool = true
  ) {
    guard Features.hasCodes else { return }
    // Numbers are looked for first: the search for words costs far more, and few texts need it.
    let hasCandidate =
      CodeCandidates.first(in: title) != nil || CodeCandidates.first(in: subtitle) != nil
      || CodeCandidates.first(in: message) != nil
    // Without one, only the rest of a text can hold a code.
    guard hasCandidate || (isCut && looksForMention),
      CodeWords.mayAnnounceCode(title) || (hasCandidate && CodeWords.mayAnnounceCode(subtitle))
        || CodeWords.mayAnnounceCode(message)
    else { return }
    var finder = CodeFinder()
    // A title that is a number is who sends.
    if !hasCandidate || Self.hasLetter(title) { finder.read(title, isCut: false) }
    if hasCandidate { finder.read(subtitle, isCut: false) }
    finder.read(message, isCut: isCut)
    code = hasCandidate ? finder.code : nil
    mentionsCode = finder.hasSeenWord
  }

  private static func hasLetter(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] | 0x20 >= 0x61 { return true }
    return false
  }
}
