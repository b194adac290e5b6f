internal import Identifiers
internal import Peripherals
internal import Screens

// What the buttons do in the menu, and on the pages to which it leads.
extension WatchMachine {
  mutating func handleOnMenu(_ gesture: ButtonGesture) {
    guard case .menu(let item) = page else { return }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): choose(item)
    case (.decline, .press): page = MenuItem(rawValue: item.rawValue + 1).map { .menu($0) } ?? .clock
    case (.up, .press): page = .menu(MenuItem(rawValue: item.rawValue - 1) ?? item)
    case (.down, .press): page = .menu(MenuItem(rawValue: item.rawValue + 1) ?? item)
    case (.decline, .hold), (.back, .press): page = .clock
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): break
    }
  }

  mutating func handleOnPhones(_ gesture: ButtonGesture) {
    guard case .phones(let purpose, let row) = page else { return }
    let last = rowCount(for: purpose) - 1
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): chooseRow(row, for: purpose)
    case (.accept, .hold):
      if let phone = phone(inRow: row, for: purpose) { page = .question(.forget, phone) }
    case (.decline, .press): page = row < last ? .phones(purpose, row: row + 1) : menu(for: purpose)
    case (.up, .press): page = .phones(purpose, row: max(0, row - 1))
    case (.down, .press): page = .phones(purpose, row: min(last, row + 1))
    case (.decline, .hold), (.back, .press): page = menu(for: purpose)
    case (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): break
    }
  }

  private func menu(for purpose: PhonesScreen.Purpose) -> Page {
    switch purpose {
    case .choose: .menu(.phones)
    case .forget: .menu(.forgetPhone)
    }
  }

  mutating func handleOnQuestion(_ gesture: ButtonGesture) {
    guard case .question(let question, let phone) = page else { return }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): answer(question, about: phone, true)
    case (.decline, .press), (.back, .press): answer(question, about: phone, false)
    case (.accept, .hold), (.decline, .hold), (.up, _), (.down, _), (.select, .hold), (.back, .hold): break
    }
  }

  /// Accept pages through a note, and then puts it away.
  mutating func handleOnNote(_ gesture: ButtonGesture) {
    guard case .note(let note, let topLine) = page else { return }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press) where topLine < lastTopLine, (.select, .press) where topLine < lastTopLine:
      page = .note(note, topLine: min(lastTopLine, topLine + NoteScreen.visibleLineCount))
    case (.accept, .press), (.select, .press), (.decline, _), (.back, .press): page = .clock
    case (.up, .press): page = .note(note, topLine: max(0, topLine - 1))
    case (.down, .press): page = .note(note, topLine: min(lastTopLine, topLine + 1))
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): break
    }
  }
}
