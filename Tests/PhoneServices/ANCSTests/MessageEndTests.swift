import ANCS
import Testing
import Timing

/// The end of a long message whose phone reports a wrong size, or does not send more of it.
@Suite struct MessageEndTests {
  private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

  /// An exchange with a message, of which the list has the beginning.
  private func exchange(_ count: Int, size: Int? = nil) -> Exchange {
    let exchange = Exchange()
    var notification = FakePhone.Notification("a.b", title: "Anna", message: Self.text(count))
    if let size { notification.attributes[4] = Array(String(size).utf8) }
    exchange.post(1, notification)
    exchange.pump()
    exchange.commands = []
    return exchange
  }

  /// Reads the message to its end, but does not ask more than six times.
  private func read(_ exchange: Exchange) {
    exchange.session.beginReading(exchange.session.notifications.notification(at: 0).serial)
    for _ in 0..<6 {
      exchange.session.readOn()
      exchange.pump()
    }
  }

  private func message(_ exchange: Exchange) -> String { Self.message(exchange.session) }

  private static func message(_ session: borrowing WatchSession) -> String { string(session[messageAt: 0]) }

  @Test(arguments: [(1_000, 1_001), (1_000, 1_020), (1_000, 1_048), (500, 520), (2_000, 2_016)])
  func aSizeThatIsALittleTooLargeIsBelievedOnce(_ count: Int, _ size: Int) {
    let exchange = exchange(count, size: size)
    read(exchange)
    #expect(exchange.session.messageEnd(at: 0) == .whole)
    #expect(message(exchange) == Self.text(count))
    #expect(exchange.commands.count == 2)
  }

  @Test func aPhoneThatSendsNothingMoreIsNotAskedAgain() {
    let exchange = exchange(2_000)
    exchange.phone.notifications[1]?.attributes[3] = []
    read(exchange)
    #expect(exchange.session.messageEnd(at: 0) == .cut)
    #expect(message(exchange) == Self.text(512))
    #expect(exchange.commands.count == 1)
  }

  @Test func aMessageGoesOnWhenThePhoneAllowsItAgain() {
    let exchange = exchange(2_000)
    exchange.phone.isAllowed = false
    read(exchange)
    #expect(exchange.session.state == .unauthorized)
    #expect(exchange.session.messageEnd(at: 0) == .cut)
    #expect(exchange.commands.count == 1)
    exchange.phone.isAllowed = true
    exchange.wait(.seconds(5))
    exchange.pump()
    #expect(exchange.session.state == .ready)
    #expect(exchange.session.messageEnd(at: 0) == .more)
    read(exchange)
    #expect(exchange.session.messageEnd(at: 0) == .whole)
    #expect(message(exchange) == Self.text(2_000))
  }
}
