internal import HCI
internal import Identifiers
internal import Timing

/// The commands that restart advertising, one after the other.
///
///     disable → (random address) → parameters → data → scan response → enable → on
///         ↑_____________________________________|  after a pause, if one is refused
///         ↑____________________________________________________________________|  every five minutes
///
/// A controller does not report that it stops advertising without a connection, nor that it fails while no command is
/// pending. Therefore the sequence is repeated as long as nothing happens: up to six commands in five minutes, which
/// wake the processor a dozen times and interrupt advertising for some milliseconds.
/// Core Spec 5.4, Vol 4, Part E, 7.8.4 to 7.8.9.
struct AdvertisingSequence {
  enum Step: Equatable {
    case disable, randomAddress, parameters, data, scanResponse, enable, on
  }

  static var firstPause: Interval { .seconds(1) }
  static var longestPause: Interval { .seconds(30) }
  static var repetitionTime: Interval { .minutes(5) }

  let pace: AdvertisingPace
  let payload: Advertisement.Choice
  private(set) var step = Step.disable
  private var isSent = false
  private var pause = AdvertisingSequence.firstPause
  private var retryDeadline = Deadline()
  private var repetition = Deadline()

  /// - Parameter start: the time at which to send the first command; nil sends it immediately.
  init(_ pace: AdvertisingPace, _ payload: Advertisement.Choice, from start: Instant? = nil) {
    self.pace = pace
    self.payload = payload
    if let start { retryDeadline.set(start) }
  }

  var isOn: Bool { step == .on }

  /// Whether the first command was sent.
  var hasBegun: Bool { step != .disable || isSent }

  /// The time at which to send the first command; nil if it can be sent immediately or was sent.
  var start: Instant? { step == .disable ? retryDeadline.instant : nil }

  /// The next command, once; nil while one is under way, during a pause, and when advertising is on.
  mutating func nextCommand(_ payload: AdvertisingPayload, as ownAddress: DeviceAddress) -> Command? {
    guard !isSent, !retryDeadline.isSet, let command = command(payload, ownAddress) else { return nil }
    isSent = true
    return command
  }

  private func command(_ payload: AdvertisingPayload, _ ownAddress: DeviceAddress) -> Command? {
    switch step {
    case .disable: .leSetAdvertisingEnable(false)
    case .randomAddress: .leSetRandomAddress(ownAddress)
    case .parameters:
      .leSetAdvertisingParameters(AdvertisingParameters(interval: pace.interval, ownAddressKind: ownAddress.kind))
    case .data: .leSetAdvertisingData(payload.primary)
    case .scanResponse: .leSetScanResponseData(payload.scanResponse)
    case .enable: .leSetAdvertisingEnable(true)
    case .on: nil
    }
  }

  /// Handles the result of a command.
  ///
  /// - Returns: whether the controller has refused to advertise.
  mutating func handle(_ opcode: Opcode, _ status: ErrorCode, as ownAddress: DeviceAddress, now: Instant) -> Bool {
    guard isSent, opcode == stepOpcode else { return false }
    isSent = false
    // Advertising that is off already cannot be turned off (0x0C). If there is another reason, the next step fails.
    guard status == .success || step == .disable else {
      postpone(now)
      return true
    }
    step = following(ownAddress)
    if step == .on {
      pause = Self.firstPause
      repetition.set(now + Self.repetitionTime)
    }
    return false
  }

  private mutating func postpone(_ now: Instant) {
    step = .disable
    retryDeadline.set(now + pause)
    pause = pause.doubled(atMost: Self.longestPause)
  }

  private var stepOpcode: Opcode {
    switch step {
    case .disable, .enable: .leSetAdvertisingEnable
    case .randomAddress: .leSetRandomAddress
    case .parameters: .leSetAdvertisingParameters
    case .data: .leSetAdvertisingData
    case .scanResponse: .leSetScanResponseData
    case .on: .none
    }
  }

  private func following(_ ownAddress: DeviceAddress) -> Step {
    switch step {
    case .disable: ownAddress.kind == .random ? .randomAddress : .parameters
    case .randomAddress: .parameters
    case .parameters: .data
    case .data: .scanResponse
    case .scanResponse: .enable
    case .enable, .on: .on
    }
  }

  var deadline: Instant? { earliest(retryDeadline.instant, repetition.instant) }

  mutating func handleTimeout(now: Instant) {
    _ = retryDeadline.expire(at: now)
    if repetition.expire(at: now) { step = .disable }
  }
}
