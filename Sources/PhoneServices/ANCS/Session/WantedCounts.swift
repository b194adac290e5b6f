/// How many notifications wait for a request or belong to an earlier session.
///
/// One word, so that each change of a notification updates all of them in one addition:
///
///     | kept: 8 bits | leftovers: 8 bits | searches: 8 bits | fetches: 8 bits |
struct WantedCounts {
  private var word: UInt32 = 0

  /// Notifications whose attributes must be fetched.
  var fetches: Int { self[0] }
  /// Notifications whose whole message must be searched for a code.
  var searches: Int { self[8] }
  /// Notifications of an earlier session, and those that the phone has removed.
  var leftovers: Int { self[16] }
  /// Notifications that the phone has removed.
  var kept: Int { self[24] }

  private subscript(shift: UInt32) -> Int { Int(word &>> shift & 0xFF) }

  // There are fewer than 256 notifications, so that no count overflows.
  mutating func add(_ one: WantedCounts) { word &+= one.word }

  mutating func remove(_ one: WantedCounts) { word &-= one.word }
}

// The share of one notification: each count is 0 or 1.
extension WantedCounts {
  var isFetch: Bool {
    get { word & 1 != 0 }
    set { set(0, newValue) }
  }
  var isSearch: Bool {
    get { word & 1 << 8 != 0 }
    set { set(8, newValue) }
  }
  var isLeftover: Bool {
    get { word & 1 << 16 != 0 }
    set { set(16, newValue) }
  }
  var isKept: Bool {
    get { word & 1 << 24 != 0 }
    set { set(24, newValue) }
  }

  private mutating func set(_ shift: UInt32, _ isCounted: Bool) {
    word = word & ~(1 &<< shift) | (isCounted ? 1 &<< shift : 0)
  }
}
