internal import AMS
internal import ANCS
internal import ATT
internal import Features
internal import GATT
internal import Identifiers
internal import Timing

// The services of a phone that the client uses, and what it does with each. One more service is a case of
// `PhoneService` and a case of `PhoneCharacteristic` for each of its characteristics, each with a row and a place in
// the two tables below, and a receiver in `ServiceValues`.

/// One element for each service, and for each characteristic.
typealias ByPhoneService<Element> = InlineArray<7, Element>
typealias ByPhoneCharacteristic<Element> = InlineArray<13, Element>

/// A service of the phone, in the order in which they are looked for.
enum PhoneService: UInt8, Equatable {
  case genericAttribute, notificationCenter, genericAccess, currentTime, battery, deviceInformation, media

  var row: ServiceRow {
    switch self {
    case .genericAttribute:
      ServiceRow(uuid: .short(0x1801), need: .preliminary, retry: .never, first: .serviceChanged, last: .serviceChanged)
    case .notificationCenter:
      ServiceRow(
        uuid: NotificationCenterService.uuid, need: .essential, retry: .forever, first: .notificationSource,
        last: .dataSource)
    case .genericAccess: ServiceRow(uuid: .short(0x1800), first: .deviceName, last: .deviceName, isConstant: true)
    case .currentTime: ServiceRow(uuid: .short(0x1805), first: .currentTime, last: .localTimeInformation)
    case .battery: ServiceRow(uuid: .short(0x180F), first: .batteryLevel, last: .batteryLevel)
    case .deviceInformation:
      ServiceRow(uuid: .short(0x180A), first: .modelNumber, last: .manufacturerName, isConstant: true)
    case .media: ServiceRow(uuid: AppleMediaService.uuid, first: .entityUpdate, last: .entityAttribute)
    }
  }

  /// The indices of the services up to the last one that is used.
  static var indices: Range<Int> {
    let last: PhoneService =
      Features.hasMusic ? .media : Features.hasPhoneDetails ? .deviceInformation : .notificationCenter
    return 0..<last.index + 1
  }
  /// The indices of the optional services, which come last.
  static var optionalIndices: Range<Int> { genericAccess.index..<indices.upperBound }
  var index: Int { Int(rawValue) }
  /// Whether this watch looks for the service: see `Features`.
  var isUsed: Bool {
    switch self {
    case .genericAttribute, .notificationCenter: true
    case .genericAccess, .currentTime, .battery, .deviceInformation: Features.hasPhoneDetails
    case .media: Features.hasMusic
    }
  }

  /// The indices of its characteristics.
  var characteristics: ClosedRange<Int> { row.first.index...row.last.index }

  /// - Precondition: `index` is the index of a service.
  init(index: Int) { self = PhoneService(rawValue: UInt8(truncatingIfNeeded: index))! }
}

/// The use that the client makes of a service.
struct ServiceRow {
  /// The meaning of the absence of a service.
  enum Need {
    /// It is searched for first. The link is useful without it, too.
    case preliminary
    /// The link is useless without it. It is searched for repeatedly, and after 60 s the link is ended once. From the
    /// fourth refusal of a subscription on, a refusing instance is passed over for the next one.
    case essential
    /// It is looked for after the essential one, found or not, and left alone for an hour if the phone falls silent.
    case optional
  }

  let uuid: BluetoothUUID
  var need = Need.optional
  var retry = RetrySchedule.twice
  /// The first of its characteristics, which are consecutive in the table. Without this one, the service is useless.
  let first: PhoneCharacteristic
  let last: PhoneCharacteristic
  /// Whether its values stay the same as long as the link lasts.
  var isConstant = false

  /// The fewest handles that a usable instance takes: one for its declaration, two for a characteristic, and one for
  /// the CCCD if the characteristic must be subscribed to.
  var leastHandles: Int { need == .essential ? 4 : 3 }
}

/// The pauses after failures.
enum RetrySchedule {
  case never
  /// After 5 s and 60 s.
  case twice
  /// After 5 s, 15 s, and then every 60 s.
  case forever

  /// The pause after this many failures; nil if there is no further try.
  func pause(after failureCount: Int) -> Interval? {
    switch (self, failureCount) {
    case (.never, _): nil
    case (.twice, 1), (.forever, 1): .seconds(5)
    case (.forever, 2): .seconds(15)
    case (.twice, 2), (.forever, _): .seconds(60)
    case (.twice, _): nil
    }
  }
}

/// A characteristic of a phone's service.
enum PhoneCharacteristic: UInt8, Equatable {
  case serviceChanged
  case notificationSource, controlPoint, dataSource
  case deviceName
  case currentTime, localTimeInformation
  case batteryLevel
  case modelNumber, manufacturerName
  case entityUpdate, remoteCommand, entityAttribute

  var row: CharacteristicRow {
    switch self {
    case .serviceChanged:
      CharacteristicRow(service: .genericAttribute, uuid: .short(0x2A05), subscription: .indications)
    case .notificationSource:
      // Its values may come the instant it is subscribed to, and then there are replies on the Data Source.
      CharacteristicRow(
        service: .notificationCenter, uuid: NotificationCenterService.notificationSource,
        subscription: .notifications, follows: .dataSource)
    case .controlPoint:
      CharacteristicRow(service: .notificationCenter, uuid: NotificationCenterService.controlPoint)
    case .dataSource:
      CharacteristicRow(
        service: .notificationCenter, uuid: NotificationCenterService.dataSource, subscription: .notifications)
    case .deviceName: CharacteristicRow(service: .genericAccess, uuid: .short(0x2A00), isRead: true)
    case .currentTime:
      CharacteristicRow(service: .currentTime, uuid: .short(0x2A2B), isRead: true, subscription: .notifications)
    case .localTimeInformation: CharacteristicRow(service: .currentTime, uuid: .short(0x2A0F), isRead: true)
    case .batteryLevel:
      CharacteristicRow(service: .battery, uuid: .short(0x2A19), isRead: true, subscription: .notifications)
    case .modelNumber: CharacteristicRow(service: .deviceInformation, uuid: .short(0x2A24), isRead: true)
    case .manufacturerName: CharacteristicRow(service: .deviceInformation, uuid: .short(0x2A29), isRead: true)
    case .entityUpdate:
      CharacteristicRow(service: .media, uuid: AppleMediaService.entityUpdate, subscription: .notifications)
    case .remoteCommand:
      CharacteristicRow(service: .media, uuid: AppleMediaService.remoteCommand, subscription: .notifications)
    case .entityAttribute: CharacteristicRow(service: .media, uuid: AppleMediaService.entityAttribute)
    }
  }

  var index: Int { Int(rawValue) }

  /// - Precondition: `index` is the index of a characteristic.
  init(index: Int) { self = PhoneCharacteristic(rawValue: UInt8(truncatingIfNeeded: index))! }
}

/// The use that the client makes of a characteristic.
struct CharacteristicRow {
  let service: PhoneService
  let uuid: BluetoothUUID
  /// Whether its value is read when it is found, after it is subscribed to.
  var isRead = false
  /// The kind of values that is subscribed to when it is found.
  var subscription: ClientCharacteristicConfiguration?
  /// The characteristic that is subscribed to before this one.
  var follows: PhoneCharacteristic?
}

extension PhoneCharacteristic {
  init(_ characteristic: MediaCharacteristic) {
    switch characteristic {
    case .remoteCommand: self = .remoteCommand
    case .entityUpdate: self = .entityUpdate
    case .entityAttribute: self = .entityAttribute
    }
  }
}
