public import Identifiers
public import Octets
public import Timing
public import WatchModel

/// The facts that the status screen shows beside the state of the link.
public struct StatusFacts: ~Escapable {
  /// The phone that is connected, else the only one that may connect; empty if there is no such phone.
  let phone: Span<UInt8>
  let isPhoneHere: Bool
  /// As advertised.
  let name: Span<UInt8>
  /// Ours; nil if unknown.
  public var address: DeviceAddress?
  /// How many phones are paired.
  public var bondCount = 0
  /// The charge of the phone that is connected, in per cent; nil if it is not known.
  public var batteryLevel: UInt8?
  /// Its model; empty if that is not known.
  public var model = BoundedText<24>()
  /// The source of the time on the clock; nil: the status screen does not show it.
  public var timeSource: TimeSource?
  /// How long ago the phone sent something; nil if it never did.
  public var lastEventAge: Interval?
  public var losses = Losses()
  public var recoveries = RecoveryLog()
  public var now = Instant.start
  /// How times are written.
  public var style = ClockStyle()

  @_lifetime(copy name, copy phone)
  public init(name: Span<UInt8>, phone: Span<UInt8>, isPhoneHere: Bool) {
    self.name = name
    self.phone = phone
    self.isPhoneHere = isPhoneHere
  }

  enum Line {
    case lastEvent, phone, charge, time, bondCount, name, address
    case loss(Losses.Kind)
    case recoveryTime(Int)
    case recovery(Int)
  }

  var lineCount: Int { identityLineCount + losses.kindCount + 2 * recoveries.count }

  private var identityLineCount: Int {
    3 + (phone.isEmpty ? 0 : 1) + (isChargeShown ? 1 : 0) + (timeSource == nil ? 0 : 1) + (address == nil ? 0 : 1)
  }

  private var isChargeShown: Bool { batteryLevel != nil || !model.isEmpty }

  /// - Returns: nil beyond the last line.
  func line(_ number: Int) -> Line? {
    let extra = number - identityLineCount
    guard extra >= 0 else { return identityLine(number) }
    if let kind = losses.kind(at: extra) { return .loss(kind) }
    let half = extra - losses.kindCount
    guard half / 2 < recoveries.count else { return nil }
    return half % 2 == 0 ? .recoveryTime(half / 2) : .recovery(half / 2)
  }

  private func identityLine(_ number: Int) -> Line? {
    var left = max(0, number)
    if left == 0 { return .lastEvent }
    if !phone.isEmpty { left -= 1 }
    if left == 0 { return .phone }
    if isChargeShown { left -= 1 }
    if left == 0 { return .charge }
    if timeSource != nil { left -= 1 }
    return switch left {
    case 0: .time
    case 1: .bondCount
    case 2: .name
    case 3: address == nil ? nil : .address
    default: nil
    }
  }
}

extension BoundedText {
  /// Appends `Last: 5 min ago`.
  mutating func append(lastEvent age: Interval, _ language: Language) {
    append(.day(.last), language)
    append(age: age, language)
  }

  /// Appends `5 min ago`.
  mutating func append(age: Interval, _ language: Language) {
    let seconds = Int(age.wholeSeconds)
    if seconds < 60 { return append(.day(.justNow), language) }
    if seconds < 3600 { return append(.countedFact(.minutesAgo), seconds / 60, language) }
    if seconds < 48 * 3600 { return append(.countedFact(.hoursAgo), seconds / 3600, language) }
    append(.countedFact(.daysAgo), seconds / 86_400, language)
  }
}
