import Screens
import Timing
import WatchModel

extension ScreenSample {
  /// The music screen with a track, its progress, the volume, and the buttons' labels.
  static let music: [ScreenSample] = [
    music("music", .playing, "Music", "Heroes", "David Bowie", "Heroes", at: 67, of: 371, .pause, .next),
    music(
      "music-long", .playing, "Podcasts", "Folge 312: Warum die Donaudampfschifffahrtsgesellschaft unterging",
      "Die Geschichte der Schifffahrt", "", at: 4_000, of: 36_000, .pause, .next),
    music(
      "music-moving", .playing, "Podcasts", "Folge 312: Warum die Donaudampfschifffahrtsgesellschaft unterging",
      "Die Geschichte der Schifffahrt", "", at: 4_000, of: 36_000, .pause, .next, runningBy: 101),
    music("music-title", .paused, "Safari", "Live from the tower", "", "", at: 5, of: nil, .play, .leave),
    music(
      "music-volume", .playing, "Music", "Heroes", "David Bowie", "Heroes", at: 67, of: 371, volume: 44, .louder,
      .softer),
    music("music-previous", .playing, "Music", "Heroes", "David Bowie", "Low", at: 67, of: 371, .previous, .leave),
    music("music-nothing", .nothingPlaying, "", "", "", "", at: nil, of: nil, .play, .leave),
    music("music-no-service", .noService, "", "", "", "", at: nil, of: nil, nil, .leave),
    music("music-no-phone", .noPhone, "", "", "", "", at: nil, of: nil, nil, .leave),
  ]

  static func music(
    _ name: String, _ status: MusicStatus, _ player: String, _ title: String, _ artist: String, _ album: String,
    at elapsed: UInt32?, of duration: UInt32?, volume: UInt8? = nil, _ accept: MusicKey?, _ decline: MusicKey?,
    runningBy offset: Int? = nil
  ) -> ScreenSample {
    ScreenSample(name) { bitmap in
      let (player, title) = (Array(player.utf8), Array(title.utf8))
      let (artist, album) = (Array(artist.utf8), Array(album.utf8))
      var text = MusicText(player: player.span, title: title.span, artist: artist.span, album: album.span)
      text.elapsed = elapsed.map { .seconds($0) }
      text.duration = duration.map { .seconds($0) }
      text.volume = volume
      MusicScreen(status, text, accept: accept, decline: decline, runningBy: offset).draw(into: &bitmap)
    }
  }
}
