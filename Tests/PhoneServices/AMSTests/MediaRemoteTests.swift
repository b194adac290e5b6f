import AMS
import Octets
import TestSupport
import Testing
import Timing

@Suite struct MediaRemoteTests {
  @Test func updatesAreRegisteredAfterTheSubscription() {
    var phone = FakePlayer()
    phone.remote.serviceFound(hasRemoteCommand: true, hasEntityUpdate: true, hasEntityAttribute: true, now: phone.now)
    let early = phone.request()
    #expect(early == nil)
    phone.remote.subscribed(now: phone.now)
    let requests = phone.serve()
    #expect(requests == ["entityUpdate 00 00 01 02", "entityUpdate 02 00 01 02 03"])
    let state = phone.remote.state
    #expect(state == .ready)
    phone.remote.subscribed(now: phone.now)
    let again = phone.serve()
    #expect(again == requests)
  }

  @Test func commandsNeedNoUpdates() {
    var phone = FakePlayer()
    phone.find(update: false)
    phone.remote.receiveRemoteCommands([0].span)
    let refusal = phone.remote.send(.play, now: phone.now)
    let requests = phone.serve()
    #expect(refusal == nil && requests == ["remoteCommand 00"])
    phone.find(command: false)
    phone.remote.receiveRemoteCommands([0].span)
    let other = phone.remote.send(.play, now: phone.now)
    #expect(other == .notReady)
  }

  @Test func refusedStepIsTriedAgainAndThenPassedOver() {
    var phone = FakePlayer()
    phone.find()
    for pause in [1, 5, 15] as [UInt32] {
      let request = phone.request()
      #expect(request == "entityUpdate 00 00 01 02")
      phone.refuse(0xA0)
      let early = phone.request()
      #expect(early == nil)
      phone.wait(.seconds(pause))
    }
    _ = phone.request()
    phone.refuse(0xA0)
    let requests = phone.serve()
    #expect(requests == ["entityUpdate 02 00 01 02 03"])
    let (state, deadline) = (phone.remote.state, phone.remote.deadline)
    #expect(state == .ready && deadline == nil)
  }

  @Test func stateIsKept() {
    var phone = FakePlayer()
    phone.setUp()
    phone.update(0, 0, "Music")
    phone.update(0, 1, "1,1.0,10.5")
    phone.update(0, 2, "0,4375")
    phone.update(2, 0, "Artist")
    phone.update(2, 1, "Album")
    phone.update(2, 2, "Title")
    phone.update(2, 3, "245.08")
    #expect(phone.title == "Title" && phone.artist == "Artist" && phone.album == "Album")
    let (volume, duration) = (phone.remote.media.volume, phone.remote.media.duration)
    #expect(volume == 44 && duration == 245_080)
    let hasChanged = phone.remote.takeHasChanged()
    phone.update(2, 2, "Title")
    let hasChangedAgain = phone.remote.takeHasChanged()
    #expect(hasChanged && !hasChangedAgain)
  }

  @Test func timeRunsByTheRateAndNotPastTheEnd() {
    var phone = FakePlayer()
    phone.setUp()
    phone.update(2, 3, "60.0")
    phone.update(0, 1, "1,1.5,10.0")
    phone.wait(.seconds(10))
    #expect(phone.remote.media.elapsed(at: phone.now) == 25_000)
    phone.wait(.seconds(100_000_000))
    #expect(phone.remote.media.elapsed(at: phone.now) == 60_000)
    #expect(phone.remote.media.nextSecond(after: phone.now) == nil)
    phone.update(0, 1, "2,-2.0,10.0")
    phone.wait(.seconds(2))
    #expect(phone.remote.media.elapsed(at: phone.now) == 6_000)
    phone.wait(.seconds(20))
    #expect(phone.remote.media.elapsed(at: phone.now) == 0)
    phone.update(0, 1, "0,1.0,-7.5")
    phone.wait(.seconds(5))
    #expect(phone.remote.media.elapsed(at: phone.now) == 0)
  }

  @Test func timeBeforeTheBeginningRunsUpToIt() {
    var phone = FakePlayer()
    phone.setUp()
    phone.update(0, 1, "1,1.0,-7.5")
    phone.wait(.seconds(5))
    #expect(phone.remote.media.elapsed(at: phone.now) == 0)
    phone.wait(.seconds(5))
    #expect(phone.remote.media.elapsed(at: phone.now) == 2_500)
    phone.update(0, 1, "2,-2.0,-7.5")
    phone.wait(.seconds(5))
    #expect(phone.remote.media.elapsed(at: phone.now) == 0)
  }

  @Test func aPositionThatIsSentAgainIsAChangeOnlyIfTheTimeRuns() {
    for (info, isChange) in [("1,1.0,0.0", true), ("0,0.0,0.0", false)] {
      var phone = FakePlayer()
      phone.setUp()
      phone.update(0, 1, info)
      phone.wait(.seconds(100))
      _ = phone.remote.takeHasChanged()
      phone.update(0, 1, info)
      let hasChanged = phone.remote.takeHasChanged()
      #expect(hasChanged == isChange && phone.remote.media.elapsed(at: phone.now) == 0)
    }
  }

