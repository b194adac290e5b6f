import ANCS
import Graphics
import Identifiers
import Octets
import Screens
import Timing

/// The screens about phones, and about why nothing arrives.
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
    status("status-lost", .bondLost, .bondUnknownToWatch, topLine: 2),
    status("status-silent", .ready, .silent, age: .minutes(13 * 60)),
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

  static let menus = [
    ScreenSample("menu") { MenuScreen(selected: .pairNewPhone).draw(into: &$0) },
    ScreenSample("menu-end") { MenuScreen(selected: .status).draw(into: &$0) },
  ]

  static let phones = [
    phones("phones", ["Anna's iPhone", "工作手机", "Phone 0A:0B:0C"], selected: 0, chosen: nil, connected: 0),
    phones("phones-chosen", ["Anna's iPhone", "工作手机", "Phone 0A:0B:0C"], selected: 2, chosen: 1, connected: 1),
    phones(
      "phones-forget", ["Anna's iPhone", "Maximilian's iPhone 15"], .forget, selected: 1, chosen: nil, connected: 1),
    question("question-forget", .forget, "Anna's iPhone"),
    question("question-replace", .replace, "Maximilian's iPhone 15"),
    note("note-away", .sentAway, "Anna's iPhone"),
    note("note-forgotten", .forgotten, "Anna's iPhone"),
    note("note-forgotten-end", .forgotten, "Anna's iPhone", topLine: 99),
    note("note-nobody", .nobodyConnected, ""),
    pairAgain("pair-again", .phoneForgot, "Anna's iPhone"),
    pairAgain("pair-again-forget", .watchForgot, "", topLine: 0),
    pairAgain("pair-again-path", .watchForgot, "", topLine: 4),
    pairAgain("pair-again-end", .watchForgot, "", topLine: 99),
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
      if purpose == .choose { screen.draw(.anyPhone(isChosen: chosen == nil), at: 0, into: &bitmap) }
      for (index, name) in names.enumerated() {
        let octets = Array(name.utf8)
        let row = PhoneRow(name: octets.span, isChosen: chosen == index, isConnected: connected == index)
        screen.draw(row, at: index + first, into: &bitmap)
      }
    }
  }

  static func question(_ name: String, _ question: QuestionScreen.Question, _ phone: String) -> ScreenSample {
    ScreenSample(name) {
      let phone = Array(phone.utf8)
      QuestionScreen(question, phone: phone.span).draw(into: &$0)
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

  static func pairAgain(
    _ name: String, _ cause: PairAgainScreen.Cause, _ phone: String, topLine: Int = 0
  ) -> ScreenSample {
    ScreenSample(name) {
      let phone = Array(phone.utf8)
      PairAgainScreen(cause, phone: phone.span, topLine: topLine).draw(into: &$0)
    }
  }
}
