import AMS
import TestSupport
import Testing
import Timing

@Suite struct RemoteCommandTests {
  private func outcome(_ phone: inout FakePlayer) -> RemoteCommandOutcome? { phone.remote.nextOutcome() }

  @Test func commandIsWrittenAndItsEndReported() {
    var phone = FakePlayer()
    phone.setUp()
    let refusal = phone.remote.send(.nextTrack, now: phone.now)
    let request = phone.request()
    #expect(refusal == nil && request == "remoteCommand 03")
    phone.answer()
    let (result, deadline) = (outcome(&phone), phone.remote.deadline)
    #expect(result?.command == .nextTrack && result?.result == .ok && deadline == nil)
  }

  @Test func onlyOfferedCommandsAreSent() {
    var phone = FakePlayer()
    let early = phone.remote.send(.play, now: phone.now)
    phone.setUp(commands: [0, 1, 99])
    let other = phone.remote.send(.volumeUp, now: phone.now)
    #expect(early == .notReady && other == .notOffered)
    phone.remote.receiveRemoteCommands([UInt8]().span)
    let play = phone.remote.send(.play, now: phone.now)
    #expect(play == .notOffered)
  }

  @Test func moreThanFourWaitForNothing() {
    var phone = FakePlayer()
    phone.setUp()
    for _ in 0..<4 {
      let refusal = phone.remote.send(.volumeUp, now: phone.now)
      #expect(refusal == nil)
    }
    let refusal = phone.remote.send(.volumeUp, now: phone.now)
    #expect(refusal == .busy)
  }

  @Test func silenceEndsAfterTenSeconds() {
    var phone = FakePlayer()
    phone.setUp()
    _ = phone.remote.send(.volumeUp, now: phone.now)
    _ = phone.request()
    _ = phone.remote.send(.volumeDown, now: phone.now)
    phone.wait(.seconds(10))
    let results = [outcome(&phone), outcome(&phone), outcome(&phone)]
    let isAbandoned = phone.remote.isWritingAbandonedCommand
    #expect(results.map { $0?.result } == [.timeout, .timeout, nil] && isAbandoned)
    // The late response belongs to no command, and the next command gets its own.
    phone.answer()
    _ = phone.remote.send(.play, now: phone.now)
    let request = phone.request()
    phone.answer()
    let play = outcome(&phone)
    #expect(request == "remoteCommand 00" && play?.command == .play && play?.result == .ok)
  }

  @Test(arguments: [0xA1, 0xA2, 0x03, 0x0E, 0xFF] as [UInt8])
  func refusalIsReported(code: UInt8) {
    var phone = FakePlayer()
    phone.setUp()
    _ = phone.remote.send(.play, now: phone.now)
    _ = phone.request()
    phone.refuse(code)
    let play = outcome(&phone)
    #expect(play?.result == .refused(MediaError(rawValue: code)))
    let state = phone.remote.state
    #expect(state == .ready)
  }

  @Test func invalidStateIsMendedAFewTimes() {
    var phone = FakePlayer()
    phone.setUp()
    var count = 0
    for _ in 0..<10 {
      _ = phone.remote.send(.play, now: phone.now)
      _ = phone.request()
      phone.refuse(0xA0)
      _ = outcome(&phone)
      phone.wait(.seconds(1))
      if !phone.serve().isEmpty { count += 1 }
    }
    #expect(count == 4)
  }

  @Test func lostLinkEndsPendingCommands() {
    var phone = FakePlayer()
    phone.setUp()
    phone.update(2, 2, "Title")
    _ = phone.remote.send(.play, now: phone.now)
    _ = phone.request()
    _ = phone.remote.send(.pause, now: phone.now)
    phone.remote.ended(now: phone.now)
    let results = [outcome(&phone), outcome(&phone), outcome(&phone)]
    #expect(results.map { $0?.result } == [.disconnected, .disconnected, nil])
    #expect(phone.title == "" && phone.remote.deadline == nil)
    // A response of the previous link changes nothing.
    phone.answer()
    phone.setUp()
    let state = phone.remote.state
    #expect(state == .ready)
  }

  @Test func commandGoesBeforeReading() {
    var phone = FakePlayer()
    phone.setUp()
    phone.update(2, 2, "T", isCut: true)
    _ = phone.remote.send(.play, now: phone.now)
    let first = phone.request()
    #expect(first == "remoteCommand 00")
  }
}
