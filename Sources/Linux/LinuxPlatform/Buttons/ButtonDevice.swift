internal import Octets
public import Peripherals
public import Timing

/// The kind of button device.
public enum ButtonsChoice: Sendable {
  /// A chip's path, name or label.
  case gpio(chip: StaticBytes)
  case keyboard
  case pipe(StaticBytes)
  /// A board without any.
  case none
}

/// The watch's buttons: lines of a GPIO chip, keys of a keyboard, or a script. One type, so that what is built on it
/// exists once.
///
/// Take the events on every turn of the loop.
public struct ButtonDevice: ButtonInput, ~Copyable {
  public typealias Failure = PlatformError

  private var gpio: GPIOButtons?
  private var keyboard: KeyboardButtons?
  private var pipe: PipeButtons?
  private var ending: EndingHold
  /// Whether there are events that were read and not taken.
  private var hasPolled = false
  /// Whether there may be something to read.
  private var mayHaveInput = true

  /// Opens the buttons; belongs to start-up.
  ///
  /// - Parameter holdTime: what the watch takes for a hold. Keys and scripts hold a button a little longer.
  /// - Parameter endingTime: how long `decline` is held to end the program; nil: it does not end it.
  public init(
    _ choice: ButtonsChoice, pins: ButtonPins, holdTime: Interval, endingTime: Interval? = nil, clock: Clock
  ) throws(PlatformError) {
    gpio = nil
    keyboard = nil
    pipe = nil
    ending = EndingHold(interval: endingTime)
    let longer = Interval(microseconds: holdTime.microseconds + 100_000)
    switch choice {
    case .gpio(let chip): gpio = try GPIOButtons(chip: chip, pins: pins, clock: clock)
    case .keyboard: keyboard = try KeyboardButtons(holdTime: longer)
    case .pipe(let path): pipe = try PipeButtons(path: path, holdTime: longer)
    case .none: break
    }
  }

  public var descriptor: DescriptorReference? { readiness.descriptor }

  public var interest: Interest { readiness.interest }

  /// The latest time at which `nextEvent` must be called.
  public var deadline: Instant? { earliest(readiness.deadline, ending.deadline) }

  /// Whether the user asked to end the program, with the key `q` or by holding `decline`.
  public var isQuitRequested: Bool {
    switch keyboard {
    case .some(let buttons): ending.isOver || buttons.isQuitRequested
    case .none: ending.isOver
    }
  }

  private var readiness: Readiness {
    switch gpio {
    case .some(let buttons): return buttons.readiness
    case .none: break
    }
    switch keyboard {
    case .some(let buttons): return buttons.readiness
    case .none: break
    }
    switch pipe {
    case .some(let buttons): return buttons.readiness
    case .none: return Readiness()
    }
  }

  /// Notes whether the kernel has reported the buttons. Call it on every turn: `nextEvent` then reads only if there is
  /// something to read, or if a deadline has passed.
  public mutating func noteReadiness(_ ready: borrowing ReadySet) {
    let hasHungUp = ready.hasHungUp(.buttons)
    mayHaveInput = ready.isReadable(.buttons) || hasHungUp
  }

  /// The next event up to now. The first call reads what has arrived, and so does the first one after nil was returned.
  ///
  /// - Throws: when the buttons are gone.
  public mutating func nextEvent(now: Instant) throws(PlatformError) -> ButtonEvent? {
    if !hasPolled, mayHaveInput || isDue(at: now) { try poll(now: now) }
    let event = takeEvent(now: now)
    hasPolled = event != nil
    if let event { ending.handle(event, now: now) } else { ending.handleTimeout(now: now) }
    return event
  }

  private func isDue(at now: Instant) -> Bool {
    guard let deadline = readiness.deadline else { return false }
    return deadline <= now
  }

  /// Reads the input, and handles the time since then.
  private mutating func poll(now: Instant) throws(PlatformError) {
    try gpio?.poll(now: now)
    try keyboard?.poll(now: now)
    try pipe?.poll(now: now)
  }

  private mutating func takeEvent(now: Instant) -> ButtonEvent? {
    if let event = gpio?.nextEvent(now: now) { return event }
    if let event = keyboard?.nextEvent(now: now) { return event }
    return pipe?.nextEvent(now: now)
  }
}

/// The sources and the deadline that a device waits for.
struct Readiness {
  var descriptor: DescriptorReference?
  var interest = Interest.none
  var deadline: Instant?
}
