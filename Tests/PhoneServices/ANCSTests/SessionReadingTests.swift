import ANCS
import Testing
import Timing

/// Excerpts first, whole messages later, and the codes in them.
@Suite struct SessionReadingTests {
  private static let app = "com.example.a.bundle.identifier.as.long.as.was.ever.been.met"

  /// A text without digits and with a known end.
  private static func text(_ count: Int) -> String {
    String((0..<count).map { Character(UnicodeScalar(UInt8(ascii: "a") + UInt8($0 % 26))) })
  }

  private func exchange(_ message: String, size: String? = nil, flags: UInt8 = 0) -> Exchange {
    let exchange = Exchange()
    var notification = FakePhone.Notification("a.b", title: "Anna", message: message, flags: flags)
    if let size { notification.attributes[4] = Array(size.utf8) }
    exchange.post(1, notification)
    exchange.pump()
    exchange.events = []
    exchange.commands = []
    return exchange
  }

  private func read(_ exchange: Exchange) {
    exchange.session.beginReading(exchange.session.notifications.notification(at: 0).serial)
    exchange.session.readOn()
    exchange.pump()
  }

  private func message(_ exchange: Exchange) -> String { Self.message(exchange.session) }

  private static func message(_ session: borrowing WatchSession) -> String { string(session[messageAt: 0]) }

  private func code(_ exchange: Exchange) -> String { Self.code(exchange.session) }

  private static func code(_ session: borrowing WatchSession) -> String {
    string(session.notifications[codeAt: 0])
  }

  private func maximum(_ command: [UInt8]) -> Int? {
    command.count == 8 && command[5] == 3 ? Int(command[6]) | Int(command[7]) << 8 : nil
  }

  // MARK: Excerpts

  @Test(arguments: [UInt8(4), 1]) func theFirstReplyFitsAConnectionEvent(_ category: UInt8) throws {
    let exchange = Exchange()
    let long = String(repeating: "x", count: 600)
    var posted = FakePhone.Notification(Self.app, title: long, message: long, category: category, flags: 0x18)
    posted.attributes[6] = Array("Annehmen und sprechen".utf8.prefix(20))
    posted.attributes[7] = Array("Ablehnen und schweigen".utf8.prefix(20))
    exchange.post(1, posted)
    let command = try #require(exchange.command())
    let reply = try #require(exchange.phone.answer(command).reply)
    #expect(Self.app.utf8.count == 60)
    #expect(reply.count <= 155)
  }

