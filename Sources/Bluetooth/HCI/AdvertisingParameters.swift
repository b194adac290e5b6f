public import Identifiers
internal import Octets

/// The parameters of legacy advertising, on all three channels, to and from any device.
///
///     | intervalMinimum: 2 | intervalMaximum: 2 | type: 1 | ownAddressType: 1 | peerAddressType: 1 = 0 |
///     | peerAddress: 6 = 0 | channelMap: 1 = 7 | filterPolicy: 1 = 0 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.8.5.
public struct AdvertisingParameters: Equatable, Sendable {
  /// The type of the advertising PDUs. Directed advertising is not supported, because iOS does not respond to it.
  public enum Kind: UInt8, Sendable {
    /// ADV_IND: any device may connect and scan.
    case connectableUndirected = 0x00
    /// ADV_SCAN_IND: devices may scan, but not connect.
    case scannableUndirected = 0x02
    /// ADV_NONCONN_IND: devices can only listen.
    case nonConnectableUndirected = 0x03
  }

  /// In units of 0.625 ms: 0x0020...0x4000.
  public let intervalMinimum: UInt16
  /// In units of 0.625 ms: `intervalMinimum`...0x4000.
  public let intervalMaximum: UInt16
  /// The type of the advertising PDU.
  public let kind: Kind
  /// Whether the public or the random address is sent.
  public let ownAddressKind: DeviceAddress.Kind

  /// - Parameter interval: in units of 0.625 ms; values outside 0x0020...0x4000 are brought to the nearer end.
  public init(interval: UInt16, kind: Kind = .connectableUndirected, ownAddressKind: DeviceAddress.Kind) {
    intervalMinimum = min(max(interval, 0x0020), 0x4000)
    intervalMaximum = intervalMinimum
    self.kind = kind
    self.ownAddressKind = ownAddressKind
  }

  @_lifetime(output: copy output)
  func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    let anyPeer: [7 of UInt8] = .init(repeating: 0)
    try output.put(intervalMinimum)
    try output.put(intervalMaximum)
    try output.put(kind.rawValue)
    try output.put(ownAddressKind.rawValue)
    try output.put(anyPeer)
    try output.put(UInt8(0x07))
    try output.put(UInt8(0x00))
  }
}
