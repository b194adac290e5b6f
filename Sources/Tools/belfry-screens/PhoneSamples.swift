import ANCS
import Graphics
import Identifiers
import Octets
import Screens
import Timing
import WatchModel

/// The screens about phones, and about missing connections.
extension ScreenSample {
  static let statuses = [
    status("status", .ready, nil),
    status("status-end", .ready, nil, topLine: 99),
    status("status-starting", .starting, nil, age: nil),
    status("status-radio", .recovering, .controllerFailed),
    status("status-nobody", .advertising, .noPhone, isPhoneHere: false),
    status("status-held", .advertising, .phoneHeldOff),
    status("status-pairing", .pairingOpen, .notBonded, phone: "", age: nil),
    status("status-connecting", .discovering, nil, age: nil),
    status("status-service", .noNotifications, .noService),
    status("status-refused", .noNotifications, .notSubscribed, topLine: 2),
    status("status-remedy", .unauthorized, .notAuthorized),
    status("status-lost", .phoneRefused, .bondUnknownToWatch, topLine: 2),
    status("status-asked", .phoneRefused, .pairingRequested, isPhoneHere: false),
    status("status-asked-end", .phoneRefused, .pairingRequested, isPhoneHere: false, topLine: 1),
    status("status-key", .phoneRefused, .bondUnknownToPhone, isPhoneHere: false),
    status("status-stranger", .phoneRefused, .keyRequested, isPhoneHere: false),
    status("status-silent", .ready, .silent, age: .minutes(13 * 60)),
    status("status-step", .ready, nil, age: nil),
    status("status-step-end", .advertising, .noPhone, isPhoneHere: false, topLine: 1),
    status("status-step-refused", .noNotifications, .notSubscribed, topLine: 5),
    ScreenSample("status-phone") { bitmap in
      let (name, phone) = (Array("Belfry".utf8), Array("Anna's iPhone".utf8))
      var facts = StatusFacts(name: name.span, phone: phone.span, isPhoneHere: true)
      facts.lastEventAge = .minutes(5)
      facts.bondCount = 1
      facts.batteryLevel = 80
      facts.model = BoundedText("iPhone16,1")
      facts.timeSource = .phone
      let diagnosis = LinkDiagnosis(connection: .ready, trouble: nil, hasEvents: true)
      StatusScreen(diagnosis, facts, topLine: 2).draw(into: &bitmap)
    },
    ScreenSample("status-log") { bitmap in
      let name = Array("Belfry".utf8)
      var facts = StatusFacts(name: name.span, phone: name.span.extracting(first: 0), isPhoneHere: true)
      facts.losses[.evicted] = 968
      facts.recoveries.append(
        Recovery(
          .renewed, .silence, at: .start, time: TimeOfDay(hour: 3, minute: 12),
          date: CalendarDate(year: 2026, month: 11, day: 21)))
      let diagnosis = LinkDiagnosis(connection: .ready, trouble: nil, hasEvents: true)
      StatusScreen(diagnosis, facts, topLine: 99).draw(into: &bitmap)
    },
  ]

  static func status(
    _ name: String, _ connection: ConnectionState, _ trouble: LinkTrouble?, phone: String = "Anna's iPhone",
    isPhoneHere: Bool = true, age: Interval? = .minutes(5), topLine: Int = 0
  ) -> ScreenSample {
    ScreenSample(name) {
      let (name, phone) = (Array("Belfry".utf8), Array(phone.utf8))
      var facts = StatusFacts(name: name.span, phone: phone.span, isPhoneHere: isPhoneHere)
      facts.address = DeviceAddress(kind: .random, octets: [0x5B, 0x10, 0x3A, 0xEF, 0x22, 0xC4])
      facts.bondCount = phone.isEmpty ? 0 : 2
      facts.lastEventAge = age
      let diagnosis = LinkDiagnosis(connection: connection, trouble: trouble, hasEvents: age != nil)
      StatusScreen(diagnosis, facts, topLine: topLine).draw(into: &$0)
    }
  }

