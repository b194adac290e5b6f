public import Graphics

/// A picture of 16 by 16 pixels. The raw value is its index in `Fonts/icons.txt`, which uses the names of the cases.
public enum Icon: Int, Sendable {
  case other
  case incomingCall
  case missedCall
  case voicemail
  case social
  case schedule
  case email
  case news
  case healthAndFitness
  case businessAndFinance
  case location
  case entertainment
  case activeCall
  case tick
  case cross
  case warning
  case phone
  case linkReady
  case linkWaiting
  case linkLost
  case linkTrouble
  /// Empty: its inside, 10 by 5 pixels from (3, 6), is filled by how full it is.
  case battery
  case aerial
  case beacon
  case lock
  case inbox
  case eye
  case moment
  case music
  case play
  case pause
  case next
  case previous
  case louder
  case softer
  /// A bell struck through.
  case muted
  /// A moon.
  case quiet
  case menu
  /// A watch, empty: its case, 6 by 6 pixels from (5, 5), is filled from below by how full its battery is.
  case watchBattery
  /// An alarm clock.
  case alarm
  /// An alarm clock with a question mark.
  case alarmWaiting

  /// The side of an icon, in pixels.
  public static let side = 16

  public var glyph: Glyph {
    @_lifetime(immortal)
    get { GlyphPack.picture(rawValue, of: .icons) }
  }
}
