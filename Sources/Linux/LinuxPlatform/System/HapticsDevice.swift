internal import CLinux
internal import Octets
public import Timing

/// The lines of the vibration motor and the LED.
public enum HapticsChoice: Sendable {
  /// Lines of a chip, by its path, name or label; nil: the chip that the buttons are at.
  case gpio(chip: StaticBytes?)
  case trace(StaticBytes)
  case none
}

/// The lines of the GPIO chip that switch the motor and the LED; nil for a part that is not fitted.
public struct HapticsPins: Sendable {
  public var motor: UInt32?
  public var led: UInt32?
  /// Whether they run while their line is low.
  public var isActiveLow = false

  public init() {}
}

/// A vibration motor and an LED at the lines of a GPIO chip, or a trace of what they would be told:
///
///     <microseconds since start> motor|lamp 0|1
public struct HapticsDevice: ~Copyable {
  private var outputs: GPIOOutputs?
  private var trace = Descriptor()
  private let path: StaticBytes
  private let clock: Clock
  public let hasMotor: Bool
  public let hasLED: Bool
  private var isMotorOn = false
  private var isLEDLit = false
  /// The first failure to switch a line.
  public private(set) var failure: PlatformError?
  /// When `set` must be called again, because a line is not switched.
  public private(set) var deadline: Instant?

  /// Opens the lines of the motor and the LED that are fitted, turned off. Belongs to the start-up.
  ///
  /// - Parameter buttonsChip: the chip to use if `choice` names none.
  public init(
    _ choice: HapticsChoice, pins: HapticsPins, buttonsChip: StaticBytes, clock: Clock
  ) throws(PlatformError) {
    self.clock = clock
    outputs = nil
    switch choice {
    case .none: (path, hasMotor, hasLED) = (StaticBytes(), false, false)
    case .trace(let path):
      (self.path, hasMotor, hasLED) = (path, true, true)
      trace = try Descriptor.open(path, BELFRY_OPEN_REPLACE, for: .haptics)
    case .gpio(let chip):
      (path, hasMotor, hasLED) = (chip ?? buttonsChip, pins.motor != nil, pins.led != nil)
      if hasMotor || hasLED { outputs = try GPIOOutputs(chip: path, pins: pins) }
    }
  }

  /// The time after which a line that could not be switched is tried again.
  private static var retryPause: Interval { .seconds(1) }

  /// Turns the motor and the LED on or off. A line that cannot be switched is tried again at the next call, at the
  /// latest at the deadline, so that no motor goes on running.
  @inline(never)
  public mutating func set(isMotorOn motor: Bool, isLEDLit led: Bool) {
    if motor != isMotorOn, switchOutput(0, "motor", isOn: motor) { isMotorOn = motor }
    if led != isLEDLit, switchOutput(hasMotor ? 1 : 0, "lamp", isOn: led) { isLEDLit = led }
    let isDone = motor == isMotorOn && led == isLEDLit
    deadline = isDone ? nil : clock.now + Self.retryPause
  }

  /// The watch can do without: only the first failure is kept.
  ///
  /// - Returns: whether the line is switched.
  private mutating func switchOutput(_ index: UInt32, _ name: StaticString, isOn: Bool) -> Bool {
    let status = outputs != nil ? belfry_gpio_switch(index, isOn) : writeTrace(name, isOn: isOn)
    guard status < 0 else { return true }
    if failure == nil { failure = PlatformError(.haptics, .write, path, status: status) }
    return false
  }

  private func writeTrace(_ name: StaticString, isOn: Bool) -> Int32 {
    var line = OctetBuffer<40>()
    let time = clock.now.microseconds
    let isWritten: Void? = try? line.append { (output) throws(EncodeError) in
      try output.put(decimal64: time)
      try output.put(text: " ")
      try output.put(text: name)
      try output.put(text: isOn ? " 1\n" : " 0\n")
    }
    return isWritten == nil ? -BELFRY_EMSGSIZE : trace.write(line.span)
  }
}

/// Outputs of a GPIO chip. They are inactive at first and after they are released.
@usableFromInline
struct GPIOOutputs: ~Copyable {
  /// - Throws: with the line that cannot be had.
  init(chip: StaticBytes, pins: HapticsPins) throws(PlatformError) {
    var lines: [2 of UInt32] = .init(repeating: 0)
    var count = 0
    if let line = pins.motor {
      lines[count] = line
      count += 1
    }
    if let line = pins.led {
      lines[count] = line
      count += 1
    }
    var refused: Int32 = -1
    let status = unsafe chip.span.withPointer { pointer, length in
      let lines = lines.span
      return unsafe lines.withUnsafeBufferPointer {
        unsafe belfry_gpio_open_outputs(
          pointer, length, $0.baseAddress, UInt32(truncatingIfNeeded: count), pins.isActiveLow, &refused)
      }
    }
    guard status < 0 else { return }
    let line = refused >= 0 && refused < count ? lines[Int(refused)] : nil
    throw PlatformError(.haptics, .open, chip, part: line.map { .line($0) } ?? .all, status: status)
  }

  @inlinable
  deinit { Self.release() }

  @usableFromInline
  static func release() { belfry_gpio_close_outputs() }
}