  private static let alarms = [
    Alarm(TimeOfDay(minuteOfDay: 420), .mondayToFriday),
    Alarm(TimeOfDay(minuteOfDay: 555), Weekdays(.monday).union(Weekdays(.wednesday))),
    Alarm(TimeOfDay(minuteOfDay: 1_350), .none, isOn: false), Alarm(), Alarm(),
  ]

  static let menus = [
    ScreenSample("menu") { MenuScreen(selected: .pairNewPhone).draw(into: &$0) },
    ScreenSample("menu-end") { MenuScreen(selected: .status).draw(into: &$0) },
    ScreenSample("menu-clear") { MenuScreen(selected: .clearAll).draw(into: &$0) },
    ScreenSample("quiet") { QuietScreen(isQuiet: false, selected: 1).draw(into: &$0) },
    ScreenSample("timer") { CountingScreen(.timer, .ready, .minutes(5)).draw(into: &$0) },
    ScreenSample("timer-running") { CountingScreen(.timer, .running, .seconds(754)).draw(into: &$0) },
    ScreenSample("timer-paused") { CountingScreen(.timer, .stopped, .seconds(3_723)).draw(into: &$0) },
    ScreenSample("timer-over") { CountingScreen(.timer, .over, .zero).draw(into: &$0) },
    ScreenSample("stopwatch") { CountingScreen(.stopwatch, .ready, .zero).draw(into: &$0) },
    ScreenSample("stopwatch-running") { CountingScreen(.stopwatch, .running, .seconds(67)).draw(into: &$0) },
    ScreenSample("alarms") { bitmap in
      let list = AlarmsScreen(count: 5, selected: 1)
      list.draw(into: &bitmap)
      for index in list.visible { list.draw(alarms[index], at: index, ClockStyle(), into: &bitmap) }
    },
    ScreenSample("alarm-hour") { EditAlarmScreen(0, alarms[0], .hour, ClockStyle()).draw(into: &$0) },
    ScreenSample("alarm-days") { EditAlarmScreen(1, alarms[1], .days, ClockStyle()).draw(into: &$0) },
    ScreenSample("alarm-power") { EditAlarmScreen(2, alarms[2], .power, ClockStyle()).draw(into: &$0) },
    ScreenSample("alarm") { AlarmScreen(alarms[0], isMissed: false, ClockStyle()).draw(into: &$0) },
    ScreenSample("alarm-missed") { AlarmScreen(alarms[2], isMissed: true, ClockStyle()).draw(into: &$0) },
    ScreenSample("quiet-end") { QuietScreen(isQuiet: true, selected: 0).draw(into: &$0) },
    settings("settings", selected: 0),
    settings("settings-quiet", selected: 12),
    settings("settings-end", selected: SettingsScreen.rowCount - 1),
    setting("setting-brightness", .brightness, selected: 5, chosen: 3),
    setting("setting-configured", .privacy, selected: 0, chosen: 0),
    ScreenSample("question-reset") {
      QuestionScreen(.reset, about: Phrase.value(.allSettings).text(in: ScreenSample.language).utf8Span).draw(into: &$0)
    },
  ]

  /// The values of a watch without choices.
  private static func words(_ setting: WearerSetting) -> SettingWords {
    switch setting {
    case .name: SettingWords(name: BoundedText("Belfry"))
    case .brightness: SettingWords(207, of: setting, ScreenSample.style)
    case .dimAfter: SettingWords(5, of: setting, ScreenSample.style)
    case .offAfter: SettingWords(15, of: setting, ScreenSample.style)
    case .hours: SettingWords(24, of: setting, ScreenSample.style)
    case .textSize, .vibration, .hints: SettingWords(1, of: setting, ScreenSample.style)
    case .quietFrom: SettingWords(1_320, of: setting, ScreenSample.style)
    case .quietUntil: SettingWords(420, of: setting, ScreenSample.style)
    case .pairingWindow: SettingWords(120, of: setting, ScreenSample.style)
    case .seconds, .face, .dateOrder, .quiet, .privacy, .rotation, .language, .history:
      SettingWords(0, of: setting, ScreenSample.style)
    }
  }

