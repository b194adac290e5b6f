public import Identifiers
internal import Octets

/// The version of the specification that a controller follows. Values between and beyond these exist.
///
/// Bluetooth Assigned Numbers, "Core Specification versions".
enum HCIVersion: UInt8 {
  case version40 = 6
  case version41 = 7
  case version42 = 8
  case version50 = 9
}

/// The versions and the manufacturer that a controller reports.
///
///     | hciVersion: 1 | hciRevision: 2 | lmpVersion: 1 | manufacturer: 2 | lmpSubversion: 2 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.4.1.
public struct LocalVersionInformation: Equatable, Sendable {
  /// The version of the Core Specification, as an assigned number.
  public internal(set) var hciVersion: UInt8 = 0
  /// The manufacturer's revision of the HCI implementation.
  public internal(set) var hciRevision: UInt16 = 0
  /// The version of the link layer, as an assigned number.
  public internal(set) var lmpVersion: UInt8 = 0
  /// 0x000F Broadcom, 0x0131 Cypress.
  public internal(set) var manufacturer: UInt16 = 0
  /// The manufacturer's revision of the link layer.
  public internal(set) var lmpSubversion: UInt16 = 0

  /// Whether Broadcom's vendor commands are understood.
  var isBroadcom: Bool { manufacturer == 0x000F || manufacturer == 0x0131 }

  init() {}

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    hciVersion = try input.takeUInt8()
    hciRevision = try input.takeUInt16()
    lmpVersion = try input.takeUInt8()
    manufacturer = try input.takeUInt16()
    lmpSubversion = try input.takeUInt16()
  }
}

/// The commands that a controller supports, one bit each. The host sends an optional command only if its bit is set.
///
/// Core Spec 5.4, Vol 4, Part E, 6.27.
public struct SupportedCommands: Sendable {
  /// Commands, or pairs of them, that this host sends only if they are supported.
  enum Member {
    case writeLEHostSupport
    case leReadBufferSize
    case leReadBufferSizeV2
    case remoteConnectionParameterReplies
    case leWriteSuggestedDefaultDataLength
  }

  private var octets: [64 of UInt8] = .init(repeating: 0)

  init() {}

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    octets = try input.takeArray()
  }

  func contains(_ member: Member) -> Bool {
    switch member {
    case .writeLEHostSupport: octets[24] & 0x40 != 0
    case .leReadBufferSize: octets[25] & 0x02 != 0
    case .leReadBufferSizeV2: octets[41] & 0x20 != 0
    case .remoteConnectionParameterReplies: octets[33] & 0x30 == 0x30
    case .leWriteSuggestedDefaultDataLength: octets[34] & 0x01 != 0
    }
  }
}

/// The properties of a controller that were read during bring-up.
public struct ControllerInformation: Sendable {
  /// The smallest data length that the specification allows, in octets.
  static var minimumACLDataPacketLength: Int { 27 }
  /// The longest data that a Linux device accepts in one packet, in octets. No controller needs more.
  static var maximumACLDataPacketLength: Int { 1_021 }

  /// The versions that the controller reports.
  public internal(set) var version = LocalVersionInformation()
  /// The commands that the controller supports.
  public internal(set) var supportedCommands = SupportedCommands()
  /// The LMP features, page 0.
  public internal(set) var features: UInt64 = 0
  /// The Link Layer features.
  public internal(set) var leFeatures: UInt64 = 0
  /// The public address; nil if the controller has no unique one. The default address of a model is not unique.
  public internal(set) var publicAddress: DeviceAddress?
  /// How many octets of data an ACL packet to the controller may carry: 27...1,021.
  public internal(set) var aclDataPacketLength = 0
  /// How many ACL packets the controller holds: 1...65,535.
  public internal(set) var totalNumACLDataPackets = 0

  init() {}

  /// LMP feature bit 37, "BR/EDR Not Supported", is clear.
  var isDualMode: Bool { features & 0x20_0000_0000 == 0 }
  /// LMP feature bit 38.
  var supportsLowEnergy: Bool { features & 0x40_0000_0000 != 0 }
  /// Link Layer feature bit 5.
  var supportsDataLengthExtension: Bool { leFeatures & 0x20 != 0 }
}

extension DeviceAddress {
  /// Whether this may be the public address of one single device.
  ///
  /// A chip without one answers with octets all alike (00, FF, AA) or, if Broadcom made it, with its own name behind
  /// 0x43 (43:43:A1:12:1F:AC). The lowest bit of 0x43 marks a group address (IEEE 802), which is not valid for a
  /// device.
  public var isPlausiblePublic: Bool {
    guard kind == .public, octets[5] & 0x01 == 0 else { return false }
    for index in 1..<6 where octets[index] != octets[0] { return true }
    return false
  }
}
