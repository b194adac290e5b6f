// Isolating run sequences: text at one level without a break, except for the isolates in it. UAX #9, 3.3.3 on.

/// An isolating run sequence, whose indices are in `BidiParagraph.sequence`.
struct RunSequence {
  var count = 0
  /// The direction of its level: left-to-right or right-to-left.
  let direction: BidiClass
  /// The direction at its beginning, `sos`, and at its end, `eos`.
  let start: BidiClass
  var end: BidiClass

  static func direction(of level: UInt8) -> BidiClass { level & 1 == 0 ? .leftToRight : .rightToLeft }
}

extension BidiParagraph {
  /// Applies the rules W1 to N2 to each sequence. Rule X10.
  mutating func resolveSequences() {
    var before = level
    var isFirst = true
    for index in 0..<count where levels[index] != Self.removed {
      let isRunStart = isFirst || levels[index] != before
      if isRunStart, !isMatchedPDI(index) {
        let sequence = collectSequence(from: index, before: before)
        resolveWeakTypes(of: sequence)
        resolveBrackets(of: sequence)
        resolveNeutrals(of: sequence)
      }
      before = levels[index]
      isFirst = false
    }
  }

  private mutating func isMatchedPDI(_ index: Int) -> Bool {
    traits[index].bidiClass == .popDirectionalIsolate && partners[index] != Self.none
  }

  /// Collects the sequence that begins with the level run at `start`. BD13.
  ///
  /// - Parameter before: the level of what stands before it.
  private mutating func collectSequence(from start: Int, before: UInt8) -> RunSequence {
    let own = levels[start]
    var collected = RunSequence(
      direction: RunSequence.direction(of: own), start: RunSequence.direction(of: max(own, before)), end: .leftToRight)
    var index = start
    while true {
      while index < count, levels[index] == own || levels[index] == Self.removed {
        if levels[index] == own {
          sequence[collected.count] = UInt16(truncatingIfNeeded: index)
          collected.count += 1
        }
        index += 1
      }
      let last = Int(sequence[collected.count - 1])
      let isInitiator = traits[last].bidiClass.isIsolateInitiator
      guard isInitiator, partners[last] != Self.none else {
        let after = isInitiator || index == count ? level : levels[index]
        collected.end = RunSequence.direction(of: max(own, after))
        return collected
      }
      index = Int(partners[last])
    }
  }

  /// Rules I1 and I2.
  mutating func assignImplicitLevels() {
    for index in 0..<count where levels[index] != Self.removed {
      let isEven = levels[index] & 1 == 0
      switch classes[index] {
      case .leftToRight: levels[index] += isEven ? 0 : 1
      case .rightToLeft: levels[index] += isEven ? 1 : 0
      case .arabicNumber, .europeanNumber: levels[index] += isEven ? 2 : 1
      default: break
      }
    }
  }
}
