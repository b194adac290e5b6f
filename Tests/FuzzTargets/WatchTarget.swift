import BluetoothHost
import Peripherals
import TestSupport
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// The whole watch, with a phone that may do anything in any order: links, pairings, notifications, malformed PDUs,
/// silence, buttons, the loss of the controller and jumps of the clock.
///
/// Input: choices; see `WatchRun.step`.
public enum WatchTarget: FuzzTarget {
  public static var sources: [String] { ["BluetoothHost", "Watch", "GAP"] }

  public static func run(_ input: FuzzInput) {
    let run = WatchRun(input)
    var count = 0
    while !input.isEmpty, count < 200 {
      run.step()
      count += 1
    }
    run.finish()
  }
}

private final class WatchRun {
  private typealias Handle = NotificationCenterServer.Handle

  private let harness: WatchHarness
  private let phone = FakePhone()
  private let input: FuzzInput

  init(_ input: FuzzInput) {
    self.input = input
    let choice = input.octet()
    harness = WatchHarness(
      bonds: Sample.bonds(bondedWithPhone: choice & 1 == 0, others: choice >> 1 & 3),
      security: choice & 0x30 == 0x30 ? .compatible : .secureConnections,
      privateAddress: choice & 0x40 == 0 ? .off : choice & 0x80 == 0 ? .on : .auto)
    harness.send = { [phone] in phone.receive($0) }
    answerCommands()
    harness.start()
    run()
    if choice & 8 != 0 { comeBack() }
  }

  func finish() {
    if input.hasLongEnd { harness.requireHonestPhoneIsServed() }
  }

  func step() {
    switch input.number(below: 24) {
    case 0: phone.connect()
    case 1: phone.disconnect(input.choice([0x08, 0x13, 0x3D, 0x06]))
    case 2: comeBack()
    case 3: phone.pairWithVisibleAddress(input.rarely(3) ? PairingInitiator.request(.keyboardOnly, 0x05) : nil)
    case 4: pair()
    case 5:
      phone.decide(isConfirmed: !input.rarely(4))
      if let passkey = harness.passkey { phone.type(input.rarely(4) ? 0 : passkey) }
    case 6: phone.encrypt(with: input.flag() ? Sample.phoneBond.longTermKey : phone.longTermKey)
    case 7: phone.isMute.toggle()
    case 8: phone.returnsCredits.toggle()
    case 9: phone.returnCredits(input.number(below: 9))
    case 10...13: notify(Handle.notificationSource, sourceEvent())
    case 14: notify(Handle.dataSource, input.block(below: 100))
    case 15: phone.send([0x1D] + wire(Handle.serviceChanged) + [0x01, 0x00, 0xFF, 0xFF], on: 4)
    case 16: phone.send(input.block(below: 80), on: UInt16(3 + input.number(below: 5)))
    case 17: phone.send(attributePDU(), on: 4)
    case 18: phone.send([UInt8(1 + input.number(below: 14))] + input.block(below: 70), on: 6)
    case 19: press()
    case 20: harness.wait(input.interval()) { self.run() }
    case 21: harness.jump(input.interval())
    case 22: if input.rarely(4) { loseController() } else { changeServices() }
    default: phone.attributes.refusals[Handle.controlPoint] = [input.choice([0x03, 0xA2, 0x05, 0x80])]
    }
    if !input.rarely(3) { run() }
  }

  // MARK: The phone

  private func run() {
    while !phone.packets.isEmpty { harness.deliver(phone.packets.removeFirst()) }
  }

  private func comeBack() {
    phone.connect()
    phone.encrypt(with: Sample.phoneBond.longTermKey)
    run()
  }

  private func pair() {
    phone.connect()
    phone.pairWithVisibleAddress()
    run()
    harness.answer(.accept) { self.run() }
    phone.decide(isConfirmed: true)
    run()
  }

  private func loseController() {
    harness.stop()
    phone.reset()
    harness.start()
  }

  private func changeServices() {
    let choices: [[FakeServer.Service]] = [
      [NotificationCenterServer.genericAttribute, NotificationCenterServer.whole],
      [NotificationCenterServer.genericAttribute], [NotificationCenterServer.sourceOnly],
      [NotificationCenterServer.genericAttribute, NotificationCenterServer.broken], [],
    ]
    phone.attributes.services = input.choice(choices)
  }

  private func notify(_ handle: UInt16, _ value: [UInt8]) { phone.send([0x1B] + wire(handle) + value, on: 4) }

  private func sourceEvent() -> [UInt8] {
    [input.octet() & 3, input.octet(), UInt8(input.number(below: 14)), 1, input.octet() & 63, 0, 0, 0]
  }

  private func attributePDU() -> [UInt8] {
    [input.octet() & 0x5F] + wire(UInt16(input.number(below: 0x24))) + input.block(below: 40)
  }

  private func press() {
    let choice = input.octet()
    guard let button = Button(rawValue: choice & 7) else { return }
    harness.press(button, for: .milliseconds(choice & 8 == 0 ? 50 : 900))
  }

  /// Replies with one text, cut into fragments, and sometimes malformed.
  private func answerCommands() {
    phone.attributes.reply = { [input] command in
      let text = Array("text".utf8)
      let value = wire(UInt16(text.count)) + text
      let ids: [UInt8] = [0, 1, 2, 3, 4, 5] + command.suffix(2).filter { $0 > 5 }
      var reply = command.first == 0 ? command.prefix(5) + ids.flatMap { [$0] + value } : command + value
      if input.rarely(4) { reply = input.mutated(reply) }
      let size = input.rarely(4) ? 7 : 182
      return stride(from: 0, to: reply.count, by: size).map {
        [0x1B] + wire(Handle.dataSource) + reply[$0..<min($0 + size, reply.count)]
      }
    }
  }
}
