import Peripherals
import TestSupport
import Timing

@testable import PhoneSupport

/// A capture of what a controller said, changed anywhere and with the clock jumping in between: the watch keeps what it
/// promises, and an honest phone is served afterwards.
///
/// Input: a list of
///
///     | 0 | count: 1 | packet |      a packet, indicator first
///     | 1 | interval: 1 |            time, deadline by deadline
///     | 2 | interval: 1 |            time at once
///     | 3 | button: 1 |              a press; from 8 on held
///     | 4 |                          the transport is lost and opened anew
///
/// The watch draws the same random octets each time, so that a recorded pairing is one again.
public enum ReplayTarget: FuzzTarget {
  public static var sources: [String] { ["BluetoothHost", "Watch"] }

  public static var seeds: [[UInt8]] { Recording.sessions }

  public static func run(_ input: FuzzInput) {
    let rig = WatchRig(bonds: Sample.bonds(bondedWithPhone: false))
    rig.start()
    var count = 0
    while !input.isEmpty, count < 400 {
      step(rig, input)
      count += 1
    }
    if input.hasLongEnd { rig.requireHonestPhoneIsServed() }
  }

  private static func step(_ rig: WatchRig, _ input: FuzzInput) {
    switch input.number(below: 5) {
    case 0: rig.deliver(input.block(below: 256))
    case 1: rig.wait(input.interval())
    case 2: rig.jump(input.interval())
    case 3:
      let choice = input.octet() & 15
      guard let button = Button(rawValue: choice & 7) else { return }
      rig.press(button, for: .milliseconds(choice < 8 ? 50 : 900))
    default:
      rig.stop()
      rig.start()
    }
  }
}

/// What a controller says from the first command to a notification that was read: bring-up, pairing, subscription,
/// notifications, the loss of the link and its return.
private enum Recording {
  /// The whole session, and what there was of it at each stage.
  static let sessions: [[UInt8]] = {
    let recorder = Recorder()
    recorder.record()
    return recorder.stages
  }()

  private final class Recorder {
    private let rig = WatchRig(bonds: Sample.bonds(bondedWithPhone: false))
    private let phone = FakePhone()
    private var octets: [UInt8] = []
    private(set) var stages: [[UInt8]] = []

    func record() {
      let handles = NotificationCenterServer.Handle.self
      rig.send = { [phone] in phone.receive($0) }
      phone.attributes.reply = { command in
        guard command.first == 0 else { return [[0x1B] + wire(handles.dataSource) + command + [1, 0, 0x42]] }
        return [[0x1B] + wire(handles.dataSource) + command.prefix(5) + (0..<6).flatMap { [$0, 1, 0, 0x41] }]
      }
      rig.start()
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
      octets += [1, 100, 3, button.rawValue]
      rig.answer(button)
      run()
    }

    private func run() {
      while !phone.packets.isEmpty {
        let packet = phone.packets.removeFirst()
        octets += [0, UInt8(packet.count)] + packet
        rig.deliver(packet)
      }
      octets += [1, 100]
      rig.wait(.seconds(1))
      if !phone.packets.isEmpty { run() }
    }
  }
}
