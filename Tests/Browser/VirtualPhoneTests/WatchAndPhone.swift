import AMS
import ANCS
import BluetoothHost
import GATT
import Identifiers
import Octets
import Peripherals
import PhoneClient
import SecurityManager
import TestSupport
import Timing
import VirtualPhone
import Watch
import WatchModel

/// The whole watch and a virtual phone, with a clock that the test sets.
final class WatchAndPhone {
  var phone: VirtualPhone
  private(set) var reports: [PhoneReport] = []
  private(set) var notices: [WatchNotice] = []
  private var application: WatchApplication
  private var entropy = SeededEntropy()
  private var now = Instant.start + .seconds(1)

  init() {
    var generator = SeededGenerator(seed: 7)
    phone = VirtualPhone(name: Array("iPhone".utf8)) { UInt8(truncatingIfNeeded: generator.next()) }
    var entropy = SeededEntropy()
    var identity = LocalIdentity(randomness: entropy.randomOctets())
    while identity == nil { identity = LocalIdentity(randomness: entropy.randomOctets()) }
    application = WatchApplication(
      name: BoundedText("Belfry"), configuration: HostConfiguration(), bonds: BondTable(identity: identity!))
    application.prepareKeys(from: &entropy)
    application.start(now: now)
    settle()
  }

  /// Passes packets on until neither side has any.
  func settle() {
    var isQuiet = false
    while !isQuiet {
      isQuiet = true
      application.handleTimeout(now: now)
      phone.handleTimeout(now: now)
      while let packet = takeWatchPacket() {
        phone.receive(packet, now: now)
        isQuiet = false
      }
      while let packet = phone.takePacket() {
        application.handle(packet: packet.span, now: now)
        isQuiet = false
      }
      while let notice = application.nextNotice() {
        if case .bondsChanged = notice { application.noteBondsSaved(now: now) }
        notices.append(notice)
        isQuiet = false
      }
      while let report = phone.takeReport() { reports.append(report) }
      application.prepareKeys(from: &entropy)
    }
  }

  private func takeWatchPacket() -> [UInt8]? {
    var packet = OctetBuffer<264>()
    var hasPacket = false
    packet.append { output in hasPacket = application.nextPacket(into: &output, now: now) }
    return hasPacket ? packet.span.list : nil
  }

  /// Advances the time in steps of 100 ms.
  func pass(seconds: UInt32) {
    for _ in 0..<(seconds * 10) {
      now = now + .milliseconds(100)
      settle()
    }
  }

  func press(_ button: Button) {
    hold(button, for: .milliseconds(100))
  }

  func hold(_ button: Button, for duration: Interval) {
    application.handle(ButtonEvent(button: button, edge: .pressed), now: now)
    settle()
    now = now + duration
    settle()
    application.handle(ButtonEvent(button: button, edge: .released), now: now)
    settle()
  }

  /// Performs an action of the phone's user.
  func use<Result>(_ action: (inout VirtualPhone, Instant) -> Result) -> Result {
    let result = action(&phone, now)
    settle()
    return result
  }

  func pair() {
    use { phone, _ in phone.pair() }
    pass(seconds: 2)
    use { phone, _ in phone.answerCode(isConfirmed: true) }
    press(.accept)
    pass(seconds: 8)
  }

  /// The code on the phone and the one on the watch.
  var codes: (phone: UInt32?, watch: UInt32?) {
    var codes: (phone: UInt32?, watch: UInt32?) = (nil, nil)
    for case .code(let code) in reports { codes.phone = code }
    for case .pairingCode(let code) in notices { codes.watch = code }
    return codes
  }

  /// The watch's connection state.
  var connection: ConnectionState? {
    var last: ConnectionState?
    for case .watch(.connection(let state, _)) in notices { last = state }
    return last
  }

  /// The watch's text of a notification; nil if the watch has no such notification.
  func text(_ attribute: NotificationAttributeID, of uid: UInt32) -> String? {
    Self.text(attribute, of: NotificationUID(rawValue: uid), in: application.client.phone)
  }

  private static func text(
    _ attribute: NotificationAttributeID, of uid: NotificationUID, in phone: borrowing PhoneState
  ) -> String? {
    guard let index = phone.session.notifications.index(of: uid) else { return nil }
    return String(decoding: phone.session.notifications[attribute, at: index].list, as: UTF8.self)
  }

  /// The title of the track, as the watch knows it.
  var trackTitle: String { Self.trackTitle(in: application.client.phone) }

  private static func trackTitle(in phone: borrowing PhoneState) -> String {
    String(decoding: phone.media.media.title.span.list, as: UTF8.self)
  }

  /// Whether the watch knows that music plays.
  var isPlaying: Bool { application.client.phone.media.media.isPlaying }

  /// The phone's battery, as the watch knows it.
  var batteryLevel: UInt8? { application.client.phone.facts.batteryLevel }
}
