import Timing

/// A hash of a state. Two states with equal fingerprints count as the same state.
struct Fingerprint: Hashable {
  let low: UInt64
  let high: UInt64
}

/// Computes a fingerprint from the parts of a state.
///
/// Instants are hashed relative to `now`, so that the same situation an hour later has the same fingerprint.
struct Digest {
  var now = Instant.start
  /// The limits between classes of future times, in ascending order: times of one class count as equal. If empty, all
  /// times differ.
  var steps: [Interval] = []
  /// The age up to which past instants count as recent; all older instants count as equal.
  var memory = Interval.minutes(10)

  private var low: UInt64 = 0x6A09_E667_F3BC_C908
  private var high: UInt64 = 0xBB67_AE85_84CA_A73B

  init() {}

  var fingerprint: Fingerprint { Fingerprint(low: low, high: high) }

  /// Distinguishes future instants only by whether they are at or before `deadline`, or after it.
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

  /// Adds which of `deadlines` are set, and their order, but not their times.
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
