import CBrowser
import Timing
import VirtualPhone

// The functions of the phone that the page calls. Octets go in and out through `buffer`. Times are microseconds since
// the page was opened.

private let bufferSize = 16_384
nonisolated(unsafe) private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: bufferSize)
nonisolated(unsafe) private var phone = VirtualPhone(name: [UInt8]("iPhone".utf8), random: randomOctet)
/// The number that belongs to the last report.
nonisolated(unsafe) private var reportValue: UInt32 = 0

private func randomOctet() -> UInt8 {
  var octet: UInt8 = 0
  belfry_fill_random(&octet, 1)
  return octet
}

private func instant(_ microseconds: Double) -> Instant { Instant(microseconds: UInt64(microseconds)) }

private func octets(_ count: UInt32) -> [UInt8] { (0..<min(Int(count), bufferSize)).map { buffer[$0] } }

private func give(_ octets: [UInt8]) -> UInt32 {
  let count = min(octets.count, bufferSize)
  for index in 0..<count { buffer[index] = octets[index] }
  return UInt32(count)
}

/// Texts, each behind its length of two octets, little-endian.
private struct Texts {
  private let octets: [UInt8]
  private var place = 0

  init(octets: [UInt8]) { self.octets = octets }

  /// The next text; empty after the last one.
  mutating func takeNext() -> [UInt8] {
    guard place + 2 <= octets.count else { return [] }
    let start = place + 2
    place = min(start + Int(octets[place]) + Int(octets[place + 1]) << 8, octets.count)
    return Array(octets[start..<place])
  }
}

/// The exchange buffer of 16,384 octets.
@_cdecl("phone_buffer") public func exchangeBuffer() -> UnsafeMutablePointer<UInt8> { buffer }

// MARK: The air

@_cdecl("phone_receive") public func receive(count: UInt32, now: Double) {
  phone.receive(octets(count), now: instant(now))
}

/// The length of the next packet for the watch, which is in the buffer; 0 without a packet.
@_cdecl("phone_take_packet") public func takePacket() -> UInt32 { phone.takePacket().map { give($0) } ?? 0 }

@_cdecl("phone_handle_timeout") public func handleTimeout(now: Double) { phone.handleTimeout(now: instant(now)) }

/// The time of the next `phone_handle_timeout`; negative without one.
@_cdecl("phone_deadline") public func deadline() -> Double { phone.deadline.map { Double($0.microseconds) } ?? -1 }

/// The kind of the next report, as in `phone.js`; 0 without a report.
@_cdecl("phone_take_report") public func takeReport() -> UInt32 {
  reportValue = 0
  switch phone.takeReport() {
  case nil: return 0
  case .connected: return 1
  case .disconnected: return 2
  case .code(let code):
    reportValue = code
    return 3
  case .bonded: return 4
  case .pairingFailed: return 5
  case .keyRefused: return 6
  case .subscribed: return 7
  case .action(let uid, let isPositive):
    reportValue = uid
    return isPositive ? 8 : 9
  case .mediaCommand(let command):
    reportValue = UInt32(command)
    return 10
  case .notListed: return 11
  case .notReached: return 12
  }
}

@_cdecl("phone_report_value") public func valueOfReport() -> UInt32 { reportValue }

/// Bit 0: connected. Bit 1: bonded. Bit 2: subscribed.
@_cdecl("phone_state") public func state() -> UInt32 {
  (phone.isConnected ? 1 : 0) | (phone.hasBond ? 2 : 0) | (phone.isSubscribed ? 4 : 0)
}

// MARK: The user

@_cdecl("phone_pair") public func pair() { phone.pair() }
@_cdecl("phone_answer_code") public func answerCode(isConfirmed: Bool) { phone.answerCode(isConfirmed: isConfirmed) }
@_cdecl("phone_forget_watch") public func forgetWatch() { phone.forgetWatch() }
@_cdecl("phone_set_radio") public func setRadio(isOn: Bool) { phone.setRadio(isOn: isOn) }
@_cdecl("phone_set_range") public func setRange(isInRange: Bool) { phone.setRange(isInRange: isInRange) }
@_cdecl("phone_set_sharing") public func setSharing(isOn: Bool) { phone.setSharing(isOn: isOn) }
@_cdecl("phone_reboot") public func reboot() { phone.reboot() }
@_cdecl("phone_set_battery") public func setBattery(percent: UInt32) {
  phone.setBattery(percent: UInt8(truncatingIfNeeded: percent))
}

@_cdecl("phone_set_time") public func setTime(utcMilliseconds: Double, zoneQuarters: Int32, now: Double) {
  phone.setTime(
    utcMicroseconds: Int64(utcMilliseconds) * 1_000, zoneQuarters: Int(zoneQuarters), now: instant(now))
}

/// Adds a notification, or modifies one if `uid` is not 0. The buffer holds eight texts, each behind its length of two
/// octets: identifier and name of the application, title, subtitle, message, date, and the labels of both actions.
@_cdecl("phone_notify") public func notify(uid: UInt32, flags: UInt32, category: UInt32, count: UInt32) -> UInt32 {
  var notification = PhoneNotification(
    flags: UInt8(truncatingIfNeeded: flags), category: UInt8(truncatingIfNeeded: category))
  var texts = Texts(octets: octets(count))
  notification.appIdentifier = texts.takeNext()
  notification.appName = texts.takeNext()
  notification.title = texts.takeNext()
  notification.subtitle = texts.takeNext()
  notification.message = texts.takeNext()
  notification.date = texts.takeNext()
  notification.positiveLabel = texts.takeNext()
  notification.negativeLabel = texts.takeNext()
  if uid == 0 { return phone.add(notification) }
  phone.modify(uid, notification)
  return uid
}

@_cdecl("phone_remove") public func remove(uid: UInt32) { phone.remove(uid) }

/// Tells what the phone plays: seconds, and the volume in percent. The buffer holds four texts as for `phone_notify`:
/// the player, title, artist and album.
@_cdecl("phone_set_music") public func setMusic(
  isPlaying: Bool, elapsed: UInt32, duration: UInt32, volume: UInt32, count: UInt32, now: Double
) {
  var music = PhoneMusic()
  var texts = Texts(octets: octets(count))
  music.player = texts.takeNext()
  music.title = texts.takeNext()
  music.artist = texts.takeNext()
  music.album = texts.takeNext()
  music.isPlaying = isPlaying
  music.elapsed = Int(min(elapsed, 86_400))
  music.duration = Int(min(duration, 86_400))
  music.volume = Int(min(volume, 100))
  phone.setMusic(music, now: instant(now))
}

// MARK: The stored record

/// The length of the record in the buffer.
@_cdecl("phone_record") public func record() -> UInt32 { give(phone.record) }
@_cdecl("phone_restore") public func restore(count: UInt32) { phone.restore(octets(count)) }
