internal import Octets
internal import Peripherals

/// The effect of a line of a button script, or of a key, on a button.
///
///     NAME | NAME press | NAME release | NAME hold
struct ButtonCommand: Equatable, Sendable {
  enum Gesture: Sendable {
    case click, press, release, hold
  }

  let button: Button
  let gesture: Gesture

  init(_ button: Button, _ gesture: Gesture) {
    self.button = button
    self.gesture = gesture
  }

  /// - Returns: nil if the line is not such a command.
  init?(parsing line: Span<UInt8>) {
    let text = line.trimmed()
    var end = 0
    while end < text.count, !text[end].isBlank { end += 1 }
    guard let button = Button(name: text.extracting(first: end)) else { return nil }
    let word = text.extracting(droppingFirst: end).trimmed()
    if word.count == 0 {
      self.init(button, .click)
    } else if word.isEqual(to: "press") {
      self.init(button, .press)
    } else if word.isEqual(to: "release") {
      self.init(button, .release)
    } else if word.isEqual(to: "hold") {
      self.init(button, .hold)
    } else {
      return nil
    }
  }
}

extension Button {
  package init?(name: Span<UInt8>) {
    var rawValue: UInt8 = 0
    while let button = Button(rawValue: rawValue) {
      if name.isEqual(to: button.name) {
        self = button
        return
      }
      rawValue += 1
    }
    return nil
  }

  /// As the configuration calls it.
  package var name: StaticString {
    switch self {
    case .accept: "accept"
    case .decline: "decline"
    case .up: "up"
    case .down: "down"
    case .select: "select"
    case .back: "back"
    }
  }
}
