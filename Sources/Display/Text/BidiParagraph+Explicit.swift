// The levels that embeddings, overrides and isolates give to characters. UAX #9, 3.3.1 and 3.3.2.

extension BidiParagraph {
  /// Finds the PDI of each isolate initiator. BD9.
  mutating func matchIsolates() {
    // The initiators that wait for theirs are a list: each names the one before it.
    var last = Self.none
    for index in 0..<count {
      let bidiClass = traits[index].bidiClass
      if bidiClass.isIsolateInitiator {
        partners[index] = last
        last = UInt16(truncatingIfNeeded: index)
      } else if bidiClass == .popDirectionalIsolate {
        let initiator = last
        partners[index] = initiator
        guard initiator != Self.none else { continue }
        last = partners[Int(initiator)]
        partners[Int(initiator)] = UInt16(truncatingIfNeeded: index)
      }
    }
    while last != Self.none {
      let before = partners[Int(last)]
      partners[Int(last)] = Self.none
      last = before
    }
  }

  /// The direction of the first strong character outside isolates. Rules P2 and P3.
  mutating func automaticDirection() -> BaseDirection {
    matchIsolates()
    return firstStrongLevel(from: 0, to: count) == 1 ? .rightToLeft : .leftToRight
  }

  /// The level of the first strong character outside isolates, 0 or 1; 0 if no such character exists. Rules P2 and P3.
  mutating func firstStrongLevel(from start: Int, to end: Int) -> UInt8 {
    var index = start
    while index < end {
      switch traits[index].bidiClass {
      case .leftToRight: return 0
      case .rightToLeft, .arabicLetter: return 1
      case .leftToRightIsolate, .rightToLeftIsolate, .firstStrongIsolate:
        guard partners[index] != Self.none else { return 0 }
        index = Int(partners[index])
      default: break
      }
      index += 1
    }
    return 0
  }

  /// Rules X1 to X8.
  mutating func assignExplicitLevels() {
    var stack = DirectionalStack(level: level)
    for index in 0..<count {
      let bidiClass = traits[index].bidiClass
      switch bidiClass {
      case .rightToLeftEmbedding: stack.embed(toLeft: true)
      case .leftToRightEmbedding: stack.embed(toLeft: false)
      case .rightToLeftOverride: stack.embed(toLeft: true, override: .rightToLeft)
      case .leftToRightOverride: stack.embed(toLeft: false, override: .leftToRight)
      case .popDirectionalFormat: stack.endEmbedding()
      case .boundaryNeutral: break
      default:
        place(bidiClass, at: index, &stack)
        continue
      }
      levels[index] = Self.removed
    }
  }

  /// Gives a character that rule X9 leaves its level, and the class that an override makes of it.
  private mutating func place(_ bidiClass: BidiClass, at index: Int, _ stack: inout DirectionalStack) {
    if bidiClass == .popDirectionalIsolate { stack.endIsolate() }
    let isSeparator = bidiClass == .paragraphSeparator
    levels[index] = isSeparator ? level : stack.top.level
    classes[index] = isSeparator ? bidiClass : stack.top.override ?? bidiClass
    switch bidiClass {
    case .rightToLeftIsolate: stack.isolate(toLeft: true)
    case .leftToRightIsolate: stack.isolate(toLeft: false)
    case .firstStrongIsolate:
      let end = partners[index] == Self.none ? count : Int(partners[index])
      stack.isolate(toLeft: firstStrongLevel(from: index + 1, to: end) == 1)
    default: break
    }
  }
}

/// The directional status stack with its counters. Rules X1 to X7.
private struct DirectionalStack {
  struct Entry {
    var level: UInt8
    var override: BidiClass?
    var isIsolate: Bool
  }

  private static let maximumDepth: UInt8 = 125

  private(set) var top: Entry
  /// The entries below it: one of the paragraph, and at most one of each level.
  private var below: [126 of Entry]
  private var belowCount = 0
  private var overflowIsolates = 0
  private var overflowEmbeddings = 0
  private var validIsolates = 0

  init(level: UInt8) {
    top = Entry(level: level, override: nil, isIsolate: false)
    below = .init(repeating: top)
  }

  /// Rules X2 to X5.
  mutating func embed(toLeft isToLeft: Bool, override: BidiClass? = nil) {
    if overflowIsolates == 0, overflowEmbeddings == 0, push(isToLeft, override, isIsolate: false) { return }
    if overflowIsolates == 0 { overflowEmbeddings += 1 }
  }

  /// Rules X5a to X5c.
  mutating func isolate(toLeft isToLeft: Bool) {
    if overflowIsolates == 0, overflowEmbeddings == 0, push(isToLeft, nil, isIsolate: true) {
      validIsolates += 1
    } else {
      overflowIsolates += 1
    }
  }

  /// Rule X6a.
  mutating func endIsolate() {
    if overflowIsolates > 0 {
      overflowIsolates -= 1
    } else if validIsolates > 0 {
      overflowEmbeddings = 0
      while !top.isIsolate { pop() }
      pop()
      validIsolates -= 1
    }
  }

  /// Rule X7.
  mutating func endEmbedding() {
    if overflowIsolates > 0 { return }
    if overflowEmbeddings > 0 {
      overflowEmbeddings -= 1
    } else if !top.isIsolate, belowCount > 0 {
      pop()
    }
  }

  private mutating func push(_ isToLeft: Bool, _ override: BidiClass?, isIsolate: Bool) -> Bool {
    let level = isToLeft ? (top.level + 1) | 1 : (top.level + 2) & ~1
    guard level <= Self.maximumDepth else { return false }
    below[belowCount] = top
    belowCount += 1
    top = Entry(level: level, override: override, isIsolate: isIsolate)
    return true
  }

  private mutating func pop() {
    belowCount -= 1
    top = below[belowCount]
  }
}
