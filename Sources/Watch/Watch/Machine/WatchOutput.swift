internal import Features
internal import Octets

/// The output of the watch for its owner: events to record, actions to perform, and whether the picture has changed.
///
/// Each queue holds more than one call appends. If the owner does not empty them, the newest entries are lost.
struct WatchOutput: ~Copyable {
  private let inPlace = InPlace()
  private var events = EventQueue<WatchEvent>()
  private var actions = FixedQueue<8, WatchAction>()
  /// Whether the picture has changed since the last `takeNeedsRedraw`.
  private(set) var needsRedraw = true
  /// The number of events that were not reported: there was no room for them here, or at the owner.
  private(set) var lostEventCount: UInt32 = 0

  mutating func record(_ event: WatchEvent) {
    guard Features.hasEvents else { return }
    // Not `pushLast(event) != nil`, which compares two events in 2 KiB of code.
    if events.isFull { noteLostEvent() } else { events.append(event) }
  }

  mutating func noteLostEvent() {
    if lostEventCount < UInt32.max { lostEventCount += 1 }
  }

  mutating func request(_ action: WatchAction) { _ = actions.pushLast(action) }

  mutating func requestRedraw() { needsRedraw = true }

  mutating func nextEvent() -> WatchEvent? { Features.hasEvents ? events.popFirst() : nil }

  mutating func nextAction() -> WatchAction? { actions.popFirst() }

  mutating func takeNeedsRedraw() -> Bool {
    let isNeeded = needsRedraw
    needsRedraw = false
    return isNeeded
  }
}
