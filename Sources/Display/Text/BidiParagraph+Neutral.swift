// Brackets, and characters without a direction of their own. UAX #9, 3.3.5.

extension BidiParagraph {
  /// Gives each pair of brackets the direction of its contents or of the text before it. Rule N0.
  mutating func resolveBrackets(of run: RunSequence) {
    guard pairBrackets(of: run) else { return }
    var strong = run.start
    for position in 0..<run.count {
      let index = Int(sequence[position])
      if traits[index].isPaired {
        let closing = Int(partners[index])
        let held = strongType(between: position, and: closing, of: run)
        if let held {
          let direction = held == run.direction || strong == held ? held : run.direction
          setBracket(at: position, to: direction, of: run)
          setBracket(at: closing, to: direction, of: run)
        }
      }
      strong = Self.strongType(classes[index]) ?? strong
    }
  }

  /// Finds the pairs: the partner of each opening bracket that has one becomes the position of the closing one. BD16.
  ///
  /// - Returns: whether there are any.
  private mutating func pairBrackets(of run: RunSequence) -> Bool {
    var open: [63 of UInt16] = .init(repeating: 0)
    var openCount = 0
    var hasPairs = false
    for position in 0..<run.count {
      let index = Int(sequence[position])
      guard classes[index] == .otherNeutral else { continue }
      if traits[index].isOpening {
        guard openCount < open.count else { return hasPairs }
        open[openCount] = UInt16(truncatingIfNeeded: position)
        openCount += 1
      } else if traits[index].isClosing {
        var candidate = openCount - 1
        while candidate >= 0, !pair(open[candidate], with: position) { candidate -= 1 }
        guard candidate >= 0 else { continue }
        openCount = candidate
        hasPairs = true
      }
    }
    return hasPairs
  }

  /// Pairs two brackets, given by their positions, if they are of one kind.
  private mutating func pair(_ opening: UInt16, with closing: Int) -> Bool {
    let index = Int(sequence[Int(opening)])
    guard partners[index] == partners[Int(sequence[closing])] else { return false }
    traits[index].isPaired = true
    partners[index] = UInt16(truncatingIfNeeded: closing)
    return true
  }

  /// The strong type between two positions: the one of the sequence's direction, if it is there.
  private mutating func strongType(between opening: Int, and closing: Int, of run: RunSequence) -> BidiClass? {
    var found: BidiClass?
    for position in opening + 1..<closing {
      guard let strong = Self.strongType(classes[Int(sequence[position])]) else { continue }
      if strong == run.direction { return strong }
      found = strong
    }
    return found
  }

  /// Gives a bracket a direction, and the marks on it.
  private mutating func setBracket(at position: Int, to direction: BidiClass, of run: RunSequence) {
    classes[Int(sequence[position])] = direction
    var next = position + 1
    while next < run.count, traits[Int(sequence[next])].bidiClass == .nonspacingMark {
      classes[Int(sequence[next])] = direction
      next += 1
    }
  }

  /// Gives neutrals the direction of what stands on both sides of them, or that of their level. Rules N1 and N2.
  mutating func resolveNeutrals(of run: RunSequence) {
    var before = run.start
    var position = 0
    while position < run.count {
      if let strong = Self.strongType(classes[Int(sequence[position])]) {
        before = strong
        position += 1
        continue
      }
      let first = position
      var after = run.end
      while position < run.count {
        if let strong = Self.strongType(classes[Int(sequence[position])]) {
          after = strong
          break
        }
        position += 1
      }
      let direction = before == after ? before : run.direction
      for neutral in first..<position { classes[Int(sequence[neutral])] = direction }
    }
  }

  /// The direction of a strong character or a number; nil for neutrals.
  private static func strongType(_ bidiClass: BidiClass) -> BidiClass? {
    switch bidiClass {
    case .leftToRight: .leftToRight
    case .rightToLeft, .europeanNumber, .arabicNumber: .rightToLeft
    default: nil
    }
  }
}
