// Which events the controller may send. Until these are set, it sends no LE event at all.

/// The events of the general mask that this host wants.
///
/// Core Spec 5.4, Vol 4, Part E, 7.3.1.
enum EventMask {
  /// Disconnection Complete (bit 4), Encryption Change (7), Read Remote Version Information Complete (11), Hardware
  /// Error (15), Data Buffer Overflow (25), Encryption Key Refresh Complete (47), LE Meta (61).
  private static let wanted: UInt64 = 0x2000_8000_0200_8890
  /// Command Complete (13), Command Status (14), Number Of Completed Packets (18). They cannot be masked according to
  /// the specification, but some controllers send them only if the bit is set.
  private static let unmaskable: UInt64 = 0x0004_6000

  static var host: UInt64 { wanted | unmaskable }
}

/// The LE events that this host wants.
///
/// Core Spec 5.4, Vol 4, Part E, 7.8.1.
enum LEEventMask {
  /// Connection Complete (bit 0), Connection Update Complete (2), Read Remote Features Complete (3), Long Term Key
  /// Request (4).
  private static let version40: UInt64 = 0x1D
  /// Remote Connection Parameter Request (5): only if the device can answer it, because a link
  /// without an answer ends.
  private static let remoteConnectionParameterRequest: UInt64 = 0x20
  private static let dataLengthChange: UInt64 = 0x40
  private static let phyUpdateComplete: UInt64 = 0x800

  /// Returns the LE event mask for a controller. Some controllers reject bits that are newer than their version.
  ///
  /// Enhanced Connection Complete (9) stays off: it would only replace Connection Complete, and adds nothing without
  /// controller privacy.
  static func host(version: UInt8, supportedCommands: SupportedCommands) -> UInt64 {
    var mask = version40
    if version >= HCIVersion.version41.rawValue, supportedCommands.contains(.remoteConnectionParameterReplies) {
      mask |= remoteConnectionParameterRequest
    }
    if version >= HCIVersion.version42.rawValue { mask |= dataLengthChange }
    if version >= HCIVersion.version50.rawValue { mask |= phyUpdateComplete }
    return mask
  }
}
