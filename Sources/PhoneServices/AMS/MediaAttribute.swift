/// An entity, which has attributes: the player, its queue or the track.
///
/// AMS specification, "EntityID values".
public enum EntityID: UInt8, Equatable, Sendable {
  /// The application that plays.
  case player = 0
  /// The list of tracks.
  case queue = 1
  /// The present track.
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
  /// The number of tracks.
  case count = 1
  /// 0 off, 1 one track, 2 all.
  case shuffleMode = 2
  /// 0 off, 1 one track, 2 all.
  case repeatMode = 3
}

/// AMS specification, "TrackAttributeID values".
public enum TrackAttributeID: UInt8, Equatable, Sendable {
  /// The artist.
  case artist = 0
  /// The album.
  case album = 1
  /// The title.
  case title = 2
  /// In seconds, as a decimal.
  case duration = 3
}

/// An attribute of an entity.
public enum MediaAttribute: Equatable, Sendable {
  /// An attribute of the player.
  case player(PlayerAttributeID)
  /// An attribute of the list of tracks.
  case queue(QueueAttributeID)
  /// An attribute of the track.
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

  /// The entity that has the attribute.
  public var entityID: EntityID {
    switch self {
    case .player: .player
    case .queue: .queue
    case .track: .track
    }
  }

  /// The number of the attribute in its entity.
  public var attributeID: UInt8 {
    switch self {
    case .player(let id): id.rawValue
    case .queue(let id): id.rawValue
    case .track(let id): id.rawValue
    }
  }
}
