import ANCS
import Octets
import TestSupport
import Testing
import Timing

/// Errors: timeouts, bursts, and values that no phone should send.
@Suite struct SessionRobustnessTests {
  private let message = FakePhone.Notification("a.b", title: "title", message: "message")

  // MARK: Errors and silence

  /// - Conformance: ANCS | control point errors
  @Test(arguments: [0xA0, 0xA1, 0xA2, 0xA3, 0x05, 0x0E, 0x80] as [UInt8])
  func aRefusedFetchDoesNotFlushTheQueue(_ error: UInt8) {
    let exchange = Exchange()
    exchange.post(1, message)
    exchange.post(2, message)
    #expect(exchange.command() != nil)
    exchange.written(error)
    exchange.pump()
    // With 0xA2 the phone says that it does not know the notification.
    #expect(exchange.notification(1)?.content == (error == 0xA2 ? nil : .unavailable))
    #expect(exchange.events.contains(error == 0xA2 ? .removed(1, isKept: false) : .content(1)))
    #expect(exchange.text(.title, 2) == "title")
    #expect(exchange.commands.count { $0.starts(with: [0, 1]) } == 1)
  }

  /// - Conformance: ANCS | reply that stops
  @Test func aReplyThatStopsMidwayIsGivenUpTenSecondsAfterItsLastFragment() throws {
    let exchange = Exchange()
    exchange.post(1, message)
    exchange.post(2, message)
    let reply = try #require(exchange.phone.answer(exchange.command()!).reply)
    exchange.written()
    for index in 0..<4 {
      exchange.data(Array(reply[index * 4..<index * 4 + 4]))
      exchange.wait(.milliseconds(9_999))
      #expect(exchange.command() == nil)
    }
    exchange.wait(.milliseconds(1))
    exchange.pump()
    #expect(exchange.notification(1)?.content == .partial)
    #expect(exchange.text(.appIdentifier, 1) == "a.b")
    #expect(exchange.text(.title, 1) == "ti")
    #expect(exchange.session.counters.timeouts.value == 1)
    #expect(exchange.notification(2)?.content == .complete)
  }

  @Test func aVerySlowReplyIsGivenUp() throws {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", message: String(repeating: "x", count: 400)))
    let reply = try #require(exchange.phone.answer(exchange.command()!).reply)
    exchange.written()
    for octet in reply.prefix(20) {
      exchange.data([octet])
      exchange.wait(.seconds(9))
    }
    #expect(exchange.session.counters.timeouts.value == 1)
    #expect(exchange.session.counters.staleFragments.value > 0)
  }

