internal import HCI
public import Identifiers

/// The choice of the device's identity address.
///
/// The bonds of phones depend on this address: it must be the same at each start.
public enum OwnAddress {
  /// The controller's public address if it is unique to the device, else the static random one that was made once
  /// and is kept with the bonds.
  public static func choose(publicAddress: DeviceAddress?, staticRandom: DeviceAddress) -> DeviceAddress {
    guard let publicAddress, publicAddress.isPlausiblePublic else { return staticRandom }
    return publicAddress
  }

  /// The device's identity for phones, and whether the controller can advertise with it.
  public struct Identity: Equatable, Sendable {
    /// The identity address that phones receive when they bond.
    public let address: DeviceAddress
    /// Whether the controller has another address and cannot be given this one. Phones can then recognise the device
    /// only by a private address that they resolve.
    public let needsPrivateAddress: Bool

    public init(address: DeviceAddress, needsPrivateAddress: Bool) {
      self.address = address
      self.needsPrivateAddress = needsPrivateAddress
    }
  }

  /// Returns the identity of the device, with any controller.
  ///
  /// - Parameter promised: the address by which bonded phones know the device; nil without bonds.
  public static func identify(
    promised: DeviceAddress?, publicAddress: DeviceAddress?, staticRandom: DeviceAddress
  ) -> Identity {
    let address = promised ?? choose(publicAddress: publicAddress, staticRandom: staticRandom)
    return Identity(
      address: address, needsPrivateAddress: address.kind == .public && address != publicAddress)
  }

  /// A static random address from six random octets; nil, once in 2^45 times, if they do not make one: draw again.
  ///
  /// Core Spec 5.4, Vol 6, Part B, 1.3.2.1.
  public static func staticRandom(from octets: [6 of UInt8]) -> DeviceAddress? {
    var octets = octets
    octets[5] |= 0b1100_0000
    let address = DeviceAddress(kind: .random, octets: octets)
    return address.isStaticRandom ? address : nil
  }
}
