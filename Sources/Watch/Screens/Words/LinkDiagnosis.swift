internal import Typefaces
public import WatchModel

/// A step on the way of a notification from the air to the display; each has an icon on the status screen.
public enum LinkStep: Int, Equatable, Comparable, Sendable {
  case radio
  case advertising
  case connected
  /// Encrypted with the key of a bond.
  case secured
  case serviceFound
  case subscribed
  case authorized
  /// Something has come, and not too long ago.
  case recent

  public static let count = 8

  public static func < (one: LinkStep, other: LinkStep) -> Bool { one.rawValue < other.rawValue }

  var icon: Icon {
    switch self {
    case .radio: .aerial
    case .advertising: .beacon
    case .connected: .phone
    case .secured: .lock
    case .serviceFound: .other
    case .subscribed: .inbox
    case .authorized: .eye
    case .recent: .moment
    }
  }
}

/// How far the way of a notification to the watch is open, and where it ends.
public struct LinkDiagnosis: Equatable, Sendable {
  public enum Light: Equatable, Sendable {
    /// The step is done.
    case on
    /// The step is in progress.
    case awaited
    /// The step failed. This is why nothing arrives.
    case failed
    /// The step has not begun, because an earlier one is not done.
    case off
  }

  public let connection: ConnectionState
  /// Nil while nothing is wrong, or things are under way.
  public let trouble: LinkTrouble?
  private let hasEvents: Bool

  /// - Parameter hasEvents: whether anything has come yet.
  public init(connection: ConnectionState, trouble: LinkTrouble?, hasEvents: Bool) {
    self.connection = connection
    self.trouble = trouble
    self.hasEvents = hasEvents
  }

  public func light(of step: LinkStep) -> Light {
    guard let first = firstMissing, step >= first else { return .on }
    if step > first { return .off }
    return trouble == nil ? .awaited : .failed
  }

  /// The first step that is not done; nil if all are.
  public var firstMissing: LinkStep? {
    if let trouble { return trouble.step }
    return switch connection {
    case .starting, .recovering: .radio
    case .advertising, .pairingOpen, .disconnected: .connected
    case .connected, .pairing, .phoneRefused: .secured
    case .encrypted, .discovering, .noNotifications: .serviceFound
    case .unauthorized: .authorized
    case .ready: hasEvents ? nil : .recent
    }
  }

  var headline: Phrase { isPairingPossible ? connection.headline : trouble?.headline ?? connection.headline }

  /// Nil if there is nothing to be done.
  var remedy: Phrase? {
    if isPairingPossible { return LinkTrouble.pairingWindowOpen.remedy }
    return trouble?.remedy ?? connection.remedy
  }

  /// Whether the phone in hand can be paired now: then that is what to say.
  private var isPairingPossible: Bool { trouble == .notBonded && connection == .pairingOpen }
}