  private static func settings(_ name: String, selected: Int) -> ScreenSample {
    ScreenSample(name) { bitmap in
      let screen = SettingsScreen(selected: selected)
      screen.draw(into: &bitmap)
      for row in screen.visible {
        guard let setting = WearerSetting.inRow(row) else { continue }
        screen.draw(setting, words(setting), inRow: row, into: &bitmap)
      }
    }
  }

  private static func setting(
    _ name: String, _ setting: WearerSetting, selected: Int, chosen: Int
  ) -> ScreenSample {
    ScreenSample(name) { bitmap in
      let screen = SettingScreen(setting, selected: selected)
      screen.draw(into: &bitmap)
      for row in screen.visible {
        let value =
          setting.offered(at: row - 1).map { SettingWords($0, of: setting, ScreenSample.style) } ?? words(setting)
        screen.draw(value, inRow: row, isPresent: row == chosen, into: &bitmap)
      }
    }
  }

  static let phones = [
    phones("phones", ["Anna's iPhone", "工作手机", "Phone 0A:0B:0C"], selected: 0, chosen: nil, connected: 0),
    phones("phones-chosen", ["Anna's iPhone", "工作手机", "Phone 0A:0B:0C"], selected: 2, chosen: 1, connected: 1),
    phones(
      "phones-forget", ["Anna's iPhone", "Maximilian's iPhone 15"], .forget, selected: 1, chosen: nil, connected: 1),
    question("question-forget", .forget, "Anna's iPhone"),
    question("question-replace", .replace, "Maximilian's iPhone 15"),
    question("question-wait", .replace, "Maximilian's iPhone 15", acceptsInput: false),
    ScreenSample("question-clear") {
      QuestionScreen(.clear, about: ShortText(notificationCount: 12, ScreenSample.language).span).draw(into: &$0)
    },
    note("note-nothing", .nothingToClear, ""),
    note("note-away", .disconnected, "Anna's iPhone"),
    note("note-forgotten", .forgotten, "Anna's iPhone"),
    note("note-forgotten-end", .forgotten, "Anna's iPhone", topLine: 99),
    note("note-nobody", .notConnected, ""),
    pairAgain("pair-again-forget", topLine: 0),
    pairAgain("pair-again-path", topLine: 4),
    pairAgain("pair-again-end", topLine: 99),
    ScreenSample("banner") { bitmap in
      SampleNotification.callGerman.withText { CallScreen($0).draw(into: &bitmap) }
      Banner.busy.draw(into: &bitmap)
    },
  ]

  static func phones(
    _ name: String, _ names: [String], _ purpose: PhonesScreen.Purpose = .choose, selected: Int, chosen: Int?,
    connected: Int?
  ) -> ScreenSample {
    ScreenSample(name) { bitmap in
      let first = purpose == .choose ? 1 : 0
      let screen = PhonesScreen(purpose, count: names.count + first, selected: selected)
      screen.draw(into: &bitmap)
      if purpose == .choose {
        screen.draw(.anyPhone(isChosen: chosen == nil, ScreenSample.language), at: 0, into: &bitmap)
      }
      for (index, name) in names.enumerated() {
        let octets = Array(name.utf8)
        let row = PhoneRow(name: octets.span, isChosen: chosen == index, isConnected: connected == index)
        screen.draw(row, at: index + first, into: &bitmap)
      }
    }
  }

  static func question(
    _ name: String, _ question: QuestionScreen.Question, _ phone: String, acceptsInput: Bool = true
  ) -> ScreenSample {
    ScreenSample(name) {
      let phone = Array(phone.utf8)
      QuestionScreen(question, about: phone.span, acceptsInput: acceptsInput).draw(into: &$0)
    }
  }

  static func note(
    _ name: String, _ note: NoteScreen.Note, _ phone: String, topLine: Int = 0
  ) -> ScreenSample {
    ScreenSample(name) {
      let phone = Array(phone.utf8)
      NoteScreen(note, phone: phone.span, topLine: topLine).draw(into: &$0)
    }
  }

  static func pairAgain(_ name: String, topLine: Int) -> ScreenSample {
    ScreenSample(name) { PairAgainScreen(topLine: topLine).draw(into: &$0) }
  }
}
