internal import Octets
public import Screens
public import Timing

// What the phone tells beside its notifications.
extension WatchMachine {
  /// What the clock shows, and whose it is; nil if it is not known.
  public mutating func setTime(_ time: TimeOfDay?, _ date: CalendarDate?, from source: TimeSource, now: Instant) {
    timeSource = source
    setTime(time, date, now: now)
  }

  mutating func receive(batteryLevel value: Span<UInt8>) {
    var facts = phoneFacts
    if facts.receive(batteryLevel: value) { change(to: facts) }
  }

  mutating func setPhone(model: BoundedText<24>) {
    var facts = phoneFacts
    facts.model = model
    change(to: facts)
  }

  mutating func setPhone(manufacturer: BoundedText<24>) {
    var facts = phoneFacts
    facts.manufacturer = manufacturer
    change(to: facts)
  }

  /// The link is gone: what the phone said of itself is told no more.
  mutating func forgetPhoneFacts() {
    guard phoneFacts != PhoneFacts() else { return }
    phoneFacts = PhoneFacts()
    needsRedraw = true
  }

  private mutating func change(to facts: PhoneFacts) {
    guard facts != phoneFacts else { return }
    phoneFacts = facts
    record(.phone(facts))
    if screen == .status || screen == .clock { needsRedraw = true }
  }
}
