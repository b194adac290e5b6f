internal import Octets

/// A number, or capital letters and digits, as it stands in a text.
struct CodeToken {
  enum Shape: Equatable {
    case digits(Int)
    /// `123 456`, `1234-5678`
    case groups
    /// `12 34 56`
    case pairs
    /// 4 digits that may be a year, 8 that may be a date.
    case date
    /// `4F7K2Q`
    case capitals
    /// `a3f9b2`
    case mixed
    /// `G-123456`, `ABC-123`
    case prefixed
  }

  /// Nil if it cannot be a code.
  private(set) var shape: Shape?
  private let start: Int
  private(set) var end: Int
  private(set) var digitCount = 0
  private(set) var isNumber = false

  /// Takes all that belongs together from `position` on, where a word begins.
  ///
  /// - Returns: nil if there is no digit in it.
  init?(_ text: Span<UInt8>, at position: Int) {
    (start, end) = (position, position)
    guard !Self.isPlainWord(text, position), let first = Run(text, at: position) else { return nil }
    if first.isNumber {
      isNumber = true
      takeNumber(first, text)
    } else {
      takeWord(first, text)
    }
    if end == position || digitCount == 0 { return nil }
  }

  /// Whether only ASCII letters are there, and nothing behind them that continues a code. Nearly all words are so.
  private static func isPlainWord(_ text: Span<UInt8>, _ position: Int) -> Bool {
    var end = position
    while end < text.count, CodeWords.isLetter(text[end]) { end += 1 }
    guard end > position, end < text.count else { return end > position }
    return text[end] < 0x80 && text[end] != 0x2D && text[end] &- 0x30 >= 10
  }

  /// How far from its word it may be.
  var reach: Int {
    switch shape {
    case .digits(6): 80
    case .digits(9), .digits(10), .pairs, .capitals: 24
    case .digits, .groups, .prefixed: 60
    case .date, .mixed: 4
    case nil: 0
    }
  }

  /// Whether a sign before or behind it shows that it is not a code.
  ///
  /// - Parameters:
  ///   - previous: the character before it, and `beforePrevious` the one before that.
  ///   - text: the text that contains it.
  func isMarked(behind previous: UInt32, _ beforePrevious: UInt32, in text: Span<UInt8>) -> Bool {
    let next = end < text.count ? text[end] : 0x20
    switch previous {
    // # $ % & + / = @ _ ~ £ ¥ № … •
    case 0x23...0x26, 0x2B, 0x2F, 0x3D, 0x40, 0x5F, 0x7E, 0xA3, 0xA5, 0x2022, 0x2026, 0x20A0...0x20BF, 0x2116:
      return true
    case 0x2A: return next != 0x2A
    case 0x2C...0x2E, 0x3A: if TextStep(value: beforePrevious).digit != nil { return true }
    default: break
    }
    switch next {
    // % * + = @ _
    case 0x25, 0x2A, 0x2B, 0x3D, 0x40, 0x5F: return true
    default: return false
    }
  }

  /// The penalty of a shape that is less likely to be a code. It is added to the distance from the word
  /// that announces the code.
  var handicap: Int {
    switch shape {
    case .digits(6), .groups, .prefixed: 0
    case .digits(9), .digits(10), .pairs, .capitals: 4
    case .digits: 2
    case .date, .mixed: 8
    case nil: 0
    }
  }

  // MARK: Numbers

  private mutating func takeNumber(_ first: Run, _ text: Span<UInt8>) {
    var last = first
    var isDashed = false
    var runs = 1
    // Whether all runs are as long as the first.
    var areAlike = true
    digitCount = first.digitCount
    while let next = Self.number(behind: last, text), !next.isJoined || runs < 4 {
      // A number of its own: "123456 10 minutes".
      if !next.isJoined, runs == 1, (4...8).contains(first.count), next.count <= 2 { break }
      runs += 1
      areAlike = areAlike && next.count == first.count
      isDashed = isDashed || next.isJoined
      digitCount += next.digitCount
      last = next
    }
    end = last.end
    if areAlike { shape = Self.shape(first, runs: runs, isDashed: isDashed) }
    if takeFraction(text) { shape = nil }
    if let next = Self.run(joinedTo: last, text), !next.isNumber { shape = nil }
  }

  /// The shape of `runs` numbers that are as long as `first`.
  private static func shape(_ first: Run, runs: Int, isDashed: Bool) -> Shape? {
    switch (runs, first.count) {
    case (1, 4), (1, 8): first.isCentury ? .date : .digits(first.count)
    case (1, 5...10): .digits(first.count)
    case (2, 3): .groups
    // Two years.
    case (2, 4): first.isCentury ? nil : .groups
    case (3, 2): isDashed ? nil : .pairs
    default: nil
    }
  }

