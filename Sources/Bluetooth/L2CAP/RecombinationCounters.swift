/// The numbers of frames and fragments that the recombination of a link discarded, for each reason.
public struct RecombinationCounters: Equatable, Sendable {
  /// Incomplete frames given up because another one began.
  public internal(set) var restarted: UInt32 = 0
  /// Continuations without a beginning.
  public internal(set) var orphaned: UInt32 = 0
  /// Frames larger than the buffer.
  public internal(set) var oversized: UInt32 = 0
  /// Frames whose fragments held more than their header announced.
  public internal(set) var overrun: UInt32 = 0
  /// Complete frames that the host did not remove before the next one began: a defect of the host, not of the peer.
  public internal(set) var unread: UInt32 = 0

  public init() {}

  /// All that the peer or the controller is to blame for.
  public var total: UInt32 { restarted &+ orphaned &+ oversized &+ overrun }
}
