/// The octet before each HCI packet that identifies its type.
///
/// Core Spec 5.4, Vol 4, Part A, 2.
public enum PacketIndicator: UInt8, Sendable {
  /// A command of the host.
  case command = 0x01
  /// Data of a connection, in both directions.
  case aclData = 0x02
  /// Audio data of BR/EDR.
  case synchronousData = 0x03
  /// An event of the controller.
  case event = 0x04
  /// Data of an isochronous stream.
  case isochronousData = 0x05

  /// How many octets the header behind the indicator has.
  var headerCount: Int {
    switch self {
    case .command, .synchronousData: 3
    case .aclData, .isochronousData: 4
    case .event: 2
    }
  }

  /// How many octets the whole packet has, indicator included; nil as long as `octets` does not show it.
  ///
  /// `octets` begins with the indicator.
  func packetCount(_ octets: Span<UInt8>) -> Int? {
    guard octets.count > headerCount else { return nil }
    return switch self {
    case .command, .synchronousData: 4 + Int(octets[3])
    case .aclData: 5 + (Int(octets[3]) | Int(octets[4]) << 8)
    case .event: 3 + Int(octets[2])
    // The two most significant bits of the length field are reserved.
    case .isochronousData: 5 + (Int(octets[3]) | Int(octets[4] & 0x3F) << 8)
    }
  }
}
