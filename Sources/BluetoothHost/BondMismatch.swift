public import Identifiers
internal import Octets
internal import Timing

/// A bond of which only one side is left. Nothing heals by itself: each phone shows another dead end, and no fix.
public enum BondMismatch: Equatable, Sendable {
  /// A phone asks again and again for a key that we do not have: it has to forget the watch, then pair.
  case unknownHere
  /// This phone no longer has the key of its bond: it has to pair again.
  case unknownThere(DeviceAddress)
}

/// Finds bonds that do not match, and tells of each only once until it is mended.
struct MismatchFinder {
  /// Two links on which a key was asked for that we do not have make a finding if no more than this lies between them.
  /// One may be the accident of a controller.
  static var memory: Interval { .minutes(5) }

  private var unansweredRequest: Instant?
  private var isUnknownHere = false
  private var unknownThere = PerPhone<DeviceAddress>()

  /// A phone asked for a key that we do not have: to be told of once for each link.
  mutating func noteMissingKey(now: Instant) -> BondMismatch? {
    defer { unansweredRequest = now }
    guard !isUnknownHere, let unansweredRequest, now.since(unansweredRequest) <= Self.memory else { return nil }
    isUnknownHere = true
    return .unknownHere
  }

  /// A phone that we have a bond with showed that it has none.
  mutating func noteMissingBond(of identity: DeviceAddress) -> BondMismatch? {
    guard index(of: identity) == nil, unknownThere.pushLast(identity) == nil else { return nil }
    return .unknownThere(identity)
  }

  /// This phone has proved that its bond matches. Whoever asked for an unknown key may have been the same.
  mutating func noteSecured(_ identity: DeviceAddress) {
    unansweredRequest = nil
    isUnknownHere = false
    forget(identity)
  }

  mutating func forget(_ identity: DeviceAddress) {
    if let index = index(of: identity) { unknownThere.remove(at: index) }
  }

  private func index(of identity: DeviceAddress) -> Int? {
    for index in unknownThere.indices where unknownThere[index] == identity { return index }
    return nil
  }
}
