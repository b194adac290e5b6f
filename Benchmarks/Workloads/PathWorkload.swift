internal import ANCS
internal import ATT
internal import HCI
internal import L2CAP
internal import Octets
internal import Timing

/// The way of a notification through the host: from the octets that the transport delivers to the slot where its texts
/// are read, and back to the octets of the request.
///
/// H4 framing, ACL, recombination, ATT, the session with its queue, its store and its deadlines. The link and its
/// encryption are not in it: a phone that is connected sends nothing but this.
public struct PathWorkload: ~Copyable {
  /// What `Benchmarks/session.py` gives the Notification Source.
  private static var source: UInt16 { 0x0011 }
  private static var controlPoint: AttributeHandle? { AttributeHandle(rawValue: 0x0016) }
  /// How much one read from the transport brings.
  private static var readCount: Int { 1_024 }

  private var receiver = H4Receiver()
  private var recombiner = Recombiner<521>()
  private var session = Session<33, 33_792>()
  private var command = OctetBuffer<182>()
  private var packet = OctetBuffer<264>()
  private var now = Instant.start
  private var lastUID: NotificationUID?
  private let verifies: Bool

  /// - Parameter verifies: whether every octet of every text is summed.
  public init(verifies: Bool = false) {
    self.verifies = verifies
    begin()
  }

  /// The phone is there, and lets us ask.
  private mutating func begin() {
    session.serviceFound(hasControlPoint: true, hasDataSource: true, now: now)
    session.subscribed(now: now)
    _ = takeCommand()
    session.writeCompleted(attError: ControlPointAnswer.invalidParameter, now: now)
    while session.nextEvent() != nil {}
  }

  /// Takes what a controller sent, as `session.h4` has it, until so many notifications are whole.
  public mutating func run(_ transport: Span<UInt8>, atMost limit: Int = .max) -> Tally {
    var tally = Tally()
    var rest = transport
    while !rest.isEmpty, tally.items < limit {
      let taken = receiver.receive(rest.extracting(first: min(rest.count, Self.readCount)))
      guard taken > 0 else { break }
      rest = rest.extracting(droppingFirst: taken)
      tally.octetsIn += taken
      while receiver.hasPacket, tally.items < limit {
        takePacket(&tally)
        receiver.removePacket()
      }
    }
    return tally
  }

  private mutating func takePacket(_ tally: inout Tally) {
    guard takeFragment() else { return }
    takePDU()
    recombiner.removeFrame()
    ask(&tally)
    takeEvents(&tally)
  }

  /// - Returns: whether a frame is whole.
  private mutating func takeFragment() -> Bool {
    guard let fragment = try? ACLFragment(decoding: receiver.packet) else { return false }
    return recombiner.append(fragment.data, isFirst: fragment.isFirst, now: now) == .frameComplete
  }

  private mutating func takePDU() {
    var pdu = recombiner.payload
    if let header = try? HandleValueNotification(decoding: &pdu) {
      now = now + .milliseconds(1)
      if header.attributeHandle.rawValue == Self.source {
        session.receiveNotificationSource(pdu, now: now)
      } else {
        session.receiveDataSource(pdu, now: now)
      }
    } else if (try? WriteResponse(decoding: &pdu)) != nil {
      session.writeCompleted(attError: nil, now: now)
    }
  }

  /// Writes what the session wants to ask. The names of applications are none of the phone's business here.
  private mutating func ask(_ tally: inout Tally) {
    while takeCommand() {
      putRequest()
      tally.octetsOut += packet.count
      guard command.span[0] != 0 else { return }
      session.writeCompleted(attError: ControlPointAnswer.invalidParameter, now: now)
    }
  }

  private mutating func takeCommand() -> Bool {
    command.removeAll()
    var isThere = false
    command.append { output in isThere = session.nextCommand(into: &output, now: now) }
    return isThere
  }

  /// The packet that carries the command, as it goes to the controller.
  private mutating func putRequest() {
    guard let handle = Self.controlPoint else { return }
    packet.removeAll()
    do throws(EncodeError) {
      try packet.append { output throws(EncodeError) in
        // Indicator, handle and length of an ACL packet that holds it all.
        try output.put(0x02 as UInt8)
        try output.put(0x0040 as UInt16)
        try output.put(UInt16(truncatingIfNeeded: command.count + 7))
        let frame = try output.beginFrame(on: .attribute)
        try WriteRequest(attributeHandle: handle).encode(into: &output)
        try output.put(command.span)
        _ = output.endFrame(frame)
      }
    } catch {
      packet.removeAll()
    }
  }

  private mutating func takeEvents(_ tally: inout Tally) {
    while let event = session.nextEvent() {
      switch event {
      case .content(let uid), .attributes(let uid): take(uid, &tally)
      case .added(let uid), .removed(let uid): if verifies { tally.sum(uid.rawValue) }
      case .authorized, .unauthorized, .modified, .evicted, .excerpt, .read, .actionEnded: break
      }
    }
  }

  /// A notification is told of twice if the name of its application was asked for.
  private mutating func take(_ uid: NotificationUID, _ tally: inout Tally) {
    guard uid != lastUID, let index = session.notifications.index(of: uid),
      session.notifications.notification(at: index).content == .complete
    else { return }
    lastUID = uid
    tally.items += 1
    guard verifies else { return tally.note(session.notifications[.message, at: index].count) }
    for raw in 0..<8 {
      guard let attribute = NotificationAttributeID(rawValue: UInt8(truncatingIfNeeded: raw)) else { return }
      tally.sum(session.notifications[attribute, at: index], attribute: attribute.rawValue)
    }
  }
}

/// How the phone takes a write to the Control Point.
enum ControlPointAnswer {
  static var invalidParameter: UInt8 { 0xA2 }
}
