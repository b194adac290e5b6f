import HCI
import Identifiers
import TestSupport
import Timing

extension FakeController {
  /// Starts `controller` and answers it until it sends no more; returns its events.
  mutating func bringUp(
    _ controller: inout Controller, knownAddress: DeviceAddress? = nil, now: Instant = .start
  ) -> [ControllerEvent] {
    controller.start(knownAddress: knownAddress)
    return serve(&controller, now: now)
  }

  /// Answers `controller` until it sends no more; returns its events.
  mutating func serve(_ controller: inout Controller, now: Instant = .start) -> [ControllerEvent] {
    var events: [ControllerEvent] = []
    while true {
      let commands = controller.drain(now: now)
      if commands.isEmpty { return events }
      for packet in commands.flatMap({ answer($0) }) {
        if let event = controller.receive(packet) { events.append(event) }
      }
    }
  }
}
