import ANCS
import TestSupport
import Testing
import Timing

/// Whole sessions with a phone that at any time stops within a reply, refuses, restarts, and sends invalid values. The
/// stored notifications are compared with the result of a second consumer of the same octets, and with the phone's own.
@Suite struct DifferentialTests {
  /// The argument of a failed case is the seed with which it can be repeated.
  @Test(arguments: 1...24 as ClosedRange<UInt64>) func randomSessionsAgreeWithTheReference(_ seed: UInt64) {
    let run = RandomSession(seed: seed)
    for step in 0..<40 {
      run.step()
      if let difference = run.difference {
        Issue.record("seed \(seed), step \(step): \(difference) after \(run.story.suffix(40))")
        return
      }
    }
    run.finish()
    #expect(run.difference == nil, "seed \(seed), at the end")
    #expect(run.wrongTexts.isEmpty, "seed \(seed): not what the phone has")
    #expect(run.exchange.session.state == .ready, "seed \(seed)")
  }

  /// Checks that the random runs covered the cases that they are for.
  @Test func randomSessionsCoverTheirCases() {
    var counters: [UInt32] = [0, 0, 0, 0, 0, 0, 0]
    for seed in 1...6 as ClosedRange<UInt64> {
      let run = RandomSession(seed: seed)
      for _ in 0..<40 { run.step() }
      let met = run.exchange.session.counters
      let values = [
        met.staleFragments, met.malformedReplies, met.timeouts, met.refusals, met.evictedNotifications,
        met.malformedSourceValues, met.postponedFetches,
      ]
      for index in values.indices { counters[index] += values[index].value }
    }
    #expect(counters.allSatisfy { $0 > 0 })
  }
}

