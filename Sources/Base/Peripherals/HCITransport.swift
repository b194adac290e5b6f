public import Timing

/// A way to a Bluetooth controller that carries HCI packets with their H4 packet indicator in front.
///
/// Core Spec 5.4, Vol 4, Part A, 2.
public protocol HCITransport: ~Copyable {
  /// `Never` where a transfer cannot fail.
  associatedtype Failure: Error

  /// Appends what has arrived to `buffer`, without waiting; returns how many octets, 0 if nothing has.
  ///
  /// A transport may cut the octets anywhere, or keep packets apart: H4 framing serves both.
  ///
  /// - Throws: when the controller is gone. The transport is of no further use.
  mutating func receive(into buffer: inout OutputSpan<UInt8>) throws(Failure) -> Int

  /// Sends one whole packet, without waiting.
  ///
  /// - Returns: whether it was taken. One that was not is offered again, unchanged, when there is room.
  /// - Throws: when the controller is gone. The transport is of no further use.
  mutating func send(_ packet: Span<UInt8>) throws(Failure) -> Bool

  /// Lets go of a controller that is lost. Nothing is received or sent until the transport's owner has opened it again.
  mutating func close()

  /// The controller has been brought up.
  mutating func noteReady(now: Instant)
}

extension HCITransport where Self: ~Copyable {
  public mutating func close() {}
  public mutating func noteReady(now: Instant) {}
}
