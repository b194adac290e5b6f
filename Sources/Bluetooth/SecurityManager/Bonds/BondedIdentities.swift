internal import Features
public import Identifiers
internal import Octets

/// The bonded phones, as far as a peer that pairs may claim to be one of them: their identities, and the keys by which
/// they are recognised.
public struct BondedIdentities: Sendable {
  private struct Phone {
    let identity: DeviceAddress
    let key: Value128?
  }

  private var phones = PerPhone<Phone>()

  public init() {}

  /// Adds a phone, and its identity resolving key if it has one.
  ///
  /// - Precondition: there are not more phones than bonds in a table.
  public mutating func append(_ identity: DeviceAddress, key: Value128? = nil) {
    phones.append(Phone(identity: identity, key: Features.hasKeyClaims ? key : nil))
  }

  func contains(_ identity: DeviceAddress) -> Bool {
    for index in phones.indices where phones[index].identity == identity { return true }
    return false
  }

  /// The phone that has this key, if it is not the one with this identity.
  ///
  /// Each device that has paired with a phone knows that phone's key. A second bond with it would make one of the two
  /// unknown.
  func owner(of key: Value128?, besides identity: DeviceAddress) -> DeviceAddress? {
    guard Features.hasKeyClaims, let key, !key.isZero else { return nil }
    for index in phones.indices where phones[index].key == key {
      if phones[index].identity != identity { return phones[index].identity }
    }
    return nil
  }

  /// Whether one bonded phone has this identity and another one has this key. No phone has both, and a bond with both
  /// would cost two bonds, about one of which the wearer is not asked.
  func contradict(_ identity: DeviceAddress, with key: Value128?) -> Bool {
    Features.hasKeyClaims && contains(identity) && owner(of: key, besides: identity) != nil
  }
}
