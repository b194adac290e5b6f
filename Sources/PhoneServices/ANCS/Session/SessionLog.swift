internal import Octets

/// The output of a session: its events in order, and counts of faults.
struct SessionLog {
  private(set) var counters = SessionCounters()
  private var events = FixedQueue<64, SessionEvent>()

  mutating func report(_ event: SessionEvent) {
    if events.pushLast(event) != nil { counters.lostEvents.increment() }
  }

  mutating func nextEvent() -> SessionEvent? { events.popFirst() }

  /// Lets `change` increment a counter.
  mutating func count(_ change: (inout SessionCounters) -> Void) { change(&counters) }
}
