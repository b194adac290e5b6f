internal import ATT
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

  /// Reports a value that a peer has written. If the product has not taken the last report of that value yet, this one
  /// adds nothing: a peer that writes all the time cannot push out other events.
  mutating func postWritten(_ handle: AttributeHandle) {
    guard !events.contains(where: { $0 == .valueWritten(handle) }) else { return }
    post(.valueWritten(handle))
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
