// Numbers, and the marks and signs that go with them. UAX #9, 3.3.4.

extension BidiParagraph {
  /// Rules W1 to W7.
  mutating func resolveWeakTypes(of run: RunSequence) {
    resolveMarksAndLetters(of: run)
    resolveSeparators(of: run)
    resolveTerminators(of: run)
  }

  /// Rules W1 to W3: a mark is like its base; a number after an Arabic letter is an Arabic one.
  private mutating func resolveMarksAndLetters(of run: RunSequence) {
    var strong = run.start
    var before = run.start
    for position in 0..<run.count {
      let index = Int(sequence[position])
      var bidiClass = classes[index]
      if bidiClass == .nonspacingMark { bidiClass = before }
      let isIsolate = bidiClass.isIsolateInitiator || bidiClass == .popDirectionalIsolate
      before = isIsolate ? .otherNeutral : bidiClass
      switch bidiClass {
      case .leftToRight, .rightToLeft: strong = bidiClass
      case .arabicLetter:
        strong = .arabicLetter
        bidiClass = .rightToLeft
      case .europeanNumber: if strong == .arabicLetter { bidiClass = .arabicNumber }
      default: break
      }
      classes[index] = bidiClass
    }
  }

  /// Rule W4: one separator between two numbers of a kind belongs to them.
  private mutating func resolveSeparators(of run: RunSequence) {
    guard run.count >= 3 else { return }
    for position in 1..<run.count - 1 {
      let index = Int(sequence[position])
      let bidiClass = classes[index]
      guard bidiClass == .commonSeparator || bidiClass == .europeanSeparator else { continue }
      let before = classes[Int(sequence[position - 1])]
      guard before == classes[Int(sequence[position + 1])] else { continue }
      if before == .europeanNumber || (before == .arabicNumber && bidiClass == .commonSeparator) {
        classes[index] = before
      }
    }
  }

  /// Rules W5 to W7: terminators beside a European number belong to it; other signs are neutral; a European number
  /// after a left-to-right letter is like that.
  private mutating func resolveTerminators(of run: RunSequence) {
    var strong = run.start
    var isAfterNumber = false
    var position = 0
    while position < run.count {
      let index = Int(sequence[position])
      let bidiClass = classes[index]
      position += 1
      switch bidiClass {
      case .leftToRight, .rightToLeft: strong = bidiClass
      case .europeanNumber: if strong == .leftToRight { classes[index] = .leftToRight }
      case .europeanSeparator, .commonSeparator: classes[index] = .otherNeutral
      case .europeanTerminator:
        let number: BidiClass = strong == .leftToRight ? .leftToRight : .europeanNumber
        position = resolveTerminators(from: position - 1, of: run, isAfterNumber: isAfterNumber, as: number)
      default: break
      }
      isAfterNumber = bidiClass == .europeanNumber
    }
  }

  /// Makes the terminators from `position` on part of a number, if there is one, or neutral.
  ///
  /// - Returns: the position behind them.
  private mutating func resolveTerminators(
    from position: Int, of run: RunSequence, isAfterNumber: Bool, as number: BidiClass
  ) -> Int {
    var end = position + 1
    while end < run.count, classes[Int(sequence[end])] == .europeanTerminator { end += 1 }
    let isBeforeNumber = end < run.count && classes[Int(sequence[end])] == .europeanNumber
    for position in position..<end {
      classes[Int(sequence[position])] = isAfterNumber || isBeforeNumber ? number : .otherNeutral
    }
    return end
  }
}
