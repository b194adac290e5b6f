internal import CLinux
internal import Octets

/// The watch's picture in the terminal at standard output, drawn in place.
///
/// The terminal is given back when the program ends, however it ends. A terminal that is slow holds up the drawing, not
/// the watch: `interest` then includes writing.
public struct TerminalDisplay: ~Copyable {
  private let file: Descriptor
  private let path = StaticBytes("on standard output")
  private var painter: TerminalPainter
  private var output = OctetBuffer<8_192>()
  private var written = 0
  private var isHeldUp = false

  /// Takes the terminal's screen and, if standard input is a terminal, its keys.
  public init() throws(PlatformError) {
    let number = belfry_open_standard_output()
    guard number >= 0 else { throw PlatformError(.terminal, .open, path, status: number) }
    let file = Descriptor(owning: number)
    let status = min(belfry_terminal_take_keys(), belfry_terminal_take_screen(number))
    guard status == 0 else { throw PlatformError(.terminal, .open, path, status: status) }
    let (columns, rows) = Self.size(of: file)
    painter = TerminalPainter(columns: columns, rows: rows)
    self.file = file
  }

  deinit { belfry_terminal_restore() }

  public var descriptor: DescriptorReference? { DescriptorReference(file) }

  public var interest: Interest { isHeldUp ? .write : .none }

  /// Draws on a terminal that has another size now: all of it, with the next `show`.
  public mutating func handleWindowChange() {
    let (columns, rows) = Self.size(of: file)
    painter.resize(columns: columns, rows: rows)
  }

  /// Shows a picture and a line of text below it on the terminal. Draws only the changes.
  ///
  /// When the terminal was reported writable, call it again.
  ///
  /// - Parameter picture: 1,024 octets, eight pages of 128 columns, the topmost pixel of a column lowest.
  /// - Throws: an error if the terminal is lost.
  public mutating func show(_ picture: Span<UInt8>, status: Span<UInt8>) throws(PlatformError) {
    var isAll = false
    while try flush(), !isAll {
      output.append { (output) in isAll = painter.paint(picture, status: status, into: &output) }
    }
  }

  /// Writes the drawn characters.
  ///
  /// - Returns: whether that was all.
  private mutating func flush() throws(PlatformError) -> Bool {
    isHeldUp = false
    while written < output.count {
      let status = file.writeNow(output.span.extracting(droppingFirst: written))
      if status == -BELFRY_EAGAIN {
        isHeldUp = true
        return false
      }
      guard status > 0 else { throw PlatformError(.terminal, .write, path, status: status) }
      written += Int(status)
    }
    output.removeAll()
    written = 0
    return true
  }

  /// The size of a terminal; for other files, a size that has room for everything.
  private static func size(of file: borrowing Descriptor) -> (columns: Int, rows: Int) {
    var columns: UInt16 = 0
    var rows: UInt16 = 0
    let status = unsafe belfry_terminal_size(file.number, &columns, &rows)
    guard status == 0, columns > 0, rows > 0 else { return (160, 50) }
    return (Int(columns), Int(rows))
  }
}
