import ANCS
import Graphics
import Identifiers
import Screens
import Timing
import WatchModel

extension ScreenSample {
  /// Every screen in the states that matter.
  static let all: [ScreenSample] =
    clocks + faces + sizes + alerts + details + calls + mutes + lists + hints + tutorials + pairings + statuses + menus
    + phones + music + selfTests + LanguageSample.all.flatMap(\.samples) + bidirectional

  private static let clocks = [
    ScreenSample("clock") {
      ClockScreen(
        time: TimeOfDay(hour: 23, minute: 12), date: CalendarDate(year: 2026, month: 11, day: 20), unreadCount: 3,
        connection: .ready, batteryLevel: 76
      ).draw(into: &$0)
    },
    ScreenSample("clock-morning") {
      ClockScreen(
        time: TimeOfDay(hour: 6, minute: 48), date: CalendarDate(year: 2027, month: 1, day: 3), unreadCount: 120,
        connection: .disconnected, batteryLevel: 9
      ).draw(into: &$0)
    },
    ScreenSample("clock-digits") {
      ClockScreen(
        time: TimeOfDay(hour: 9, minute: 57), date: CalendarDate(year: 2026, month: 5, day: 31), unreadCount: 0,
        connection: .unauthorized
      ).draw(into: &$0)
    },
    ScreenSample("clock-quiet") {
      var clock = ClockScreen(
        time: TimeOfDay(hour: 0, minute: 30), date: CalendarDate(year: 2026, month: 11, day: 21), unreadCount: 12,
        connection: .ready, batteryLevel: 100)
      clock.isQuiet = true
      clock.draw(into: &$0)
    },
    ScreenSample("clock-quiet-now") {
      var clock = ClockScreen(
        time: TimeOfDay(hour: 20, minute: 15), date: CalendarDate(year: 2026, month: 11, day: 20), unreadCount: 2,
        connection: .ready, batteryLevel: 60)
      clock.isQuietNow = true
      clock.draw(into: &$0)
    },
    ScreenSample("clock-unknown") {
      ClockScreen(time: nil, date: nil, unreadCount: 0, connection: .advertising).draw(into: &$0)
    },
    ScreenSample("clock-no-radio") {
      var clock = ClockScreen(time: nil, date: nil, unreadCount: 0, connection: .starting)
      clock.trouble = .radioOff
      clock.draw(into: &$0)
    },
    ScreenSample("clock-not-told") {
      ClockScreen(time: nil, date: nil, unreadCount: 2, connection: .ready, batteryLevel: 50).draw(into: &$0)
    },
  ]

  private static let alerts = [
    SampleNotification.message.alert("alert"),
    SampleNotification.mail.alert("alert-german"),
    SampleNotification.mailShort.alert("alert-mail"),
    SampleNotification.attachment.alert("alert-attachment"),
    SampleNotification.caption.alert("alert-caption"),
    SampleNotification.calendar.alert("alert-short"),
    SampleNotification.missed.alert("alert-missed"),
    SampleNotification.missedNumber.alert("alert-missed-number"),
    SampleNotification.hidden.alert("alert-hidden"),
    SampleNotification.early.alert("alert-early"),
    SampleNotification.emoji.alert("alert-symbols"),
    SampleNotification.code.alert("alert-code"),
    SampleNotification.longCode.alert("alert-code-long"),
  ]

  private static let details = [
    SampleNotification.yesterday.alert("alert-yesterday"),
    SampleNotification.message.detail("detail"),
    SampleNotification.lastWeek.detail("detail-weekday"),
    SampleNotification.lastYear.detail("detail-date"),
    SampleNotification.message.detail("detail-end", topLine: 99),
    SampleNotification.vietnamese.detail("detail-viet", topLine: 2),
    SampleNotification.mail.detail("detail-german", topLine: 3),
    SampleNotification.mail.detail("detail-actions", topLine: 99),
    SampleNotification.hidden.detail("detail-hidden"),
    SampleNotification.code.detail("detail-code"),
    SampleNotification.code.detail("detail-code-scrolled", topLine: 1),
    SampleNotification.long.detail("detail-page", topLine: 6),
    SampleNotification.long.detail("detail-more", topLine: 99),
    SampleNotification.cut.detail("detail-cut", topLine: 99),
    SampleNotification.kept.detail("detail-kept"),
    SampleNotification.kept.in(.small).detail("detail-kept-small"),
    SampleNotification.keptLong.detail("detail-kept-long", topLine: 99),
  ]

