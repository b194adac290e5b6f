internal import Peripherals
internal import Timing

/// Makes button commands of the octets that a terminal sends for keys.
///
///     a accept   d decline   k up   j down   enter select   esc back   A, D held   q, Ctrl-C quit   arrows up, down
///
/// A lone ESC is a key; ESC that `[` or `O` follows within a moment begins an arrow or function key.
struct KeyDecoder: Sendable {
  enum Key: Equatable, Sendable {
    case command(ButtonCommand)
    case quit
  }

  /// How long the rest of an escape sequence may take.
  static var escapeTime: Interval { .milliseconds(40) }

  private enum State: Sendable {
    case ground
    case escape(since: Instant)
    case sequence
    /// `ESC [ [`: the Linux console sends F1 to F5 with one more octet.
    case consoleKey
  }

  private var state = State.ground

  /// When to call `handleTimeout`.
  var deadline: Instant? {
    if case .escape(let since) = state { return since + Self.escapeTime }
    return nil
  }

  mutating func handleTimeout(now: Instant) -> Key? {
    guard let deadline, deadline <= now else { return nil }
    state = .ground
    return .command(ButtonCommand(.back, .click))
  }

  mutating func handle(_ octet: UInt8, now: Instant) -> Key? {
    switch state {
    case .ground:
      return handleGround(octet, now: now)
    case .escape:
      if octet == UInt8(ascii: "[") || octet == UInt8(ascii: "O") {
        state = .sequence
        return nil
      }
      // ESC was a key. The next octet came too fast for a user: a terminal sends Alt with a letter like that. Another
      // ESC may start a sequence.
      state = octet == 0x1B ? .escape(since: now) : .ground
      return .command(ButtonCommand(.back, .click))
    case .sequence:
      return handleSequence(octet, now: now)
    case .consoleKey:
      state = .ground
      return nil
    }
  }

  private mutating func handleGround(_ octet: UInt8, now: Instant) -> Key? {
    switch octet {
    case UInt8(ascii: "a"): return .command(ButtonCommand(.accept, .click))
    case UInt8(ascii: "A"): return .command(ButtonCommand(.accept, .hold))
    case UInt8(ascii: "d"): return .command(ButtonCommand(.decline, .click))
    case UInt8(ascii: "D"): return .command(ButtonCommand(.decline, .hold))
    case UInt8(ascii: "k"): return .command(ButtonCommand(.up, .click))
    case UInt8(ascii: "j"): return .command(ButtonCommand(.down, .click))
    case 0x0A, 0x0D: return .command(ButtonCommand(.select, .click))
    case UInt8(ascii: "q"), 0x03: return .quit
    case 0x1B:
      state = .escape(since: now)
      return nil
    default: return nil
    }
  }

  /// ECMA-48: parameters, then one octet from 0x40 that ends the sequence.
  private mutating func handleSequence(_ octet: UInt8, now: Instant) -> Key? {
    guard octet >= 0x40 || octet < 0x20 else { return nil }
    state = .ground
    switch octet {
    case 0x1B:
      // Another sequence, or a key: what came before was Alt with a bracket.
      state = .escape(since: now)
      return nil
    case UInt8(ascii: "["):
      state = .consoleKey
      return nil
    case UInt8(ascii: "A"): return .command(ButtonCommand(.up, .click))
    case UInt8(ascii: "B"): return .command(ButtonCommand(.down, .click))
    default: return nil
    }
  }
}
