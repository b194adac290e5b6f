import ANCS
import Testing
import Timing

/// The stored notifications are the same for any fragments of a reply, any events in between, and a write response
/// before, within or after the reply.
@Suite struct ReplyOrderTests {
  /// One value that reaches the watch.
  enum Arrival {
    case written(UInt8?)
    case data([UInt8])
    case source([UInt8])
    case silence
  }

  /// The stored notifications after the reply to command `number` arrived as `plan` returns it, and all others
  /// unchanged.
  private func outcome(ofCommand number: Int, _ plan: ([UInt8]) -> [Arrival]) -> [KeptNotification]? {
    let exchange = twoNotifications()
    guard serve(exchange, number, plan) != nil else { return nil }
    finish(exchange)
    return exchange.kept
  }

  /// A call and a message that are not yet requested, with very short replies.
  private func twoNotifications() -> Exchange {
    let exchange = Exchange()
    for (uid, title) in [(0x0107, "é"), (2, "b")] as [(UInt32, String)] {
      var notification = FakePhone.Notification("a.b", title: title, message: "hi", flags: 0x18)
      notification.attributes[6] = Array("Y".utf8)
      notification.attributes[7] = Array("N".utf8)
      exchange.post(uid, notification)
    }
    return exchange
  }

  /// Answers all commands before `number` normally, and that one as `plan` returns it; returns nil if there are fewer.
  private func serve(_ exchange: Exchange, _ number: Int, _ plan: ([UInt8]) -> [Arrival]) -> [UInt8]? {
    for _ in 0..<number { guard answer(exchange) else { return nil } }
    guard let command = exchange.command(), let reply = exchange.phone.answer(command).reply else { return nil }
    arrive(plan(reply), exchange)
    return reply
  }

  private func arrive(_ arrivals: [Arrival], _ exchange: Exchange) {
    for arrival in arrivals {
      switch arrival {
      case .written(let error): exchange.written(error)
      case .data(let octets): exchange.data(octets)
      case .source(let octets): exchange.source(octets)
      case .silence: exchange.wait(.seconds(10))
      }
      exchange.drain()
    }
  }

  /// Answers one command.
  private func answer(_ exchange: Exchange) -> Bool {
    guard let command = exchange.command() else { return false }
    let answer = exchange.phone.answer(command)
    exchange.written(answer.error)
    if let reply = answer.reply { exchange.data(reply) }
    return true
  }

  private func finish(_ exchange: Exchange) {
    exchange.pump()
    exchange.wait(.seconds(2))
    exchange.pump()
  }

  /// Runs `body` for each command of the exchange, with the notifications that a normal exchange stores.
  private func forEachCommand(_ body: (Int, [KeptNotification]) -> Void) {
    var number = 0
    while let plain = outcome(ofCommand: number, { [.written(nil), .data($0)] }) {
      #expect(plain.count == 2 && plain.allSatisfy { $0.content == .complete })
      body(number, plain)
      number += 1
    }
    #expect(number >= 3, "two notifications and the name of their application")
  }

  private func pieces(_ reply: [UInt8], _ length: Int) -> [Arrival] {
    stride(from: 0, to: reply.count, by: length).map { .data(Array(reply[$0..<min($0 + length, reply.count)])) }
  }

  private func length(ofReplyTo number: Int) -> Int { serve(twoNotifications(), number) { _ in [] }?.count ?? 0 }

  // MARK: Cuts

  /// - Conformance: ANCS | reply split anywhere
  @Test func aReplyCutAtAnyTwoOctetsLeavesTheSame() {
    forEachCommand { number, plain in
      let count = length(ofReplyTo: number)
      for first in 1..<count {
        for second in first..<count {
          let kept = outcome(ofCommand: number) { reply in
            let parts = [reply[..<first], reply[first..<second], reply[second...]]
            return [.written(nil)] + parts.map { .data(Array($0)) }
          }
          #expect(kept == plain, "command \(number) cut at \(first) and \(second)")
        }
      }
    }
  }

  /// The phone's events between two fragments, and its notifications afterwards.
  enum Between: CaseIterable {
    case nothing, short, reserved, added, call, modified, otherModified, removed, otherRemoved

    var event: [UInt8] {
      switch self {
      case .nothing: []
      case .short: [0, 0, 4, 1, 7, 0, 0]
      case .reserved: sourceEvent(3, 0x0107)
      case .added: sourceEvent(0, 3)
      case .call: sourceEvent(0, 3, category: 1)
      case .modified: sourceEvent(1, 0x0107, flags: 0x18)
      case .otherModified: sourceEvent(1, 2, flags: 0x18)
      case .removed: sourceEvent(2, 0x0107)
      case .otherRemoved: sourceEvent(2, 2)
      }
    }

