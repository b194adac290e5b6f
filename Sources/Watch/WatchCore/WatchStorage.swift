public import Peripherals

/// The storage of the watch: the bonds, and the list of muted applications if there is room for it.
///
/// `BondStorage` says when its functions may wait; those for the mutes follow the same rules.
public protocol WatchStorage: BondStorage, ~Copyable {
  /// Whether the mutes are kept. If not, the functions below are not called.
  static var keepsMutes: Bool { get }

  /// Like `startSaving`, for the mutes. No save of the bonds is under way.
  mutating func startSavingMutes(_ record: Span<UInt8>) throws(Failure)

  /// Like `finishSaving`, for the mutes.
  mutating func finishSavingMutes() throws(Failure) -> Bool

  /// Replaces the mutes, and waits until they survive a loss of power.
  mutating func saveMutes(_ record: Span<UInt8>) throws(Failure)
}

extension WatchStorage where Self: ~Copyable {
  public static var keepsMutes: Bool { false }
  public mutating func startSavingMutes(_ record: Span<UInt8>) throws(Failure) {}
  public mutating func finishSavingMutes() throws(Failure) -> Bool { true }
  public mutating func saveMutes(_ record: Span<UInt8>) throws(Failure) {}
}
