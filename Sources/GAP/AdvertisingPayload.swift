public import HCI
internal import Octets

/// Which data goes into the advertisement, which every phone reads, and which into the scan response, which iOS often
/// does not ask for.
public enum AdvertisingLayout: Sendable {
  /// Flags, solicitation of ANCS, up to eight octets of the name; the whole name in the scan response.
  case solicitationFirst
  /// Flags, name, Device Information service; the solicitation in the scan response. One report of 2026 has it that
  /// newer versions of iOS list such a device more reliably.
  case nameFirst
}

/// What the watch sends while it waits for its phone.
///
/// Without a profile of Apple's, an accessory is listed in the iPhone's settings only if it solicits the Apple
/// Notification Center Service. Core Spec Supplement, Part A, 1; Apple, "Apple Notification Center Service".
public struct AdvertisingPayload: Equatable, Sendable {
  public private(set) var primary = AdvertisingData()
  public private(set) var scanResponse = AdvertisingData()

  /// - Parameter name: UTF-8. What does not fit is cut at a character.
  public init(layout: AdvertisingLayout, name: Span<UInt8>) {
    do throws(EncodeError) {
      switch layout {
      case .solicitationFirst: try putSolicitationFirst(name)
      case .nameFirst: try putNameFirst(name)
      }
    } catch {
      preconditionFailure("The layouts fit whatever the name is.")
    }
  }

  /// 3 + 18 + (2 + 8) octets; 2 + 29 octets.
  private mutating func putSolicitationFirst(_ name: Span<UInt8>) throws(EncodeError) {
    try primary.putFlags()
    try primary.putSolicitation()
    try primary.put(name: BoundedText<8>(repairing: name))
    try scanResponse.put(name: BoundedText<29>(repairing: name))
  }

  /// 3 + (2 + 22) + 4 octets; 18 octets.
  private mutating func putNameFirst(_ name: Span<UInt8>) throws(EncodeError) {
    let deviceInformationService: [2 of UInt8] = [0x0A, 0x18]
    try primary.putFlags()
    try primary.put(name: BoundedText<22>(repairing: name))
    try primary.put(type: .incompleteListOf16BitServiceUUIDs, deviceInformationService.span)
    try scanResponse.putSolicitation()
  }
}

/// The AD types in use. Bluetooth Assigned Numbers, "Common Data Types".
private enum AdvertisingDataType: UInt8 {
  case flags = 0x01
  case incompleteListOf16BitServiceUUIDs = 0x02
  case shortenedLocalName = 0x08
  case completeLocalName = 0x09
  case listOf128BitServiceSolicitationUUIDs = 0x15
}

extension AdvertisingData {
  fileprivate mutating func put(type: AdvertisingDataType, _ body: Span<UInt8>) throws(EncodeError) {
    try put(type: type.rawValue, body)
  }

  /// LE General Discoverable Mode, BR/EDR Not Supported.
  fileprivate mutating func putFlags() throws(EncodeError) {
    let flags: [1 of UInt8] = [0x06]
    try put(type: .flags, flags.span)
  }

  /// 7905F431-B5CE-4E99-A40F-4B1E122D00D0, the Apple Notification Center Service.
  fileprivate mutating func putSolicitation() throws(EncodeError) {
    let service: [16 of UInt8] = [
      0xD0, 0x00, 0x2D, 0x12, 0x1E, 0x4B, 0x0F, 0xA4, 0x99, 0x4E, 0xCE, 0xB5, 0x31, 0xF4, 0x05, 0x79,
    ]
    try put(type: .listOf128BitServiceSolicitationUUIDs, service.span)
  }

  fileprivate mutating func put<let capacity: Int>(name: BoundedText<capacity>) throws(EncodeError) {
    guard !name.isEmpty else { return }
    try put(type: name.isTruncated ? .shortenedLocalName : .completeLocalName, name.span)
  }
}
