public import Configuration
internal import Displays
internal import HCI
public import LinuxPlatform
internal import Octets
internal import Peripherals
internal import Screens
internal import Timing
internal import WatchCore
internal import WatchModel

/// `--self-test`: tests controller, panel, buttons, motor and LED one by one, for newly wired hardware.
///
/// Requests and results go to standard output, failures with a remedy to standard error. A terminal that shows the
/// picture gets the results after the picture is closed.
public struct SelfTest: ~Copyable {
  /// How long a pattern stays on the display.
  private static let timeToLook = Interval.milliseconds(1_500)
  /// The time for which the motor runs, and the LED is on.
  private static let timeToFeel = Interval.milliseconds(500)
  /// How long a button is waited for.
  private static let timeToPress = Interval.seconds(10)

  private let options: Options
  private let clock: Clock
  private var loop: EventLoop
  private var display: DisplayOutput<DisplayBus>?
  private var terminal: TerminalOutput?
  /// The errors that a terminal gets after the picture is closed: at most one for each part, and one for the result.
  private var hiddenErrors = FixedArray<5, PlatformError>()
  private var hasFailed = false
  private var isInterrupted = false
  private var report = SelfTestReport()

  /// Tests the requested parts, reports the results, and returns the exit status.
  @export(interface)
  public static func run(_ parts: SelfTestChoice, _ options: Options) throws(PlatformError) -> ExitStatus {
    var test = try SelfTest(options)
    return test.run(parts)
  }

  init(_ options: Options) throws(PlatformError) {
    // All locals first: an initialiser that throws must not hold half of its noncopyable fields.
    let clock = Clock()
    let loop = try EventLoop(clock: clock)
    self.options = options
    self.clock = clock
    self.loop = loop
    display = nil
    terminal = nil
  }

  /// Tests each requested part, also after a part that failed.
  mutating func run(_ parts: SelfTestChoice) -> ExitStatus {
    if parts == .all || parts == .controller { attempt { (test) throws(PlatformError) in try test.tryController() } }
    if parts == .all || parts == .panel { attempt { (test) throws(PlatformError) in try test.tryPanel() } }
    if parts == .all || parts == .buttons { attempt { (test) throws(PlatformError) in try test.tryButtons() } }
    if parts == .all || parts == .haptics { attempt { (test) throws(PlatformError) in try test.tryHaptics() } }
    attempt { (test) throws(PlatformError) in try test.showResult() }
    display?.switchOff()
    // Gives a terminal back.
    terminal = nil
    for index in hiddenErrors.indices { hiddenErrors[index].report() }
    report.send(hasPassed: !hasFailed, isInterrupted: isInterrupted)
    return hasFailed || isInterrupted ? .unavailable : .success
  }

  private mutating func attempt(_ part: (inout SelfTest) throws(PlatformError) -> Void) {
    guard !isInterrupted else { return }
    do throws(PlatformError) {
      try part(&self)
    } catch {
      hasFailed = true
      // The terminal would lose the line together with the picture.
      if terminal == nil { error.report() } else { hiddenErrors.append(error) }
    }
  }

  // MARK: Controller

  private mutating func tryController() throws(PlatformError) {
    var test = ControllerTest(options.controller)
    switch try test.run(in: &loop, clock: clock) {
    case .ready(let information):
      SelfTestReport.send(information)
      guard !information.encryptsLowEnergy else { return }
      fail("the controller cannot encrypt LE links; use another --hci")
    case .failed(let failure):
      hasFailed = true
      var line = StandardErrorLine()
      failure.describe(in: &line)
      line.put("; cut its power and try again, or use another --hci")
      line.send()
    case .framingLost: fail("received invalid data from the Bluetooth controller; check its wires and its speed")
    case .interrupted: isInterrupted = true
    }
  }

  private mutating func fail(_ text: StaticString) {
    hasFailed = true
    var line = StandardErrorLine()
    line.put(text)
    line.send()
  }

  // MARK: Panel

  private mutating func tryPanel() throws(PlatformError) {
    try openDisplay()
    let rows = PanelSettings(options).kind.rows
    for look in 0..<2 {
      draw(.pattern(rows: rows), isInverted: look == 1)
      try showDisplay(until: clock.now + Self.timeToLook)
      guard isAnswering else {
        hasFailed = true
        return
      }
    }
    report.hasPanelAnswered = !isInterrupted
  }

  private mutating func openDisplay() throws(PlatformError) {
    display = DisplayOutput(on: try DisplayBus(options.display.output, clock: clock), PanelSettings(options))
    terminal = try TerminalOutput(options.display.output)
  }

