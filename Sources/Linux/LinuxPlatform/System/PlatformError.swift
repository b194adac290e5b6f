internal import CLinux
internal import Octets
public import Timing

/// Why a device, or a file, cannot be used.
///
/// There is one such type for the whole platform, so that the watch's errors can be told apart in one place.
public struct PlatformError: Error, Sendable {
  /// The kind of device that failed.
  enum Subject: UInt8, Sendable {
    case userChannel, controllerStream, serialController
    case panel, gpioButtons, haptics, keyboard, buttonScript
    case bondStore, mutes, choices, events, control, capture, trace, terminal, configuration, kernel, standardOutput
  }

  enum Action: UInt8, Sendable {
    case open, read, write
    /// Make it usable after it was opened.
    case bringUp
  }

  let subject: Subject
  let action: Action
  /// As the user named it.
  let device: StaticBytes
  let part: Part
  let error: SystemError

  /// The part of the device.
  enum Part: Equatable, Sendable {
    case all
    case busAddress(UInt8)
    case line(UInt32)
    case file(StoredFile)
  }

  init(_ subject: Subject, _ action: Action, _ device: StaticBytes, part: Part = .all, _ error: SystemError) {
    self.subject = subject
    self.action = action
    self.device = device
    self.part = part
    self.error = error
  }

  init(_ subject: Subject, _ action: Action, _ device: StaticBytes, part: Part = .all, status: Int32) {
    self.init(subject, action, device, part: part, SystemError(status: status))
  }

  /// Whether the system gave the same reason.
  public func hasSameCause(as other: PlatformError) -> Bool { error == other.error }

  /// The pause for a two-wire bus after this error. If its lines are held, each attempt blocks the whole program until
  /// the kernel's timeout, which on a Raspberry Pi is a second.
  public var busPause: Interval { error.rawValue == BELFRY_ETIMEDOUT ? .seconds(10) : .seconds(1) }

  public var exitStatus: ExitStatus {
    switch subject {
    case .bondStore, .standardOutput: .inputOutput
    case .configuration: .configuration
    default: .unavailable
    }
  }

  /// Prints on standard error, in one line, what failed, on which device, why, and what to do.
  public func report(adding remark: StaticString = "") {
    var message = MessageText()
    describe(in: &message)
    message.put(remark)
    message.writeToStandardError()
  }

  /// Whether a file to be written stands behind a link, which may lead anywhere.
  private var isRefusedLink: Bool {
    switch subject {
    case .events, .capture, .trace, .haptics: action == .open && error.rawValue == BELFRY_ELOOP
    default: false
    }
  }

  package func describe(in message: inout MessageText) {
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
    case .file(let file):
      message.put("/")
      message.put(file.name)
    }
    message.put(": ")
    if isRefusedLink { message.put("it is a symbolic link") } else { error.describe(in: &message) }
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
    case .haptics: "the motor and the LED "
    case .bondStore: "the bond store "
    case .mutes: "the file of the mutes in "
    case .choices: "the files of the choices in "
    case .events: "the event log "
    case .control: "the control socket "
    case .capture: "the capture file "
    case .trace: "the display trace "
    case .terminal: "the terminal "
    case .configuration: "the configuration "
    case .kernel: "the kernel's "
    case .standardOutput: "the program's "
    }
  }
}
