internal import Octets
internal import Peripherals
internal import SecurityManager
internal import Timing
internal import WatchCore

// The devices of a watch that receives a trace. The program puts the inputs of each step into them.

/// A controller that delivers one packet in each step, and sums up what the watch sends.
struct TraceTransport: HCITransport, ~Copyable {
  struct Lost: Error {}

  private var packet = OctetBuffer<2_048>()
  private var isLost = false
  private(set) var sentCount: UInt32 = 0
  private(set) var sentOctets = 0
  private(set) var sum: UInt32 = 0

  /// - Returns: whether it is no longer than the longest packet that `belfry-replay` accepts.
  mutating func deliver(_ octets: Span<UInt8>) -> Bool {
    packet.removeAll()
    do throws(EncodeError) {
      try packet.put(octets)
      return true
    } catch {
      return false
    }
  }

  mutating func lose() { isLost = true }

  var hasPacket: Bool { !packet.isEmpty }

  mutating func receive(into buffer: inout OutputSpan<UInt8>) throws(Lost) -> Int {
    if isLost {
      isLost = false
      throw Lost()
    }
    let count = packet.count
    guard count > 0, buffer.freeCapacity >= count else { return 0 }
    for index in 0..<count { buffer.append(packet.span[index]) }
    packet.removeAll()
    return count
  }

  mutating func send(_ packet: Span<UInt8>) throws(Lost) -> Bool {
    sentCount += 1
    sentOctets += packet.count
    sum = packet.traceSum(after: sum)
    return true
  }
}

/// A panel that accepts everything.
struct TracePanel: I2CController, ~Copyable {
  func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(Never) {}
}

struct TraceButtons: ButtonInput, ~Copyable {
  private(set) var event: ButtonEvent?

  mutating func press(_ event: ButtonEvent) { self.event = event }

  mutating func nextEvent(now: Instant) throws(Never) -> ButtonEvent? {
    defer { event = nil }
    return event
  }
}

/// The random octets that the recorded watch drew. Ends the program if the watch draws more.
struct TraceEntropy: EntropySource, ~Copyable {
  private var recorded = OctetBlock<65_536>()
  private let count: Int
  private var next = 0

  init(_ recorded: Span<UInt8>) {
    count = recorded.count
    var room = self.recorded.mutableSpan(0..<65_536)
    for index in recorded.indices { room[index] = recorded[index] }
  }

  mutating func fill(_ octets: inout MutableSpan<UInt8>) {
    guard next + octets.count <= count else { Failure.end("the watch draws more random octets than in belfry-replay") }
    let drawn = recorded[next..<next + octets.count]
    for index in octets.indices { octets[index] = drawn[index] }
    next += octets.count
  }
}

/// Keeps the bonds that the recorded watch began with. A saving ends in the same step as it did in the recording.
struct TraceStorage: WatchStorage, ~Copyable {
  private let bonds: BondRecord
  private var endingSavings = 0

  init(_ bonds: consuming BondRecord) { self.bonds = bonds }

  mutating func endSavings(_ count: Int) { endingSavings = count }

  func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(Never) {
    for index in bonds.span.indices { record.append(bonds.span[index]) }
  }

  func startSaving(_ record: Span<UInt8>) throws(Never) {}

  mutating func finishSaving() throws(Never) -> Bool {
    guard endingSavings > 0 else { return false }
    endingSavings -= 1
    return true
  }

  func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(Never) {}
  func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(Never) {}
}

/// The recorded clocks.
struct TraceSurroundings: WatchSurroundings, ~Copyable {
  typealias TransportFailure = TraceTransport.Lost

  private(set) var now = Instant.start
  /// The board's clock: its reading, and the time of the reading.
  private var clock: (local: Int64, at: Instant)?

  mutating func move(to time: Instant) { now = time }

  /// - Parameter local: its reading; nil if it is not set.
  mutating func setClock(_ local: Int64?) { clock = local.map { ($0, now) } }

  var localMicroseconds: Int64? {
    clock.map { $0.local + Int64(bitPattern: now.since($0.at).microseconds) }
  }
}

extension Span<UInt8> {
  /// Goes on with the sum of `ReplayTrace`.
  func traceSum(after sum: UInt32 = 0) -> UInt32 {
    var sum = sum
    for index in indices { sum = (sum ^ UInt32(self[index])) &* 16_777_619 }
    return sum
  }
}
