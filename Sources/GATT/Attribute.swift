internal import ATT

/// What a link has to be for an access to be allowed.
enum Permission: Equatable, Sendable {
  case never
  case open
  case encrypted
  case authenticated
}

/// One attribute of a server's table. Its handle is its place in the table.
///
/// Core Spec 5.4, Vol 3, Part G, 3.
enum Attribute: Sendable {
  case primaryService(ServiceType)
  case secondaryService(ServiceType)
  case include(service: ServiceType, first: UInt16, last: UInt16)
  /// The value is the next attribute.
  case characteristic(CharacteristicProperties)
  case value(AttributeType, read: Permission, write: Permission)
  /// A Client Characteristic Configuration; `slot` numbers those of a table from 0.
  case configuration(slot: Int, allowed: ClientCharacteristicConfiguration, write: Permission)
  /// A descriptor whose value never changes.
  case extendedProperties(UInt16)

  var type: AttributeType {
    switch self {
    case .primaryService: .primaryService
    case .secondaryService: .secondaryService
    case .include: .include
    case .characteristic: .characteristic
    case .value(let type, _, _): type
    case .configuration: .clientCharacteristicConfiguration
    case .extendedProperties: .characteristicExtendedProperties
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
    if case .value(_, let read, _) = self { read } else { .open }
  }

  private var writePermission: Permission {
    switch self {
    case .value(_, _, let write), .configuration(_, _, let write): write
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
  /// What security is missing. A plain link to a peer whose key we have only needs to be encrypted with it; any other
  /// has to pair. Core Spec 5.4, Vol 3, Part C, 10.3.1.
  fileprivate func refusal(on security: BearerSecurity) -> ErrorCode? {
    switch self {
    case .never, .open: return nil
    case .encrypted, .authenticated:
      guard security.isEncrypted else {
        return security.hasBond ? .insufficientEncryption : .insufficientAuthentication
      }
      return self == .authenticated && !security.isAuthenticated ? .insufficientAuthentication : nil
    }
  }
}
