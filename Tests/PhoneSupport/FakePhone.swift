import Identifiers
import TestSupport

@testable import SecurityManager

/// A phone, the radio and the watch's controller, as the host sees them: packets in, packets out.
///
/// It pairs with the watch's own machines, answers requests from its attribute server, and records what it receives. It
/// does nothing by itself: a test passes it each packet of the host and takes `packets`.
final class FakePhone {
  static let handle: UInt16 = 0x0040

  var controller = FakeController()
  /// The packets that the host has not received yet.
  var packets: [[UInt8]] = []
  /// The errors on the host's side.
  private(set) var violations: [String] = []

  // The link.
  private(set) var isAdvertising = false
  /// The random addresses that the host set, in order.
  private(set) var randomAddresses: [DeviceAddress] = []
  private(set) var isConnected = false
  private(set) var isEncrypted = false
  var address = Sample.phone
  /// The number of octets of a frame in the next ACL packet to the host, if the frame has that many.
  var fragmentSize: () -> Int = { 27 }
  /// The reasons with which the host ended links.
  private(set) var disconnectReasons: [UInt8] = []
  /// Whether the controller executes the host's Disconnect immediately.
  var endsLinks = true

  // Buffers.
  let bufferCount = 8
  private(set) var heldPackets = 0
  private(set) var mostHeldPackets = 0
  /// Whether packets leave the buffers immediately; otherwise `returnCredits` empties them.
  var returnsCredits = true
  /// The length of each packet of the host.
  private(set) var packetSizes: [Int] = []

  // Frames.
  private var partialFrame: [UInt8] = []
  /// All frames of the host, in order.
  private(set) var frames: [(channel: UInt16, payload: [UInt8])] = []

  // Security.
  private(set) var initiator: PairingInitiator?
  /// The key of the bond; nil without a bond.
  var longTermKey: Value128?
  private var offeredKey: Value128?
  private(set) var wasKeyRefused = false

  /// Whether the phone sends a frame on an unknown channel after connecting, as iOS does.
  var greets = true

  // Attributes.
  var attributes = NotificationCenterServer()
  /// Whether the phone answers requests.
  var isMute = false
  /// Whether the controller refuses to end a link.
  var refusesDisconnect = false

  init() {}

  // MARK: The link

  func connect(from address: DeviceAddress = Sample.phone, handle: UInt16 = FakePhone.handle, role: UInt8 = 1) {
    if handle == Self.handle, role == 1 {
      forgetLink()
      self.address = address
      isConnected = true
      isAdvertising = false
    }
    let kind: UInt8 = address.kind == .public ? 0 : 1
    let head = [0x01, 0x00] + wire(handle) + [role, kind] + address.octets.list
    event(0x3E, head + [0x18, 0, 0, 0, 0x48, 0, 1])
    if greets, isConnected, handle == Self.handle { send([0x09, 0x05, 0x02, 0, 0, 0, 0], on: 0x003A) }
  }

  /// The link is lost, or the phone ends it.
  func disconnect(_ reason: UInt8 = 0x08) {
    guard isConnected else { return }
    forgetLink()
    event(0x05, [0] + wire(Self.handle) + [reason])
  }

  /// Simulates a controller that was switched off and on.
  func reset() {
    forgetLink()
    packets = []
    isAdvertising = false
    returnsCredits = true
    isMute = false
  }

  private func forgetLink() {
    isConnected = false
    isEncrypted = false
    initiator = nil
    offeredKey = nil
    wasKeyRefused = false
    heldPackets = 0
    partialFrame = []
    attributes.forgetLink()
  }

  // MARK: Encryption

  /// Requests a key from the host, to encrypt with `key`.
  func encrypt(with key: Value128?, random: UInt8 = 0) {
    encrypt(with: key, LongTermKeyRequest(random: UInt64(random), encryptedDiversifier: 0))
  }

  func encrypt(with key: Value128?, _ request: LongTermKeyRequest) {
    offeredKey = key
    let random = (0..<8).map { UInt8(truncatingIfNeeded: request.random >> ($0 * 8)) }
    event(0x3E, [0x05] + wire(Self.handle) + random + wire(request.encryptedDiversifier))
  }

  /// Reports an encryption change, whatever was agreed.
  func changeEncryption(status: UInt8 = 0, enabled: UInt8 = 1) {
    isEncrypted = status == 0 && enabled != 0
    event(0x08, [status] + wire(Self.handle) + [enabled])
  }

  private func take(key: Value128) {
    guard key == offeredKey else { return disconnect(0x3D) }
    if isEncrypted {
      event(0x30, [0] + wire(Self.handle))
    } else {
      changeEncryption()
    }
    if initiator?.state == .agreed { say(initiator?.handleEncryption() ?? []) }
  }

  // MARK: Pairing

  func startPairing(_ change: (inout PairingInitiator) -> Void = { _ in }) {
    guard var initiator = PairingInitiator() else { return }
    initiator.link = PairingLink(localAddress: Sample.watch, peerAddress: address, isPeerBonded: false)
    change(&initiator)
    let pdus = initiator.start()
    self.initiator = initiator
    say(pdus)
  }

  /// The number on the phone's screen.
  var code: UInt32? {
    guard case .comparing(let code) = initiator?.state else { return nil }
    return code
  }

