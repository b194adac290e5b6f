public import BluetoothHost
public import HCI
import Octets
public import Timing

extension Socket {
  /// Gives the host all packets that have arrived.
  public mutating func deliverPackets<Observer: AttributeObserver & ~Copyable>(
    to host: inout BluetoothHost, through receiver: inout H4Receiver<2_200>, observer: inout Observer, now: Instant
  ) throws {
    while try receiver.hasPacket || receiver.receive(from: &self) > 0 {
      guard receiver.hasPacket else { continue }
      host.handle(packet: receiver.packet, now: now, observer: &observer)
      receiver.removePacket()
    }
    if receiver.isFramingLost { throw Socket.Failure.framingLost }
  }

  /// Sends all packets that the host has for the controller.
  public mutating func sendPackets(of host: inout BluetoothHost, now: Instant) throws {
    var packet = OctetBuffer<264>()
    while true {
      packet.removeAll()
      packet.append { output in _ = host.nextPacket(into: &output, now: now) }
      guard !packet.isEmpty else { return }
      _ = try send(packet.span)
    }
  }
}
