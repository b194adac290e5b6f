public import GAP
public import GATT
public import Octets
public import SecurityManager
public import Timing

/// What the host needs to know of the product it serves.
public struct HostConfiguration: Sendable {
  /// The advertised name: UTF-8. At most 8 octets stand in the primary advertisement.
  public var name: BoundedText<29>
  public var advertisingLayout: AdvertisingLayout
  /// Which ways to pair there are, and which bonds count.
  public var security: PairingSecurity
  /// How long a new phone may pair after start when there is no bond, and after the user opens the window.
  public var pairingWindow: Interval
  /// The largest ATT PDU that we receive: 23...517.
  public var receiveMTU: Int
  public var deviceInformation: DeviceInformation
  /// Whether the watch advertises with private addresses, which only bonded phones recognise.
  public var usesPrivateAddress = false

  public init(
    name: BoundedText<29>, deviceInformation: DeviceInformation, pairingWindow: Interval = .seconds(120),
    security: PairingSecurity = .secureConnections, advertisingLayout: AdvertisingLayout = .solicitationFirst,
    receiveMTU: Int = 517
  ) {
    self.name = name
    self.deviceInformation = deviceInformation
    self.pairingWindow = pairingWindow
    self.security = security
    self.advertisingLayout = advertisingLayout
    self.receiveMTU = receiveMTU
  }
}
