internal import CLinux
public import Octets
public import Timing

/// The watch's events as JSON Lines, written to a file, a FIFO, standard output, or nowhere.
///
/// A line is written whole or not at all, and the watch never waits for its reader: while a full pipe holds a line up,
/// the lines after it are dropped and counted, and the next one that goes out follows `{"type":"dropped","count":n}`.
/// Lines for which the disk has no room are dropped, too; one line on standard error says so. When the reader is gone,
/// or the file cannot be written for another reason, one line on standard error says so, and the log is off.
///
///     log.begin("state", at: now); log.field("state", "ready"); log.end()
public struct EventLog: JSONFields, ~Copyable {
  private var file = Descriptor()
  private var path = StaticBytes()
  private var line = JSONLine()
  /// How much of `line` has been written.
  private var written = 0
  private var isHeldUp = false
  private var isDropping = false
  private var dropped: UInt32 = 0
  /// The number of dropped lines that `line` reports.
  private var told: UInt32 = 0
  /// Whether the file ends with a part of a line, because the disk was full.
  private var followsPart = false
  /// Whether the disk had no room for the last line.
  private var isDiskFull = false
  /// Whether the reader is gone, or the file cannot be written.
  private var hasFailed = false

  /// No log: every call returns immediately.
  public init() {}

  public init(path: StaticBytes) throws(PlatformError) { try open(path) }

  /// Begins or continues a file, or uses a FIFO; `-` is standard output.
  public mutating func open(_ path: StaticBytes) throws(PlatformError) {
    self.path = path
    guard path.span.isEqual(to: "-") else {
      return try openFile()
    }
    let number = belfry_open_standard_output()
    guard number >= 0 else { throw PlatformError(.events, .open, path, status: number) }
    file = Descriptor(owning: number)
  }

  private mutating func openFile() throws(PlatformError) {
    let file = try Descriptor.open(path, BELFRY_OPEN_APPEND, for: .events)
    let status = belfry_end_last_line(file.number)
    guard status >= 0 else { throw PlatformError(.events, .write, path, status: status) }
    followsPart = status > 0
    self.file = file
  }

  public var isEnabled: Bool { file.isOpen && !hasFailed }

  /// The descriptor stays open after a failure. It may share standard output with the program's own descriptor 1, and
  /// then the event loop can stop waiting for it only while it is open.
  public var descriptor: DescriptorReference? { DescriptorReference(file) }

  /// Writing, while a line is held up.
  public var interest: Interest { isHeldUp ? .write : .none }

  /// Begins a line.
  public mutating func begin(_ type: StaticString, at now: Instant) {
    guard isEnabled else { return }
    flush()
    isDropping = isHeldUp
    guard !isDropping else { return }
    if dropped > 0 { putDropped(at: now) }
    line.begin(type, at: now)
  }

  public mutating func field(
    _ name: StaticString, _ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void
  ) {
    guard isEnabled, !isDropping else { return }
    line.field(name, body)
  }

  public mutating func field(_ name: StaticString, text: Span<UInt8>) {
    guard isEnabled, !isDropping else { return }
    line.field(name, text: text)
  }

  public mutating func beginArray(_ name: StaticString) {
    guard isEnabled, !isDropping else { return }
    line.beginArray(name)
  }

  public mutating func element(_ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void) {
    guard isEnabled, !isDropping else { return }
    line.element(body)
  }

  public mutating func endArray() {
    guard isEnabled, !isDropping else { return }
    line.endArray()
  }

  /// Ends the line and writes it.
  public mutating func end() {
    guard isEnabled else { return }
    if isDropping {
      dropped &+= 1
      isDropping = false
    } else {
      line.end()
      isHeldUp = true
      flush()
    }
  }

  /// Writes the pending octets. Call it when the log is reported writable.
  public mutating func flush() {
    guard isEnabled, isHeldUp else { return }
    if followsPart {
      let status = file.writeNow(("\n" as StaticString).utf8Span)
      guard status > 0 else { return fail(status) }
      followsPart = false
    }
    while written < line.span.count {
      let status = file.writeNow(line.span.extracting(droppingFirst: written))
      if status == -BELFRY_EAGAIN { return }
      guard status > 0 else { return fail(status) }
      written += Int(status)
    }
    isDiskFull = false
    removeLine()
  }

  private mutating func removeLine() {
    line.removeAll()
    written = 0
    told = 0
    isHeldUp = false
  }

  private mutating func putDropped(at now: Instant) {
    told = dropped
    dropped = 0
    line.begin("dropped", at: now)
    line.field("count") { (output) throws(EncodeError) in try output.put(decimal: told) }
    line.end()
  }

  /// Drops the line if the disk has no room for it, because it may have room for the next one; otherwise ends the log.
  private mutating func fail(_ status: Int32) {
    let wasDiskFull = isDiskFull
    switch -status {
    case BELFRY_ENOSPC, BELFRY_EDQUOT, BELFRY_EFBIG:
      isDiskFull = true
      followsPart = followsPart || written > 0
      dropped &+= told &+ 1
      removeLine()
      if wasDiskFull { return }
    default:
      hasFailed = true
      isHeldUp = false
    }
    PlatformError(.events, .write, path, status: status).report()
  }
}
