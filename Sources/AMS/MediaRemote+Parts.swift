internal import Octets
internal import Timing

/// Which characteristics there are.
struct Characteristics {
  var command = false
  var update = false
  var attribute = false
}

/// The way to a remote that is told of everything.
enum SetupStep: UInt8, Equatable {
  case registerPlayer
  case registerTrack
}

/// The write that is under way.
enum Transaction: Equatable {
  case setup(SetupStep)
  case command(RemoteCommandID)
  /// Names the attribute that is to be read next. Overtaken: a newer value came meanwhile.
  case select(MediaAttribute, isOvertaken: Bool)
  /// A command whose end was told already.
  case abandoned

  /// Puts what is to be written. The caller has made sure that there is room.
  @_lifetime(output: copy output)
  func request(into output: inout OutputSpan<UInt8>) -> MediaRequest? {
    switch self {
    case .setup(.registerPlayer):
      Self.register(.player, attributeCount: 3, into: &output)
      return .write(.entityUpdate)
    case .setup(.registerTrack):
      Self.register(.track, attributeCount: 4, into: &output)
      return .write(.entityUpdate)
    case .command(let command):
      output.append(command.rawValue)
      return .write(.remoteCommand)
    case .select(let attribute, _):
      output.append(attribute.entityID.rawValue)
      output.append(attribute.attributeID)
      return .write(.entityAttribute)
    case .abandoned: return nil
    }
  }

  ///     | entityID: 1 | attributeID: 1 | …        AMS specification, "Entity Update"
  @_lifetime(output: copy output)
  private static func register(_ entity: EntityID, attributeCount: UInt8, into output: inout OutputSpan<UInt8>) {
    output.append(entity.rawValue)
    for attribute in 0..<attributeCount { output.append(attribute) }
  }
}

/// Attributes that are to be read, at most eight in two seconds: a phone may send cut values without end.
struct PendingReads {
  private static var limit: Int { 8 }
  private static var window: Interval { .seconds(2) }

  /// Bit 4 · entity + attribute.
  private var bits: UInt16 = 0
  private var count = 0
  private var end = Deadline()

  mutating func set(_ attribute: MediaAttribute, _ isPending: Bool) {
    if case .queue = attribute { return }
    let bit: UInt16 = 1 << (UInt16(attribute.entityID.rawValue) * 4 + UInt16(attribute.attributeID))
    if isPending { bits |= bit } else { bits &= ~bit }
  }

  /// Nil while nothing waits for it.
  var deadline: Instant? { bits != 0 && count >= Self.limit ? end.instant : nil }

  mutating func refill(now: Instant) {
    if end.expire(at: now) { count = 0 }
  }

  mutating func take(now: Instant) -> MediaAttribute? {
    refill(now: now)
    guard bits != 0, count < Self.limit else { return nil }
    let number = UInt8(truncatingIfNeeded: bits.trailingZeroBitCount)
    bits &= bits - 1
    count += 1
    if !end.isSet { end.set(now + Self.window) }
    return MediaAttribute(entity: number / 4, attribute: number % 4)
  }
}
