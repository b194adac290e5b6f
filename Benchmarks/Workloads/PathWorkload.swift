internal import ATT
internal import HCI
internal import L2CAP
internal import Octets
internal import Timing

/// The path of a notification through the host: from the octets that the transport delivers to the slot that holds its
/// texts, and back to the octets of the request.
///
/// Covers H4 framing, ACL, recombination, ATT and the client. The link and its encryption are not included, because a
/// connected phone sends only this. The transport has the three parts of a script; see `ClientWorkload`.
public struct PathWorkload: ~Copyable {
  /// The handle that `Benchmarks/session.py` gives the Notification Source.
  private static var source: UInt16 { 0x0011 }
  private static var controlPoint: AttributeHandle? { AttributeHandle(rawValue: 0x0016) }
  /// The number of octets that one read from the transport returns.
  private static var readCount: Int { 1_024 }

  private var receiver = H4Receiver<2_200>()
  private var recombiner = Recombiner<521>()
  private var client: Client
  private var packet = OctetBuffer<264>()

  /// - Parameter verifies: whether every octet of every text is summed.
  public init(verifies: Bool = false) { client = Client(verifies: verifies) }

  /// Takes the first part of `transport`.
  ///
  /// - Returns: the length of that part in octets; nil if `transport` has no parts or stops in the first one.
  public mutating func prepare(_ transport: Span<UInt8>) -> Int? {
    guard let end = Self.endOfPart(transport, 0) else { return nil }
    let tally = play(transport.extracting(first: end))
    return tally.failure == nil ? end : nil
  }

  /// Takes `transport`, the remaining parts of the controller's data.
  public mutating func run(_ transport: Span<UInt8>) -> Tally {
    guard let end = Self.endOfPart(transport, 0) else { return play(transport) }
    var tally = play(transport.extracting(first: end))
    let removal = play(transport.extracting(droppingFirst: end))
    tally.failure = tally.failure ?? removal.failure
    return tally
  }

  /// The offset after the next mark, which is a vendor-specific event; nil if no mark follows.
  private static func endOfPart(_ transport: Span<UInt8>, _ start: Int) -> Int? {
    var position = start
    while position + 4 < transport.count, transport[position] == H4.acl {
      position += 5 + (Int(transport[position + 3]) | Int(transport[position + 4]) << 8)
    }
    return position + 2 < transport.count && transport[position] == H4.event ? position + 3 : nil
  }

  private mutating func play(_ transport: Span<UInt8>) -> Tally {
    var tally = Tally()
    var rest = transport
    while !rest.isEmpty, tally.failure == nil {
      let taken = receiver.receive(rest.extracting(first: min(rest.count, Self.readCount)))
      guard taken > 0 else { break }
      rest = rest.extracting(droppingFirst: taken)
      tally.octetsIn += taken
      while receiver.hasPacket {
        takePacket(&tally)
        receiver.removePacket()
      }
    }
    client.finish(&tally)
    return tally
  }

  private mutating func takePacket(_ tally: inout Tally) {
    guard takeFragment() else { return }
    let hasRequest = takePDU(&tally)
    recombiner.removeFrame()
    if hasRequest { putRequest(&tally) }
  }

  /// - Returns: whether a frame is complete.
  private mutating func takeFragment() -> Bool {
    guard let fragment = try? ACLFragment(decoding: receiver.packet) else { return false }
    return recombiner.append(fragment.data, isFirst: fragment.isFirst, now: .start) == .frameComplete
  }

  /// - Returns: whether the client has a new request.
  private mutating func takePDU(_ tally: inout Tally) -> Bool {
    var pdu = recombiner.payload
    if let header = try? HandleValueNotification(decoding: &pdu) {
      return header.attributeHandle.rawValue == Self.source
        ? client.receiveSource(pdu, &tally) : client.receiveData(pdu, &tally)
    }
    guard (try? WriteResponse(decoding: &pdu)) != nil else { return false }
    return client.receiveWriteResponse(&tally)
  }

  /// Encodes the packet that carries the client's request to the controller.
  private mutating func putRequest(_ tally: inout Tally) {
    guard let handle = Self.controlPoint else { return }
    packet.removeAll()
    do throws(EncodeError) {
      try packet.append { output throws(EncodeError) in
        // Indicator, handle and length of one ACL packet with the whole request.
        try output.put(H4.acl)
        try output.put(0x0040 as UInt16)
        try output.put(UInt16(truncatingIfNeeded: client.request.count + 7))
        let frame = try output.beginFrame(on: .attribute)
        try WriteRequest(attributeHandle: handle).encode(into: &output)
        try output.put(client.request)
        _ = output.endFrame(frame)
      }
      tally.octetsOut += packet.count
    } catch {
      tally.fail(.unanswered)
    }
  }
}

/// The packet indicators that this transport uses. Core Specification, Volume 4, Part A, 2.
private enum H4 {
  static var acl: UInt8 { 0x02 }
  static var event: UInt8 { 0x04 }
}
