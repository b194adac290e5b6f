internal import Identifiers
internal import Octets
internal import Timing

/// Bonded phones that the user disconnected, each kept away for a while so that another can come.
///
/// What looks at them is not inlined: the compiler would copy the host to look at a part of it.
struct HeldPhones {
  private struct Held {
    let identity: DeviceAddress
    let end: Instant
  }

  // Only bonded phones are held off, and no more of them are bonded than there is room for.
  private var phones = PerPhone<Held>()

  @inline(never)
  func contains(_ identity: DeviceAddress, at now: Instant) -> Bool {
    for index in phones.indices where phones[index].identity == identity { return now < phones[index].end }
    return false
  }

  @inline(never)
  func isAnyHeld(at now: Instant) -> Bool {
    for index in phones.indices where now < phones[index].end { return true }
    return false
  }

  mutating func hold(_ identity: DeviceAddress, until end: Instant) {
    release(identity)
    _ = phones.pushLast(Held(identity: identity, end: end))
  }

  mutating func release(_ identity: DeviceAddress) {
    for index in phones.indices where phones[index].identity == identity {
      phones.remove(at: index)
      return
    }
  }

  mutating func removeAll() { phones.removeAll() }
}
