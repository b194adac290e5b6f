internal import CLinux
internal import Octets
internal import Timing

/// One program at the control socket, or a free place for one.
///
///     free ── accepted ──→ asking ⇄ awaiting its answer        any ── gone, too slow ──→ free
///                             └──── ended its side ──→ free once all is answered
///
/// While it asks it may be silent for as long as it likes, unless it has begun a line, which must end in time. It loses
/// its place to another program when it has been silent for a while.
///
/// It has one request at a time: the next line is not read before the last one is answered and the answer is sent.
/// Further lines stay in the kernel. So a program that does not read delays only itself.
@usableFromInline
struct ControlClient: ~Copyable {
  /// How long answers may lie there without the program taking any of them, how long a line may take from its first
  /// octet, and how long a program is silent before it may lose its place to another.
  static var timeout: Interval { .seconds(10) }

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
  /// Until when the line that has begun must end.
  private var lineEnd = Deadline()
  /// When it last sent something, or was last sent the end of an answer.
  private var lastSign = Instant.start

  init() {}

  var isFree: Bool { !socket.isOpen }
  var descriptor: DescriptorReference? { DescriptorReference(socket, generation: generation) }

  var interest: Interest {
    let reads = !hasEnded && input.freeCapacity > 0
    return output.isEmpty ? (reads ? .read : .hangUp) : (reads ? .readWrite : .write)
  }

  /// When it is given up if it goes on not reading, or not ending its line.
  var deadline: Instant? { earliest(stall.instant, lineEnd.instant) }

  mutating func begin(_ number: Int32, generation: UInt32, now: Instant) {
    end()
    socket = Descriptor(owning: number)
    self.generation = generation
    lastSign = now
  }

  /// Since when it has been silent, with nothing due to it and nothing on its way; nil if that is not so.
  var silence: Instant? { isFree || isAwaiting || !output.isEmpty ? nil : lastSign }

  /// Whether a line was begun too long ago. To be asked when no more lines can be taken.
  mutating func isLineOverdue(at now: Instant) -> Bool {
    guard silence != nil, !input.isEmpty || isSkippingLine else {
      lineEnd.clear()
      return false
    }
    if !lineEnd.isSet { lineEnd.set(now + Self.timeout) }
    return lineEnd.isDue(at: now)
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
    lineEnd.clear()
  }

  /// Notes that the program has closed the connection, and not only its side: no answer reaches it.
  mutating func noteHangUp() {
    if isAwaiting { end() }
  }

  /// Reads the available octets, as far as there is room.
  mutating func read(now: Instant) {
    guard !isFree, !hasEnded, input.freeCapacity > 0 else { return }
    var status: Int32 = 0
    input.append { output in status = socket.read(into: &output) }
    if status == -BELFRY_EAGAIN { return }
    if status < 0 { return end() }
    lastSign = now
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
      lineEnd.clear()
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
    lineEnd.clear()
    return .line
  }

  /// Whether the last answer was written, so that another may be sent.
  var isClear: Bool { !isFree && output.isEmpty }

  /// Sends a line. A program for which too much lies there already is given up.
  mutating func send(_ line: Span<UInt8>, isLast: Bool, now: Instant) {
    guard !isFree else { return }
    guard (try? output.put(line)) != nil else { return end() }
    if isLast { isAwaiting = false }
    lastSign = now
    flush(now: now)
  }

  /// Writes as much as the socket takes now.
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
      stall.set(now + Self.timeout)
    }
  }

  mutating func handleTimeout(now: Instant) {
    guard stall.isDue(at: now) else { return }
    // The kernel reports room after much has been read; there may be a little room earlier.
    let before = output.count
    flush(now: now)
    if output.count == before { end() }
  }
}

/// The input of a program.
enum ControlLineArrival {
  case none, line
  /// One that is not kept.
  case tooLong
}
