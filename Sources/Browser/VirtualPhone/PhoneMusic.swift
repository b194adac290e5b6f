/// The music that a phone plays. Texts are UTF-8.
public struct PhoneMusic: Equatable {
  /// The name of the application that plays.
  public var player: [UInt8] = []
  public var title: [UInt8] = []
  public var artist: [UInt8] = []
  public var album: [UInt8] = []
  public var isPlaying = false
  /// Seconds since the track began.
  public var elapsed = 0
  /// The track's seconds.
  public var duration = 0
  /// 0...100 percent.
  public var volume = 50

  public init() {}
}