  @Test func secondsAreShownWhenTheyChangeAndNeverOftener() {
    var phone = FakePlayer()
    phone.setUp()
    phone.update(0, 1, "1,1.0,10.25")
    #expect(phone.remote.media.nextSecond(after: phone.now) == phone.now + .milliseconds(750))
    phone.update(0, 1, "1,4.0,10.25")
    #expect(phone.remote.media.nextSecond(after: phone.now) == phone.now + .seconds(1))
    phone.update(0, 1, "0,0.0,10.25")
    #expect(phone.remote.media.nextSecond(after: phone.now) == nil)
  }

  @Test func cutValueIsReadInFull() {
    var phone = FakePlayer()
    phone.setUp()
    let whole = String(repeating: "长标题", count: 12)
    phone.values[0x0202] = Array(whole.utf8)
    phone.remote.receiveEntityUpdate(([2, 2, 1] + Array(whole.utf8.prefix(17))).span, now: phone.now)
    #expect(phone.title == "长标题长标")
    let requests = phone.serve()
    #expect(requests == ["entityAttribute 02 02", "read"])
    #expect(phone.title == whole)
  }

  @Test func endlessValueIsBounded() {
    var phone = FakePlayer()
    phone.setUp()
    phone.values[0x0202] = [UInt8](repeating: 0x41, count: 5_000)
    phone.update(2, 2, "A", isCut: true)
    phone.serve()
    #expect(phone.title.utf8.count == 192)
  }

  @Test func newerValueOvertakesTheOneBeingRead() {
    for answersBefore in 0...2 {
      var phone = FakePlayer()
      phone.setUp()
      phone.values[0x0202] = Array("Old title".utf8)
      phone.update(2, 2, "Old", isCut: true)
      _ = phone.request()
      if answersBefore > 0 { phone.answer() }
      if answersBefore > 1 { _ = phone.request() }
      phone.update(2, 2, "New")
      if answersBefore == 0 { phone.answer() }
      if answersBefore == 2 { phone.finishReading() }
      let requests = phone.serve()
      #expect(requests.isEmpty && phone.title == "New")
    }
  }

  @Test func readingThatHangsKeepsNothingBack() {
    var phone = FakePlayer()
    phone.setUp()
    phone.update(2, 2, "T", isCut: true)
    _ = phone.request()
    phone.answer()
    let read = phone.request()
    _ = phone.remote.send(.play, now: phone.now)
    let command = phone.request()
    #expect(read == "read" && command == "remoteCommand 00")
    phone.remote.readFailed()
    phone.answer()
    #expect(phone.title == "T")
  }

  @Test func cutValuesWithoutEndAreReadOnlySoOften() {
    var phone = FakePlayer()
    phone.setUp()
    phone.values[0x0202] = Array("Title".utf8)
    var reads = 0
    for _ in 0..<100 {
      phone.update(2, 2, "T", isCut: true)
      reads += phone.serve().count / 2
    }
    #expect(reads == 8)
    let deadline = phone.remote.deadline
    #expect(deadline == phone.now + .seconds(2))
    phone.wait(.seconds(2))
    let requests = phone.serve()
    #expect(requests.count == 2 && phone.remote.deadline == nil)
  }

  @Test func anotherPlayerLeavesNothingOfTheOneBefore() {
    var phone = FakePlayer()
    phone.setUp()
    phone.update(0, 0, "Music")
    phone.update(2, 0, "Anna")
    phone.update(2, 1, "Album")
    phone.update(0, 1, "1,1.0,10.0")
    phone.wait(.seconds(10))
    // The title arrives before the new player's name. The artist is unchanged and not sent again; no album is sent.
    phone.update(2, 2, "Podcast")
    phone.values[0x0200] = Array("Anna".utf8)
    phone.update(0, 0, "Podcasts")
    #expect(phone.title == "Podcast" && phone.artist == "" && phone.album == "")
    phone.serve()
    #expect(phone.title == "Podcast" && phone.artist == "Anna" && phone.album == "")
    phone.update(0, 0, "")
    #expect(phone.title == "" && !phone.remote.media.isPresent)
    let requests = phone.serve()
    #expect(requests.isEmpty)
  }

  // MARK: An empty name

  /// A remote whose player has had a track for 10 s. Entity Attribute has the values of the next player.
  private func listening() -> FakePlayer {
    var phone = FakePlayer()
    phone.setUp()
    phone.update(0, 0, "Music")
    phone.update(2, 2, "Heroes")
    phone.update(2, 0, "David Bowie")
    phone.wait(.seconds(10))
    phone.values = [0x0001: Array("1,1.0,10.0".utf8), 0x0200: Array("Anna".utf8), 0x0203: Array("60.0".utf8)]
    phone.values[0x0202] = Array("Episode 5".utf8)
    return phone
  }

