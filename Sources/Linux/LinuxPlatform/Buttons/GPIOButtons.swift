internal import CLinux
internal import Octets
internal import Peripherals
internal import Timing

/// Buttons at the lines of a GPIO chip.
@usableFromInline
struct GPIOButtons: ~Copyable {
  private let descriptorNumber: Int32
  private let chip: StaticBytes
  private let clock: Clock
  /// The buttons in the order of the lines that were opened.
  private let buttons: FixedArray<6, Button>
  private var debouncers: [6 of Debouncer] = .init(repeating: Debouncer())
  private var events = FixedQueue<16, ButtonEvent>()

  /// - Parameter chip: a path, a name or a label.
  init(chip: StaticBytes, pins: ButtonPins, clock: Clock) throws(PlatformError) {
    var buttons = FixedArray<6, Button>()
    var lines: [6 of UInt32] = .init(repeating: 0)
    var rawValue: UInt8 = 0
    while let button = Button(rawValue: rawValue) {
      rawValue += 1
      guard let line = pins[button] else { continue }
      lines[buttons.count] = line
      buttons.append(button)
    }
    var refused: Int32 = -1
    let number = unsafe chip.span.withPointer { pointer, count in
      let lines = lines.span
      return unsafe lines.withUnsafeBufferPointer {
        unsafe belfry_gpio_open(
          pointer, count, $0.baseAddress, UInt32(buttons.count), pins.isActiveLow, &refused)
      }
    }
    guard number >= 0 else {
      let line = lines.indices.contains(Int(refused)) ? lines[Int(refused)] : nil
      throw Self.failure(.open, number, chip, line: line)
    }
    descriptorNumber = number
    self.chip = chip
    self.clock = clock
    self.buttons = buttons
  }

  @inlinable
  deinit { Self.release() }

  @usableFromInline
  static func release() { belfry_gpio_close() }

  var readiness: Readiness {
    var deadline: Instant?
    for index in buttons.indices { deadline = earliest(deadline, debouncers[index].deadline) }
    let descriptor = DescriptorReference(number: descriptorNumber)
    return Readiness(descriptor: descriptor, interest: .read, deadline: deadline)
  }

  mutating func poll(now: Instant) throws(PlatformError) {
    var edge = belfry_gpio_edge()
    // Only while there is room for the events: the kernel keeps the others.
    while events.freeCapacity > 1 {
      let status = unsafe belfry_gpio_next(&edge)
      if status < 0 { throw Self.failure(.read, status, chip, line: nil) }
      if status == 0 { break }
      note(edge, now: now)
    }
    for index in buttons.indices { try settle(index, now: now) }
  }

  mutating func nextEvent(now: Instant) -> ButtonEvent? { events.popFirst() }

  private mutating func note(_ edge: belfry_gpio_edge, now: Instant) {
    let index = Int(edge.index)
    guard buttons.indices.contains(index) else { return }
    // Kernels before 5.7 give wall-clock time, which lies far ahead.
    let time = min(clock.instant(monotonicMicroseconds: edge.microseconds), now)
    push(debouncers[index].handleEdge(isActive: edge.is_active, at: time), index)
  }

  private mutating func settle(_ index: Int, now: Instant) throws(PlatformError) {
    guard !events.isFull, let deadline = debouncers[index].deadline, deadline <= now else { return }
    let level = belfry_gpio_level(UInt32(index))
    if level < 0 { throw Self.failure(.read, level, chip, line: nil) }
    push(debouncers[index].settle(isActive: level == 1, now: now), index)
  }

  private mutating func push(_ edge: ButtonEdge?, _ index: Int) {
    // There was room: see the callers.
    if let edge { _ = events.pushLast(ButtonEvent(button: buttons[index], edge: edge)) }
  }

  private static func failure(
    _ action: PlatformError.Action, _ status: Int32, _ chip: StaticBytes, line: UInt32?
  ) -> PlatformError {
    PlatformError(.gpioButtons, action, chip, part: line.map { .line($0) } ?? .all, status: status)
  }
}
