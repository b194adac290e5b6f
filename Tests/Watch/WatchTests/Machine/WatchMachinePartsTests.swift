import ANCS
import Identifiers
import Peripherals
import PhoneClient
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

/// The machines of the watch, each on its own.
@Suite struct WatchMachinePartsTests {
  private let start = Instant(microseconds: 10_000_000)

  private func events(_ output: inout WatchOutput) -> [WatchEvent] {
    var events: [WatchEvent] = []
    while let event = output.nextEvent() { events.append(event) }
    return events
  }

  // MARK: Navigation

  @Test func buttonsOnTheMenuLeadThroughItsItems() {
    let facts = PageFacts(lastTopLine: 0, isMuted: false, hasLink: false)
    let phones = PhoneList()
    let phone = PhoneState()
    var navigation = Navigation()
    #expect(navigation.handle(ButtonGesture(.decline, .hold), facts, phones, phone) == nil)
    #expect(navigation.page == .menu(.pairNewPhone))
    #expect(navigation.handle(ButtonGesture(.decline), facts, phones, phone) == nil)
    #expect(navigation.page == .menu(.phones))
    #expect(navigation.handle(ButtonGesture(.accept), facts, phones, phone) == nil)
    #expect(navigation.page == .note(.noPairedPhones, topLine: 0))
  }

  @Test func onlyAConnectedPhoneIsDisconnected() {
    for hasLink in [false, true] {
      let facts = PageFacts(lastTopLine: 0, isMuted: false, hasLink: hasLink)
      let step = Page.menu(.disconnect).step(for: ButtonGesture(.accept), facts, PhoneList(), PhoneState())
      #expect(step.page == .note(hasLink ? .disconnected : .notConnected, topLine: 0))
      #expect(step.intent == (hasLink ? .request(.disconnect) : nil))
    }
  }

  @Test func pageIsLeftAfterTwoMinutes() {
    var navigation = Navigation()
    var output = WatchOutput()
    navigation.go(to: .menu(.status), &output)
    navigation.keepPage(now: start)
    #expect(navigation.deadline == start + .minutes(2))
    _ = navigation.expire(now: start + .minutes(2), &output)
    #expect(navigation.page == .clock && navigation.deadline == nil)
  }

  // MARK: Input

  @Test func pressRightAfterAnAlertAppearedIsIgnored() {
    for (delay, counts) in [(299, false), (300, true)] as [(UInt32, Bool)] {
      var input = InputGuard(holdTime: .milliseconds(800))
      input.screenChanged(from: .clock, to: .alert, now: start)
      let pressedAt = start + .milliseconds(delay)
      #expect(input.handle(ButtonEvent(button: .accept, edge: .pressed), isDisplayOff: false, now: pressedAt) == nil)
      let gesture = input.handle(ButtonEvent(button: .accept, edge: .released), isDisplayOff: false, now: pressedAt)
      #expect((gesture == ButtonGesture(.accept)) == counts)
    }
  }

  // MARK: The front panel

  private func frontPanel() -> FrontPanel {
    var settings = FrontPanelSettings()
    settings.light = .usual
    var front = FrontPanel(holdTime: .milliseconds(800))
    front.fit(settings)
    return front
  }

  @Test func callLightsTheDisplayUntilItEnds() {
    var front = frontPanel()
    var output = WatchOutput()
    let isNew = front.show(Shown(.call, 1), now: start, &output)
    front.followLight(isQuietTime: false, now: start + .minutes(5), &output)
    let level = front.level
    let deadline = front.power.deadline
    #expect(isNew && level == .full && deadline == nil)
    _ = front.show(Shown(.clock), now: start + .minutes(6), &output)
    front.followLight(isQuietTime: false, now: start + .minutes(6), &output)
    front.handleTimeout(now: start + .minutes(7), &output)
    front.followLight(isQuietTime: false, now: start + .minutes(7), &output)
    let lastLevel = front.level
    #expect(lastLevel == .off)
    let events = events(&output)
    #expect(events == [.screen(.call), .screen(.clock), .light(.off)])
  }

  @Test func screenThatStaysIsNotRecordedAgain() {
    var front = frontPanel()
    var output = WatchOutput()
    let isNew = [Shown(.list), Shown(.list), Shown(.detail, 1), Shown(.detail, 2)].map {
      front.show($0, now: start, &output)
    }
    #expect(isNew == [true, false, true, true])
    let events = events(&output)
    #expect(events == [.screen(.list), .screen(.detail)])
  }

  @Test func firstPressOnADarkDisplayOnlyTurnsItOn() {
    var front = frontPanel()
    var output = WatchOutput()
    _ = front.show(Shown(.clock), now: start, &output)
    let darkAt = start + .minutes(1)
    front.followLight(isQuietTime: false, now: darkAt, &output)
    for (now, isOff) in [(darkAt, true), (darkAt + .seconds(1), false)] {
      let (_, hasTurnedOn) = front.handle(ButtonEvent(button: .accept, edge: .pressed), now: now)
      let (gesture, _) = front.handle(ButtonEvent(button: .accept, edge: .released), now: now)
      #expect(hasTurnedOn == isOff && (gesture == nil) == isOff)
    }
  }

  // MARK: The link

  @Test func sameConnectionIsRecordedOnce() {
    var link = LinkStatus()
    var output = WatchOutput()
    let phone = PhoneState()
    for _ in 0..<2 {
      link.hostChanged(to: .advertising, trouble: .noPhone)
      link.follow(phone, now: start, &output)
    }
    let events = events(&output)
    #expect(events == [.connection(.advertising, .noPhone)])
    #expect(!link.hasLink && link.reportedTrouble == .noPhone)
  }

  @Test func eventsWithoutRoomAreCountedAndReportedAfterASecond() {
    var link = LinkStatus()
    var output = WatchOutput()
    let phone = PhoneState()
    for _ in 0..<100 { output.record(.music) }
    let lost = output.lostEventCount
    #expect(lost > 0)
    _ = events(&output)
    link.follow(phone, now: start, &output)
    #expect(!link.reportLosses(now: start, &output))
    #expect(link.reportLosses(now: start + .seconds(1), &output))
    #expect(link.losses.counts[.untold] == lost)
  }
}
