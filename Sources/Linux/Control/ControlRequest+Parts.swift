internal import Features
internal import WatchModel

/// The parts of this watch that requests need: see `Features`.
struct BuiltParts: Equatable, Sendable {
  var hasTimeTools = Features.hasTimeTools
  var hasMusic = Features.hasMusic
  var hasMuting = Features.hasMuting
  var hasChangingSettings = Features.hasChangingSettings
}

extension ControlRequest {
  /// Whether a watch with these parts can carry out the request.
  func isPossible(with parts: BuiltParts) -> Bool {
    switch self {
    case .alarms, .alarm: parts.hasTimeTools
    case .music: parts.hasMusic
    case .mute: parts.hasMuting
    case .setting(let setting, _): parts.hasChangingSettings && setting?.isBuilt ?? true
    case .action, .list, .status, .settings: true
    }
  }
}
