import ANCS
import TestSupport
import Testing

/// Whole sessions of generated notifications in many scripts, compared with the phone's own texts.
@Suite struct SessionStreamTests {
  private static let apps = [
    "com.apple.MobileSMS", "net.whatsapp.WhatsApp", "com.apple.mobilemail", "com.tencent.xin", "com.tencent.mqq", "a",
  ]
  private static let words = [
    "meeting", "moved", "to", "déjà", "señor", "tôi", "sẽ", "đến", "muộn", "встреча", "завтра", "今天晚上", "一起吃饭吗",
    "明日の会議", "내일회의는", "😀", "❤️", "👍🏽", "👨‍👩‍👧", "🇫🇷",
  ]

  @Test(arguments: [23, 24, 48, 100, 185, 517]) func aSessionIsUnderstoodAtEveryMTU(_ mtu: Int) {
    var random = SeededGenerator(seed: UInt64(mtu))
    let exchange = Exchange()
    exchange.mtu = mtu
    for app in Self.apps { exchange.phone.appNames[app] = "Name of \(app)" }
    for uid in 1...150 as ClosedRange<UInt32> {
      exchange.repliesFirst = Bool.random(using: &random)
      let posted = notification(&random)
      exchange.post(uid, posted)
      exchange.pump()
      compare(exchange, uid, posted)
      if uid % 4 == 0 { exchange.remove(uid - UInt32.random(in: 0...3, using: &random)) }
    }
    #expect(exchange.session.counters.showNoTrouble)
    #expect(exchange.commands.count { $0.first == 1 } <= Self.apps.count)
  }

  private func notification(_ random: inout SeededGenerator) -> FakePhone.Notification {
    let app = Self.apps.randomElement(using: &random)!
    var notification = FakePhone.Notification(app, flags: UInt8.random(in: 0...31, using: &random))
    for (id, longest) in [(1, 34), (2, 40), (3, 900)] as [(UInt8, Int)] where Int.random(in: 0...3, using: &random) > 0
    {
      notification.attributes[id] = text(Int.random(in: 0...longest, using: &random), &random)
    }
    notification.attributes[4] = Array(String(notification.attributes[3]?.count ?? 0).utf8)
    notification.attributes[5] = Array("20261120T231200".utf8)
    notification.attributes[6] = Array("Reply".utf8)
    notification.attributes[7] = Array("Clear".utf8)
    return notification
  }

  private func text(_ length: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var text: [UInt8] = []
    while text.count < length { text += Array((Self.words.randomElement(using: &random)! + " ").utf8) }
    return text
  }

  private func compare(_ exchange: Exchange, _ uid: UInt32, _ posted: FakePhone.Notification) {
    let maxima: [UInt8: Int] = [0: 128, 1: 64, 2: 64, 3: 512, 4: 10, 5: 20, 6: 48, 7: 48]
    for id in 0...7 as ClosedRange<UInt8> {
      let isAsked = id < 6 || posted.flags & (id == 6 ? 0x08 : 0x10) != 0
      let expected = isAsked ? cut(posted.attributes[id] ?? [], to: maxima[id]!) : ""
      #expect(exchange.text(NotificationAttributeID(rawValue: id)!, uid) == expected)
    }
    #expect(exchange.notification(uid)?.content == .complete)
  }

  /// The longest prefix of whole characters that fits, found by trial.
  private func cut(_ octets: [UInt8], to maximum: Int) -> String {
    var octets = octets.prefix(maximum)
    while String(validating: octets, as: UTF8.self) == nil { octets.removeLast() }
    return String(decoding: octets, as: UTF8.self)
  }
}

extension SessionCounters {
  /// Whether the counters show no refusal, and no loss except notifications that made room for others.
  var showNoTrouble: Bool {
    refusals.value == 0 && timeouts.value == 0 && staleFragments.value == 0
      && malformedReplies.value == 0 && malformedSourceValues.value == 0
      && postponedFetches.value == 0 && lostEvents.value == 0
  }
}