  /// The user types the passkey that the watch shows.
  func type(_ passkey: UInt32) { say(initiator?.type(passkey) ?? []) }

  func decide(isConfirmed: Bool) { say(initiator?.decide(isConfirmed: isConfirmed) ?? []) }

  private func hear(security pdu: [UInt8]) {
    // A Security Request is not part of a pairing. A refusal without a pairing is ignored.
    guard pdu[0] != 0x0B, let decoded = try? SecurityManagerPDU(pdu) else { return }
    say(initiator?.handle(decoded) ?? [])
    if initiator?.state == .bonded { longTermKey = initiator?.longTermKey }
    if initiator?.state == .agreed {
      longTermKey = initiator?.longTermKey
      encrypt(with: initiator?.encryptionKey)
    }
  }

  private func say(_ pdus: [SecurityManagerPDU]) {
    for pdu in pdus { if let octets = try? pdu.list { send(octets, on: 0x0006) } }
  }

  // MARK: To the host

  func event(_ code: UInt8, _ parameters: [UInt8]) {
    packets.append([0x04, code, UInt8(parameters.count)] + parameters)
  }

  /// Sends a frame in fragments.
  func send(_ payload: [UInt8], on channel: UInt16) {
    var rest = wire(UInt16(payload.count)) + wire(channel) + payload
    var isFirst = true
    while !rest.isEmpty {
      let part = rest.prefix(max(1, fragmentSize()))
      packets.append([0x02] + wire(Self.handle | (isFirst ? 0x2000 : 0x1000)) + wire(UInt16(part.count)) + part)
      rest = Array(rest.dropFirst(part.count))
      isFirst = false
    }
  }

  func returnCredits(_ count: Int? = nil) {
    let returned = min(count ?? heldPackets, heldPackets)
    guard returned > 0 else { return }
    heldPackets -= returned
    event(0x13, [1] + wire(Self.handle) + wire(UInt16(returned)))
  }

  // MARK: From the host

  func receive(_ packet: [UInt8]) {
    switch packet[0] {
    case 0x01: obey(packet)
    case 0x02: receive(data: packet)
    default: violations.append("a packet of type \(packet[0])")
    }
  }

  private func obey(_ command: [UInt8]) {
    let opcode = UInt16(command[1]) | UInt16(command[2]) << 8
    let parameters = Array(command.dropFirst(4))
    switch opcode {
    case 0x0406:
      packets.append(FakeController.status(opcode, refusesDisconnect ? 0x0C : 0))
      guard !refusesDisconnect else { return }
      disconnectReasons.append(parameters[2])
      let isOurs = Array(parameters[..<2]) == wire(Self.handle)
      if isOurs, endsLinks { disconnect(0x16) }
      if !isOurs { event(0x05, [0] + parameters[..<2] + [0x16]) }
    case 0x201A:
      packets.append(FakeController.complete(opcode, [0] + parameters[..<2]))
      take(key: Value128(octets: [16 of UInt8] { parameters[2 + $0] }))
    case 0x201B:
      packets.append(FakeController.complete(opcode, [0] + parameters[..<2]))
      wasKeyRefused = true
    default:
      packets += controller.answer(command)
      if opcode == 0x2005 {
        randomAddresses.append(DeviceAddress(kind: .random, octets: .init { parameters[$0] }))
      }
      if opcode == 0x200A { isAdvertising = parameters[0] == 1 }
    }
  }

  private func receive(data packet: [UInt8]) {
    guard isConnected else { return violations.append("data without a link") }
    let data = Array(packet.dropFirst(5))
    packetSizes.append(data.count)
    heldPackets += 1
    mostHeldPackets = max(mostHeldPackets, heldPackets)
    if heldPackets > bufferCount { violations.append("more packets than buffers") }
    let isFirst = packet[2] & 0x30 != 0x10
    if isFirst != partialFrame.isEmpty { violations.append("a frame inside a frame") }
    if isFirst { partialFrame = [] }
    partialFrame += data
    if returnsCredits { returnCredits() }
    guard partialFrame.count >= 4 else { return }
    let length = Int(partialFrame[0]) | Int(partialFrame[1]) << 8
    if partialFrame.count > length + 4 { violations.append("a frame longer than it says") }
    guard partialFrame.count >= length + 4 else { return }
    let frame = (UInt16(partialFrame[2]) | UInt16(partialFrame[3]) << 8, Array(partialFrame[4...]))
    partialFrame = []
    frames.append(frame)
    hear(frame.1, on: frame.0)
  }

  private func hear(_ payload: [UInt8], on channel: UInt16) {
    switch channel {
    case 0x0004:
      guard !isMute else { return }
      for pdu in attributes.answer(payload) { send(pdu, on: 0x0004) }
    case 0x0006: hear(security: payload)
    case 0x0005: break
    default: violations.append("a frame on channel \(channel)")
    }
  }

  /// The payloads of all frames on a channel.
  func heard(on channel: UInt16) -> [[UInt8]] { frames.filter { $0.channel == channel }.map(\.payload) }

  func forgetFrames() { frames = [] }
}

/// The octets of a number on the wire, least significant first.
func wire(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
