internal import Octets
public import Peripherals
public import Timing

/// The watch's buttons: lines of a GPIO chip, keys of a keyboard, or a script. One type, so that what is built on it
/// exists once.
///
/// Call `poll` on every turn of the loop, then take the events.
public struct ButtonDevice: ButtonInput, ~Copyable {
  public typealias Failure = PlatformError

  private var gpio: GPIOButtons?
  private var keyboard: KeyboardButtons?
  private var pipe: PipeButtons?
  private var ending: EndingHold
  private var now = Instant.start

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

  /// When `poll` has to be called at the latest.
  public var deadline: Instant? { earliest(readiness.deadline, ending.deadline) }

  /// Whether somebody asked to end the program, by the key `q` or by holding `decline`.
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

  /// Reads what has arrived, and lets time pass.
  ///
  /// - Throws: when the buttons are gone.
  public mutating func poll(now: Instant) throws(PlatformError) {
    self.now = now
    try gpio?.poll(now: now)
    try keyboard?.poll(now: now)
    try pipe?.poll(now: now)
  }

  /// The next event up to the last `poll`.
  public mutating func nextEvent() -> ButtonEvent? {
    if let event = takeEvent() {
      ending.handle(event, now: now)
      return event
    }
    ending.handleTimeout(now: now)
    return nil
  }

  private mutating func takeEvent() -> ButtonEvent? {
    if let event = gpio?.nextEvent(now: now) { return event }
    if let event = keyboard?.nextEvent(now: now) { return event }
    return pipe?.nextEvent(now: now)
  }
}

/// What a device waits for.
struct Readiness {
  var descriptor: DescriptorReference?
  var interest = Interest.none
  var deadline: Instant?
}
