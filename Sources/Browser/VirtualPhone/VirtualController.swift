/// The watch's Bluetooth controller with the air behind it: a Pi Zero W's, of version 4.1, with eight buffers of 27
/// octets. It answers the host's commands and carries frames to and from the phone.
struct VirtualController {
  /// An event that the phone sees.
  enum Occurrence: Equatable {
    case advertisingStarted
    case disconnected
    /// The link is encrypted with the key that the phone offered.
    case encrypted
    /// The watch has no key, or another one.
    case keyRefused
    case frame(channel: UInt16, payload: [UInt8])
  }

  static let handle: UInt16 = 0x0040
  private static let fragmentSize = 27

  /// Packets that the host has not received, oldest first.
  private(set) var packets: [[UInt8]] = []
  private(set) var isAdvertising = false
  private(set) var isConnected = false
  /// Whether the flags in the advertising data ask phones to list the watch.
  private(set) var isDiscoverable = false
  /// The watch's address on the air.
  var watchAddress: AirAddress {
    usesRandomAddress ? AirAddress(kind: 1, octets: randomAddress) : AirAddress(kind: 0, octets: Self.publicAddress)
  }

  private static let publicAddress: [UInt8] = [0x56, 0x34, 0x12, 0xEB, 0x27, 0xB8]
  private var randomAddress: [UInt8] = [0, 0, 0, 0, 0, 0]
  private var usesRandomAddress = false
  private var offeredKey: [UInt8]?
  private var isEncrypted = false
  private var partialFrame: [UInt8] = []

  init() {}

  // MARK: The phone's side

  mutating func takePacket() -> [UInt8]? { packets.isEmpty ? nil : packets.removeFirst() }

  /// The phone answers an advertisement.
  mutating func connect(from phone: AirAddress) {
    forgetLink()
    isConnected = true
    isAdvertising = false
    let head: [UInt8] = [0x01, 0x00] + wire(Self.handle) + [0x01, phone.kind] + phone.octets
    // An interval of 30 ms, no latency, a timeout of 720 ms.
    post(event: 0x3E, head + [0x18, 0, 0, 0, 0x48, 0, 1])
  }

  /// The link ends, for this reason.
  mutating func disconnect(_ reason: UInt8) {
    guard isConnected else { return }
    forgetLink()
    post(event: 0x05, [0] + wire(Self.handle) + [reason])
  }

  /// The phone asks to encrypt the link with `key`.
  mutating func encrypt(with key: [UInt8]) {
    offeredKey = key
    let noDiversifier = [UInt8](repeating: 0, count: 10)
    post(event: 0x3E, [0x05] + wire(Self.handle) + noDiversifier)
  }

  mutating func send(_ payload: [UInt8], on channel: UInt16) {
    guard isConnected else { return }
    var rest = wire(UInt16(truncatingIfNeeded: payload.count)) + wire(channel) + payload
    var boundary: UInt16 = 0x2000
    while !rest.isEmpty {
      let part = Array(rest.prefix(Self.fragmentSize))
      let head: [UInt8] = [0x02] + wire(Self.handle | boundary) + wire(UInt16(part.count))
      packets.append(head + part)
      rest.removeFirst(part.count)
      boundary = 0x1000
    }
  }

  private mutating func forgetLink() {
    isConnected = false
    isEncrypted = false
    offeredKey = nil
    partialFrame = []
  }

  // MARK: The host's side

  /// Takes one packet of the host.
  mutating func receive(_ packet: [UInt8]) -> [Occurrence] {
    if packet.first == 0x01, packet.count >= 4 {
      return execute(packet.number(at: 1), Array(packet.dropFirst(4)))
    }
    if packet.first == 0x02, packet.count >= 5 { return receive(data: packet) }
    return []
  }

  private mutating func receive(data packet: [UInt8]) -> [Occurrence] {
    post(event: 0x13, [1] + wire(Self.handle) + [1, 0])
    guard isConnected else { return [] }
    if packet[2] & 0x30 != 0x10 { partialFrame = [] }
    partialFrame += packet.dropFirst(5)
    guard partialFrame.count >= 4, partialFrame.count >= 4 + Int(partialFrame.number(at: 0)) else { return [] }
    let frame = partialFrame
    partialFrame = []
    return [.frame(channel: frame.number(at: 2), payload: Array(frame.dropFirst(4)))]
  }