/// A session, the reference and a phone, whose random behaviour follows from one seed.
private final class RandomSession {
  let exchange = Exchange(ready: false)
  var reference = ReferenceConsumer()
  private var random: SeededGenerator
  private var lastUID: UInt32
  /// The commands whose reply was malformed once. A second malformed reply would be given up, which is not tested here.
  private var broken: Set<[UInt8]> = []
  /// The events so far, for debugging.
  private(set) var story: [String] = []
  /// The rest of a reply that was given up.
  private var late: [UInt8] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    lastUID = seed % 2 == 0 ? 0 : 0x0A0B_0C0D
    exchange.mtu = [23, 48, 185, 517][random.number(below: 4)]
    begin()
  }

  func step() {
    switch random.number(below: 16) {
    case 0...5: say()
    case 6: for _ in 0..<40 { say() }
    case 7: data(random.octets(random.number(in: 1..<30)).map { $0 | 4 })
    case 8: restart()
    default: serve(random.number(in: 1..<8), isHonest: false)
    }
  }

  /// Checks that everything is requested again and answered.
  func finish() {
    late = []
    restart()
    pass()
    for (uid, notification) in exchange.phone.notifications.sorted(by: { $0.key < $1.key }) {
      source(sourceEvent(1, uid, category: notification.category, flags: notification.flags))
    }
    serve(1_000, isHonest: true)
    pass()
    serve(1_000, isHonest: true)
  }

  /// The first stored notification that differs from the reference.
  var difference: String? {
    let (kept, expected) = (exchange.kept, reference.kept)
    guard kept.count == expected.count else { return "\(kept.count) are kept, not \(expected.count)" }
    return zip(kept, expected).first { $0 != $1 }.map { "kept \($0), not \($1)" }
  }

  /// The stored notifications that differ from the phone's, and are not a prefix of its texts. A title or a subtitle
  /// may have an ellipsis behind the prefix.
  var wrongTexts: [KeptNotification] {
    exchange.kept.filter { kept in
      guard let uid = kept.uid, let truth = exchange.phone.notifications[uid], kept.content == .complete else {
        return true
      }
      let whole = ReferenceConsumer.withoutPartialCharacter
      return kept.values.contains { id, value in
        let text = truth.attributes[id] ?? []
        let isMarked = (1...2).contains(id) && text != value && value.suffix(3).elementsEqual("…".utf8)
        let value = isMarked ? value.dropLast(3) : value
        return !(min(48, text.count)...text.count).contains { whole(Array(text[..<$0])) == value }
      }
    }
  }

  // MARK: Transport

  private func source(_ value: [UInt8]) {
    story.append("source \(value)")
    exchange.source(value)
    reference.source(value)
    exchange.drain()
  }

  private func data(_ value: [UInt8]) {
    story.append("data \(value.prefix(8)) of \(value.count)")
    exchange.data(value)
    reference.data(value)
    exchange.drain()
  }

  private func written(_ error: UInt8?) {
    story.append("written \(error ?? 0)")
    exchange.written(error)
    reference.written(error)
  }

  private func pass() {
    story.append("61 s")
    exchange.wait(.seconds(61))
    reference.timePasses()
  }

  private func begin() {
    story.append("begin")
    reference.open()
    exchange.open()
  }

  // MARK: Events of the phone

  /// The phone's notifications change, or it sends an invalid value.
  private func say() {
    switch (random.number(below: 10), someUID) {
    case (0, _): source(random.octets([0, 1, 7, 9, 30][random.number(below: 5)]))
    case (1, let old): source(sourceEvent(UInt8(random.number(in: 3..<256)), old ?? 1))
    case (2...3, let old?):
      exchange.phone.notifications[old] = nil
      source(sourceEvent(2, old))
    case (4...5, let old?): post(old, isModified: true)
    default:
      lastUID += 1
      post(lastUID, isModified: random.number(below: 12) == 0)
    }
  }

  /// One of the newest notifications of the phone.
  private var someUID: UInt32? {
    let uids = exchange.phone.notifications.keys.sorted().suffix(20)
    return uids.isEmpty ? nil : uids[uids.startIndex + random.number(below: uids.count)]
  }

  private func post(_ uid: UInt32, isModified: Bool) {
    let app = ["a.b", "a.c", "com.example.none", "a", ""][random.number(below: 5)]
    var notification = FakePhone.Notification(
      app, category: UInt8(random.number(below: 14)), flags: random.octet() & 0x1F)
    for (id, longest) in [(1, 90), (2, 20), (3, 700), (4, 5), (5, 15), (6, 12), (7, 60)] as [(UInt8, Int)] {
      notification.attributes[id] = text(random.number(below: longest))
    }
    if random.number(below: 3) == 0, let other = someUID.flatMap({ exchange.phone.notifications[$0] }) {
      // The same except for one text.
      let own = UInt8(random.number(below: 6))
      for id in 0..<6 as Range<UInt8> where id != own { notification.attributes[id] = other.attributes[id] }
    }
    exchange.phone.notifications[uid] = notification
    source(sourceEvent(isModified ? 1 : 0, uid, category: notification.category, flags: notification.flags))
  }

  private func text(_ count: Int) -> [UInt8] {
    switch random.number(below: 4) {
    case 0: []
    case 1: random.octets(count)
    default: Array(Array(String(repeating: "dîner 微信 👍🏽 ", count: 40).utf8).prefix(count))
    }
  }

  /// The link is lost, and the remaining notifications are sent again with new UIDs.
  private func restart() {
    exchange.session.ended(now: exchange.now)
    reference.end()
    begin()
    let existing = exchange.phone.notifications.sorted { $0.key < $1.key }
    exchange.phone.notifications = [:]
    for (_, notification) in existing.suffix(random.number(in: 1..<40)) {
      lastUID += 1
      exchange.phone.notifications[lastUID] = notification
      source(sourceEvent(0, lastUID, category: notification.category, flags: notification.flags | 4))
    }
  }

  // MARK: Answers of the phone

  private func serve(_ count: Int, isHonest: Bool) {
    for _ in 0..<count {
      guard let command = exchange.command() else { return }
      reference.command(command)
      story.append("command \(command)")
      let answer = exchange.phone.answer(command)
      // The rest of a reply that was given up arrives before the next one.
      deliver(late)
      late = []
      guard let reply = answer.reply else {
        written(answer.error)
        continue
      }
      switch isHonest ? 9 : random.number(below: 10) {
      case 0: refuse(reply)
      case 1: stop(reply)
      case 2: spoil(reply, command)
      case 3:
        deliver(Array(reply.prefix(random.number(below: reply.count))))
        return restart()
      default: answerWhole(reply, isHonest)
      }
    }
  }

  /// Delivers octets in fragments, with events between them.
  private func deliver(_ octets: [UInt8], isQuiet: Bool = false, between: (Int) -> Void = { _ in }) {
    var (rest, count) = (octets[...], 0)
    let longest = [3, 20, exchange.mtu - 3, exchange.mtu - 3][random.number(below: 4)]
    while !rest.isEmpty {
      between(count)
      let piece = rest.prefix(random.number(in: 1..<longest + 1))
      rest = rest.dropFirst(piece.count)
      data(Array(piece))
      count += 1
      if !isQuiet, random.number(below: 6) == 0 { say() }
    }
  }

  private func answerWhole(_ reply: [UInt8], _ isHonest: Bool) {
    if !isHonest, random.number(below: 3) == 0 { data(stray(reply)) }
    let place = random.number(below: 5)
    var isWritten = false
    deliver(reply, isQuiet: isHonest) { count in
      if count == place {
        written(nil)
        isWritten = true
      }
    }
    if !isWritten { written(nil) }
    if !isHonest, random.number(below: 4) == 0 { data(Array(reply.suffix(5))) }
    // The reply about an application that is not installed never ends.
    if exchange.session.isAsking { pass() }
  }

  /// Octets that start like the reply and continue differently, or that start differently.
  private func stray(_ reply: [UInt8]) -> [UInt8] {
    let like = Array(reply.prefix(random.number(below: min(5, reply.count))))
    return like + [reply[like.count] ^ 0x80] + random.octets(random.number(below: 20))
  }

  private func refuse(_ reply: [UInt8]) {
    deliver(Array(reply.prefix(random.number(below: reply.count))))
    written([0xA0, 0xA1, 0xA2, 0xA3, 0x0E, 0x80][random.number(below: 6)])
    if random.number(below: 2) == 0 { deliver(Array(reply.suffix(random.number(below: 20)))) }
  }

  private func stop(_ reply: [UInt8]) {
    let isAnswered = random.number(below: 2) == 0
    if isAnswered { written(nil) }
    let cut = random.number(below: reply.count)
    deliver(Array(reply[..<cut]))
    pass()
    if !isAnswered { written(nil) }
    if random.number(below: 2) == 0 { late = Array(reply[cut...]) }
  }

  /// Adds an attribute that was not requested.
  private func spoil(_ reply: [UInt8], _ command: [UInt8]) {
    guard command[0] == 0, broken.insert(Array(reply.prefix(5))).inserted else { return answerWhole(reply, false) }
    written(nil)
    deliver(Array(reply.prefix(5)) + [9, 1, 0, 0x61])
  }
}
