internal import CLinux
internal import Octets
internal import Peripherals
internal import Timing

/// Buttons that a script presses: lines of a FIFO, or of a file.
///
/// A line that says nothing known is reported on standard error and otherwise ignored; an empty line, or one that
/// begins with `#`, is ignored.
struct PipeButtons: ~Copyable {
  private static var longestLine: Int { 64 }

  private var file: Descriptor
  private let path: StaticBytes
  private var lines = OctetBuffer<256>()
  private var isSkippingLine = false
  private var sequence: ButtonSequence

  init(path: StaticBytes, holdTime: Interval) throws(PlatformError) {
    let number = unsafe path.span.withPointer { pointer, count in unsafe belfry_open_script(pointer, count) }
    guard number >= 0 else { throw PlatformError(.buttonScript, .open, path, status: number) }
    file = Descriptor(owning: number)
    self.path = path
    sequence = ButtonSequence(holdTime: holdTime)
  }

  /// Nothing is read while a held button keeps the commands waiting.
  var readiness: Readiness {
    Readiness(
      descriptor: DescriptorReference(file), interest: sequence.hasRoom ? .read : .none, deadline: sequence.deadline)
  }

  mutating func poll(now: Instant) throws(PlatformError) {
    takeLines()
    guard file.isOpen, lines.freeCapacity > 0, sequence.hasRoom else { return }
    var status: Int32 = 0
    lines.append { (output) in status = file.read(into: &output) }
    if status == -BELFRY_EAGAIN { return }
    if status < 0 { throw PlatformError(.buttonScript, .read, path, status: status) }
    if status == 0 { endOfFile() }
    takeLines()
  }

  mutating func nextEvent(now: Instant) -> ButtonEvent? {
    if let event = sequence.next(now: now) { return event }
    // Lines that waited for room in the sequence.
    takeLines()
    return sequence.next(now: now)
  }

  private mutating func endOfFile() {
    file.close()
    // The last line need not be ended.
    try? lines.put(UInt8(ascii: "\n"))
  }

  private mutating func takeLines() {
    while sequence.hasRoom, let end = endOfLine() {
      let command = isSkippingLine ? nil : command(in: lines.span.extracting(first: end))
      isSkippingLine = false
      lines.removeFirst(end + 1)
      if let command { sequence.append(command) }
    }
    guard sequence.hasRoom, lines.count > Self.longestLine else { return }
    if !isSkippingLine { reject(lines.span) }
    isSkippingLine = true
    lines.removeAll()
  }

  private func endOfLine() -> Int? {
    let octets = lines.span
    for index in octets.indices where octets[index] == UInt8(ascii: "\n") { return index }
    return nil
  }

  private func command(in line: Span<UInt8>) -> ButtonCommand? {
    let text = line.trimmed()
    guard text.count > 0, text[0] != UInt8(ascii: "#") else { return nil }
    let command = ButtonCommand(parsing: text)
    if command == nil { reject(text) }
    return command
  }

  private func reject(_ line: Span<UInt8>) {
    var message = StandardErrorLine()
    message.put("--buttons pipe:")
    message.put(path.span)
    message.put(": \"")
    message.put(line.extracting(first: min(line.count, Self.longestLine)))
    message.put("\" is ignored; a line is accept, decline, up, down, select or back, ")
    message.put("and then nothing, press, release or hold")
    message.send()
  }
}
