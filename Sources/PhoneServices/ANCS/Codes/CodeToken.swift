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
  private(set) var code = OneTimeCode()
  private(set) var end: Int
  private(set) var digitCount = 0
  private(set) var isNumber = false

  /// Takes all that belongs together from `position` on, where a word begins.
  ///
  /// - Returns: nil if there is no digit in it.
  init?(_ text: Span<UInt8>, at position: Int) {
    end = position
    guard let first = Run(text, at: position) else { return nil }
    if first.isNumber {
      isNumber = true
      takeNumber(first, text)
    } else {
      takeWord(first, text)
    }
    if end == position || digitCount == 0 { return nil }
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
    var counts = FixedArray<4, Int>()
    counts.append(first.count)
    var last = first
    var isDashed = false
    append(first, text)
    while let next = Self.run(behind: last, text), next.isNumber, !next.isJoined || counts.count < 4 {
      // A number of its own: "123456 10 minutes".
      if !next.isJoined, counts.count == 1, (4...8).contains(first.count), next.count <= 2 { break }
      if counts.pushLast(next.count) != nil { counts.removeAll() }
      isDashed = isDashed || next.isJoined
      append(next, text)
      last = next
    }
    end = last.end
    shape = Self.shape(of: counts, isDashed: isDashed, code)
    if takeFraction(text) { shape = nil }
    if let next = Self.run(behind: last, text), next.isJoined, !next.isNumber { shape = nil }
  }

  private static func shape(of counts: FixedArray<4, Int>, isDashed: Bool, _ code: OneTimeCode) -> Shape? {
    switch counts.count {
    case 1 where (4...10).contains(counts[0]): isDate(code) ? .date : .digits(counts[0])
    case 2 where counts[0] == counts[1] && (counts[0] == 3 || counts[0] == 4):
      counts[0] == 4 && isDate(code) ? nil : .groups
    case 3 where !isDashed && counts[0] == 2 && counts[1] == 2 && counts[2] == 2: .pairs
    default: nil
    }
  }

  /// Whether it reads as a year or, without gaps, as a date.
  private static func isDate(_ code: OneTimeCode) -> Bool {
    guard code.count == 4 || code.count == 8 else { return false }
    let century = (code.span[0], code.span[1])
    return (century.0 == 0x31 && century.1 == 0x39) || (century.0 == 0x32 && century.1 == 0x30)
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
    append(first, text)
    end = first.end
    let isCapital = first.isCapital
    guard let next else {
      guard first.digitCount >= 2, (4...10).contains(first.count) else { return }
      shape = isCapital ? .capitals : first.count >= 5 ? .mixed : nil
      return
    }
    code.append(0x2D)
    append(next, text)
    end = next.end
    let isWhole = Self.run(joinedTo: next, text) == nil
    let fits = (1...4).contains(first.count) && (3...8).contains(next.count)
    if isWhole, isCapital, next.isCapital, digitCount >= 2, fits { shape = .prefixed }
  }

  /// The letters and digits behind `run`, with one gap or dash between.
  private static func run(behind run: Run, _ text: Span<UInt8>) -> Run? {
    guard let gap = TextStep(text, at: run.end) else { return nil }
    switch gap.value {
    case 0x20, 0xA0, 0x202F: return Run(text, at: gap.end)
    default: return Self.run(joinedTo: run, text)
    }
  }

  /// The same with a dash between.
  private static func run(joinedTo run: Run, _ text: Span<UInt8>) -> Run? {
    guard let gap = TextStep(text, at: run.end) else { return nil }
    switch gap.value {
    case 0x2D, 0x2010, 0x2011: return Run(text, at: gap.end, isJoined: true)
    default: return nil
    }
  }

  private mutating func append(_ run: Run, _ text: Span<UInt8>) {
    digitCount += run.digitCount
    var position = run.start
    while position < run.end, let step = TextStep(text, at: position) {
      code.append(step.digit.map { 0x30 + $0 } ?? UInt8(truncatingIfNeeded: step.value))
      position = step.end
    }
  }
}

/// ASCII letters and digits of any script without anything between them.
private struct Run {
  let start: Int
  private(set) var end: Int
  private(set) var count = 0
  private(set) var digitCount = 0
  private(set) var isCapital = true
  /// Whether a dash is in front of it.
  let isJoined: Bool

  var isNumber: Bool { digitCount == count }

  /// - Returns: nil if neither a letter nor a digit is at `position`, or if the run contains a letter beyond ASCII.
  init?(_ text: Span<UInt8>, at position: Int, isJoined: Bool = false) {
    start = position
    end = position
    self.isJoined = isJoined
    while let step = TextStep(text, at: end) {
      if step.digit != nil {
        digitCount += 1
      } else if step.isCased {
        guard step.value < 0x80 else { return nil }
        if !step.isCapital { isCapital = false }
      } else {
        break
      }
      count += 1
      end = step.end
    }
    if count == 0 { return nil }
  }
}
