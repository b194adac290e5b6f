internal import Features
public import HCI
public import Identifiers
public import Octets

/// The data that a peripheral sends while it waits for a link.
public struct AdvertisingPayload: Equatable, Sendable {
  /// The advertisement, which every central reads.
  public var primary: AdvertisingData
  /// The scan response, which iOS often does not ask for.
  public var scanResponse: AdvertisingData

  /// A payload of this data.
  public init(primary: AdvertisingData = AdvertisingData(), scanResponse: AdvertisingData = AdvertisingData()) {
    self.primary = primary
    self.scanResponse = scanResponse
  }
}

/// The data that a peripheral sends in each state. It is discoverable only while the pairing window is open.
///
/// A discoverable peripheral may have two layouts, which take turns, because a phone lists one or the other.
public struct Advertisement: Sendable {
  enum Choice: Equatable {
    case undiscoverable, firstLayout, secondLayout

    /// The layout that follows while the peripheral is discoverable.
    var other: Choice {
      switch self {
      case .undiscoverable: .undiscoverable
      case .firstLayout: .secondLayout
      case .secondLayout: .firstLayout
      }
    }
  }

  /// For the time in which the pairing window is open: the first layout, and the one that takes turns with it.
  public let discoverable: AdvertisingPayload
  /// The second payload while a new phone may pair. Both alternate.
  public let alternative: AdvertisingPayload
  /// For the time in which it is closed: only peers that know the peripheral connect then. A host that admits any peer
  /// does not send it.
  public let undiscoverable: AdvertisingPayload

  /// An advertisement of these payloads. The flags in each say whether the peripheral is discoverable.
  ///
  /// - Parameter alternative: nil if there is only one layout.
  public init(
    discoverable: AdvertisingPayload, alternative: AdvertisingPayload? = nil, undiscoverable: AdvertisingPayload
  ) {
    self.discoverable = discoverable
    self.alternative = alternative ?? discoverable
    self.undiscoverable = undiscoverable
  }

  subscript(_ choice: Choice) -> AdvertisingPayload {
    switch choice {
    case .undiscoverable: undiscoverable
    case .firstLayout: discoverable
    case .secondLayout: alternative
    }
  }
}

/// The AD types in use. Bluetooth Assigned Numbers, "Common Data Types".
private enum AdvertisingDataType: UInt8 {
  case flags = 0x01
  case incompleteListOf16BitServiceUUIDs = 0x02
  case incompleteListOf128BitServiceUUIDs = 0x06
  case shortenedLocalName = 0x08
  case completeLocalName = 0x09
  case listOf16BitServiceSolicitationUUIDs = 0x14
  case listOf128BitServiceSolicitationUUIDs = 0x15
}

// The AD structures of a peripheral. Core Spec Supplement, Part A, 1.
extension AdvertisingData {
  /// Puts BR/EDR Not Supported and, if the peripheral is discoverable, LE General Discoverable Mode.
  public mutating func putFlags(isDiscoverable: Bool) throws(EncodeError) {
    let flags: [1 of UInt8] = [isDiscoverable ? 0x06 : 0x04]
    try put(type: .flags, flags.span)
  }

  /// Puts the name, marked as shortened if it was cut; nothing for an empty one.
  public mutating func put<let capacity: Int>(name: BoundedText<capacity>) throws(EncodeError) {
    guard !name.isEmpty else { return }
    try put(type: name.isTruncated ? .shortenedLocalName : .completeLocalName, name.span)
  }

  /// Puts a service that the peripheral has. Services whose UUIDs have the same length are in one list.
  public mutating func put(service: BluetoothUUID) throws(EncodeError) {
    try put(service, .incompleteListOf16BitServiceUUIDs, .incompleteListOf128BitServiceUUIDs)
  }

  /// Puts a service that the central should offer. Such services, too, are in one list for each length of UUIDs.
  public mutating func put(solicitationOf service: BluetoothUUID) throws(EncodeError) {
    try put(service, .listOf16BitServiceSolicitationUUIDs, .listOf128BitServiceSolicitationUUIDs)
  }

  /// Data must not have two lists of one type. Core Spec Supplement, Part A, 1.1.1 and 1.10.
  private mutating func put(
    _ service: BluetoothUUID, _ shortType: AdvertisingDataType, _ longType: AdvertisingDataType
  ) throws(EncodeError) {
    var octets = OctetBuffer<16>()
    try octets.append { output throws(EncodeError) in try service.encode(into: &output) }
    let type = octets.count == 2 ? shortType : longType
    // The watch has one service in each list.
    guard !Features.isTiny else { return try put(type: type, octets.span) }
    try extend(type: type.rawValue, by: octets.span)
  }

  private mutating func put(type: AdvertisingDataType, _ body: Span<UInt8>) throws(EncodeError) {
    try put(type: type.rawValue, body)
  }
}
