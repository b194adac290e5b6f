import ANCS
import Peripherals
import Testing
import Timing
import VirtualPhone
import WatchModel

/// The phone of the page with the whole watch.
@Suite struct VirtualPhoneTests {
  private let room = WatchAndPhone()

  private func message(_ text: String, flags: UInt8 = 0) -> PhoneNotification {
    var notification = PhoneNotification(flags: flags, category: 4)
    notification.appIdentifier = Array("com.apple.MobileSMS".utf8)
    notification.appName = Array("Messages".utf8)
    notification.title = Array("Anna".utf8)
    notification.message = Array(text.utf8)
    notification.positiveLabel = Array("Reply".utf8)
    notification.negativeLabel = Array("Clear".utf8)
    return notification
  }

  @Test func bothSidesShowTheSameCodeAndPair() {
    room.pair()
    #expect(room.codes.phone != nil)
    #expect(room.codes.phone == room.codes.watch)
    #expect(room.phone.hasBond)
    #expect(room.connection == .ready)
  }

  @Test func aCodeThatTheUserRejectsEndsThePairing() {
    room.use { phone, _ in phone.pair() }
    room.pass(seconds: 2)
    room.use { phone, _ in phone.answerCode(isConfirmed: false) }
    #expect(room.reports.contains(.pairingFailed))
    #expect(!room.phone.hasBond)
  }

  /// The codes that the phone has shown.
  private var codeCount: Int {
    var count = 0
    for case .code in room.reports { count += 1 }
    return count
  }

  @Test(arguments: [true, false])
  func theUserPairsAgainAfterARejectedCode(_ isRejectedOnPhone: Bool) {
    room.use { phone, _ in phone.pair() }
    room.pass(seconds: 2)
    if isRejectedOnPhone { room.use { phone, _ in phone.answerCode(isConfirmed: false) } } else { room.press(.decline) }
    #expect(!room.phone.isConnected)
    room.use { phone, _ in phone.pair() }
    room.pass(seconds: 30)
    #expect(codeCount == 2)
  }

  @Test func aWatchThatIsNotDiscoverableIsNotListed() {
    room.pass(seconds: 130)
    room.use { phone, _ in phone.pair() }
    #expect(room.reports.last == .notListed)
    #expect(!room.phone.isConnected)
  }

  @Test(arguments: [true, false]) func aWatchThatCannotBeReachedIsNotPairedLater(_ isRadioOff: Bool) {
    func setReachable(_ isReachable: Bool) {
      room.use { phone, _ in
        if isRadioOff { phone.setRadio(isOn: isReachable) } else { phone.setRange(isInRange: isReachable) }
      }
    }
    setReachable(false)
    room.use { phone, _ in phone.pair() }
    #expect(room.reports.last == .notReached)
    setReachable(true)
    room.pass(seconds: 5)
    #expect(!room.phone.isConnected && codeCount == 0)
    room.use { phone, _ in phone.pair() }
    room.pass(seconds: 2)
    #expect(codeCount == 1)
  }

  @Test func aPhoneWhoseKeyIsRefusedHangsUp() throws {
    room.pair()
    let other = WatchAndPhone()
    other.phone.restore(room.phone.record)
    other.pass(seconds: 2)
    let refusal = try #require(other.reports.firstIndex(of: .keyRefused))
    #expect(other.reports[refusal...].dropFirst().first == .disconnected)
  }

  @Test(arguments: ["Grüezi", "Привет", "مرحبا", "明天见", "🎉 👍"])
  func aMessageArrivesWhole(_ text: String) {
    room.pair()
    let uid = room.use { phone, _ in phone.add(message(text)) }
    room.pass(seconds: 1)
    #expect(room.text(.title, of: uid) == "Anna")
    #expect(room.text(.message, of: uid) == text)
  }

  @Test func aModifiedMessageReplacesTheOldOne() {
    room.pair()
    let uid = room.use { phone, _ in phone.add(message("at seven")) }
    room.pass(seconds: 1)
    room.use { phone, _ in phone.modify(uid, message("at eight")) }
    room.pass(seconds: 1)
    #expect(room.text(.message, of: uid) == "at eight")
    room.use { phone, _ in phone.remove(uid) }
    room.pass(seconds: 1)
    #expect(room.text(.message, of: uid) == nil)
  }

