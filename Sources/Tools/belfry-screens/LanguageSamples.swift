import ANCS
import Graphics
import Screens
import WatchModel

/// The texts of a phone in one language, and the screens that show them. English has its own samples.
struct LanguageSample: Sendable {
  /// The suffix of the samples' names.
  let name: String
  var message: SampleNotification
  var call: SampleNotification
  var music: (player: String, title: String, artist: String)
  var phone: String

  static let all = [chinese, arabic, vietnamese, thai, emoji]

  /// The screens with texts of the phone, by their English names, each in all languages.
  static let sheet = [
    "alert", "detail", "call", "list", "music", "mute", "phones", "question-forget", "note-away", "pair-again",
    "status",
  ].map { screen in [screen] + all.map { "\(screen)-\($0.name)" } }

  private static let chinese = LanguageSample(
    name: "chinese", message: .weChat, call: .callChinese, music: ("网易云音乐", "月亮代表我的心", "邓丽君"),
    phone: "王小明的iPhone")

  private static let arabic = LanguageSample(
    name: "arabic",
    message: SampleNotification(
      category: .social, appName: "واتساب", title: "ليلى حداد",
      message: "هل نلتقي اليوم في الساعة 7:30 أمام المقهى؟ لا تنسَ المظلة، قد تمطر.", negative: "مسح"),
    call: SampleNotification(
      category: .incomingCall, appName: "الهاتف", title: "د. سامي النجار", positive: "رد", negative: "رفض"),
    music: ("أنغامي", "إنت عمري", "أم كلثوم"), phone: "هاتف ليلى")

  private static let vietnamese = LanguageSample(
    name: "vietnamese", message: .vietnamese,
    call: SampleNotification(
      category: .incomingCall, appName: "Điện thoại", title: "Bác sĩ Trần Đức Thắng", positive: "Trả lời",
      negative: "Từ chối"),
    music: ("Zing MP3", "Diễm xưa", "Khánh Ly"), phone: "iPhone của Hường")

  private static let thai = LanguageSample(
    name: "thai",
    message: SampleNotification(
      category: .social, appName: "ไลน์", title: "สมชาย ใจดี",
      message: "เย็นนี้เจอกันที่ร้านเดิมตอนหนึ่งทุ่มนะ อย่าลืมเอาร่มมาด้วย ฝนอาจจะตก", negative: "ล้าง"),
    call: SampleNotification(
      category: .incomingCall, appName: "โทรศัพท์", title: "คุณแม่", positive: "รับสาย", negative: "ปฏิเสธ"),
    music: ("JOOX", "เธอคือของขวัญ", "สิงโต นำโชค"), phone: "ไอโฟนของสมชาย")

  private static let emoji = LanguageSample(
    name: "emoji",
    message: SampleNotification(
      category: .social, appName: "Messages", title: "Mia 🌸",
      message: "Dinner at 7? 🍕🍻 The kids 👩‍👧 say yes 👍🏽 Back from 🇻🇳 with ❤️ and 12 kg of ☕️", negative: "Clear 🗑"),
    call: SampleNotification(
      category: .incomingCall, appName: "Phone", title: "Mum ❤️", positive: "Accept", negative: "Decline"),
    music: ("Radio 📻", "Here comes the ☀️", "The 🪲s"), phone: "Anna's 📱")

  /// All screens that show texts of the phone.
  var samples: [ScreenSample] {
    [
      message.alert("alert-" + name), message.detail("detail-" + name), call.call("call-" + name),
      .list("list-" + name, of: [message, missedCall, untitled], selected: 1),
      .music("music-" + name, .playing, music.player, music.title, music.artist, "", at: 12, of: 209, .pause, .next),
      .mute("mute-" + name, message.appName, isMuted: false, selected: 0),
      .phones("phones-" + name, [phone, "Anna's iPhone"], selected: 1, chosen: 0, connected: 0),
      .question("question-forget-" + name, .forget, phone), .note("note-away-" + name, .disconnected, phone),
      .status("status-" + name, .ready, nil, phone: phone),
    ]
  }

  private var missedCall: SampleNotification {
    SampleNotification(category: .missedCall, appName: call.appName, title: call.title)
  }

  private var untitled: SampleNotification {
    SampleNotification(category: .news, appName: message.appName, message: message.message)
  }
}
