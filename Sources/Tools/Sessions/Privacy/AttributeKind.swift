import AMS
import ANCS
import Identifiers

/// The kind of data in an attribute's value.
enum AttributeKind {
  /// No personal data.
  case harmless
  /// A name.
  case name
  case controlPoint, dataSource
  case entityUpdate, entityAttribute
  /// Unknown: nothing of it is kept.
  case unknown

  init(_ uuid: BluetoothUUID?) {
    switch uuid {
    case .short(0x2A00): self = .name
    case .short(let short) where Self.harmlessTypes.contains(short): self = .harmless
    case NotificationCenterService.notificationSource, AppleMediaService.remoteCommand: self = .harmless
    case NotificationCenterService.controlPoint: self = .controlPoint
    case NotificationCenterService.dataSource: self = .dataSource
    case AppleMediaService.entityUpdate: self = .entityUpdate
    case AppleMediaService.entityAttribute: self = .entityAttribute
    default: self = .unknown
    }
  }

  /// Declarations and descriptors; GAP except the name; GATT; battery and time; manufacturer, model and revisions.
  private static let harmlessTypes: Set<UInt16> = [
    0x2800, 0x2801, 0x2802, 0x2803, 0x2900, 0x2902, 0x2904, 0x2A01, 0x2A04, 0x2AA6, 0x2A05, 0x2B29, 0x2B2A, 0x2B3A,
    0x2A19, 0x2A2B, 0x2A0F, 0x2A14, 0x2A24, 0x2A26, 0x2A27, 0x2A28, 0x2A29,
  ]

  /// The watch's own attributes: `WatchDatabase`.
  static func ofWatch(_ handle: Int) -> AttributeKind { handle == 0x0003 ? .name : .harmless }
}