  private static let calls = [
    SampleNotification.call.call("call"),
    SampleNotification.callGerman.call("call-german"),
    SampleNotification.callMobile.call("call-subtitle"),
    SampleNotification.callMobile.call("call-silenced", .silenced),
    SampleNotification.callLong.call("call-long"),
    SampleNotification.callLong.call("call-moving", runningBy: 93),
    SampleNotification.callActive.call("call-active"),
    SampleNotification.callUnknown.call("call-unknown"),
    SampleNotification.callActive.call("call-running", duration: .seconds(7)),
    SampleNotification.callActive.call("call-long-running", duration: .seconds(3_723)),
  ]

  private static let mutes = [
    mute("mute", "WeChat", isMuted: false, selected: 1),
    mute("mute-end", "WeChat", isMuted: true, selected: 0),
    mute("mute-snooze", "WeChat", isMuted: false, selected: 4),
    mute("mute-vibration", "WeChat", isMuted: false, selected: 6, vibration: .double),
    mute("mute-vibration-usual", "WeChat", isMuted: true, selected: 4),
  ]

  static func mute(
    _ name: String, _ application: String, isMuted: Bool, selected: Int, vibration: VibrationPattern? = nil
  ) -> ScreenSample {
    ScreenSample(name) {
      let application = Array(application.utf8)
      var screen = MuteScreen(application.span, isMuted: isMuted, selected: selected)
      screen.vibration = vibration
      screen.draw(into: &$0)
    }
  }

  private static let lists = [
    list("list", of: [.weChat, .message, .mail, .vietnamese, .calendar], selected: 0),
    list("list-middle", of: [.weChat, .message, .mail, .vietnamese, .calendar], selected: 3),
    list("list-moving", of: [.weChat, .message, .mail, .vietnamese, .calendar], selected: 2, runningBy: 43),
    list("list-moving-arabic", of: [.arabicTitle, .message], selected: 0, runningBy: 43),
    list("list-one", of: [.missed], selected: 0),
    list("list-ages", of: [.unread, .yesterday, .lastWeek], selected: 1),
    list("list-kept", of: [.unread, .kept, .keptLong], selected: 1),
    list("list-empty", of: [], selected: 0),
  ]

  static func list(
    _ name: String, of notifications: [SampleNotification], selected: Int, runningBy offset: Int? = nil,
    hints: HintRow? = nil
  ) -> ScreenSample {
    ScreenSample(name) { bitmap in
      let list = ListScreen(count: notifications.count, selected: selected, hasHints: hints != nil)
      list.draw(into: &bitmap)
      for index in list.visible {
        let isUnread = notifications[index].isUnread
        notifications[index].withText {
          list.draw($0, at: index, isUnread: isUnread, runningBy: offset, into: &bitmap)
        }
      }
      hints?.draw(into: &bitmap)
    }
  }

  private static let pairings = [
    pairing("pairing-read", .compare(pairingCode: 42_137), acceptsInput: false),
    pairing("pairing", .compare(pairingCode: 42_137)),
    pairing("pairing-waiting", .waiting(pairingCode: 42_137)),
    pairing("pairing-passkey", .enterOnPhone(passkey: 908_516)),
    pairing("pairing-done", .succeeded),
    pairing("pairing-failed", .failed(.mismatch)),
  ]

  private static func pairing(_ name: String, _ step: PairingScreen.Step, acceptsInput: Bool = true) -> ScreenSample {
    ScreenSample(name) { PairingScreen(step, acceptsInput: acceptsInput).draw(into: &$0) }
  }
}