  /// - Conformance: ANCS | data for another command
  @Test func aLateReplyIsNotCreditedToTheNextCommand() throws {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "one"))
    exchange.post(2, .init("a.b", title: "two"))
    let late = try #require(exchange.phone.answer(exchange.command()!).reply)
    exchange.written()
    exchange.wait(.seconds(10))
    let second = try #require(exchange.command())
    #expect(second.starts(with: [0, 2]))
    exchange.written()
    exchange.data(late)
    #expect(exchange.text(.title, 2) == "")
    exchange.data(try #require(exchange.phone.answer(second).reply))
    #expect(exchange.text(.title, 2) == "two")
    #expect(exchange.text(.title, 1) == "")
  }

  @Test func aLateWriteResponseIsNotCreditedToTheNextCommand() {
    let exchange = Exchange()
    exchange.post(1, message)
    exchange.post(2, message)
    #expect(exchange.command() != nil)
    exchange.wait(.seconds(10))
    #expect(exchange.command() == nil, "one write at a time")
    exchange.written(0xA2)
    exchange.pump()
    #expect(exchange.notification(2)?.content == .complete)
  }

  @Test func aMalformedReplyIsRequestedOnceAgain() {
    let exchange = Exchange()
    exchange.post(1, message)
    let command = exchange.command()!
    exchange.written()
    exchange.data(Array(command[..<5]) + [9, 0, 0])
    exchange.pump()
    #expect(exchange.text(.title, 1) == "title")
    #expect(exchange.notification(1)?.content == .complete)
    #expect(exchange.session.counters.malformedReplies.value == 1)
  }

  @Test func aReplyThatIsMalformedTwiceIsGivenUp() {
    let exchange = Exchange()
    exchange.post(1, message)
    for _ in 0..<2 {
      let command = exchange.command()!
      exchange.written()
      exchange.data(Array(command[..<5]) + tuple(0, [0x61]) + [9, 0, 0])
    }
    #expect(exchange.command()?.first == 1)
    #expect(exchange.notification(1)?.content == .partial)
  }

  @Test func aRepeatedFetchThatFallsOutOfTheQueueIsMadeUpFor() {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "title", flags: 0x04))
    let command = exchange.command()!
    exchange.written()
    exchange.data(Array(command[..<5]) + [9, 0, 0])
    for uid in 2...18 as ClosedRange<UInt32> { exchange.post(uid, message) }
    exchange.pump()
    #expect(exchange.events.contains(.content(1)))
    #expect(exchange.text(.title, 1) == "title")
  }

  /// Sends the first command about notification 1, and then replaces that notification by another one with its UID.
  private func replaced(_ exchange: Exchange, isEvicted: Bool) throws -> [UInt8] {
    exchange.post(1, .init("a.b", title: "old"))
    let command = try #require(exchange.command())
    let reply = try #require(exchange.phone.answer(command).reply)
    if isEvicted {
      for uid in 2...33 as ClosedRange<UInt32> { exchange.post(uid, message) }
    } else {
      exchange.remove(1)
    }
    exchange.post(1, .init("a.b", title: "new"), modified: true)
    return reply
  }

  /// - Conformance: ANCS | data for another command
  @Test(arguments: [false, true]) func aReplyIsNotCreditedToAnotherWithTheSameUID(_ isEvicted: Bool) throws {
    let exchange = Exchange()
    let reply = try replaced(exchange, isEvicted: isEvicted)
    exchange.written()
    exchange.data(reply)
    #expect(exchange.text(.title, 1) == "")
    #expect(exchange.notification(1)?.content == .awaited)
    exchange.pump()
    #expect(exchange.text(.title, 1) == "new")
  }

  @Test(arguments: [false, true]) func aRefusalIsNotCreditedToAnotherWithTheSameUID(_ isEvicted: Bool) throws {
    let exchange = Exchange()
    _ = try replaced(exchange, isEvicted: isEvicted)
    exchange.written(0xA2)
    #expect(exchange.notification(1)?.content == .awaited)
    exchange.pump()
    #expect(exchange.text(.title, 1) == "new")
  }

  // MARK: The table of malformed input

  /// - Conformance: ANCS | notification source of another length
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 182]) func sourceValuesOfOtherLengthsAreCounted(_ length: Int) {
    let exchange = Exchange()
    exchange.source([UInt8](repeating: 0, count: length))
    #expect(exchange.count == 0)
    #expect(exchange.session.counters.malformedSourceValues.value == 1)
    exchange.post(1, message)
    exchange.pump()
    #expect(exchange.text(.title, 1) == "title")
  }

  @Test func reservedEventsAreCounted() {
    let exchange = Exchange()
    for event in 3...255 as ClosedRange<UInt8> { exchange.source(sourceEvent(event, 1)) }
    #expect(exchange.count == 0)
    #expect(exchange.session.counters.reservedEvents.value == 253)
  }

  /// - Conformance: ANCS | data for another command
  @Test func dataWithoutACommandIsDropped() {
    let exchange = Exchange()
    exchange.data([0, 1, 0, 0, 0, 0, 1, 0, 0x61])
    #expect(exchange.session.counters.staleFragments.value == 1)
  }

  /// - Conformance: ANCS | reply split anywhere
  @Test func aFragmentForEveryOctetGivesTheSame() throws {
    let exchange = Exchange()
    exchange.post(1, message)
    let reply = try #require(exchange.phone.answer(exchange.command()!).reply)
    for (index, octet) in reply.enumerated() {
      exchange.data([octet])
      // Events between two fragments change nothing.
      if index % 3 == 0 { exchange.source(sourceEvent(0, UInt32(100 + index))) }
    }
    exchange.written()
    #expect(exchange.text(.message, 1) == "message")
  }

  /// - Conformance: ANCS | text that is no text
  @Test func illFormedTextIsRepairedWhenItIsRead() {
    let exchange = Exchange()
    var notification = message
    notification.attributes[1] = [0x41, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0x00, 0xFF]
    exchange.post(1, notification)
    exchange.pump()
    let expected = String(decoding: [0x41, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0x00, 0xFF] as [UInt8], as: UTF8.self)
    #expect(exchange.text(.title, 1) == expected)
  }

  // MARK: Storms

  /// - Conformance: ANCS | burst
  @Test func aStormAtTheSubscriptionLeavesTheNewestComplete() {
    let exchange = Exchange(ready: false)
    exchange.phone.appNames["a.b"] = "B"
    exchange.open()
    for uid in 1...1_000 as ClosedRange<UInt32> {
      exchange.post(uid, message)
      exchange.drain()
    }
    exchange.pump()
    #expect(exchange.count == 32)
    for uid in 969...1_000 as ClosedRange<UInt32> { #expect(exchange.notification(uid)?.content == .complete) }
    #expect(exchange.session.counters.evictedNotifications.value == 968)
    #expect(exchange.events.count { if case .added = $0 { true } else { false } } == 1_000)
    #expect(exchange.events.count { if case .evicted = $0 { true } else { false } } == 968)
    #expect(exchange.session.counters.lostEvents.value == 0)
    // Excerpts of as many notifications as the queue holds; all texts of the others in one request.
    #expect(exchange.commands.count { $0[0] == 0 } == 32 + 16)
  }

  /// The rest of an excerpt has no place in a queue of excerpts: it is fetched later.
  ///
  /// - Conformance: ANCS | burst
  @Test(arguments: [(1, 16, 0), (12, 0, 10), (16, 0, 16)] as [(UInt32, UInt32, UInt32)])
  func aBurstDuringRequestsLeavesAllComplete(_ before: UInt32, _ duringFirst: UInt32, _ duringEach: UInt32) throws {
    let exchange = Exchange()
    var last: UInt32 = 0
    func post(_ count: UInt32) {
      for _ in 0..<count {
        last += 1
        exchange.post(last, message)
        exchange.drain()
      }
    }
    post(before)
    let first = try #require(exchange.command())
    post(duringFirst)
    exchange.answer(first)
    for _ in 0..<duringEach {
      let command = try #require(exchange.command())
      post(1)
      exchange.answer(command)
    }
    exchange.pump()
    for uid in 1...last { #expect(exchange.notification(uid)?.content == .complete, "\(uid) of \(last)") }
  }

  /// A call, and 999 messages after it.
  private func storm(after call: FakePhone.Notification) -> Exchange {
    let exchange = Exchange()
    exchange.post(1, call)
    for uid in 2...1_000 as ClosedRange<UInt32> {
      exchange.post(uid, message)
      exchange.drain()
    }
    return exchange
  }

  @Test func anActiveCallSurvivesAStorm() {
    let exchange = storm(after: .init("a.call", title: "Caller", category: 12, flags: 0x10))
    #expect(exchange.notification(1)?.category == .activeCall)
  }

  @Test func aCallSurvivesAStorm() {
    let exchange = storm(after: .init("a.call", title: "Caller", category: 1, flags: 0x18))
    #expect(exchange.command()?.starts(with: [0, 1]) == true)
    #expect(exchange.notification(1)?.category == .incomingCall)
    #expect(exchange.session.counters.postponedFetches.value > 0)
  }

  /// For any values in any order, each notification that is not stored made room for another one and was counted.
  @Test func aLongSessionLosesNothingUncounted() {
    let exchange = Exchange()
    var random = SeededGenerator(seed: 4)
    var (gone, removed) = (Set<UInt32>(), 0)
    for uid in 1...3_000 as ClosedRange<UInt32> {
      exchange.post(uid, message)
      exchange.drain()
      if UInt8.random(in: 0...9, using: &random) < 3 { exchange.pump() }
      let victim = UInt32.random(in: 1...uid, using: &random)
      if uid % 4 == 0, exchange.notification(victim) != nil, gone.insert(victim).inserted {
        exchange.remove(victim)
        removed += 1
      }
    }
    exchange.pump()
    let counters = exchange.session.counters
    #expect(exchange.count + Int(counters.evictedNotifications.value) + removed == 3_000)
    #expect(counters.lostEvents.value == 0 && counters.incompleteContents.value == 0)
    for index in 0..<exchange.count {
      #expect(exchange.session.notifications.notification(at: index).content == .complete)
    }
  }

  @Test func textsThatCannotBeHadAreCounted() {
    let exchange = Exchange()
    exchange.post(1, message)
    #expect(exchange.command() != nil)
    exchange.written(0x0E)
    exchange.post(2, message)
    #expect(exchange.command() != nil)
    exchange.written()
    exchange.wait(.seconds(10))
    #expect(exchange.session.counters.incompleteContents.value == 2)
    // A notification that was removed by the phone is not a loss.
    exchange.post(3, message)
    #expect(exchange.command() != nil)
    exchange.written(0xA2)
    #expect(exchange.session.counters.incompleteContents.value == 2)
  }

  @Test func aQueuedNotificationThatBecomesACallGoesFirst() {
    let exchange = Exchange()
    exchange.post(1, message)
    #expect(exchange.command() != nil)
    for uid in 2...9 as ClosedRange<UInt32> { exchange.post(uid, message) }
    var call = message
    call.category = 1
    exchange.post(9, call, modified: true)
    exchange.written(0xA2)
    #expect(exchange.command()?.starts(with: [0, 9]) == true)
    exchange.pump()
    #expect(exchange.commands.count { $0.starts(with: [0, 9]) } == 1)
  }

  @Test func aStoreFullOfCallsStillFits() {
    let exchange = Exchange()
    for uid in 1...100 as ClosedRange<UInt32> { exchange.post(uid, .init("a.b", title: "t", category: 1)) }
    exchange.pump()
    exchange.wait(.seconds(2))
    exchange.pump()
    #expect(exchange.count == 32)
    #expect(exchange.text(.title, 100) == "t")
    #expect(exchange.notification(68) == nil)
  }

  @Test func eventsThatAreNotTakenAreCounted() {
    let exchange = Exchange()
    for uid in 1...65 as ClosedRange<UInt32> { exchange.source(sourceEvent(2, uid)) }
    #expect(exchange.session.counters.lostEvents.value == 1)
  }

  @Test func randomInputInRandomOrderNeverTraps() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let exchange = Exchange(ready: false)
      for _ in 0..<200 { step(exchange, &random) }
      #expect(exchange.count <= 32)
    }
  }

  private func step(_ exchange: Exchange, _ random: inout SeededGenerator) {
    let uid = UInt32.random(in: 0...40, using: &random)
    switch Int.random(in: 0...13, using: &random) {
    case 0: exchange.open(hasDataSource: Bool.random(using: &random))
    case 1: if uid == 0 { exchange.session.ended(now: exchange.now) }
    case 2, 3:
      exchange.source(sourceEvent(UInt8.random(in: 0...3, using: &random), uid, category: UInt8(uid % 13), flags: 0x18))
    case 4: exchange.source(octets(0...12, of: 0...255, &random))
    case 5, 6:
      if let command = exchange.command(), Bool.random(using: &random) {
        exchange.data(Array(command.prefix(5)) + tuple(0, [0x61]) + tuple(1, [0x62]))
      }
    case 7: exchange.written([nil, 0x03, 0xA2, 0x80, 0x0E].randomElement(using: &random)!)
    case 8: exchange.data(octets(0...40, of: 0...8, &random))
    case 9: exchange.wait(.milliseconds(UInt32.random(in: 0...20_000, using: &random)))
    case 10: _ = exchange.session.perform(uid % 2 == 0 ? .positive : .negative, on: .init(rawValue: uid))
    case 11: exchange.phone.isAllowed = Bool.random(using: &random)
    case 12: exchange.post(uid, .init(["a.b", "c.d", ""].randomElement(using: &random)!, title: "t", flags: 0x18))
    default: exchange.pump()
    }
  }

  private func octets(
    _ count: ClosedRange<Int>, of values: ClosedRange<UInt8>, _ random: inout SeededGenerator
  ) -> [UInt8] {
    (0..<Int.random(in: count, using: &random)).map { _ in UInt8.random(in: values, using: &random) }
  }
}
