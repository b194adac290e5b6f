internal import HCI
public import Identifiers

/// Which address the watch goes by.
///
/// A phone's bond hangs on it: it must be the same at each start.
public enum OwnAddress {
  /// The controller's public address if it is one of a single device, else the static random one that was made once
  /// and is kept with the bonds.
  public static func choose(publicAddress: DeviceAddress?, staticRandom: DeviceAddress) -> DeviceAddress {
    guard let publicAddress, publicAddress.isPlausiblePublic else { return staticRandom }
    return publicAddress
  }

  /// Who the watch is to phones, and whether it can show that itself.
  public struct Identity: Equatable, Sendable {
    /// What phones are told when they bond.
    public let address: DeviceAddress
    /// Whether the controller bears another address, and cannot be given this one: phones that are to know the watch
    /// again have to resolve a private address of it.
    public let needsPrivateAddress: Bool

    public init(address: DeviceAddress, needsPrivateAddress: Bool) {
      self.address = address
      self.needsPrivateAddress = needsPrivateAddress
    }
  }

  /// Who the watch is, whatever controller it finds itself with.
  ///
  /// - Parameter promised: who bonded phones think it is; nil if none are.
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
