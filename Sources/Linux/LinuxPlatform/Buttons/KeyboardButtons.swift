internal import CLinux
internal import Octets
internal import Peripherals
internal import Timing

/// Buttons that are keys of standard input, which is a terminal or another source.
struct KeyboardButtons: ~Copyable {
  private let file: Descriptor
  private var hasEnded = false
  private var decoder = KeyDecoder()
  private var sequence: ButtonSequence
  private(set) var isQuitRequested = false

  init(holdTime: Interval) throws(PlatformError) {
    let status = belfry_terminal_take_keys()
    guard status == 0 else { throw Self.failure(.open, status) }
    let number = belfry_open_standard_input()
    guard number >= 0 else { throw Self.failure(.open, number) }
    self.init(reading: Descriptor(owning: number), holdTime: holdTime)
  }

  init(reading file: consuming Descriptor, holdTime: Interval) {
    self.file = file
    sequence = ButtonSequence(holdTime: holdTime)
  }

  /// The descriptor stays open at the end of the input. It shares standard input with the program's own descriptor 0,
  /// so that the event loop can stop waiting for it only while it is open.
  var readiness: Readiness {
    Readiness(
      descriptor: DescriptorReference(file), interest: hasEnded ? .none : .read,
      deadline: earliest(decoder.deadline, sequence.deadline))
  }

  mutating func poll(now: Instant) throws(PlatformError) {
    note(decoder.handleTimeout(now: now))
    guard !hasEnded else { return }
    var keys = OctetBuffer<64>()
    var status: Int32 = 0
    keys.append { (output) in status = file.read(into: &output) }
    if status == -BELFRY_EAGAIN { return }
    // The end of the input is not a failure: the watch continues without buttons.
    guard status > 0 else {
      hasEnded = true
      return
    }
    for index in keys.span.indices { note(decoder.handle(keys.span[index], now: now)) }
  }

  mutating func nextEvent(now: Instant) -> ButtonEvent? { sequence.next(now: now) }

  private mutating func note(_ key: KeyDecoder.Key?) {
    switch key {
    case nil: break
    case .quit: isQuitRequested = true
    // Keys that are typed too far ahead of a held key are ignored.
    case .command(let command): if sequence.hasRoom { sequence.append(command) }
    }
  }

  private static func failure(_ action: PlatformError.Action, _ status: Int32) -> PlatformError {
    PlatformError(.keyboard, action, StaticBytes("on standard input"), status: status)
  }
}
