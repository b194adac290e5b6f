import Graphics
import Peripherals
import PhoneClient
import Screens
import TestSupport
import Timing
import WatchModel

@testable import PhoneSupport
@testable import SecurityManager
@testable import Watch

/// A watch with random events in random order. The same seed gives the same run.
final class WatchFuzz {
  let harness: ApplicationHarness
  private var random: SeededGenerator
  private let recording: [[UInt8]]
  /// Whether the controller misbehaves too, so that links are short; otherwise only the phone does.
  private let isControllerMad: Bool
  private var bitmap = Bitmap()

  init(seed: UInt64, recording: [[UInt8]]) {
    random = SeededGenerator(seed: seed)
    self.recording = recording
    isControllerMad = seed % 4 == 1
    harness = ApplicationHarness(bonds: Sample.bonds(bondedWithPhone: seed % 2 == 0, others: UInt8(seed % 9) / 2))
    if seed % 3 == 0 { harness.answerCommands(inPiecesOf: 20) }
    harness.start()
  }

  /// The controller's packets from the first command to a complete notification, with pairing and reconnecting.
  static func record() -> [[UInt8]] {
    let harness = ApplicationHarness()
    harness.answerCommands()
    harness.isRecording = true
    harness.start()
    harness.pair()
    harness.post(uid: 1)
    harness.post(uid: 2, category: 1, flags: 0x18)
    harness.press(.accept)
    harness.post(2, uid: 2)
    harness.changeServices()
    harness.wait(.seconds(1))
    harness.phone.disconnect()
    harness.run()
    harness.phone.connect()
    harness.phone.encrypt(with: harness.phone.longTermKey)
    harness.run()
    return harness.recording
  }

  func step() {
    switch number(in: isControllerMad ? 0...23 : 7...23) {
    case 0, 1: harness.deliver(randomEvent())
    case 2, 3: harness.deliver(mutated(recorded()))
    case 4, 5: harness.deliver(recorded())
    case 6: harness.deliver(randomFragment())
    case 7: harness.deliver(mutated(recordedData()))
    case 8: harness.deliver(recordedData())
    case 9...11: harness.phone.send(randomPDU(), on: UInt16(number(in: 3...7)))
    case 12: harness.wait(.milliseconds(UInt32(number(in: 0...40_000))))
    case 13: pressSomething()
    case 14: harness.now = harness.now + .milliseconds(UInt32(number(in: 0...5_000)))
    case 15: if number(below: 8) == 0 { restart() } else { harness.phone.returnsCredits.toggle() }
    case 16: harness.phone.returnCredits(number(in: 0...9))
    default: beAPhone()
    }
    if number(below: 3) > 0 { harness.run() }
    draw()
  }

  // MARK: Actions of the phone, in any order

  private func beAPhone() {
    switch number(below: 14) {
    case 0: if number(below: 4) == 0 { harness.phone.disconnect() } else { harness.phone.connect() }
    case 1: if harness.states.last != .ready { harness.connect() }
    case 2: pair()
    case 3:
      harness.phone.encrypt(with: number(below: 2) == 0 ? Sample.phoneBond.longTermKey : harness.phone.longTermKey)
    case 4: harness.phone.startPairing()
    case 5: harness.phone.decide(isConfirmed: number(below: 4) > 0)
    case 6: harness.phone.isMute.toggle()
    case 7 where isControllerMad:
      harness.phone.changeEncryption(status: UInt8(number(below: 2)) * 6, enabled: UInt8(number(below: 3)))
    case 8: harness.changeServices()
    default:
      let category = UInt8(number(below: 14))
      harness.post(UInt8(number(below: 3)), uid: UInt8(number(below: 60)), category: category, flags: octet())
    }
  }

  private func pair() {
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    if number(below: 3) == 0 { step() }
    harness.press(.accept)
    harness.phone.decide(isConfirmed: true)
    harness.run()
  }

  private func pressSomething() {
    let buttons: [Button] = [.accept, .decline, .up, .down, .select, .back]
    let button = buttons[number(below: buttons.count)]
    if number(below: 4) == 0 { harness.hold(button) } else { harness.press(button) }
  }

  private func restart() {
    if number(below: 2) == 0 { harness.stop() }
    harness.start()
  }

  // MARK: Octets

  private func randomEvent() -> [UInt8] {
    let codes: [UInt8] = [0x05, 0x08, 0x0C, 0x0E, 0x0F, 0x10, 0x13, 0x1A, 0x30, 0x57, 0x3E, 0x3E, 0x3E, 0x3E, octet()]
    let code = codes[number(below: codes.count)]
    var parameters = octets(number(in: 0...30))
    if code == 0x3E, !parameters.isEmpty { parameters[0] = UInt8(number(in: 0...0x15)) }
    // A plausible status and handle, so that more than the first check is reached.
    if parameters.count >= 4, number(below: 2) == 0 {
      let start = code == 0x3E ? 1 : 0
      parameters[start] = 0
      parameters[start + 1] = 0x40
      if parameters.count > start + 2 { parameters[start + 2] = 0 }
    }
    return [0x04, code, number(below: 8) == 0 ? octet() : UInt8(parameters.count)] + parameters
  }

  private func randomFragment() -> [UInt8] {
    let data = octets(number(in: 0...40))
    let flags = UInt8(number(in: 0...3)) << 4
    let count = number(below: 8) == 0 ? UInt8(number(in: 0...60)) : UInt8(data.count)
    return [0x02, number(below: 8) == 0 ? octet() : 0x40, flags, count, 0] + data
  }

  private func randomPDU() -> [UInt8] {
    var pdu = octets(number(in: 1...70))
    if number(below: 4) > 0 { pdu[0] = UInt8(number(in: 1...0x1F)) }
    // An existing handle.
    if pdu.count >= 3, number(below: 2) == 0 { (pdu[1], pdu[2]) = (UInt8(number(in: 0...0x24)), 0) }
    return pdu
  }

  private func recorded() -> [UInt8] { recording[number(below: recording.count)] }

  private func recordedData() -> [UInt8] {
    while true {
      let packet = recorded()
      if packet[0] == 0x02 { return packet }
    }
  }

  private func mutated(_ packet: [UInt8]) -> [UInt8] {
    var packet = packet
    for _ in 0...number(below: 3) {
      switch number(below: 4) {
      case 0: packet = Array(packet.prefix(number(in: 0...packet.count)))
      case 1: packet += octets(number(in: 1...8))
      default: if !packet.isEmpty { packet[number(below: packet.count)] = octet() }
      }
    }
    // Half of them look like complete packets.
    if packet.count >= 5, number(below: 2) == 0 {
      if packet[0] == 0x04 { packet[2] = UInt8(truncatingIfNeeded: packet.count - 3) }
      if packet[0] == 0x02 { (packet[3], packet[4]) = (UInt8(truncatingIfNeeded: packet.count - 5), 0) }
    }
    return packet
  }

  private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
  private func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private func octet() -> UInt8 { UInt8.random(in: 0...255, using: &random) }
  private func octets(_ count: Int) -> [UInt8] { (0..<count).map { _ in octet() } }

  // MARK: The display

  private func draw() {
    guard harness.application.takeNeedsRedraw() else { return }
    harness.application.watch.draw(harness.application.client.phone, into: &bitmap)
  }
}
