internal import HCI
internal import Octets

/// The state of the host, and the events that the product has not taken yet.
struct HostReport {
  private(set) var state = HostState.off
  /// Why the controller was given up last.
  private(set) var controllerFailure: ControllerFailure?
  private var events = FixedQueue<24, HostEvent>()
  /// The number of events that were lost because the product did not take them in time.
  private(set) var lostEventCount: UInt32 = 0

  @inline(never)  // Several callers: one copy is smaller.
  mutating func post(_ event: HostEvent) {
    if events.pushLast(event) != nil { lostEventCount &+= 1 }
  }

  mutating func setState(_ newState: HostState) {
    guard newState != state else { return }
    state = newState
    post(.stateChanged(newState))
  }

  mutating func controllerFailed(_ failure: ControllerFailure) {
    setState(.off)
    controllerFailure = failure
    post(.controllerFailed)
  }

  /// Removes and returns the oldest event; nil if the queue is empty.
  mutating func nextEvent() -> HostEvent? { events.popFirst() }
}
