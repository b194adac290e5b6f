internal import Octets
internal import Text

/// A grapheme cluster of UAX #29, or LAM with an ALEF behind it, which are drawn as one.
struct TextCluster {
  /// The scalar that begins it: an Arabic letter as it looks beside its neighbours.
  let base: UTF8Scalar
  /// The offsets of its start and end, in octets.
  let start: Int
  let end: Int
  /// Whether `base` is all of it.
  let isSingle: Bool
  /// Whether `base` is not the scalar in the text, but how that looks.
  let isJoined: Bool
}

/// Takes text apart into clusters. It looks at one scalar more than it gives, and for Arabic letters at the next one.
struct ClusterReader: ~Escapable {
  private let text: Span<UInt8>
  private var position = 0
  private var joining = CursiveJoining()

  /// - Parameter text: begins where a cluster does.
  @_lifetime(copy text)
  init(_ text: Span<UInt8>) {
    self.text = text
  }

  /// Takes the next cluster; nil at the end.
  @_lifetime(self: copy self)
  mutating func next() -> TextCluster? { nextPlain() ?? nextOfAnyKind() }

  /// Takes the next cluster if it is a plain character.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func nextPlain() -> TextCluster? {
    let start = position
    guard let base = UTF8Scalar(plainAt: &position, of: text) else { return nil }
    joining = CursiveJoining()
    return TextCluster(base: base, start: start, end: position, isSingle: true, isJoined: false)
  }

  /// Takes the next cluster, plain or not; nil at the end.
  @inline(never)
  @_lifetime(self: copy self)
  private mutating func nextOfAnyKind() -> TextCluster? {
    let start = position
    var rest = text.extracting(droppingFirst: start)
    guard let first = UTF8Scalar(reading: &rest) else { return nil }
    var letter = JoinedLetter(form: first)
    if CursiveJoining.mayJoin(first) { letter = joining.form(of: first, before: rest) }
    joining.pass(first)
    position = text.count - rest.count
    let end = position
    takeFollowers(of: first, &rest, takesNextLetter: letter.takesNextLetter)
    return TextCluster(
      base: letter.form, start: start, end: position, isSingle: position == end, isJoined: letter.form != first)
  }

  /// Takes what belongs to a cluster that `first` begins.
  @_lifetime(self: copy self)
  private mutating func takeFollowers(of first: UTF8Scalar, _ rest: inout Span<UInt8>, takesNextLetter: Bool) {
    var breaker = GraphemeBreaker(first: first.clusterClass)
    var takesNextLetter = takesNextLetter
    while let follower = UTF8Scalar(reading: &rest) {
      let isBoundary = breaker.isBoundary(before: follower.clusterClass)
      if isBoundary && !takesNextLetter { return }
      if takesNextLetter { takesNextLetter = follower.joiningType == .transparent }
      joining.pass(follower)
      position = text.count - rest.count
    }
  }
}

extension UTF8Scalar {
  fileprivate var clusterClass: GraphemeBreakClass { isBasic ? .other : graphemeBreakClass }
}
