import ANCS
import Octets
import Testing
import Timing

@Suite struct SessionActionTests {
  private func exchange(flags: UInt8 = 0x18) -> Exchange {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "t", flags: flags))
    exchange.pump()
    exchange.wait(.seconds(2))
    exchange.pump()
    exchange.events = []
    exchange.commands = []
    return exchange
  }

  @Test(arguments: [ActionID.positive, .negative]) func anActionIsPerformed(_ action: ActionID) {
    let exchange = exchange()
    #expect(exchange.session.perform(action, on: 1) == nil)
    exchange.pump()
    #expect(exchange.phone.performed == [[2, 1, 0, 0, 0, action.rawValue]])
    #expect(exchange.events == [.actionEnded(1, action, .ok)])
  }

  @Test func anActionWithoutItsFlagIsNotPerformed() {
    #expect(exchange(flags: 0x10).session.perform(.positive, on: 1) == .notOffered)
    #expect(exchange(flags: 0x08).session.perform(.negative, on: 1) == .notOffered)
  }

  @Test func anActionOnAnUnknownNotificationIsNotPerformed() {
    #expect(exchange().session.perform(.negative, on: 2) == .unknownNotification)
  }

  @Test func anActionIsQueuedOnce() {
    let exchange = exchange()
    #expect(exchange.session.perform(.negative, on: 1) == nil)
    #expect(exchange.session.perform(.negative, on: 1) == nil)
    exchange.pump()
    #expect(exchange.phone.performed.count == 1)
  }

  /// - Conformance: ANCS | control point errors
  @Test(arguments: [0xA0, 0xA1, 0xA2, 0xA3, 0x0E, 0x80] as [UInt8])
  func theErrorOfAnActionIsReported(_ error: UInt8) {
    let exchange = exchange()
    _ = exchange.session.perform(.negative, on: 1)
    #expect(exchange.command() != nil)
    exchange.written(error)
    exchange.drain()
    var expected = [SessionEvent.actionEnded(1, .negative, .refused(ControlPointError(rawValue: error)))]
    // The phone does not know the notification any more.
    if error == 0xA2 { expected.append(.removed(1, isKept: false)) }
    #expect(exchange.events == expected)
    #expect(exchange.session.state == .ready)
  }

  @Test func anActionThatIsNotAnsweredTimesOut() {
    let exchange = exchange()
    _ = exchange.session.perform(.positive, on: 1)
    #expect(exchange.command() != nil)
    exchange.wait(.milliseconds(9_999))
    #expect(exchange.events.isEmpty)
    exchange.wait(.milliseconds(1))
    #expect(exchange.events == [.actionEnded(1, .positive, .timeout)])
  }

  @Test func anActionOnARemovedNotificationIsDropped() {
    let exchange = exchange()
    _ = exchange.session.perform(.positive, on: 1)
    exchange.remove(1)
    exchange.drain()
    #expect(exchange.events == [.actionEnded(1, .positive, .gone), .removed(1, isKept: false)])
    #expect(exchange.command() == nil)
  }

  @Test func theEndOfTheSessionEndsActions() {
    for isUnderWay in [false, true] {
      let exchange = exchange()
      _ = exchange.session.perform(.positive, on: 1)
      if isUnderWay { #expect(exchange.command() != nil) }
      exchange.session.ended(now: exchange.now)
      exchange.drain()
      #expect(exchange.events == [.actionEnded(1, .positive, .disconnected)])
    }
  }

  @Test(arguments: [
    (ActionResult.ok, "ok"), (.refused(.invalidParameter), "0xa2"), (.refused(.writeNotPermitted), "0x03"),
    (.timeout, "timeout"), (.gone, "gone"), (.disconnected, "disconnected"),
  ])
  func resultsHaveNames(_ result: ActionResult, _ name: String) {
    let text = encoded { output throws(EncodeError) in try result.putName(into: &output) }
    #expect(text.map { String(decoding: $0, as: UTF8.self) } == name)
  }
}
