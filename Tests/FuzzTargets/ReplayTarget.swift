import Peripherals
import TestSupport
import Timing

@testable import PhoneSupport

/// A capture of a controller's packets, changed anywhere, with jumps of the clock in between. The watch must meet its
/// requirements throughout, and then serve an honest phone.
///
/// Input: a list of
///
///     | 0 | count: 1 | packet |      a packet, indicator first
///     | 1 | interval: 1 |            time passes, deadline by deadline
///     | 2 | interval: 1 |            time jumps, past all deadlines
///     | 3 | button: 1 |              a press; held if 8 or more
///     | 4 |                          the transport is lost and reopened
///
/// The watch uses the same random octets each time, so that a recorded pairing succeeds again.
public enum ReplayTarget: FuzzTarget {
  public static var sources: [String] { ["BluetoothHost", "Watch"] }

  public static var seeds: [[UInt8]] { Recording.sessions }

  public static func run(_ input: FuzzInput) {
    let harness = WatchHarness(bonds: Sample.bonds(bondedWithPhone: false))
    harness.start()
    var count = 0
    while !input.isEmpty, count < 400 {
      step(harness, input)
      count += 1
    }
    if input.hasLongEnd { harness.requireHonestPhoneIsServed() }
  }

  private static func step(_ harness: WatchHarness, _ input: FuzzInput) {
    switch input.number(below: 5) {
    case 0: harness.deliver(input.block(below: 256))
    case 1: harness.wait(input.interval())
    case 2: harness.jump(input.interval())
    case 3:
      let choice = input.octet() & 15
      guard let button = Button(rawValue: choice & 7) else { return }
      harness.press(button, for: .milliseconds(choice < 8 ? 50 : 900))
    default:
      harness.stop()
      harness.start()
    }
  }
}

/// A controller's packets from the first command to a complete notification: start-up, pairing, subscription,
/// notifications, the loss of the link and the reconnection.
private enum Recording {
  /// The recorded packets up to each stage, and of the whole session.
  static let sessions: [[UInt8]] = {
    let recorder = Recorder()
    recorder.record()
    return recorder.stages
  }()

  private final class Recorder {
    private let harness = WatchHarness(bonds: Sample.bonds(bondedWithPhone: false))
    private let phone = FakePhone()
    private var octets: [UInt8] = []
    private(set) var stages: [[UInt8]] = []

    func record() {
      let handles = NotificationCenterServer.Handle.self
      harness.send = { [phone] in phone.receive($0) }
      phone.attributes.reply = { command in
        guard command.first == 0 else { return [[0x1B] + wire(handles.dataSource) + command + [1, 0, 0x42]] }
        return [[0x1B] + wire(handles.dataSource) + command.prefix(5) + (0..<6).flatMap { [$0, 1, 0, 0x41] }]
      }
      harness.start()
      run()
      endStage()
      phone.connect()
      phone.startPairing()
      run()
      endStage()
      press(.accept)
      phone.decide(isConfirmed: true)
      run()
      endStage()
      notify([0, 0, 4, 1, 1, 0, 0, 0])
      notify([0, 0x18, 1, 1, 2, 0, 0, 0])
      press(.accept)
      notify([2, 0, 1, 1, 2, 0, 0, 0])
      phone.send([0x1D] + wire(handles.serviceChanged) + [0x01, 0x00, 0xFF, 0xFF], on: 4)
      run()
      endStage()
      phone.disconnect()
      run()
      phone.connect()
      phone.encrypt(with: phone.longTermKey)
      run()
      notify([0, 0, 4, 1, 3, 0, 0, 0])
      endStage()
    }

    private func endStage() { stages.append(octets) }

    private func notify(_ value: [UInt8]) {
      phone.send([0x1B] + wire(NotificationCenterServer.Handle.notificationSource) + value, on: 4)
      run()
    }

    private func press(_ button: Button) {
      octets += [1, 160, 3, button.rawValue]
      harness.answer(button)
      run()
    }

    private func run() {
      while !phone.packets.isEmpty {
        let packet = phone.packets.removeFirst()
        octets += [0, UInt8(packet.count)] + packet
        harness.deliver(packet)
      }
      octets += [1, 100]
      harness.wait(.seconds(1))
      if !phone.packets.isEmpty { run() }
    }
  }
}
