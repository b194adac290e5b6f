public import GATT
public import Timing

/// Who reads what the GATT client finds and what the phone notifies.
///
/// Called while the PDU lies in the host's recombination buffer, so that a value is copied once: to where it is kept.
public protocol AttributeObserver: ~Copyable {
  /// - Parameter event: Its spans end with the call.
  mutating func handle(_ event: borrowing ClientEvent, now: Instant)
  /// The procedure that was started last has ended.
  mutating func handle(_ result: ProcedureResult, now: Instant)
}