  /// Goes on over what makes an amount, a time or a date of it: `.50`, `:30`, `/11`.
  private mutating func takeFraction(_ text: Span<UInt8>) -> Bool {
    var isFraction = false
    while end + 1 < text.count, Self.divides(text[end]), let next = TextStep(text, at: end + 1), next.digit != nil {
      isFraction = true
      end = next.end
      while let step = TextStep(text, at: end), step.digit != nil { end = step.end }
    }
    return isFraction
  }

  private static func divides(_ octet: UInt8) -> Bool {
    switch octet {
    // , . / : '
    case 0x2C, 0x2E, 0x2F, 0x3A, 0x27: true
    default: false
    }
  }

  // MARK: Letters and digits

  private mutating func takeWord(_ first: Run, _ text: Span<UInt8>) {
    let next = Self.run(joinedTo: first, text)
    // Most are words.
    guard first.digitCount > 0 || next?.digitCount ?? 0 > 0 else { return }
    digitCount = first.digitCount
    end = first.end
    let isCapital = first.isCapital
    guard let next else {
      guard first.digitCount >= 2, (4...10).contains(first.count), !Self.isMasked(text, first.start) else { return }
      shape = isCapital ? .capitals : first.count >= 5 ? .mixed : nil
      return
    }
    digitCount += next.digitCount
    end = next.end
    let isWhole = Self.run(joinedTo: next, text) == nil
    let fits = (1...4).contains(first.count) && (3...8).contains(next.count)
    if isWhole, isCapital, next.isCapital, digitCount >= 2, fits { shape = .prefixed }
  }

  /// Whether letters X stand for digits that are hidden: `XX1234` is a card or an account.
  private static func isMasked(_ text: Span<UInt8>, _ start: Int) -> Bool {
    text[start] | 0x20 == 0x78 && text[start + 1] | 0x20 == 0x78
  }

  /// The number behind `run`, with one gap or dash between.
  private static func number(behind run: Run, _ text: Span<UInt8>) -> Run? {
    guard let gap = TextStep(text, at: run.end), TextStep(text, at: gap.end)?.digit != nil else { return nil }
    guard let next = gap.isGap ? Run(text, at: gap.end) : Self.run(joinedTo: run, text) else { return nil }
    return next.isNumber ? next : nil
  }

  /// The letters and digits behind `run`, with a dash between.
  private static func run(joinedTo run: Run, _ text: Span<UInt8>) -> Run? {
    guard let gap = TextStep(text, at: run.end), gap.isDash else { return nil }
    return Run(text, at: gap.end, isJoined: true)
  }

  // MARK: The code

  /// The code that it is: its letters and digits and, behind a prefix, the dash.
  func code(in text: Span<UInt8>) -> OneTimeCode {
    var code = OneTimeCode()
    var position = start
    while position < end, let step = TextStep(text, at: position) {
      if let digit = step.digit {
        code.append(0x30 + digit)
      } else if step.isCased {
        code.append(UInt8(truncatingIfNeeded: step.value))
      } else if shape == .prefixed {
        code.append(0x2D)
      }
      position = step.end
    }
    return code
  }
}

/// ASCII letters and digits of any script without anything between them.
private struct Run {
  let start: Int
  private(set) var end: Int
  private(set) var count = 0
  private(set) var digitCount = 0
  private(set) var isCapital = true
  /// The number that its first two digits are.
  private var beginning = 0
  /// Whether a dash is in front of it.
  let isJoined: Bool

  var isNumber: Bool { digitCount == count }

  /// Whether it begins like a year.
  var isCentury: Bool { beginning == 19 || beginning == 20 }

  /// - Returns: nil if neither a letter nor a digit is at `position`, or if the run contains a letter beyond ASCII.
  init?(_ text: Span<UInt8>, at position: Int, isJoined: Bool = false) {
    start = position
    end = position
    self.isJoined = isJoined
    // Most runs are numbers in ASCII.
    while end < text.count, text[end] &- 0x30 < 10 { addDigit(text[end] &- 0x30, end: end &+ 1) }
    while let step = TextStep(text, at: end) {
      if let digit = step.digit {
        addDigit(digit, end: step.end)
        continue
      } else if step.isCased {
        guard step.value < 0x80 else { return nil }
        if !step.isCapital { isCapital = false }
      } else {
        break
      }
      count &+= 1
      end = step.end
    }
    if count == 0 { return nil }
  }

  @inline(__always)
  private mutating func addDigit(_ digit: UInt8, end: Int) {
    if digitCount < 2 { beginning = beginning * 10 + Int(digit) }
    digitCount &+= 1
    count &+= 1
    self.end = end
  }
}
