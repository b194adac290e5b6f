import Timing

/// What stands for a state: two states with the same one are taken for the same.
struct Fingerprint: Hashable {
  let low: UInt64
  let high: UInt64
}

/// Takes in a state, part by part.
///
/// Instants are taken relative to `now`, so that the same situation an hour later is the same state.
struct Digest {
  var now = Instant.start
  /// Where a time that is still to pass begins to count as another one, in ascending order; empty: each is another.
  var steps: [Interval] = []
  /// What lies farther in the past is long ago; how far in the past something else lies does not count.
  var memory = Interval.minutes(10)

  private var low: UInt64 = 0x6A09_E667_F3BC_C908
  private var high: UInt64 = 0xBB67_AE85_84CA_A73B

  init() {}

  var fingerprint: Fingerprint { Fingerprint(low: low, high: high) }

  /// Of the times to come, only counts which are the next, at `deadline`, and which come later.
  mutating func know(next deadline: Instant?) {
    steps = [deadline.map { $0 > now ? $0.since(now) : .zero } ?? .zero]
  }

  mutating func add(_ word: UInt64) {
    low = (low ^ word) &* 0x9E37_79B9_7F4A_7C15
    low ^= low >> 32
    high = (high &+ word) &* 0xC2B2_AE3D_27D4_EB4F
    high ^= high >> 29
  }

  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }
  mutating func add(_ flag: Bool) { add(flag ? 1 as UInt64 : 0) }
  mutating func add(_ text: String) { for octet in text.utf8 { add(UInt64(octet)) } }

  mutating func add(_ instant: Instant) {
    guard instant >= now else { return add(now.since(instant) < memory ? -1 : -2) }
    let rest = instant.since(now)
    guard steps.isEmpty else { return add(steps.firstIndex { rest <= $0 } ?? steps.count) }
    add(rest.microseconds)
  }

  /// Which of `deadlines` are set, and which of these comes before which; not when.
  mutating func add(orderOf deadlines: [Deadline]) {
    for deadline in deadlines {
      guard let instant = deadline.instant else {
        add(-1)
        continue
      }
      add(deadlines.count { other in other.instant.map { $0 < instant } == true })
    }
  }

  mutating func add(_ octets: UnsafeRawBufferPointer) {
    var rest = octets[...]
    while rest.count >= 8 {
      add(UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: UInt64.self))
      rest = rest.dropFirst(8)
    }
    for octet in rest { add(UInt64(octet)) }
  }

  mutating func add(_ octets: [UInt8]) { octets.withUnsafeBytes { add($0) } }

  mutating func add(_ octets: Span<UInt8>) {
    octets.withUnsafeBytes { add($0) }
    add(octets.count)
  }
}