  @Test func theBeginningIsThereBeforeTheRestIsAskedFor() throws {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "Anna", message: Self.text(200)))
    let command = try #require(exchange.command())
    exchange.written()
    exchange.data(try #require(exchange.phone.answer(command).reply))
    exchange.drain()
    #expect(exchange.events == [.added(1), .excerpt(1)])
    #expect(exchange.text(.title, 1) == "Anna")
    #expect(exchange.text(.message, 1) == Self.text(44))
    #expect(exchange.notification(1)?.content == .awaited)
    exchange.pump()
    #expect(exchange.events == [.added(1), .excerpt(1), .attributes(1), .content(1)])
    #expect(exchange.text(.message, 1) == Self.text(200))
    #expect(exchange.text(.appIdentifier, 1) == "a.b")
    #expect(exchange.notification(1)?.content == .complete)
  }

  @Test func theBeginningOfAnEndedSessionIsCut() throws {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "Anna", message: Self.text(200)))
    let command = try #require(exchange.command())
    exchange.written()
    exchange.data(try #require(exchange.phone.answer(command).reply))
    #expect(exchange.session.messageEnd(at: 0) == .more)
    exchange.session.ended(now: exchange.now)
    #expect(exchange.session.messageEnd(at: 0) == .cut)
  }

  @Test func textsThatTheExcerptCompletedAreNotRequestedAgain() {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "Anna", message: "Short", flags: 0x18))
    exchange.pump()
    let rest = exchange.commands.last { $0[0] == 0 }
    #expect(rest == [0, 1, 0, 0, 0, 2, 128, 0, 4, 5, 6, 7])
    #expect(exchange.text(.message, 1) == "Short")
  }

  @Test func allExcerptsComeBeforeAnyRest() {
    let exchange = Exchange()
    for uid in 1...3 as ClosedRange<UInt32> { exchange.post(uid, .init("a.b", message: Self.text(100))) }
    exchange.pump()
    let order = exchange.commands.filter { $0[0] == 0 }.map { [$0[1], $0[5]] }
    #expect(order.map { $0[0] } == [1, 2, 3, 1, 2, 3])
    #expect(order.map { $0[1] == 0 } == [true, true, true, false, false, false])
  }

  @Test func existingNotificationsAreRequestedInOneCommand() {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "Anna", message: "old", flags: 0x04))
    exchange.pump()
    #expect(exchange.commands.count { $0[0] == 0 } == 1)
    #expect(exchange.notification(1)?.content == .complete)
  }

  @Test func notificationsModifiedAfterTheirExcerptAreFetchedAgain() throws {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "old", message: "old"))
    let command = try #require(exchange.command())
    let reply = try #require(exchange.phone.answer(command).reply)
    exchange.written()
    exchange.data(reply)
    exchange.post(1, .init("a.b", title: "new", message: "new"), modified: true)
    exchange.pump()
    #expect(exchange.text(.title, 1) == "new")
    #expect(exchange.text(.message, 1) == "new")
  }

  @Test func theExcerptStaysIfTheRestDoesNotCome() throws {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "Anna", message: Self.text(100)))
    let command = try #require(exchange.command())
    exchange.written()
    exchange.data(try #require(exchange.phone.answer(command).reply))
    _ = try #require(exchange.command())
    exchange.written(0xA3)
    exchange.drain()
    #expect(exchange.text(.title, 1) == "Anna")
    #expect(exchange.text(.message, 1) == Self.text(44))
    #expect(exchange.notification(1)?.content == .partial)
    #expect(exchange.events.last == .content(1))
  }

  @Test func theExcerptStaysIfTheRestStopsMidway() throws {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "Anna", message: Self.text(100)))
    let first = try #require(exchange.command())
    exchange.written()
    exchange.data(try #require(exchange.phone.answer(first).reply))
    _ = exchange.command().map { exchange.phone.answer($0) }
    exchange.written()
    exchange.pump()
    exchange.wait(.seconds(11))
    exchange.pump()
    #expect(exchange.text(.title, 1) == "Anna")
    #expect(exchange.text(.message, 1) == Self.text(44))
    #expect(exchange.events.contains(.content(1)))
  }

  // MARK: Reading

  @Test(arguments: [513, 600, 1_100, 2_000, 4_000]) func aLongMessageIsReadToItsEnd(_ count: Int) {
    let exchange = exchange(Self.text(count))
    #expect(exchange.session.messageEnd(at: 0) == .more)
    #expect(exchange.session.wholeSize(at: 0) == count)
    read(exchange)
    while exchange.session.messageEnd(at: 0) == .more { read(exchange) }
    #expect(message(exchange) == Self.text(count))
    #expect(exchange.session.messageEnd(at: 0) == .whole)
    #expect(exchange.session.wholeSize(at: 0) == count)
    #expect(exchange.commands.count < 5)
    exchange.session.readOn()
    #expect(exchange.command() == nil)
  }

  @Test func messagesThatFitTheListAreNotRequestedAgain() {
    let exchange = exchange(Self.text(512))
    #expect(exchange.session.messageEnd(at: 0) == .whole)
    read(exchange)
    #expect(exchange.commands.isEmpty)
  }

  @Test(arguments: ["", "abc", "99999999999", "999999999", "3", "600", "-1", "1 000"])
  func anInvalidSizeIsHandled(_ size: String) {
    let exchange = exchange(Self.text(1_500), size: size)
    for _ in 0..<6 where exchange.session.messageEnd(at: 0) == .more { read(exchange) }
    #expect(message(exchange) == Self.text(1_500))
    #expect(exchange.session.messageEnd(at: 0) == .whole)
  }

  @Test func aSizeTooLargeForAShortMessageIsNotBelieved() {
    let exchange = exchange("Short", size: "99999999")
    #expect(exchange.session.messageEnd(at: 0) == .whole)
    read(exchange)
    #expect(exchange.commands.isEmpty)
  }

  @Test func messagesThatDoNotFitAreCut() {
    let exchange = exchange(Self.text(6_000))
    for _ in 0..<8 { read(exchange) }
    #expect(message(exchange) == Self.text(WatchSession.longestMessage))
    #expect(exchange.session.messageEnd(at: 0) == .cut)
    #expect(exchange.session.wholeSize(at: 0) == 6_000)
    #expect(exchange.commands.count <= 5)
  }

  @Test func aCharacterIsNotTornApart() {
    let exchange = exchange(String(repeating: "微", count: 1_000))
    while exchange.session.messageEnd(at: 0) == .more { read(exchange) }
    #expect(message(exchange) == String(repeating: "微", count: 1_000))
  }

  @Test func aUIDThatIsGoneEndsTheMessage() {
    let exchange = exchange(Self.text(2_000))
    exchange.phone.notifications[1] = nil
    read(exchange)
    #expect(exchange.session.messageEnd(at: 0) == .cut)
    #expect(message(exchange) == Self.text(512))
    #expect(exchange.events.contains(.read(1)))
    let count = exchange.commands.count
    read(exchange)
    #expect(exchange.commands.count == count, "it is not asked for again and again")
  }

  @Test func silenceEndsTheMessageWithTheReceivedPart() throws {
    let exchange = exchange(Self.text(1_500))
    exchange.session.beginReading(exchange.session.notifications.notification(at: 0).serial)
    exchange.session.readOn()
    let command = try #require(exchange.command())
    exchange.written()
    exchange.data(Array(try #require(exchange.phone.answer(command).reply).prefix(900)))
    exchange.wait(.seconds(11))
    #expect(message(exchange) == Self.text(892))
    #expect(exchange.session.messageEnd(at: 0) == .cut)
    exchange.session.readOn()
    #expect(exchange.command().map { maximum($0) } ?? nil == nil)
  }

  @Test func theEndOfTheSessionEndsTheMessage() {
    let exchange = exchange(Self.text(3_000))
    read(exchange)
    let before = message(exchange)
    exchange.session.ended(now: exchange.now)
    #expect(exchange.session.messageEnd(at: 0) == .cut)
    #expect(message(exchange) == before)
    exchange.session.readOn()
    #expect(exchange.command() == nil)
  }

  @Test func theNextSessionContinuesTheMessage() {
    let exchange = exchange(Self.text(2_000))
    read(exchange)
    exchange.session.ended(now: exchange.now)
    exchange.open()
    exchange.post(9, .init("a.b", title: "Anna", message: Self.text(2_000), flags: 0x04))
    exchange.pump()
    #expect(exchange.count == 1)
    while exchange.session.messageEnd(at: 0) == .more { read(exchange) }
    #expect(message(exchange) == Self.text(2_000))
  }

  @Test func aMessageModifiedWhileItIsReadIsReadAgain() {
    let exchange = exchange(Self.text(2_000))
    while exchange.session.messageEnd(at: 0) == .more { read(exchange) }
    // The same start and the same length; only the end differs.
    let other = Self.text(1_990) + "0123456789"
    exchange.post(1, .init("a.b", title: "Anna", message: other), modified: true)
    exchange.pump()
    #expect(message(exchange) == Self.text(2_000), "what was there stays until the new text is")
    exchange.session.readOn(wantsMore: false)
    exchange.pump()
    #expect(message(exchange) == other)
    exchange.session.readOn(wantsMore: false)
    #expect(exchange.command() == nil)
  }

  @Test func aMessageThatBecomesShortWhileItIsReadIsShort() {
    let exchange = exchange(Self.text(2_000))
    while exchange.session.messageEnd(at: 0) == .more { read(exchange) }
    exchange.post(1, .init("a.b", title: "Anna", message: "Never mind"), modified: true)
    exchange.pump()
    #expect(message(exchange) == "Never mind")
    #expect(exchange.session.messageEnd(at: 0) == .whole)
  }

  @Test func readingYieldsToCallsAndActions() {
    let exchange = exchange(Self.text(2_000), flags: 0x10)
    exchange.session.beginReading(exchange.session.notifications.notification(at: 0).serial)
    exchange.session.readOn()
    exchange.post(2, .init("a.call", title: "Mum", category: 1, flags: 0x18))
    #expect(exchange.session.perform(.negative, on: 1) == nil)
    exchange.pump()
    #expect(exchange.commands.map { $0[0] }.prefix(2) == [2, 0])
    #expect(exchange.commands[1][1] == 2)
  }

  @Test func anotherMessageStartsWithTheListsExcerpt() {
    let exchange = exchange(Self.text(2_000))
    read(exchange)
    exchange.session.endReading()
    #expect(message(exchange) == Self.text(512))
    #expect(exchange.session.messageEnd(at: 0) == .more)
  }

  // MARK: Codes

  /// An exchange in which the phone has sent the beginning of `message`, and not yet been asked for the rest.
  private func exchangeWithExcerpt(_ message: String) throws -> Exchange {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "ACME", message: message))
    let command = try #require(exchange.command())
    exchange.written()
    exchange.data(try #require(exchange.phone.answer(command).reply))
    return exchange
  }

  @Test func aCodeIsThereWithTheRestOfTheTexts() throws {
    let exchange = try exchangeWithExcerpt("Your code is 482913. " + Self.text(100))
    // The excerpt is not searched: the rest follows immediately, and then the watch searches all of it.
    #expect(code(exchange) == "")
    exchange.pump()
    #expect(code(exchange) == "482913")
  }

  @Test func aCodeIsFoundIfThePhoneRefusesTheRestOfTheTexts() throws {
    let exchange = try exchangeWithExcerpt("Your code is 482913. " + Self.text(100))
    _ = try #require(exchange.command())
    exchange.written(0xA3)
    exchange.drain()
    #expect(code(exchange) == "482913")
    #expect(exchange.events.last == .content(1), "the watch looks at the code when this event comes")
  }

  @Test func aCodeIsFoundIfTheRestOfTheTextsDoesNotCome() throws {
    let exchange = try exchangeWithExcerpt("Your code is 482913. " + Self.text(100))
    _ = try #require(exchange.command())
    exchange.written()
    exchange.wait(.seconds(31))
    #expect(code(exchange) == "482913")
    #expect(exchange.session.notifications.notification(at: 0).content == .partial)
  }

  @Test func aCodeAtTheEndOfALongMessageIsFound() {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "ACME", message: Self.text(2_000) + "\nYour code is 482913"))
    exchange.pump()
    #expect(code(exchange) == "482913")
    #expect(exchange.events.count { $0 == .content(1) } == 2, "when its texts are there, and when the code is")
    #expect(exchange.text(.message, 1) == Self.text(512))
    #expect(exchange.commands.compactMap { maximum($0) } == [WatchSession.longestMessage])
  }

  @Test(arguments: 485...499, ["482913", "1234 5678", "1234-5678"])
  func aCodeThatTheListCutsIsFoundWhole(_ count: Int, _ text: String) {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "ACME", message: Self.text(count) + "\nYour code is \(text)."))
    exchange.pump()
    #expect(code(exchange) == text.filter(\.isNumber))
  }

  @Test func existingNotificationsAreSearchedOnlyIfTheyMentionACode() {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", message: Self.text(900), flags: 0x04))
    exchange.pump()
    #expect(exchange.commands.compactMap { maximum($0) }.isEmpty)
    exchange.post(2, .init("a.b", message: "Your code: " + Self.text(900), flags: 0x04))
    exchange.pump()
    #expect(exchange.commands.compactMap { maximum($0) }.count == 1)
  }

  @Test func withheldTextsBringNoCode() {
    let exchange = Exchange()
    exchange.session.isDiscreet = true
    exchange.post(1, .init("a.b", title: "Your code is 482913", message: "Your code is 482913" + Self.text(900)))
    exchange.pump()
    #expect(code(exchange) == "")
    #expect(exchange.commands.allSatisfy { !$0.dropFirst(5).contains(3) || $0[0] == 1 })
    exchange.session.allowContent(of: 1)
    exchange.pump()
    #expect(code(exchange) == "482913")
  }

  /// The reader's memory is too small for a message of the list, or too large for a maximum of 16 bits.
  @Test func aReaderOfAnImpossibleSizeTraps() async {
    await #expect(processExitsWith: .failure) { _ = Session<5, 5_120, 4, 704, 14>() }
    await #expect(processExitsWith: .failure) { _ = Session<5, 5_120, 4, 704, 131_074>() }
  }

  @Test func aCodeGoesWithTheTextThatBroughtIt() {
    let exchange = exchange("Your code is 482913")
    #expect(code(exchange) == "482913")
    exchange.post(1, .init("a.b", title: "Anna", message: "Thanks"), modified: true)
    exchange.pump()
    #expect(code(exchange) == "")
  }
}
