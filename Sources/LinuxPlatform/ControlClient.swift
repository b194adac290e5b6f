internal import CLinux
internal import Octets
internal import Timing

/// One program at the control socket, or a free place for one.
///
///     free ── accepted ──→ asking ⇄ awaiting its answer        any ── gone, too slow ──→ free
///                             └──── ended its side ──→ free once all is answered
///
/// It asks one thing at a time: the next line is not taken before the last one is answered and the answer is sent, and
/// what does not fit the input stays with the kernel. So a program that does not read holds up nobody but itself.
@usableFromInline
struct ControlClient: ~Copyable {
  /// How long answers may lie there without the program taking any of them.
  static var patience: Interval { .seconds(10) }

  private var socket = Descriptor()
  private(set) var generation: UInt32 = 0
  private var input = OctetBuffer<512>()
  private var output = OctetBuffer<8_192>()
  private var isSkippingLine = false
  /// Not answered yet.
  private var overlongLines = 0
  /// Whether it will send nothing more.
  private var hasEnded = false
  private var isAwaiting = false
  private var stall = Deadline()

  init() {}

  var isFree: Bool { !socket.isOpen }
  var descriptor: DescriptorReference? { DescriptorReference(socket, generation: generation) }

  var interest: Interest {
    let reads = !hasEnded && input.freeCapacity > 0
    return output.isEmpty ? (reads ? .read : .none) : (reads ? .readWrite : .write)
  }

  /// When it is given up if it goes on not reading.
  var deadline: Instant? { stall.instant }

  mutating func begin(_ number: Int32, generation: UInt32) {
    end()
    socket = Descriptor(owning: number)
    self.generation = generation
  }

  /// Gives it up; its place is free.
  mutating func end() {
    socket.close()
    input.removeAll()
    output.removeAll()
    isSkippingLine = false
    overlongLines = 0
    hasEnded = false
    isAwaiting = false
    stall.clear()
  }

  /// Reads what is there, as far as there is room.
  mutating func read() {
    guard !isFree, !hasEnded, input.freeCapacity > 0 else { return }
    var status: Int32 = 0
    input.append { output in status = socket.read(into: &output) }
    if status == -BELFRY_EAGAIN { return }
    if status < 0 { return end() }
    if status == 0 { endOfInput() } else { skipOverlongLine() }
  }

  private mutating func endOfInput() {
    hasEnded = true
    // The last line need not be ended.
    if isSkippingLine || input.isEmpty || input.span[input.count - 1] == UInt8(ascii: "\n") { return }
    try? input.put(UInt8(ascii: "\n"))
  }

  /// A line that fills the input, and is not over, is not kept.
  private mutating func skipOverlongLine() {
    if isSkippingLine {
      let end = endOfLine()
      input.removeFirst(end.map { $0 + 1 } ?? input.count)
      isSkippingLine = end == nil
    } else if input.freeCapacity == 0, endOfLine() == nil {
      overlongLines += 1
      isSkippingLine = true
      input.removeAll()
    }
  }

  private func endOfLine() -> Int? {
    let octets = input.span
    for index in octets.indices where octets[index] == UInt8(ascii: "\n") { return index }
    return nil
  }

  /// Takes the next line, without what ends it; to be answered before the next one is taken.
  mutating func takeLine(into line: inout OctetBuffer<512>) -> ControlLineArrival {
    guard !isFree, !isAwaiting, output.isEmpty else { return .none }
    if overlongLines > 0 {
      overlongLines -= 1
      isAwaiting = true
      return .tooLong
    }
    guard let end = endOfLine() else {
      if hasEnded { self.end() }
      return .none
    }
    line.removeAll()
    // They have the same capacity.
    try? line.put(input.span.extracting(first: end))
    input.removeFirst(end + 1)
    isAwaiting = true
    return .line
  }

  /// Whether what was sent is on its way, and more may be.
  var isClear: Bool { !isFree && output.isEmpty }

  /// Sends a line. A program for which too much lies there already is given up.
  mutating func send(_ line: Span<UInt8>, isLast: Bool, now: Instant) {
    guard !isFree else { return }
    guard (try? output.put(line)) != nil else { return end() }
    if isLast { isAwaiting = false }
    flush(now: now)
  }

  /// Sends what it takes now.
  mutating func flush(now: Instant) {
    let before = output.count
    while !output.isEmpty {
      let status = socket.write(output.span)
      if status == -BELFRY_EAGAIN { break }
      guard status > 0 else { return end() }
      output.removeFirst(Int(status))
    }
    if output.isEmpty {
      stall.clear()
    } else if output.count < before || !stall.isSet {
      stall.set(now + Self.patience)
    }
  }

  mutating func handleTimeout(now: Instant) {
    guard stall.isDue(at: now) else { return }
    // The kernel tells of room when much has been read, and may have a little before.
    let before = output.count
    flush(now: now)
    if output.count == before { end() }
  }
}

/// What has come of a program.
enum ControlLineArrival {
  case none, line
  /// One that is not kept.
  case tooLong
}
