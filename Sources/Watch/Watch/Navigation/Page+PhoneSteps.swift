internal import Features
internal import Identifiers
internal import Peripherals
internal import Screens
internal import WatchModel

// The buttons on the menu and the pages about phones.
extension Page {
  static func stepOnMenu(
    _ item: MenuItem, _ gesture: ButtonGesture, _ facts: borrowing PageFacts, _ phones: borrowing PhoneList
  ) -> PageStep {
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): stepFromMenu(item, facts, phones)
    case (.decline, .press): .go(MenuItem.inRow(item.row + 1).map { .menu($0) } ?? .clock)
    case (.up, .press): .go(.menu(MenuItem.inRow(item.row - 1) ?? item))
    case (.down, .press): .go(.menu(MenuItem.inRow(item.row + 1) ?? item))
    case (.decline, .hold), (.back, .press): .go(.clock)
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): .stay
    }
  }

  private static func stepFromMenu(
    _ item: MenuItem, _ facts: borrowing PageFacts, _ phones: borrowing PhoneList
  ) -> PageStep {
    switch item {
    // The status screen shows the result.
    case .pairNewPhone: return .go(.result, asking: .request(.openPairingWindow))
    case .phones, .disconnect, .forgetPhone: return stepToPhones(item, facts, phones)
    case .status: return .go(.status(topLine: 0, origin: .menu))
    case .music: return .go(.music(.track))
    case .face: return .ask(.changeFace)
    case .quiet: return .go(.quiet(row: 0))
    case .timer: return .go(.timer)
    case .stopwatch: return .go(.stopwatch)
    case .torch: return .go(.torch)
    case .alarms: return .go(.alarms(row: 0))
    case .settings: return .go(.settings(row: 0))
    case .tutorial: return .go(.tutorial(.accept))
    case .clearAll: return facts.clearableCount > 0 ? .go(.clearing(below: facts.serialLimit)) : .note(.nothingToClear)
    }
  }

  private static func stepToPhones(
    _ item: MenuItem, _ facts: borrowing PageFacts, _ phones: borrowing PhoneList
  ) -> PageStep {
    guard Features.hasPhonePages else { return .stay }
    switch item {
    case .phones:
      guard phones.count > 0 else { return .note(.noPairedPhones) }
      return .go(.phones(.choose, row: phones.index(of: phones.chosen).map { $0 + 1 } ?? 0))
    case .disconnect:
      guard facts.hasLink else { return .note(.notConnected) }
      return .note(.disconnected, about: phones.connected, asking: .request(.disconnect))
    case .forgetPhone:
      switch phones.count {
      case 0: return .note(.noPairedPhones)
      case 1: return .go(.question(.forget, phones[0].identity))
      default:
        let likely = phones.connected == nil ? phones.latest : phones.connected
        return .go(.phones(.forget, row: phones.index(of: likely) ?? 0))
      }
    case .pairNewPhone, .status, .music, .face, .quiet, .timer, .stopwatch, .torch, .alarms, .settings, .tutorial,
      .clearAll:
      return .stay
    }
  }

  static func stepOnPhones(
    _ purpose: PhonesScreen.Purpose, _ row: Int, _ gesture: ButtonGesture, _ phones: borrowing PhoneList
  ) -> PageStep {
    guard Features.hasPhonePages else { return .go(.clock) }
    let last = purpose.rowCount(for: phones.count) - 1
    let phone = purpose.phone(inRow: row, of: phones)
    let question = phone.map { PageStep.go(.question(.forget, $0)) } ?? .stay
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      return purpose == .choose ? .ask(.request(.choosePhone(phone))) : question
    case (.accept, .hold): return question
    case (.decline, .press): return .go(row < last ? .phones(purpose, row: row + 1) : .menu(purpose.menuItem))
    case (.up, .press): return .go(.phones(purpose, row: max(0, row - 1)))
    case (.down, .press): return .go(.phones(purpose, row: min(last, row + 1)))
    case (.decline, .hold), (.back, .press): return .go(.menu(purpose.menuItem))
    case (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): return .stay
    }
  }

  static func stepOnQuestion(
    _ question: QuestionScreen.Question, _ phone: DeviceAddress, _ gesture: ButtonGesture
  ) -> PageStep {
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      switch question {
      case .forget: .note(.forgotten, about: phone, asking: .request(.forgetPhone(phone)))
      case .replace: .go(.result, asking: .request(.acceptReplacement))
      case .clear, .reset: .stay
      }
    case (.decline, .press), (.back, .press):
      switch question {
      case .forget: .go(.menu(.forgetPhone))
      // Without room for its bond no new phone can pair, and an open window keeps the paired phones out.
      case .replace: .go(.menu(.pairNewPhone), asking: .request(.closePairingWindow))
      case .clear, .reset: .stay
      }
    case (.accept, .hold), (.decline, .hold), (.up, _), (.down, _), (.select, .hold), (.back, .hold): .stay
    }
  }

  /// *Accept* pages through a note, and then puts it away.
  static func stepOnNote(
    _ note: NoteScreen.Note, _ topLine: Int, _ gesture: ButtonGesture, last: Int
  ) -> PageStep {
    guard Features.hasNotes else { return .go(.clock) }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press) where topLine < last, (.select, .press) where topLine < last:
      return .go(.note(note, topLine: min(last, topLine + NoteScreen.visibleLineCount)))
    case (.accept, .press), (.select, .press), (.decline, _), (.back, .press): return .go(.clock)
    case (.up, .press): return .go(.note(note, topLine: max(0, topLine - 1)))
    case (.down, .press): return .go(.note(note, topLine: min(last, topLine + 1)))
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): return .stay
    }
  }
}
