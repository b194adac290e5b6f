internal import Timing

/// How often the device advertises: intervals that iOS listens for.
///
/// Apple, "Accessory Design Guidelines", Bluetooth LE, Advertising Interval.
public enum AdvertisingPace: Equatable, Sendable {
  /// 20 ms.
  case fast
  /// 152.5 ms.
  case moderate
  /// 417.5 ms.
  case slow
  /// 1,022.5 ms.
  case sparse

  /// In units of 0.625 ms.
  var interval: UInt16 {
    switch self {
    case .fast: 0x0020
    case .moderate: 0x00F4
    case .slow: 0x029C
    case .sparse: 0x0664
    }
  }
}

/// How soon a phone that returns finds the device, at the cost of power.
///
///     fast      20 ms for 30 s → 152.5 ms
///     balanced  20 ms for 30 s → 152.5 ms until 15 min → 417.5 ms
///     saving    20 ms for 30 s → 1,022.5 ms
public enum ReconnectionSpeed: Equatable, Sendable {
  /// Short intervals: a phone that returns connects soonest.
  case fast
  /// Medium intervals.
  case balanced
  /// Long intervals: least power.
  case saving

  /// How long the device advertises at a pace before it changes to the next one; nil: without end.
  func time(of pace: AdvertisingPace) -> Interval? {
    switch pace {
    case .fast: .seconds(30)
    case .moderate: self == .balanced ? .seconds(870) : nil
    case .slow, .sparse: nil
    }
  }

  func pace(after pace: AdvertisingPace) -> AdvertisingPace {
    switch pace {
    case .fast: self == .saving ? .sparse : .moderate
    case .moderate, .slow: .slow
    case .sparse: .sparse
    }
  }

  /// The pace for a phone that comes and goes.
  var lastPace: AdvertisingPace {
    switch self {
    case .fast: .moderate
    case .balanced: .slow
    case .saving: .sparse
    }
  }
}