    /// Changes the phone, so that it answers later commands accordingly.
    func happen(_ phone: inout FakePhone) {
      switch self {
      case .nothing, .short, .reserved: break
      case .added, .call: phone.notifications[3] = .init("a.c", title: "c", category: self == .call ? 1 : 4)
      case .modified: phone.notifications[0x0107]?.attributes[1] = Array("new".utf8)
      case .otherModified: phone.notifications[2]?.attributes[1] = Array("new".utf8)
      case .removed: phone.notifications[0x0107] = nil
      case .otherRemoved: phone.notifications[2] = nil
      }
    }
  }

  @Test(arguments: Between.allCases) func eventsBetweenTwoFragmentsAreHandled(_ between: Between) {
    func run(_ number: Int, _ cut: Int?) -> [KeptNotification]? {
      let exchange = twoNotifications()
      let served = serve(exchange, number) { reply in
        let cut = cut ?? reply.count
        return [.written(nil), .data(Array(reply[..<cut])), .source(between.event), .data(Array(reply[cut...]))]
      }
      guard served != nil else { return nil }
      between.happen(&exchange.phone)
      finish(exchange)
      return exchange.kept
    }
    forEachCommand { number, plain in
      let after = run(number, nil)
      #expect((after == plain) == [.nothing, .short, .reserved].contains(between))
      for cut in 0..<length(ofReplyTo: number) {
        #expect(run(number, cut) == after, "command \(number), \(between) at \(cut)")
      }
    }
  }

  // MARK: The answer to the write

  @Test(arguments: [1, 2, 3, 7, 20]) func theAnswerToTheWriteMayComeAnywhere(_ length: Int) {
    forEachCommand { number, plain in
      for place in 0...(self.length(ofReplyTo: number) + length - 1) / length {
        let kept = outcome(ofCommand: number) { reply in
          var arrivals = pieces(reply, length)
          arrivals.insert(.written(nil), at: place)
          return arrivals
        }
        #expect(kept == plain, "command \(number), answered before fragment \(place)")
      }
    }
  }

  @Test func aSecondAnswerToTheWriteChangesNothing() {
    forEachCommand { number, plain in
      for place in 0...length(ofReplyTo: number) {
        for second in [nil, 0xA2] as [UInt8?] {
          let kept = outcome(ofCommand: number) { reply in
            var arrivals = [.written(nil)] + pieces(reply, 1)
            arrivals.insert(.written(second), at: 1 + place)
            return arrivals
          }
          #expect(kept == plain, "command \(number), answered again before fragment \(place)")
        }
      }
    }
  }

  /// - Conformance: ANCS | control point errors
  @Test(arguments: [0xA0, 0xA1, 0xA2, 0xA3, 0x0E, 0x80] as [UInt8])
  func dataAfterAnErrorIsDropped(_ error: UInt8) {
    forEachCommand { number, plain in
      guard let refused = outcome(ofCommand: number, { _ in [.written(error)] }) else { return }
      #expect(refused != plain)
      for cut in 0..<length(ofReplyTo: number) {
        let kept = outcome(ofCommand: number) { reply in
          [.data(Array(reply[..<cut])), .written(error), .data(Array(reply[cut...]))]
        }
        #expect(kept == refused, "command \(number), \(cut) octets before the error")
      }
    }
  }

  // MARK: Stale and repeated replies

  /// - Conformance: ANCS | data for another command
  @Test(arguments: [1, 2, 5, 60]) func theRestOfAReplyThatWasGivenUpIsNotCredited(_ length: Int) {
    forEachCommand { number, plain in
      for cut in 0..<self.length(ofReplyTo: number) {
        func run(isRestSent: Bool) -> [KeptNotification] {
          let exchange = twoNotifications()
          let reply = serve(exchange, number) { [.written(nil), .data(Array($0[..<cut])), .silence] }
          let next = exchange.command()
          if isRestSent, let reply { arrive(pieces(Array(reply[cut...]), length), exchange) }
          if let next {
            let answer = exchange.phone.answer(next)
            exchange.written(answer.error)
            arrive(pieces(answer.reply ?? [], length), exchange)
          }
          finish(exchange)
          return exchange.kept
        }
        #expect(run(isRestSent: true) == run(isRestSent: false), "command \(number), given up after \(cut)")
      }
    }
  }

  @Test func aReplyThatComesTwiceIsTakenOnce() {
    forEachCommand { number, plain in
      for (first, second) in [(1, 1), (1, 20), (20, 1), (20, 20)] {
        let kept = outcome(ofCommand: number) { reply in
          pieces(reply, first) + pieces(reply, second) + [.written(nil)] + pieces(reply, second)
        }
        #expect(kept == plain, "command \(number) in pieces of \(first), then \(second)")
      }
    }
  }

  @Test func aNotificationAddedAgainAtAnyTimeIsStoredOnce() {
    forEachCommand { number, plain in
      for place in 0...length(ofReplyTo: number) {
        let kept = outcome(ofCommand: number) { reply in
          var arrivals = [.written(nil)] + pieces(reply, 1)
          for _ in 0..<2 { arrivals.insert(.source(sourceEvent(0, 2, flags: 0x18)), at: place) }
          return arrivals
        }
        #expect(kept == plain, "command \(number), added again before fragment \(place)")
      }
    }
  }
}
