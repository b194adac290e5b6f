internal import AMS
internal import ATT
internal import GATT
internal import Identifiers

// What is wanted of the phone beside its notifications. One more service is a case of `SisterService`, a case of
// `SisterCharacteristic` for each of its values with a row of the table, and a taker in `NotificationClient+Sisters`.

/// One element for each service, and for each value.
typealias BySisterService<Element> = InlineArray<5, Element>
typealias BySisterCharacteristic<Element> = InlineArray<9, Element>

/// A service of the phone beside its notification centre, in the order in which they are looked for.
enum SisterService: UInt8, Equatable {
  case genericAccess, currentTime, battery, deviceInformation, media

  static var all: BySisterService<SisterService> {
    [.genericAccess, .currentTime, .battery, .deviceInformation, .media]
  }

  var index: Int { Int(rawValue) }

  var uuid: BluetoothUUID {
    switch self {
    case .currentTime: .short(0x1805)
    case .genericAccess: .short(0x1800)
    case .battery: .short(0x180F)
    case .deviceInformation: .short(0x180A)
    case .media: AppleMediaService.uuid
    }
  }

  /// Whether its values stay what they are as long as the link lasts.
  var isConstant: Bool { self == .genericAccess || self == .deviceInformation }
}

/// A value of one of them, those of one service in the order of their worth: without the first a service is no use.
enum SisterCharacteristic: UInt8, Equatable {
  case currentTime, localTimeInformation, deviceName, batteryLevel, modelNumber, manufacturerName
  case entityUpdate, remoteCommand, entityAttribute

  static var all: BySisterCharacteristic<SisterCharacteristic> {
    [
      .currentTime, .localTimeInformation, .deviceName, .batteryLevel, .modelNumber, .manufacturerName, .entityUpdate,
      .remoteCommand, .entityAttribute,
    ]
  }

  var index: Int { Int(rawValue) }

  /// Its row of the table.
  var use: SisterUse {
    switch self {
    case .currentTime: SisterUse(.currentTime, .short(0x2A2B), isRead: true, isSubscribed: true)
    case .localTimeInformation: SisterUse(.currentTime, .short(0x2A0F), isRead: true)
    case .deviceName: SisterUse(.genericAccess, .short(0x2A00), isRead: true)
    case .batteryLevel: SisterUse(.battery, .short(0x2A19), isRead: true, isSubscribed: true)
    case .modelNumber: SisterUse(.deviceInformation, .short(0x2A24), isRead: true)
    case .manufacturerName: SisterUse(.deviceInformation, .short(0x2A29), isRead: true)
    case .entityUpdate: SisterUse(.media, AppleMediaService.entityUpdate, isSubscribed: true)
    case .remoteCommand: SisterUse(.media, AppleMediaService.remoteCommand, isSubscribed: true)
    case .entityAttribute: SisterUse(.media, AppleMediaService.entityAttribute)
    }
  }
}

/// What is done with a value without being asked for.
struct SisterUse {
  let service: SisterService
  let uuid: BluetoothUUID
  /// Whether it is read when it is found; subscribed to, before that.
  let isRead: Bool
  let isSubscribed: Bool

  init(_ service: SisterService, _ uuid: BluetoothUUID, isRead: Bool = false, isSubscribed: Bool = false) {
    self.service = service
    self.uuid = uuid
    self.isRead = isRead
    self.isSubscribed = isSubscribed
  }
}

/// What is asked about a value.
enum SisterRequest: UInt8, Equatable {
  case subscribe, read, write
}

/// Why something is not to be had, for now or for good.
enum SisterRefusal: Equatable {
  /// No such service, or no such value in it.
  case absent
  /// A value without a configuration descriptor.
  case notSubscribable
  /// The phone answered with this error.
  case refused(ErrorCode)
  /// The phone answered with what makes no sense.
  case invalidResponse
  /// The phone did not answer, which cost the link, a while ago.
  case noAnswer

  init?(_ result: ProcedureResult) {
    switch result {
    case .success: return nil
    case .refused(let code): self = .refused(code)
    case .invalidResponse: self = .invalidResponse
    case .timedOut: self = .noAnswer
    }
  }

  /// Whether it may be otherwise in a moment: encryption is young, the phone is busy.
  var mayPass: Bool {
    switch self {
    case .absent, .notSubscribable, .noAnswer: false
    case .invalidResponse: true
    case .refused(let code):
      switch code {
      case .invalidHandle, .readNotPermitted, .writeNotPermitted, .requestNotSupported, .attributeNotFound: false
      default: true
      }
    }
  }
}

/// What became of it.
enum SisterEvent: Equatable {
  case found(SisterService)
  /// None of it is to be had, until the phone changes its services or comes anew.
  case unavailable(SisterService, SisterRefusal)
  case subscribed(SisterCharacteristic)
  /// The value is `SisterServices.value`, until the next procedure begins.
  case read(SisterCharacteristic)
  case written(SisterCharacteristic)
  /// What was not asked for, a subscription or the first reading, was tried three times.
  case refused(SisterCharacteristic, SisterRequest, SisterRefusal)
}

/// What its owner is to start.
enum SisterStep: Equatable {
  case start(Procedure)
  /// Let the values of the handle through, then start.
  case subscribe(AttributeHandle, Procedure)
  /// Write `SisterServices.value`.
  case write(AttributeHandle)
}
