internal import ATT
internal import Features
internal import GATT
internal import Timing
internal import WatchModel

/// A request about a characteristic.
enum CharacteristicRequest: UInt8, Equatable {
  case unsubscribe, subscribe, read, write
}

/// Why a service or a value is not available, for now or for good.
enum CharacteristicRefusal: Equatable {
  /// There is no such service, or no such characteristic in it.
  case absent
  /// The characteristic has no configuration descriptor.
  case notSubscribable
  /// The phone answered with this error.
  case refused(ErrorCode)
  case invalidResponse
  /// The phone did not answer, which ended the link.
  case noAnswer

  init?(_ result: ProcedureResult) {
    switch result {
    case .success: return nil
    case .refused(let code): self = .refused(code)
    case .invalidResponse: self = .invalidResponse
    case .timedOut: self = .noAnswer
    }
  }

  /// Whether another try may succeed, because encryption is new or the phone is busy.
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

/// An event of `ServiceSubscriptions`.
enum ServiceEvent: Equatable {
  case found(PhoneService)
  /// The service is not available until the phone changes its services or a new link begins.
  case unavailable(PhoneService, CharacteristicRefusal)
  case subscribed(PhoneCharacteristic)
  /// The value is `ServiceSubscriptions.value` until the next procedure begins.
  case read(PhoneCharacteristic)
  case written(PhoneCharacteristic)
  /// A request failed, after as many tries as the table says.
  case refused(PhoneCharacteristic, CharacteristicRequest, CharacteristicRefusal)
  /// The subscriptions of the notifications are about to be given up and made again.
  case renewing
  /// The handles of a service that was found are no longer valid.
  case forgotten(PhoneService)
}

/// An action for the owner of the link, even while a procedure is running.
enum LinkAction: Equatable {
  /// Deliver the values of this handle.
  case accept(AttributeHandle)
  case refuseAllValues
  case disconnect(Recovery.Cause)
}

/// The procedure that the owner of the link starts.
enum ServiceStep: Equatable {
  case start(Procedure)
  /// Write `ServiceSubscriptions.value`.
  case write(AttributeHandle)
}

extension ServiceSubscriptions {
  /// The state of the subscription to the notifications on this link.
  enum Phase: Equatable {
    case idle
    case exchangingMTU
    /// Generic Attribute and the notifications are being found and subscribed to.
    case subscribing
    /// The notification service is searched for again at `retry`.
    case waiting
    case subscribed
    /// The subscriptions of the notifications are being given up, to be made again.
    case renewing
  }

  enum Work: Equatable {
    case exchangeMTU
    case find(PhoneService)
    case ask(CharacteristicRequest, PhoneCharacteristic)

    var service: PhoneService {
      switch self {
      case .exchangeMTU: .genericAttribute
      case .find(let service): service
      case .ask(_, let characteristic): characteristic.row.service
      }
    }
  }

  /// Whether the running procedure is for an optional service.
  var isUsingOptionalService: Bool { Features.hasOptionalServices && work?.service.row.need == .optional }
}

/// A subscription or a reading that the table asks for.
struct PendingOperation {
  private(set) var isPending = false
  /// Whether it waits for `retry`.
  private var isPostponed = false
  private var refusalCount: UInt8 = 0

  init(isPending: Bool = false) { self.isPending = isPending }

  var isDue: Bool { isPending && !isPostponed }

  mutating func resume() { isPostponed = false }

  /// Takes the result of a try.
  ///
  /// - Returns: the pause before the next try; nil if there is no further try.
  mutating func finish(_ refusal: CharacteristicRefusal?, _ schedule: RetrySchedule) -> Interval? {
    guard let refusal, refusal.mayPass, let pause = schedule.pause(after: Int(refusalCount) + 1) else {
      self = PendingOperation()
      return nil
    }
    isPostponed = true
    refusalCount += 1
    return pause
  }
}

extension HandleRange {
  /// Decodes a value of Service Changed.
  ///
  ///     | firstAffectedHandle: 2 | lastAffectedHandle: 2 |
  ///
  /// - Returns: nil for anything else. Core Spec 5.4, Vol 3, Part G, 7.1.
  init?(serviceChanged value: Span<UInt8>) {
    guard value.count == 4 else { return nil }
    self.init(
      rawFirst: UInt16(value[0]) | UInt16(value[1]) << 8, rawLast: UInt16(value[2]) | UInt16(value[3]) << 8)
  }

  var count: Int { Int(last.rawValue) - Int(first.rawValue) + 1 }

  func overlaps(_ other: HandleRange) -> Bool { first <= other.last && other.first <= last }
}
