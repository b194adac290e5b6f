internal import Octets

extension CommandLineOption {
  /// The option with the name most similar to an unknown word; nil if no name is similar.
  ///
  /// A name is similar if one letter is added, missing, changed or swapped with the next one; two for a name of six
  /// letters.
  init?(nearest word: Span<UInt8>) {
    let name = word.optionName()
    guard (3...Self.longest).contains(name.count) else { return nil }
    var best: (option: CommandLineOption, distance: Int)?
    var index: Int32 = 0
    while let option = CommandLineOption(rawValue: index) {
      index += 1
      let wanted = option.row.name.utf8Span
      let distance = name.distance(to: wanted)
      guard distance <= min(2, wanted.count / 3), distance < best?.distance ?? .max else { continue }
      best = (option, distance)
    }
    guard let best else { return nil }
    self = best.option
  }

  /// The length of the longest word that is compared.
  fileprivate static var longest: Int { 20 }
}

extension Span<UInt8> {
  /// The octets between the hyphens and the `=` of an argument.
  @_lifetime(copy self)
  fileprivate func optionName() -> Span<UInt8> {
    var first = 0
    while first < count, self[first] == UInt8(ascii: "-") { first += 1 }
    var end = first
    while end < count, self[end] != UInt8(ascii: "=") { end += 1 }
    return extracting(first..<end)
  }

  /// The number of letters to insert, remove, change or swap until the words are the same.
  ///
  /// The distance of optimal string alignment.
  ///
  /// - Precondition: neither word is longer than `CommandLineOption.longest`.
  fileprivate func distance(to other: Span<UInt8>) -> Int {
    var beforeLast: [21 of Int] = .init(repeating: 0)
    var last: [21 of Int] = .init(repeating: 0)
    for column in 0...other.count { last[column] = column }
    for row in 1...count {
      var current: [21 of Int] = .init(repeating: 0)
      current[0] = row
      for column in 1...other.count {
        let isSame = self[row - 1] == other[column - 1]
        var least = Swift.min(last[column], current[column - 1]) + 1
        least = Swift.min(least, last[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, self[row - 1] == other[column - 2], self[row - 2] == other[column - 1] {
          least = Swift.min(least, beforeLast[column - 2] + 1)
        }
        current[column] = least
      }
      beforeLast = last
      last = current
    }
    return last[other.count]
  }
}
