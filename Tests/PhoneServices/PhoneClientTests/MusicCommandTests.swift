import AMS
import ATT
import TestSupport
import Testing
import Timing

@testable import PhoneClient
@testable import PhoneSupport

@Suite struct MusicCommandTests {
  /// A media remote that uses the media service of a phone.
  private final class Link {
    let harness = OptionalServicesHarness.begun([OptionalServicesHarness.media])
    var remote = MediaRemote()

    init() {
      remote.serviceFound(
        hasRemoteCommand: true, hasEntityUpdate: false, hasEntityAttribute: true, now: harness.now)
      remote.receiveRemoteCommands([RemoteCommandID.togglePlayPause.rawValue].span)
    }

    func press() {
      let refusal = remote.send(.togglePlayPause, now: harness.now)
      #expect(refusal == nil)
      step()
    }

    func wait(_ interval: Interval) {
      harness.wait(interval)
      remote.handleTimeout(now: harness.now)
      step()
    }

    /// The phone sends the responses that it has held.
    func answer() {
      harness.hearUnanswered()
      step()
    }

    private func step() {
      repeat {
        ServiceValues().askMusic(&harness.services, &remote, now: harness.now)
        harness.run()
      } while passEventsOn()
    }

    private func passEventsOn() -> Bool {
      let events = harness.takeEvents(of: .media)
      for event in events where event == .written(.remoteCommand) { remote.written(.success, now: harness.now) }
      return !events.isEmpty
    }

    func takeResult() -> RemoteCommandResult? { remote.nextOutcome()?.result }

    /// The number of commands that the player has received.
    func commandCount() throws -> Int {
      harness.phone.writeCount(of: try #require(harness.handle(of: .remoteCommand)).rawValue)
    }
  }

  @Test func aCommandWhoseTimeoutWasReportedIsNotSentLater() throws {
    let link = Link()
    link.harness.isMute = true
    #expect(link.harness.read(.entityAttribute))
    link.harness.run()
    link.press()
    link.wait(.seconds(10))
    #expect(link.takeResult() == .timeout)
    link.wait(.seconds(2))
    link.press()
    let early = try link.commandCount()
    link.answer()
    let late = try link.commandCount()
    #expect(early == 0 && late == 1)
    #expect(link.takeResult() == .ok)
  }

  @Test func aCommandThatThePhoneHoldsIsNotCancelled() throws {
    let link = Link()
    link.harness.isMute = true
    link.press()
    link.wait(.seconds(10))
    #expect(link.takeResult() == .timeout)
    link.press()
    let early = try link.commandCount()
    link.answer()
    let late = try link.commandCount()
    #expect(early == 1 && late == 2)
    #expect(link.takeResult() == .ok)
  }
}