  @Test func valuesThatCameBeforeAnEmptyNameAreReadWhenTheNextNameComes() {
    var phone = listening()
    phone.update(2, 2, "Episode 5")
    phone.wait(.milliseconds(20))
    phone.update(0, 0, "")
    let early = phone.serve()
    #expect(early.isEmpty && !phone.remote.media.isPresent)
    phone.wait(.milliseconds(20))
    phone.update(0, 0, "Podcasts")
    phone.serve()
    #expect(phone.title == "Episode 5" && phone.artist == "Anna" && phone.album == "")
    #expect(phone.remote.media.isPlaying && phone.remote.media.duration == 60_000)
  }

  @Test func aPlayerThatComesBackWithNothingNewIsReadInFull() {
    var phone = listening()
    phone.update(0, 0, "")
    phone.update(0, 0, "")
    phone.wait(.seconds(3))
    phone.update(0, 0, "Music")
    phone.update(0, 1, "1,1.0,20.0")
    let requests = phone.serve()
    #expect(phone.title == "Episode 5" && phone.artist == "Anna")
    #expect(!requests.contains("entityAttribute 00 01"))
    #expect(phone.remote.media.elapsed(at: phone.now) == 20_000)
  }

  @Test func valuesAfterAnEmptyNameBelongToTheNextPlayer() {
    var phone = FakePlayer()
    phone.find(attribute: false)
    phone.serve()
    phone.update(0, 0, "Music")
    phone.update(2, 0, "David Bowie")
    phone.update(0, 0, "")
    phone.update(2, 2, "Episode 5")
    phone.wait(.seconds(3))
    phone.update(0, 0, "Podcasts")
    #expect(phone.title == "Episode 5" && phone.artist == "")
    phone.wait(.seconds(3))
    phone.update(0, 0, "Radio")
    #expect(phone.title == "")
  }

  // MARK: A phone that crashes at the player's name

  /// Connects again `seconds` after the last link timed out.
  private func reconnect(_ phone: inout FakePlayer, after seconds: UInt32, timedOut: Bool = true) -> String? {
    if timedOut { phone.remote.linkTimedOut(now: phone.now) }
    phone.remote.ended(now: phone.now)
    phone.wait(.seconds(seconds))
    phone.find()
    return phone.request()
  }

  /// - Conformance: iPhone | music: a player without a name
  @Test func aLinkThatTimesOutAfterTheNameWasRegisteredForIsFollowedByADayWithoutTheName() {
    var phone = FakePlayer()
    phone.find()
    phone.serve()
    phone.wait(.milliseconds(9_999))
    let next = reconnect(&phone, after: 1)
    #expect(next == "entityUpdate 00 01 02")
    phone.answer()
    let track = phone.request()
    #expect(track == "entityUpdate 02 00 01 02 03")
    phone.answer()
    phone.wait(.minutes(1_439))
    let later = reconnect(&phone, after: 1)
    #expect(later == "entityUpdate 00 01 02")
    let nextDay = reconnect(&phone, after: 58)
    #expect(nextDay == "entityUpdate 00 00 01 02")
  }

  @Test func anyOtherEndOfTheLinkKeepsTheName() {
    var phone = FakePlayer()
    phone.find()
    phone.serve()
    let afterDisconnection = reconnect(&phone, after: 1, timedOut: false)
    #expect(afterDisconnection == "entityUpdate 00 00 01 02")
    phone.answer()
    phone.wait(.seconds(10))
    let afterTimeout = reconnect(&phone, after: 1)
    #expect(afterTimeout == "entityUpdate 00 00 01 02")
  }

  @Test func everyPrefixOfAnUpdateIsHarmless() {
    let update: [UInt8] = [2, 2, 1, 0xE9, 0x95, 0xBF, 0xF0, 0x9F, 0xFF, 0x00]
    for count in 0...update.count {
      var phone = FakePlayer()
      phone.setUp()
      phone.remote.receiveEntityUpdate(update.span.extracting(first: count), now: phone.now)
      #expect(String(validating: phone.remote.media.title.span.list, as: UTF8.self) != nil)
    }
  }

  @Test func unknownAttributesArePassedOver() {
    var phone = FakePlayer()
    phone.setUp()
    _ = phone.remote.takeHasChanged()
    for entity in [1, 3, 9, 255] as [UInt8] { phone.update(entity, 3, "x", isCut: true) }
    phone.update(0, 200, "x", isCut: true)
    let (hasChanged, request) = (phone.remote.takeHasChanged(), phone.request())
    #expect(!hasChanged && request == nil)
  }

  /// With a small MTU a phone cuts a long name each time that it sends it.
  @Test func aPlayerWhoseNameIsCutAgainIsTheSamePlayer() {
    var phone = FakePlayer()
    phone.setUp()
    phone.values[0x0000] = Array("Apple Podcasts on iPhone".utf8)
    phone.update(0, 0, "Apple Podcasts on", isCut: true)
    phone.update(2, 2, "Title")
    phone.serve()
    phone.wait(.seconds(1))
    phone.update(0, 0, "Apple Podcasts on", isCut: true)
    #expect(phone.title == "Title")
  }
}
