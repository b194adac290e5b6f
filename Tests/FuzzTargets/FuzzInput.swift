import Timing

/// The fuzzer's octets, read as a sequence of choices. Past the end each choice is the first one, so every input is
/// complete, and a longer input repeats a shorter one and continues.
public final class FuzzInput {
  private let all: [UInt8]
  private var position = 0

  public init(_ octets: [UInt8]) { all = octets }

  var isEmpty: Bool { position == all.count }

  /// Whether to run the slow checks at the end: true for one input length in four.
  var hasLongEnd: Bool { all.count % 4 == 0 }

  /// All remaining octets.
  var rest: [UInt8] { octets(all.count - position) }

  func octet() -> UInt8 {
    guard !isEmpty else { return 0 }
    position += 1
    return all[position - 1]
  }

  func number() -> UInt16 { UInt16(octet()) | UInt16(octet()) << 8 }

  func number(below limit: Int) -> Int {
    limit <= 256 ? Int(octet()) % limit : Int(number()) % limit
  }

  func flag() -> Bool { octet() & 1 == 1 }

  /// Returns true about once in `count` calls, and false at the end of the input.
  func rarely(_ count: Int) -> Bool { number(below: count) == count - 1 }

  func choice<Choice>(_ choices: [Choice]) -> Choice { choices[number(below: choices.count)] }

  /// Returns `count` octets, or fewer at the end of the input.
  func octets(_ count: Int) -> [UInt8] {
    let taken = min(count, all.count - position)
    position += taken
    return Array(all[position - taken..<position])
  }

  /// ` | count: 1 or 2 | octets | `
  func block(below limit: Int) -> [UInt8] { octets(number(below: limit)) }

  /// A duration, usually one at which a deadline is reached.
  func interval() -> Interval {
    let choice = octet()
    guard choice >= 0x80 else { return .milliseconds(UInt32(choice) * 10) }
    let seconds: [UInt32] = [2, 4, 5, 10, 15, 30, 31, 35, 60, 64, 120, 300, 600, 3_600, 86_400, 4_000_000]
    let whole = Interval.seconds(seconds[Int(choice & 0x0F)])
    switch choice >> 4 & 0x07 {
    case 0: return Interval(microseconds: whole.microseconds - 1)
    case 1: return Interval(microseconds: whole.microseconds + 1)
    default: return whole
    }
  }

  /// Returns `octets` with up to four changes: octets replaced, removed or inserted, or the end cut off.
  func mutated(_ octets: [UInt8]) -> [UInt8] {
    var changed = octets
    for _ in 0...number(below: 4) {
      let place = number(below: max(1, changed.count))
      switch number(below: 6) {
      case 0: if !changed.isEmpty { changed[place] = octet() }
      case 1: if !changed.isEmpty { changed[place] ^= 1 << (octet() & 7) }
      case 2: if !changed.isEmpty { changed.remove(at: place) }
      case 3: changed.insert(octet(), at: place)
      case 4: changed = Array(changed.prefix(place))
      default: changed += block(below: 16)
      }
    }
    return changed
  }
}

/// The octets of a number on the wire, least significant first.
func wire(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