  private mutating func draw(_ screen: SelfTestScreen, isInverted: Bool = false) {
    display?.draw(isInverted: isInverted) { screen.draw(into: &$0) }
  }

  /// Whether there is a panel that accepts the data that is sent to it.
  private var isAnswering: Bool {
    switch display {
    case .some(let display): display.isAnswering
    case .none: false
    }
  }

  private mutating func showResult() throws(PlatformError) {
    draw(hasFailed ? .failed : .passed)
    try showDisplay(until: clock.now)
  }

  /// Sends the picture, and waits until `time`.
  private mutating func showDisplay(until time: Instant) throws(PlatformError) {
    repeat {
      try sendToDisplay()
      guard time > clock.now, !isInterrupted, isAnswering else { return }
      let ready = try wait(until: time)
      if ready.signal == .terminate { isInterrupted = true }
    } while true
  }

  private mutating func sendToDisplay() throws(PlatformError) {
    while displayHasWork { display?.sendNext(now: clock.now) }
    let status = BoundedText<160>("Self-test: press the button that the picture names.  q: quit")
    switch display {
    case .some(let display): try terminal?.show(display, status: status.span)
    case .none: break
    }
  }

  private var displayHasWork: Bool {
    switch display {
    case .some(let display): display.hasWork
    case .none: false
    }
  }

  // Three callers: one copy.
  @inline(never)
  private mutating func wait(until time: Instant) throws(PlatformError) -> ReadySet {
    switch terminal {
    case .some(let terminal): try loop.watch(terminal.descriptor, for: terminal.interest, as: .terminal)
    case .none: break
    }
    let ready = try loop.wait(until: time)
    terminal?.noteReadiness(ready)
    return ready
  }

  // MARK: Motor and LED

  /// Only the user can tell whether they ran.
  private mutating func tryHaptics() throws(PlatformError) {
    var device = try HapticsDevice(
      options.haptics.output, pins: options.haptics.pins, buttonsChip: options.buttons.chip, clock: clock)
    for step in 0..<4 {
      // One after the other, each switched off before the next.
      device.set(isMotorOn: step == 0 && device.hasMotor, isLEDLit: step == 2 && device.hasLED)
      let end = clock.now + Self.timeToFeel
      while clock.now < end, !isInterrupted, device.hasMotor || device.hasLED {
        if try wait(until: end).signal == .terminate { isInterrupted = true }
      }
    }
    report.hasNoHaptics = !device.hasMotor && !device.hasLED
    if let failure = device.failure { throw failure }
    report.hasRunMotor = device.hasMotor && !isInterrupted
    report.hasRunLED = device.hasLED && !isInterrupted
  }

  // MARK: Buttons

  private mutating func tryButtons() throws(PlatformError) {
    if case .none = options.buttons.input {
      report.hasNoButtons = true
      return
    }
    // The display only helps here: without it, standard output asks.
    if display == nil { try? openDisplay() }
    var buttons = try ButtonDevice(
      options.buttons.input, pins: options.buttons.pins, holdTime: options.watch.holdTime, clock: clock)
    for number in 0..<UInt8(SelfTestReport.buttonCount) {
      guard let button = Button(rawValue: number), isFitted(button), !isInterrupted else { continue }
      let finding = try ask(for: button, of: &buttons)
      report.buttons[Int(number)] = finding
      if finding != .pressed, !isInterrupted { hasFailed = true }
    }
    // Before the descriptor is closed: another device may get its number, or share its input.
    try loop.watch(nil, for: .none, as: .buttons)
    _ = consume buttons
  }

  private func isFitted(_ button: Button) -> Bool {
    guard case .gpio = options.buttons.input else { return true }
    return options.buttons.pins[button] != nil
  }

  private mutating func ask(
    for button: Button, of buttons: inout ButtonDevice
  ) throws(PlatformError) -> SelfTestReport.Finding {
    draw(.press(button.name))
    if case .terminal = options.display.output {} else { SelfTestReport.ask(for: button) }
    let end = clock.now + Self.timeToPress
    var finding = SelfTestReport.Finding.missing
    while clock.now < end, !isInterrupted {
      try sendToDisplay()
      try loop.watch(buttons.descriptor, for: buttons.interest, as: .buttons)
      let ready = try wait(until: earliest(end, buttons.deadline) ?? end)
      if ready.signal == .terminate || buttons.isQuitRequested { isInterrupted = true }
      while let event = try buttons.nextEvent(now: clock.now) {
        guard event.edge == .pressed else { continue }
        if event.button == button { return .pressed }
        finding = .another(event.button)
      }
    }
    return isInterrupted ? .unknown : finding
  }
}
