internal import Features
internal import Identifiers
internal import Octets
internal import SecurityManager
internal import Timing

/// Bonded phones that the user disconnected, each kept away for a while so that another can come.
///
/// The functions that search them are not inlined, because the compiler would copy the whole host to read this part.
struct HeldPhones {
  private struct Held {
    let identity: DeviceAddress
    let end: Instant
  }

  // Only bonded phones are held off, and no more of them are bonded than there is room for.
  private var phones = PerPhone<Held>()

  @inline(never)
  func contains(_ identity: DeviceAddress, at now: Instant) -> Bool {
    guard Features.hasPhonePages else { return false }
    for index in phones.indices where phones[index].identity == identity { return now < phones[index].end }
    return false
  }

  @inline(never)
  func isAnyHeld(at now: Instant) -> Bool {
    guard Features.hasPhonePages else { return false }
    for index in phones.indices where now < phones[index].end { return true }
    return false
  }

  /// When the first of them may come back.
  var deadline: Instant? {
    guard Features.hasPhonePages else { return nil }
    var first: Instant?
    for index in phones.indices { first = earliest(first, phones[index].end) }
    return first
  }

  mutating func handleTimeout(now: Instant) {
    guard Features.hasPhonePages else { return }
    var index = 0
    while index < phones.count {
      if phones[index].end <= now { phones.remove(at: index) } else { index += 1 }
    }
  }

  mutating func hold(_ identity: DeviceAddress, until end: Instant) {
    guard Features.hasPhonePages else { return }
    release(identity)
    _ = phones.pushLast(Held(identity: identity, end: end))
  }

  mutating func release(_ identity: DeviceAddress) {
    guard Features.hasPhonePages else { return }
    for index in phones.indices where phones[index].identity == identity {
      phones.remove(at: index)
      return
    }
  }

  mutating func removeAll() { phones.removeAll() }
}
