import AMS
import Peripherals
import PhoneClient
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct WatchMusicTests {
  /// A watch whose phone plays music, with the music screen on the display.
  private func listening(commands: [UInt8] = [0, 1, 2, 3, 4, 5, 6]) -> MachineHarness {
    let harness = MachineHarness()
    harness.findMusic(commands: commands)
    harness.update(0, 0, "Music")
    harness.update(0, 1, "1,1.0,10.5")
    harness.update(2, 2, "Title")
    harness.update(2, 3, "200")
    harness.hold(.accept)
    harness.events = []
    return harness
  }

  @Test func musicIsReachedFromTheClockAndTheMenu() {
    let harness = listening()
    #expect(harness.screen == .music)
    harness.hold(.decline)
    #expect(harness.screen == .clock)
    harness.hold(.decline)
    for _ in 0..<MenuItem.music.rawValue { harness.press(.down) }
    harness.press(.accept)
    #expect(harness.screen == .music)
    harness.press(.back)
    #expect(harness.screen == .clock)
  }

  @Test func twoButtonsDoEverything() {
    let harness = listening()
    harness.press(.accept)
    harness.press(.decline)
    harness.hold(.accept)
    harness.press(.accept)
    harness.press(.decline)
    harness.hold(.accept)
    harness.press(.accept)
    #expect(harness.sent == [[2], [3], [5], [6], [4]])
    harness.press(.decline)
    #expect(harness.screen == .clock)
  }

  @Test func theOtherButtonsAreShorter() {
    let harness = listening()
    harness.press(.up)
    harness.press(.down)
    harness.press(.select)
    harness.hold(.select)
    #expect(harness.sent == [[5], [6], [2], [4]])
    #expect(harness.events.contains(.musicCommand(.previousTrack, .ok)))
  }

  @Test func onlyOfferedCommandsHaveLabels() {
    let harness = listening(commands: [0, 1])
    harness.press(.accept)
    #expect(harness.sent == [[1]])
    // The player offers no other command for accept, and no next track.
    harness.hold(.accept)
    harness.update(0, 1, "0,0,10.5")
    harness.press(.accept)
    #expect(harness.sent == [[1], [0]])
    harness.press(.up)
    #expect(harness.sent.count == 2)
    #expect(harness.events.contains(.musicRefused(.volumeUp, .notOffered)))
    harness.press(.decline)
    #expect(harness.screen == .clock)
  }

  @Test func theDisplayIsDrawnOnceASecondAndOnlyWhileTimeRuns() {
    let harness = listening()
    _ = harness.watch.takeNeedsRedraw()
    harness.wait(.seconds(3))
    var redraws = 0
    for _ in 0..<100 {
      harness.wait(.milliseconds(100))
      if harness.watch.takeNeedsRedraw() { redraws += 1 }
    }
    #expect((10...11).contains(redraws))
    harness.update(0, 1, "0,0.0,20.5")
    harness.wait(.seconds(2))
    _ = harness.watch.takeNeedsRedraw()
    harness.wait(.seconds(30))
    let isRedrawn = harness.watch.takeNeedsRedraw()
    #expect(!isRedrawn)
  }

  @Test func aPlayingPhoneDoesNotWakeTheWatchOnTheClock() {
    let harness = listening()
    harness.hold(.decline)
    // The session has its own deadlines at first.
    harness.wait(.seconds(90))
    let deadline = harness.deadline
    #expect(deadline.map { $0 > harness.now + .seconds(60) } ?? true)
  }

  @Test func anAlertLiesOverTheMusicAndLeadsBack() {
    let harness = listening()
    harness.post(7, .init())
    #expect(harness.screen == .alert)
    harness.press(.decline)
    #expect(harness.screen == .music)
    harness.post(8, .init(title: "another"))
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.press(.back)
    #expect(harness.screen == .music)
    harness.post(9, .init(category: 1, flags: 0x18))
    #expect(harness.screen == .call)
    harness.remove(9)
    #expect(harness.screen == .music)
  }

  @Test func changesAreReportedTogetherAndNotTooOften() {
    let harness = listening()
    harness.wait(.seconds(5))
    harness.events = []
    for round in 0..<50 {
      harness.update(2, 2, "Title \(round)")
      harness.update(2, 0, "Artist \(round)")
      harness.wait(.milliseconds(100))
    }
    harness.wait(.seconds(2))
    #expect((5...7).contains(harness.events.count(where: { $0 == .music })))
    harness.events = []
    harness.wait(.seconds(60))
    #expect(!harness.events.contains(.music))
  }

  @Test func theEndOfThePlayerWithTheLinkIsReported() {
    let harness = listening()
    harness.isMute = true
    harness.press(.accept)
    harness.musicEnded()
    harness.disconnect()
    harness.wait(.seconds(1))
    #expect(harness.events.contains(.musicCommand(.togglePlayPause, .disconnected)))
    #expect(harness.events.contains(.music) && harness.screen == .music)
    harness.press(.accept)
    #expect(harness.sent.isEmpty)
  }

  @Test func programsMayDoWhatButtonsMay() {
    let harness = listening(commands: [0, 1])
    #expect(perform(.next, harness) == .notOffered)
    #expect(perform(.toggle, harness) == nil)
    harness.pump()
    #expect(harness.sent == [[1]])
    harness.musicEnded()
    #expect(perform(.play, harness) == .notReady)
  }

  private func perform(_ command: MusicCommand, _ harness: MachineHarness) -> RemoteCommandRefusal? {
    if let refusal = command.refusal(harness.phone.media) { return refusal }
    return command.meaning(harness.phone.media).flatMap { harness.phone.media.send($0, now: harness.now) }
  }

  @Test(arguments: [Button.accept, .decline]) func aPressForAMessageThatGoesDoesNotReachThePlayer(_ button: Button) {
    let harness = listening()
    harness.post(8, .init(title: "another"))
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.wait(.seconds(5))
    // It is read on the phone while the wearer presses to go on, or to leave.
    harness.remove(8)
    #expect(harness.screen == .music)
    harness.wait(.milliseconds(50))
    harness.handle(ButtonEvent(button: button, edge: .pressed), now: harness.now)
    harness.wait(.milliseconds(50))
    harness.handle(ButtonEvent(button: button, edge: .released), now: harness.now)
    harness.pump()
    #expect(harness.sent.isEmpty)
    #expect(harness.screen == .music)
  }
}

extension MachineHarness {
  /// The phone has a player that accepts these commands.
  func findMusic(commands: [UInt8]) {
    phone.media.serviceFound(hasRemoteCommand: true, hasEntityUpdate: true, hasEntityAttribute: true, now: now)
    phone.media.subscribed(now: now)
    pump()
    phone.media.receiveRemoteCommands(commands.span)
    deliver()
  }

  func musicEnded() {
    phone.media.ended(now: now)
    deliver()
  }

  func update(_ entity: UInt8, _ attribute: UInt8, _ value: String) {
    phone.media.receiveEntityUpdate(([entity, attribute, 0] + Array(value.utf8)).span, now: now)
    deliver()
    collect()
  }
}
