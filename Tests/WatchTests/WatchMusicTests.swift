import AMS
import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import Watch

@Suite struct WatchMusicTests {
  /// A watch whose phone plays something, with the music on the glass.
  private func listening(commands: [UInt8] = [0, 1, 2, 3, 4, 5, 6]) -> Wrist {
    let wrist = Wrist()
    wrist.findMusic(commands: commands)
    wrist.update(0, 0, "Music")
    wrist.update(0, 1, "1,1.0,10.5")
    wrist.update(2, 2, "Title")
    wrist.update(2, 3, "200")
    wrist.hold(.accept)
    wrist.events = []
    return wrist
  }

  @Test func musicIsReachedFromTheClockAndTheMenu() {
    let wrist = listening()
    #expect(wrist.screen == .music)
    wrist.hold(.decline)
    #expect(wrist.screen == .clock)
    wrist.hold(.decline)
    for _ in 0..<MenuItem.music.rawValue { wrist.press(.down) }
    wrist.press(.accept)
    #expect(wrist.screen == .music)
    wrist.press(.back)
    #expect(wrist.screen == .clock)
  }

  @Test func twoButtonsDoEverything() {
    let wrist = listening()
    wrist.press(.accept)
    wrist.press(.decline)
    wrist.hold(.accept)
    wrist.press(.accept)
    wrist.press(.decline)
    wrist.hold(.accept)
    wrist.press(.accept)
    #expect(wrist.sent == [[2], [3], [5], [6], [4]])
    wrist.press(.decline)
    #expect(wrist.screen == .clock)
  }

  @Test func theOtherButtonsAreShorter() {
    let wrist = listening()
    wrist.press(.up)
    wrist.press(.down)
    wrist.press(.select)
    wrist.hold(.select)
    #expect(wrist.sent == [[5], [6], [2], [4]])
    #expect(wrist.events.contains(.musicCommand(.previousTrack, .ok)))
  }

  @Test func onlyWhatIsOfferedIsThere() {
    let wrist = listening(commands: [0, 1])
    wrist.press(.accept)
    #expect(wrist.sent == [[1]])
    // There is nothing else for accept to become, and nothing to go on to.
    wrist.hold(.accept)
    wrist.update(0, 1, "0,0,10.5")
    wrist.press(.accept)
    #expect(wrist.sent == [[1], [0]])
    wrist.press(.up)
    #expect(wrist.sent.count == 2)
    #expect(wrist.events.contains(.musicRefused(.volumeUp, .notOffered)))
    wrist.press(.decline)
    #expect(wrist.screen == .clock)
  }

  @Test func theGlassIsDrawnOnceASecondAndOnlyWhileTimeRuns() {
    let wrist = listening()
    _ = wrist.watch.takeNeedsRedraw()
    wrist.wait(.seconds(3))
    var redraws = 0
    for _ in 0..<100 {
      wrist.wait(.milliseconds(100))
      if wrist.watch.takeNeedsRedraw() { redraws += 1 }
    }
    #expect((10...11).contains(redraws))
    wrist.update(0, 1, "0,0.0,20.5")
    wrist.wait(.seconds(2))
    _ = wrist.watch.takeNeedsRedraw()
    wrist.wait(.seconds(30))
    let isRedrawn = wrist.watch.takeNeedsRedraw()
    #expect(!isRedrawn)
  }

  @Test func aPlayingPhoneWakesNobodyBehindTheClock() {
    let wrist = listening()
    wrist.hold(.decline)
    // The session has its own deadlines at first.
    wrist.wait(.seconds(90))
    let deadline = wrist.watch.deadline
    #expect(deadline.map { $0 > wrist.now + .seconds(60) } ?? true)
  }

  @Test func anAlertLiesOverTheMusicAndLeadsBack() {
    let wrist = listening()
    wrist.post(7, .init())
    #expect(wrist.screen == .alert)
    wrist.press(.decline)
    #expect(wrist.screen == .music)
    wrist.post(8, .init(title: "another"))
    wrist.press(.accept)
    #expect(wrist.screen == .detail)
    wrist.press(.back)
    #expect(wrist.screen == .music)
    wrist.post(9, .init(category: 1, flags: 0x18))
    #expect(wrist.screen == .call)
    wrist.remove(9)
    #expect(wrist.screen == .music)
  }

  @Test func changesAreToldTogetherAndNotTooOften() {
    let wrist = listening()
    wrist.wait(.seconds(5))
    wrist.events = []
    for round in 0..<50 {
      wrist.update(2, 2, "Title \(round)")
      wrist.update(2, 0, "Artist \(round)")
      wrist.wait(.milliseconds(100))
    }
    wrist.wait(.seconds(2))
    #expect((5...7).contains(wrist.events.count(where: { $0 == .music })))
    wrist.events = []
    wrist.wait(.seconds(60))
    #expect(!wrist.events.contains(.music))
  }

  @Test func whatEndsWithTheLinkIsTold() {
    let wrist = listening()
    wrist.isMute = true
    wrist.press(.accept)
    wrist.watch.musicEnded(now: wrist.now)
    wrist.disconnect()
    wrist.wait(.seconds(1))
    #expect(wrist.events.contains(.musicCommand(.togglePlayPause, .disconnected)))
    #expect(wrist.events.contains(.music) && wrist.screen == .music)
    wrist.press(.accept)
    #expect(wrist.sent.isEmpty)
  }

  @Test func programsMayDoWhatButtonsMay() {
    let wrist = listening(commands: [0, 1])
    #expect(perform(.next, wrist) == .notOffered)
    #expect(perform(.toggle, wrist) == nil)
    wrist.pump()
    #expect(wrist.sent == [[1]])
    wrist.watch.musicEnded(now: wrist.now)
    #expect(perform(.play, wrist) == .notReady)
  }

  private func perform(_ command: MusicCommand, _ wrist: Wrist) -> RemoteCommandRefusal? {
    wrist.watch.perform(command, now: wrist.now)
  }
}

extension Wrist {
  /// The phone has a player, which takes these commands.
  func findMusic(commands: [UInt8]) {
    watch.musicFound(hasRemoteCommand: true, hasEntityUpdate: true, hasEntityAttribute: true, now: now)
    watch.musicSubscribed(now: now)
    pump()
    watch.receiveRemoteCommands(commands.span, now: now)
  }

  func update(_ entity: UInt8, _ attribute: UInt8, _ value: String) {
    watch.receiveEntityUpdate(([entity, attribute, 0] + Array(value.utf8)).span, now: now)
    collect()
  }
}
