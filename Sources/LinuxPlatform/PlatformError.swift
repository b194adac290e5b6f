internal import CLinux
internal import Octets
public import Timing

/// Why a device, or a file, cannot be used.
///
/// There is one such type for the whole platform, so that the watch's errors can be told apart in one place.
public struct PlatformError: Error, Sendable {
  /// What kind of thing failed.
  enum Subject: UInt8, Sendable {
    case userChannel, controllerStream, serialController
    case panel, gpioButtons, haptics, keyboard, buttonScript
    case bondStore, mutes, events, control, capture, trace, terminal, configuration, kernel
  }

  enum Action: UInt8, Sendable {
    case open, read, write
    /// Make it usable after it was opened.
    case bringUp
  }

  let subject: Subject
  let action: Action
  /// As the user named it.
  let device: LastingText
  let part: Part
  let error: SystemError

  /// What of the device.
  enum Part: Equatable, Sendable {
    case all
    case busAddress(UInt8)
    case line(UInt32)
  }

  init(_ subject: Subject, _ action: Action, _ device: LastingText, part: Part = .all, _ error: SystemError) {
    self.subject = subject
    self.action = action
    self.device = device
    self.part = part
    self.error = error
  }

  init(_ subject: Subject, _ action: Action, _ device: LastingText, part: Part = .all, status: Int32) {
    self.init(subject, action, device, part: part, SystemError(status: status))
  }

  /// Whether nothing on a two-wire bus answered at the address.
  public var isNotAcknowledged: Bool {
    subject == .panel && (error.rawValue == BELFRY_EREMOTEIO || error.rawValue == BELFRY_ENXIO)
  }

  /// How long to leave a two-wire bus alone on which this happened. Where something holds its lines, each attempt keeps
  /// the whole program for as long as the kernel is patient, which on a Raspberry Pi is a second.
  public var busPause: Interval { error.rawValue == BELFRY_ETIMEDOUT ? .seconds(10) : .seconds(1) }

  public var exitStatus: ExitStatus {
    subject == .bondStore ? .inputOutput : subject == .configuration ? .configuration : .unavailable
  }

  /// Says on standard error, in one line, what failed, on which device, why, and what to do.
  public func report(adding remark: StaticString = "") {
    var message = MessageText()
    describe(in: &message)
    message.put(remark)
    message.writeToStandardError()
  }

  func describe(in message: inout MessageText) {
    message.put("belfry: cannot ")
    message.put(action.text)
    message.put(subject.text)
    message.put(device.span)
    switch part {
    case .all: break
    case .busAddress(let address):
      message.put("@")
      message.put(hexadecimal: UInt32(address), digits: 2)
    case .line(let line):
      message.put(" line ")
      message.put(line)
    }
    message.put(": ")
    error.describe(in: &message)
    message.put("; ")
    message.put(advice)
  }
}

extension PlatformError.Action {
  fileprivate var text: StaticString {
    switch self {
    case .open: "open "
    case .read: "read from "
    case .write: "write to "
    case .bringUp: "bring up "
    }
  }
}

extension PlatformError.Subject {
  fileprivate var text: StaticString {
    switch self {
    case .userChannel, .controllerStream, .serialController: "the Bluetooth controller "
    case .panel: "the display "
    case .gpioButtons, .keyboard, .buttonScript: "the buttons "
    case .haptics: "the motor and the lamp "
    case .bondStore: "the bond store "
    case .mutes: "the file of the mutes in "
    case .events: "the event log "
    case .control: "the control socket "
    case .capture: "the capture file "
    case .trace: "the display trace "
    case .terminal: "the terminal "
    case .configuration: "the configuration "
    case .kernel: "the kernel's "
    }
  }
}
