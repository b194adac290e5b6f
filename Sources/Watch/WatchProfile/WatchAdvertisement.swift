public import GAP
internal import HCI
internal import Identifiers
internal import Octets

/// Which data goes into the advertisement, which every phone reads, and which into the scan response, which iOS often
/// does not ask for.
public enum AdvertisingLayout: Sendable {
  /// Flags, solicitation of ANCS, up to eight octets of the name; the whole name in the scan response.
  case solicitationFirst
  /// Flags, name, Device Information service; the solicitation in the scan response. iOS 18 was seen to list a device
  /// with this layout that it did not list with the other one.
  case nameFirst
}

// The watch sends its name only while the pairing window is open. At any other time only phones that know the watch
// connect, and they do not need the name.
//
// An accessory without a profile of Apple's is listed in the iPhone's settings only if it solicits the Apple
// Notification Center Service. Core Spec Supplement, Part A, 1; Apple, "Apple Notification Center Service".
extension Advertisement {
  /// The advertisement of the watch.
  ///
  /// - Parameters:
  ///   - name: UTF-8. The part that does not fit is cut at a character.
  ///   - layout: the first of the two layouts that take turns while the watch is discoverable.
  public init(watchNamed name: Span<UInt8>, layout: AdvertisingLayout = .solicitationFirst) {
    self.init(
      discoverable: Self.payload(layout, isDiscoverable: true, name),
      alternative: Self.payload(
        layout == .solicitationFirst ? .nameFirst : .solicitationFirst, isDiscoverable: true, name),
      undiscoverable: Self.payload(layout, isDiscoverable: false, Span()))
  }

  private static func payload(
    _ layout: AdvertisingLayout, isDiscoverable: Bool, _ name: Span<UInt8>
  ) -> AdvertisingPayload {
    var payload = AdvertisingPayload()
    do throws(EncodeError) {
      try payload.primary.putFlags(isDiscoverable: isDiscoverable)
      switch layout {
      case .solicitationFirst: try putSolicitationFirst(name, into: &payload)
      case .nameFirst: try putNameFirst(name, into: &payload)
      }
    } catch {
      preconditionFailure("The layouts fit every name.")
    }
    return payload
  }

  /// 3 + 18 + (2 + 8) octets; 2 + 29 octets.
  private static func putSolicitationFirst(
    _ name: Span<UInt8>, into payload: inout AdvertisingPayload
  ) throws(EncodeError) {
    try payload.primary.put(solicitationOf: notificationCenter)
    try payload.primary.put(name: BoundedText<8>(repairing: name))
    try payload.scanResponse.put(name: BoundedText<29>(repairing: name))
  }

  /// 3 + (2 + 22) + 4 octets; 18 octets.
  private static func putNameFirst(_ name: Span<UInt8>, into payload: inout AdvertisingPayload) throws(EncodeError) {
    try payload.primary.put(name: BoundedText<22>(repairing: name))
    // Device Information.
    try payload.primary.put(service: .short(0x180A))
    try payload.scanResponse.put(solicitationOf: notificationCenter)
  }

  /// The Apple Notification Center Service.
  private static var notificationCenter: BluetoothUUID { BluetoothUUID(0x7905_F431_B5CE_4E99, 0xA40F_4B1E_122D_00D0) }
}
