internal import Configuration
internal import Displays
internal import LinuxPlatform
internal import Timing
internal import WatchCore

/// The panel's image in the terminal, and the status line below it; or nothing, if the display is another.
struct TerminalOutput: ~Copyable {
  private var terminal: TerminalDisplay?
  /// Whether the terminal shows something else than it should.
  private var isStale = false
  private var seenMessages: UInt32 = 0

  init(_ choice: DisplayChoice) throws(PlatformError) {
    guard case .terminal = choice else {
      terminal = nil
      return
    }
    terminal = try TerminalDisplay()
  }

  /// Gives the terminal back.
  mutating func close() { terminal = nil }

  var descriptor: DescriptorReference? {
    switch terminal {
    case .some(let terminal): terminal.descriptor
    case .none: nil
    }
  }

  var interest: Interest {
    switch terminal {
    case .some(let terminal): terminal.interest
    case .none: .none
    }
  }

  /// Notes that the terminal can take more, or has another size.
  mutating func noteReadiness(_ ready: borrowing ReadySet) {
    if ready.isWritable(.terminal) { isStale = true }
    guard ready.signal == .windowChange else { return }
    terminal?.handleWindowChange()
    isStale = true
  }

  mutating func noteStatusChanged() { isStale = true }

  /// Whether there is something to show, once the panel's picture is complete.
  func hasWork(_ display: borrowing DisplayOutput<DisplayBus>) -> Bool {
    guard terminal != nil, display.isUpToDate else { return false }
    return isStale || display.panel.bus.messageCount != seenMessages
  }

  /// Shows the picture if it is complete and not shown yet.
  ///
  /// - Throws: an error if the terminal is lost.
  mutating func show(_ display: borrowing DisplayOutput<DisplayBus>, status: Span<UInt8>) throws(PlatformError) {
    guard hasWork(display) else { return }
    isStale = false
    seenMessages = display.panel.bus.messageCount
    let picture = display.panel.bus.model.picture()
    try terminal?.show(picture.span, status: status)
  }
}
