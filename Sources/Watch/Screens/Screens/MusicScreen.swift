public import Graphics
internal import Octets
public import Timing
internal import Typefaces

/// The effect of a button on the music screen.
public enum MusicKey: UInt8, Equatable, Sendable {
  case play, pause, next, previous, louder, softer, leave

  var icon: Icon {
    switch self {
    case .play: .play
    case .pause: .pause
    case .next: .next
    case .previous: .previous
    case .louder: .louder
    case .softer: .softer
    case .leave: .cross
    }
  }
}

/// Whether there is music to show, and whether it plays.
public enum MusicStatus: UInt8, Equatable, Sendable {
  /// No phone is there.
  case noPhone
  /// The phone has no such service, or none yet.
  case noService
  case nothingPlaying
  case paused
  case playing

  var message: Phrase {
    switch self {
    case .noPhone: .banner(.notReady)
    case .noService: .musicLine(.noMusicService)
    case .nothingPlaying, .paused, .playing: .musicLine(.nothingPlaying)
    }
  }

  /// The icon that replaces a missing track.
  var emptyIcon: Icon {
    switch self {
    case .noPhone: .linkLost
    case .noService: .linkTrouble
    case .nothingPlaying, .paused, .playing: .music
    }
  }

  var icon: Icon {
    switch self {
    case .noPhone, .noService, .nothingPlaying: .music
    case .paused: .pause
    case .playing: .play
    }
  }
}

/// The track that a phone plays, as text borrowed from its store, with the position in the track.
public struct MusicText: ~Escapable {
  public let player: Span<UInt8>
  public let title: Span<UInt8>
  public let artist: Span<UInt8>
  public let album: Span<UInt8>
  public var elapsed: Interval?
  public var duration: Interval?
  /// In per cent.
  public var volume: UInt8?

  @_lifetime(copy player, copy title, copy artist, copy album)
  public init(player: Span<UInt8>, title: Span<UInt8>, artist: Span<UInt8>, album: Span<UInt8>) {
    self.player = player
    self.title = title
    self.artist = artist
    self.album = album
  }
}

/// The music: the player, the title, the artist with the album if there is room, and between the signs of the two
/// buttons how far the track is, or how loud it plays.
public struct MusicScreen: ~Escapable {
  private let status: MusicStatus
  private let text: MusicText
  /// The effects of accept and decline; nil: no effect.
  private let keys: (accept: MusicKey?, decline: MusicKey?)
  private let offset: Int?

  /// - Parameter offset: how far a title that is too long has run; nil if it lies still.
  @_lifetime(copy text)
  public init(
    _ status: MusicStatus, _ text: MusicText, accept: MusicKey?, decline: MusicKey?, runningBy offset: Int? = nil
  ) {
    self.status = status
    self.text = text
    keys = (accept, decline)
    self.offset = offset
  }

  /// How far the title has to run to be seen whole; 0 if it is.
  public static func overhang(of text: MusicText) -> Int {
    text.artist.isEmpty && text.album.isEmpty
      ? Bitmap.overhang(ofLarge: text.title) : Bitmap.overhang(of: text.title, in: Layout.width, isBold: true)
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    bitmap.drawBar(status.icon, text.player.isEmpty ? bitmap.words(.menu(.music)).utf8Span : text.player)
    switch status {
    case .paused, .playing: drawTrack(into: &bitmap)
    case .noPhone, .noService, .nothingPlaying: bitmap.drawEmpty(status.emptyIcon, status.message)
    }
    drawKey(keys.accept, x: 0, into: &bitmap)
    drawKey(keys.decline, x: Layout.width - Self.keyWidth, into: &bitmap)
    let row = Layout.bottomRow.droppingLeft(Self.keyWidth + 4).droppingRight(Self.keyWidth + 4)
    if keys.accept == .louder || keys.decline == .softer {
      drawVolume(in: row, into: &bitmap)
    } else if status == .paused || status == .playing {
      drawTime(in: row, into: &bitmap)
    }
  }