  @Test func aCallIsAnsweredOnTheWatch() {
    room.pair()
    var call = message("Incoming Call", flags: 0x18)
    call.category = PhoneNotification.incomingCall
    let uid = room.use { phone, _ in phone.add(call) }
    room.pass(seconds: 2)
    room.press(.accept)
    room.pass(seconds: 1)
    #expect(room.reports.contains(.action(uid: uid, isPositive: true)))
  }

  @Test func thePhoneComesBackByItself() {
    room.pair()
    room.use { phone, _ in phone.setRange(isInRange: false) }
    room.pass(seconds: 2)
    #expect(!room.phone.isConnected)
    room.use { phone, _ in phone.setRange(isInRange: true) }
    room.pass(seconds: 5)
    #expect(room.phone.isSubscribed)
    #expect(room.connection == .ready)
  }

  @Test func airplaneModeEndsTheLink() {
    room.pair()
    room.use { phone, _ in phone.setRadio(isOn: false) }
    room.pass(seconds: 1)
    #expect(!room.phone.isConnected)
    room.use { phone, _ in phone.setRadio(isOn: true) }
    room.pass(seconds: 5)
    #expect(room.phone.isSubscribed)
  }

  @Test func withoutPermissionNothingArrivesUntilItIsGiven() {
    room.pair()
    room.use { phone, _ in phone.setSharing(isOn: false) }
    let uid = room.use { phone, _ in phone.add(message("hidden")) }
    room.pass(seconds: 2)
    #expect(room.text(.message, of: uid) == nil)
    room.use { phone, _ in phone.setSharing(isOn: true) }
    room.pass(seconds: 10)
    #expect(room.text(.message, of: uid) == "hidden")
  }

  @Test func aRebootKeepsTheBondAndLosesTheNotifications() {
    room.pair()
    let uid = room.use { phone, _ in phone.add(message("before")) }
    room.pass(seconds: 1)
    room.use { phone, _ in phone.reboot() }
    room.pass(seconds: 5)
    #expect(room.phone.isSubscribed)
    #expect(room.text(.message, of: uid) == nil)
  }

  private func music(_ title: String, isPlaying: Bool = true) -> PhoneMusic {
    var music = PhoneMusic()
    music.player = Array("Music".utf8)
    music.title = Array(title.utf8)
    music.isPlaying = isPlaying
    music.duration = 300
    return music
  }

  // The second title is longer than an update holds: the watch reads it whole.
  @Test(arguments: ["Clair de lune", String(repeating: "长", count: 62)])
  func theTrackIsShown(_ title: String) {
    room.pair()
    room.use { phone, now in phone.setMusic(music(title), now: now) }
    room.pass(seconds: 2)
    #expect(room.trackTitle == title)
    #expect(room.isPlaying)
    room.use { phone, now in phone.setMusic(music(title, isPlaying: false), now: now) }
    room.pass(seconds: 1)
    #expect(!room.isPlaying)
  }

  @Test func theWearerPausesTheMusic() {
    room.pair()
    room.use { phone, now in phone.setMusic(music("Clair de lune"), now: now) }
    room.pass(seconds: 10)
    room.hold(.accept, for: .seconds(1))
    room.pass(seconds: 1)
    room.press(.accept)
    room.pass(seconds: 1)
    #expect(room.reports.contains(.mediaCommand(2)))
  }

  @Test func theBatteryIsReported() {
    room.pair()
    room.use { phone, _ in phone.setBattery(percent: 23) }
    room.pass(seconds: 1)
    #expect(room.batteryLevel == 23)
  }

  @Test func theRecordBringsTheBondBack() {
    room.pair()
    var later = VirtualPhone(name: []) { 0 }
    #expect(!later.hasBond)
    later.restore(room.phone.record)
    #expect(later.hasBond)
    #expect(later.record == room.phone.record)
    later.restore([1, 2, 3])
    #expect(later.hasBond)
  }
}
