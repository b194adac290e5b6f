public import Peripherals
public import PhoneClient
public import SecurityManager
public import Timing
public import Watch

/// A record that is saved.
public enum SavedRecord: Equatable, Sendable {
  case bonds
  case side(SideRecord)
}

/// The watch's surroundings: its clocks, its motor and LED, and the programs that it reports to.
///
/// Only `now` is required. `WatchCore` calls the functions during a turn; none of them may wait.
public protocol WatchSurroundings: ~Copyable {
  associatedtype TransportFailure: Error = Never
  associatedtype StorageFailure: Error = Never

  /// The time since start, by a clock that never goes back.
  var now: Instant { get }

  /// The local time of the board's own clock, in microseconds since the beginning of 1970; nil while that clock is not
  /// set. The watch asks once a minute while its display is lit, else at least each quarter of an hour. It prefers the
  /// phone's time.
  var localMicroseconds: Int64? { get }

  /// The charge of the watch's battery, 0...100; nil without a battery.
  var batteryPercent: UInt8? { get }

  /// Serves other programs, which may ask something of the watch. Called once in each turn, after the buttons.
  mutating func serve(_ application: inout WatchApplication, now: Instant)

  /// Reports what happened. The packets that follow from it have been sent.
  mutating func note(_ notice: borrowing WatchNotice, of phone: borrowing PhoneState, now: Instant)

  /// Reports an event of a button, before the watch handles it.
  mutating func note(_ event: ButtonEvent, now: Instant)

  /// Switches the motor and the LED. Called once in each turn.
  mutating func setHaptics(isMotorOn: Bool, isLEDLit: Bool)

  /// The controller is lost, and its transport closed. The notices that follow from it come after this.
  mutating func controllerLost(_ loss: ControllerLoss<TransportFailure>, now: Instant)

  /// The controller has been brought up: for the first time, or again.
  mutating func controllerReady(now: Instant)

  /// The latest bonds have been saved, or could not be saved and are saved again later.
  mutating func bondsSaved(_ bonds: BondTable, areSaved: Bool, now: Instant)

  /// One save of a record has ended, also if the record has changed since it started. `failure` is nil if it was
  /// written.
  mutating func savingEnded(of record: SavedRecord, failure: StorageFailure?)
}

extension WatchSurroundings where Self: ~Copyable {
  public var localMicroseconds: Int64? { nil }
  public var batteryPercent: UInt8? { nil }
  public mutating func serve(_ application: inout WatchApplication, now: Instant) {}
  public mutating func note(_ notice: borrowing WatchNotice, of phone: borrowing PhoneState, now: Instant) {}
  public mutating func note(_ event: ButtonEvent, now: Instant) {}
  public mutating func setHaptics(isMotorOn: Bool, isLEDLit: Bool) {}
  public mutating func controllerLost(_ loss: ControllerLoss<TransportFailure>, now: Instant) {}
  public mutating func controllerReady(now: Instant) {}
  public mutating func bondsSaved(_ bonds: BondTable, areSaved: Bool, now: Instant) {}
  public mutating func savingEnded(of record: SavedRecord, failure: StorageFailure?) {}
}