  private mutating func execute(_ opcode: UInt16, _ parameters: [UInt8]) -> [Occurrence] {
    switch opcode {
    case 0x0406:  // Disconnect
      // Unknown Connection Identifier, if the phone was faster.
      post(status: isConnected ? 0 : 0x02, of: opcode)
      guard isConnected else { return [] }
      disconnect(0x16)
      return [.disconnected]
    case 0x0C03:  // Reset
      let wasConnected = isConnected
      self = VirtualController()
      complete(opcode)
      return wasConnected ? [.disconnected] : []
    case 0x2005 where parameters.count == 6: randomAddress = parameters
    case 0x2006 where parameters.count == 15: usesRandomAddress = parameters[5] & 1 == 1
    case 0x2008 where parameters.count == 32: isDiscoverable = Self.asksToBeListed(Array(parameters[1...]))
    case 0x200A where parameters.count == 1:
      isAdvertising = parameters[0] == 1
      complete(opcode)
      return isAdvertising ? [.advertisingStarted] : []
    case 0x2013 where parameters.count >= 14:  // LE Connection Update
      post(status: 0, of: opcode)
      post(event: 0x3E, [0x03, 0] + parameters[0..<2] + parameters[4..<10])
      return []
    case 0x201A where parameters.count == 18:
      complete(opcode, Array(parameters[0..<2]))
      return take(key: Array(parameters[2...]))
    case 0x201B:
      complete(opcode, Array(parameters.prefix(2)))
      return [.keyRefused]
    default: break
    }
    answer(opcode)
    return []
  }

  /// Whether advertising data have the flag of the limited or of the general discoverable mode. Core Spec Supplement,
  /// Part A, 1.3.
  private static func asksToBeListed(_ data: [UInt8]) -> Bool {
    var place = 0
    while place + 2 < data.count, data[place] > 0 {
      if data[place + 1] == 0x01 { return data[place + 2] & 0x03 != 0 }
      place += 1 + Int(data[place])
    }
    return false
  }

  private mutating func take(key: [UInt8]) -> [Occurrence] {
    guard key == offeredKey else {
      disconnect(0x3D)
      return [.keyRefused, .disconnected]
    }
    let event: (code: UInt8, octets: [UInt8]) = isEncrypted ? (0x30, []) : (0x08, [1])
    isEncrypted = true
    post(event: event.code, [0] + wire(Self.handle) + event.octets)
    return [.encrypted]
  }

  // MARK: Answers

  /// Answers a command that only asks, or that has no effect here.
  private mutating func answer(_ opcode: UInt16) {
    switch opcode {
    case 0x1001: complete(opcode, [7, 0x34, 0x12, 7, 0x0F, 0x00, 0x09, 0x22])
    case 0x1002: complete(opcode, Self.supportedCommands)
    case 0x1003: complete(opcode, [0, 0, 0, 0, 0x60, 0, 0, 0])
    case 0x1005: complete(opcode, [0xFD, 0x03, 0x40, 0x08, 0x00, 0x01, 0x00])
    case 0x1009: complete(opcode, Self.publicAddress)
    case 0x1405: complete(opcode, wire(Self.handle) + [0xC8])
    case 0x2002: complete(opcode, [UInt8(Self.fragmentSize), 0x00, 0x08])
    case 0x2003: complete(opcode, [0x01, 0, 0, 0, 0, 0, 0, 0])
    case 0x0C01, 0x0C6D, 0x2001, 0x2005, 0x2006, 0x2008, 0x2009, 0x2024: complete(opcode)
    default: post(status: 0x01, of: opcode)
    }
  }

  private static var supportedCommands: [UInt8] {
    var commands = [UInt8](repeating: 0, count: 64)
    commands[5] = 0xC0
    commands[25] = 0x37
    commands[33] = 0x30
    return commands
  }

  private mutating func complete(_ opcode: UInt16, _ returned: [UInt8] = []) {
    post(event: 0x0E, [1] + wire(opcode) + [0] + returned)
  }

  private mutating func post(status: UInt8, of opcode: UInt16) { post(event: 0x0F, [status, 1] + wire(opcode)) }

  private mutating func post(event code: UInt8, _ parameters: [UInt8]) {
    packets.append([0x04, code, UInt8(truncatingIfNeeded: parameters.count)] + parameters)
  }
}
