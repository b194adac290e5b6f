internal import ATT
internal import Identifiers

/// The security that a link needs for an access to be allowed.
public enum Permission: Equatable, Sendable {
  /// The access is not allowed on any link.
  case never
  /// The access is allowed on every link.
  case open
  /// Open while the device is discoverable, at other times only on an encrypted link.
  case discoverableOrEncrypted
  /// The link is encrypted.
  case encrypted
  /// The link is encrypted with a key whose pairing was protected against a man in the middle.
  case authenticated
}

/// The part of a database's octets that holds a value.
struct StoredValue: Equatable, Sendable {
  private let startOctet: UInt16
  private let most: UInt8
  private var held: UInt8

  init(start: Int, capacity: Int, count: Int) {
    startOctet = UInt16(truncatingIfNeeded: start)
    most = UInt8(truncatingIfNeeded: capacity)
    held = UInt8(truncatingIfNeeded: count)
  }

  var start: Int { Int(startOctet) }
  /// The most octets of the value: 0...`AttributeDatabase.longestValue`.
  var capacity: Int { Int(most) }

  /// The present octets of the value: 0...`capacity`.
  var count: Int {
    get { Int(held) }
    set { held = UInt8(truncatingIfNeeded: newValue) }
  }
}

/// One attribute of a server's table. Its handle is its place in the table.
///
/// Core Spec 5.4, Vol 3, Part G, 3.
enum Attribute: Sendable {
  case primaryService(BluetoothUUID)
  case secondaryService(BluetoothUUID)
  case include(service: BluetoothUUID, first: UInt16, last: UInt16)
  /// The value is the next attribute.
  case characteristic(CharacteristicProperties)
  case value(BluetoothUUID, read: Permission, write: Permission, StoredValue)
  /// A Client Characteristic Configuration descriptor; `slot` numbers these descriptors in the database, from 0.
  case configuration(slot: Int, allowed: ClientCharacteristicConfiguration, write: Permission)
  /// A descriptor whose value never changes.
  case extendedProperties(UInt16)

  var type: BluetoothUUID {
    switch self {
    case .primaryService: AttributeType.primaryService.uuid
    case .secondaryService: AttributeType.secondaryService.uuid
    case .include: AttributeType.include.uuid
    case .characteristic: AttributeType.characteristic.uuid
    case .value(let type, _, _, _): type
    case .configuration: AttributeType.clientCharacteristicConfiguration.uuid
    case .extendedProperties: AttributeType.characteristicExtendedProperties.uuid
    }
  }

  var isService: Bool {
    switch self {
    case .primaryService, .secondaryService: true
    case .include, .characteristic, .value, .configuration, .extendedProperties: false
    }
  }

  /// Declarations and descriptors can always be read.
  private var readPermission: Permission {
    if case .value(_, let read, _, _) = self { read } else { .open }
  }

  private var writePermission: Permission {
    switch self {
    case .value(_, _, let write, _), .configuration(_, _, let write): write
    case .primaryService, .secondaryService, .include, .characteristic, .extendedProperties: .never
    }
  }

  /// Why reading is refused, or nil.
  func readRefusal(on security: BearerSecurity) -> ErrorCode? {
    readPermission == .never ? .readNotPermitted : readPermission.refusal(on: security)
  }

  /// Why writing is refused, or nil.
  func writeRefusal(on security: BearerSecurity) -> ErrorCode? {
    writePermission == .never ? .writeNotPermitted : writePermission.refusal(on: security)
  }
}

extension Permission {
  /// The security that is missing. The answer on a link that is not encrypted is the same whether there is a bond or
  /// not, so that it does not tell which addresses belong to bonded phones. Core Spec 5.4, Vol 3, Part C, 10.3.1.
  fileprivate func refusal(on security: BearerSecurity) -> ErrorCode? {
    switch self {
    case .never, .open: return nil
    case .discoverableOrEncrypted:
      return security.isDiscoverable || security.isEncrypted ? nil : .insufficientAuthentication
    case .encrypted, .authenticated:
      guard security.isEncrypted else { return .insufficientAuthentication }
      return self == .authenticated && !security.isAuthenticated ? .insufficientAuthentication : nil
    }
  }
}