  private static let keyWidth = Icon.side + 6

  private func drawKey(_ key: MusicKey?, x: Int, into bitmap: inout Bitmap) {
    guard let key else { return }
    bitmap.fillRounded(
      Rectangle(x: x, y: Layout.bottomRow.y, width: Self.keyWidth, height: Layout.rowHeight).box)
    bitmap.draw(key.icon.glyph, x: x + 3, y: Layout.bottomRow.y, .dark)
  }

  /// A title without an artist may take both rows.
  private func drawTrack(into bitmap: inout Bitmap) {
    if text.artist.isEmpty, text.album.isEmpty {
      return bitmap.drawLarge(
        text.title.isEmpty ? bitmap.words(.musicLine(.noTitle)).utf8Span : text.title, runningBy: offset)
    }
    if let offset, offset > 0 {
      bitmap.drawRunning(text.title, in: Layout.row(0), offset: offset, TextStyle(isBold: true))
    } else {
      bitmap.drawLine(text.title, in: Layout.row(0), TextStyle(isBold: true))
    }
    let row = Layout.row(1)
    if text.artist.isEmpty { return bitmap.drawLine(text.album, in: row) }
    let width = Layout.face.width(of: text.artist) + 2 * Self.separatorWidth
    let albumWidth = Layout.face.width(of: text.album)
    guard !text.album.isEmpty, width + albumWidth <= row.width else { return bitmap.drawLine(text.artist, in: row) }
    // Each in a cell of its own width: what runs to the left stands beside the other, too.
    bitmap.drawText(text.artist, in: row.droppingRight(row.width - width + 2 * Self.separatorWidth), Layout.face)
    bitmap.fill(Rectangle(x: width - Self.separatorWidth - 2, y: row.y + 7, width: 4, height: 2))
    bitmap.drawText(text.album, in: row.droppingLeft(width).droppingRight(row.width - width - albumWidth), Layout.face)
  }

  /// Half of what is between the artist and the album.
  private static let separatorWidth = 8

  /// `1:07/4:05` above a bar that is filled so far; the first alone if both have no room.
  private func drawTime(in row: Rectangle, into bitmap: inout Bitmap) {
    guard let elapsed = text.elapsed else { return }
    var time = ShortText()
    time.append(elapsed)
    if let duration = text.duration {
      var both = time
      both.append("/")
      both.append(duration)
      if TextFace.numerals.width(of: both.span) <= row.width { time = both }
      let whole = max(1, Int(truncatingIfNeeded: duration.wholeSeconds))
      drawGauge(Int(truncatingIfNeeded: elapsed.wholeSeconds), of: whole, in: row, into: &bitmap)
    }
    drawNumerals(time, in: row, into: &bitmap)
  }

  private func drawVolume(in row: Rectangle, into bitmap: inout Bitmap) {
    guard let volume = text.volume else { return }
    var level = ShortText()
    level.append(Int(volume))
    level.append("%")
    drawNumerals(level, in: row, into: &bitmap)
    drawGauge(Int(volume), of: 100, in: row, into: &bitmap)
  }

  private func drawNumerals(_ text: borrowing ShortText, in row: Rectangle, into bitmap: inout Bitmap) {
    let area = Rectangle(x: row.x, y: row.y + 1, width: row.width, height: 8)
    bitmap.drawText(text.span, in: area, TextFace.numerals, TextStyle(alignment: .centered))
  }

  /// A thin frame, filled as far as `value` goes.
  private func drawGauge(_ value: Int, of whole: Int, in row: Rectangle, into bitmap: inout Bitmap) {
    let frame = Rectangle(x: row.x, y: row.y + 11, width: row.width, height: 4)
    bitmap.fill(frame)
    bitmap.fill(Rectangle(x: frame.x + 1, y: frame.y + 1, width: frame.width - 2, height: 2), .dark)
    let length = (frame.width - 2) * min(value, whole) / whole
    bitmap.fill(Rectangle(x: frame.x + 1, y: frame.y + 1, width: length, height: 2))
  }
}
