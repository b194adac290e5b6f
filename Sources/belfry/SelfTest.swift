internal import HCI
internal import LinuxPlatform
internal import Octets
internal import Peripherals
internal import Screens
internal import Timing

/// `--self-test`: controller, panel, buttons, motor and lamp one by one, for whoever has just wired them.
///
/// What is asked for and what was found goes to standard output, what fails to standard error with a remedy. A terminal
/// that shows the picture gets the findings when the picture is gone.
struct SelfTest: ~Copyable {
  /// How long a pattern stays on the glass.
  private static let timeToLook = Interval.milliseconds(1_500)
  /// How long the motor runs, and the lamp shines.
  private static let timeToFeel = Interval.milliseconds(500)
  /// How long a button is waited for.
  private static let timeToPress = Interval.seconds(10)

  private let options: Options
  private let clock: Clock
  private var loop: EventLoop
  private var glass: Glass?
  private var hasFailed = false
  private var isInterrupted = false
  private var report = SelfTestReport()

  init(_ options: Options) throws(PlatformError) {
    // All locals first: an initialiser that throws must not hold half of its noncopyable fields.
    let clock = Clock()
    let loop = try EventLoop(clock: clock)
    self.options = options
    self.clock = clock
    self.loop = loop
    glass = nil
  }

  /// Tries what was asked for: each part, also if one before it has failed.
  mutating func run(_ parts: SelfTestChoice) -> ExitStatus {
    if parts == .all || parts == .controller { attempt { (test) throws(PlatformError) in try test.tryController() } }
    if parts == .all || parts == .panel { attempt { (test) throws(PlatformError) in try test.tryPanel() } }
    if parts == .all || parts == .buttons { attempt { (test) throws(PlatformError) in try test.tryButtons() } }
    if parts == .all || parts == .haptics { attempt { (test) throws(PlatformError) in try test.tryHaptics() } }
    attempt { (test) throws(PlatformError) in try test.showResult() }
    glass?.switchOff()
    // Gives a terminal back.
    glass = nil
    report.send(hasPassed: !hasFailed, isInterrupted: isInterrupted)
    return hasFailed || isInterrupted ? .unavailable : .success
  }

  private mutating func attempt(_ part: (inout SelfTest) throws(PlatformError) -> Void) {
    guard !isInterrupted else { return }
    do throws(PlatformError) {
      try part(&self)
    } catch {
      hasFailed = true
      error.report()
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
    case .framingLost: fail("the controller sent what is no HCI packet; look at its wires and its speed")
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
    glass = try Glass(options, clock: clock)
    for look in 0..<2 {
      glass?.draw(.pattern, isInverted: look == 1)
      try showGlass(until: clock.now + Self.timeToLook)
      guard isAnswering else {
        hasFailed = true
        return
      }
    }
    report.hasPanelAnswered = !isInterrupted
  }

  /// Whether there is a panel that takes what it is sent.
  private var isAnswering: Bool {
    switch glass {
    case .some(let glass): glass.isAnswering
    case .none: false
    }
  }

  private mutating func showResult() throws(PlatformError) {
    glass?.draw(hasFailed ? .failed : .passed)
    try showGlass(until: clock.now)
  }

  /// Sends what is drawn, and lets `time` come.
  private mutating func showGlass(until time: Instant) throws(PlatformError) {
    repeat {
      try sendGlass()
      guard time > clock.now, !isInterrupted, isAnswering else { return }
      let ready = try wait(until: time)
      if ready.signal == .terminate { isInterrupted = true }
    } while true
  }

  private mutating func sendGlass() throws(PlatformError) {
    let status = BoundedText<160>("Self-test: press the button that the picture names.  q: quit")
    while glassHasWork { try glass?.sendNext(status: status.span, now: clock.now) }
  }

  private var glassHasWork: Bool {
    switch glass {
    case .some(let glass): glass.hasWork
    case .none: false
    }
  }

  // Three callers: one copy.
  @inline(never)
  private mutating func wait(until time: Instant) throws(PlatformError) -> ReadySet {
    switch glass {
    case .some(let glass): try loop.watch(glass.terminalDescriptor, for: glass.terminalInterest, as: .terminal)
    case .none: break
    }
    let ready = try loop.wait(until: time)
    if ready.isWritable(.terminal) { glass?.continueShowing() }
    if ready.signal == .windowChange { glass?.handleWindowChange() }
    return ready
  }

  // MARK: Motor and lamp

  /// Whether they ran nobody can tell but the user.
  private mutating func tryHaptics() throws(PlatformError) {
    var device = try HapticsDevice(options, clock: clock)
    for step in 0..<4 {
      // One after the other, each switched off before the next.
      device.set(isMotorOn: step == 0 && device.hasMotor, isLampLit: step == 2 && device.hasLamp)
      let end = clock.now + Self.timeToFeel
      while clock.now < end, !isInterrupted, device.hasMotor || device.hasLamp {
        if try wait(until: end).signal == .terminate { isInterrupted = true }
      }
    }
    report.hasRunMotor = device.hasMotor && !isInterrupted
    report.hasRunLamp = device.hasLamp && !isInterrupted
  }

  // MARK: Buttons

  private mutating func tryButtons() throws(PlatformError) {
    if case .none = options.buttons {
      report.hasNoButtons = true
      return
    }
    // The glass only helps here: without it, standard output asks.
    if glass == nil { glass = try? Glass(options, clock: clock) }
    var buttons = try ButtonDevice(
      options.buttons, pins: options.pins, holdTime: options.holdTime, clock: clock)
    for number in 0..<UInt8(SelfTestReport.buttonCount) {
      guard let button = Button(rawValue: number), isFitted(button), !isInterrupted else { continue }
      let finding = try ask(for: button, of: &buttons)
      report.buttons[Int(number)] = finding
      if finding != .pressed, !isInterrupted { hasFailed = true }
    }
  }

  private func isFitted(_ button: Button) -> Bool {
    guard case .gpio = options.buttons else { return true }
    return options.pins[button] != nil
  }

  private mutating func ask(
    for button: Button, of buttons: inout ButtonDevice
  ) throws(PlatformError) -> SelfTestReport.Finding {
    glass?.draw(.press(button.name))
    if case .terminal = options.display {} else { SelfTestReport.ask(for: button) }
    let end = clock.now + Self.timeToPress
    var finding = SelfTestReport.Finding.missing
    while clock.now < end, !isInterrupted {
      try sendGlass()
      try loop.watch(buttons.descriptor, for: buttons.interest, as: .buttons)
      let ready = try wait(until: earliest(end, buttons.deadline) ?? end)
      if ready.signal == .terminate || buttons.isQuitRequested { isInterrupted = true }
      try buttons.poll(now: clock.now)
      while let event = buttons.nextEvent() {
        guard event.edge == .pressed else { continue }
        if event.button == button { return .pressed }
        finding = .another(event.button)
      }
    }
    return finding
  }
}
