/// What has attributes: the player, its queue and the track.
///
/// AMS specification, "EntityID values".
public enum EntityID: UInt8, Equatable, Sendable {
  case player = 0
  case queue = 1
  case track = 2
}

/// AMS specification, "PlayerAttributeID values".
public enum PlayerAttributeID: UInt8, Equatable, Sendable {
  /// The localised name of the application.
  case name = 0
  /// See `PlaybackInfo`.
  case playbackInfo = 1
  /// 0, silent, to 1, full, as a decimal.
  case volume = 2
}

/// AMS specification, "QueueAttributeID values".
public enum QueueAttributeID: UInt8, Equatable, Sendable {
  /// Zero-based.
  case index = 0
  case count = 1
  case shuffleMode = 2
  case repeatMode = 3
}

/// AMS specification, "TrackAttributeID values".
public enum TrackAttributeID: UInt8, Equatable, Sendable {
  case artist = 0
  case album = 1
  case title = 2
  /// In seconds, as a decimal.
  case duration = 3
}

/// An attribute of an entity.
public enum MediaAttribute: Equatable, Sendable {
  case player(PlayerAttributeID)
  case queue(QueueAttributeID)
  case track(TrackAttributeID)

  /// - Returns: nil if the specification has no name for it.
  public init?(entity: UInt8, attribute: UInt8) {
    switch EntityID(rawValue: entity) {
    case .player:
      guard let id = PlayerAttributeID(rawValue: attribute) else { return nil }
      self = .player(id)
    case .queue:
      guard let id = QueueAttributeID(rawValue: attribute) else { return nil }
      self = .queue(id)
    case .track:
      guard let id = TrackAttributeID(rawValue: attribute) else { return nil }
      self = .track(id)
    case nil: return nil
    }
  }

  public var entityID: EntityID {
    switch self {
    case .player: .player
    case .queue: .queue
    case .track: .track
    }
  }

  /// The number of the attribute among those of its entity.
  public var attributeID: UInt8 {
    switch self {
    case .player(let id): id.rawValue
    case .queue(let id): id.rawValue
    case .track(let id): id.rawValue
    }
  }
}
