public import GATT
public import Timing

/// The receiver of the values that the GATT client reads and of the phone's notifications.
///
/// The host calls it while the PDU is in its recombination buffer, so that a value is copied only once: to the place
/// where it is stored.
public protocol AttributeObserver: ~Copyable {
  /// Takes an event of the GATT client. Its spans end with the call.
  mutating func handle(_ event: borrowing ClientEvent, now: Instant)
  /// Takes the result of the procedure that was started last.
  mutating func handle(_ result: ProcedureResult, now: Instant)
}
