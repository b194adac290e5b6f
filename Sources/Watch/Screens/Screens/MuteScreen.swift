public import Graphics
internal import Octets
internal import Typefaces
public import WatchModel

/// A choice for a notification: mute or unmute its application, announce the notification again later, or let its
/// application vibrate in another way.
public enum MuteChoice: Equatable, Sendable {
  case hour, today, always, unmute
  case snooze(SnoozeDuration)
  /// The next vibration pattern.
  case vibration

  /// How many there are.
  public static func count(isMuted: Bool) -> Int { isMuted ? 5 : 7 }

  /// Creates the choice in a row; nil behind the last row.
  public init?(row: Int, isMuted: Bool) {
    switch (row, isMuted) {
    case (0, true): self = .unmute
    case (0, false): self = .hour
    case (1, false): self = .today
    case (2, false): self = .always
    case (1, true), (3, false): self = .snooze(.tenMinutes)
    case (2, true), (4, false): self = .snooze(.hour)
    case (3, true), (5, false): self = .snooze(.tomorrow)
    case (4, true), (6, false): self = .vibration
    default: return nil
    }
  }

  var label: Phrase {
    switch self {
    case .hour: .choice(.muteHour)
    case .today: .choice(.muteToday)
    case .always: .choice(.muteAlways)
    case .unmute: .choice(.unmute)
    case .snooze(.tenMinutes): .choice(.snoozeTenMinutes)
    case .snooze(.hour): .choice(.snoozeHour)
    case .snooze(.tomorrow): .choice(.untilTomorrow)
    case .vibration: .setting(.vibration)
    }
  }

  var icon: Icon {
    switch self {
    case .hour: .moment
    case .today: .schedule
    case .always: .muted
    case .unmute: .other
    case .snooze(.tenMinutes), .snooze(.hour): .moment
    case .snooze(.tomorrow): .schedule
    case .vibration: .other
    }
  }
}

/// For how long to mute an application or to snooze its notification, and how it vibrates, with one choice selected.
public struct MuteScreen: ~Escapable {
  private let application: Span<UInt8>
  private let isMuted: Bool
  private let selected: Int
  /// The wearer's vibration pattern for the application; nil without a choice.
  public var vibration: VibrationPattern?

  /// - Parameter application: its name.
  @_lifetime(copy application)
  public init(_ application: Span<UInt8>, isMuted: Bool, selected: Int) {
    self.application = application
    self.isMuted = isMuted
    self.selected = selected
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let count = MuteChoice.count(isMuted: isMuted)
    let window = RowWindow(count: count, selected: selected).range
    let scroll = ScrollPosition(top: window.lowerBound, visible: window.count, total: count)
    bitmap.drawBar(isMuted ? .muted : .other, application, scroll: scroll)
    for index in window {
      guard let choice = MuteChoice(row: index, isMuted: isMuted) else { return }
      let place = index - window.lowerBound
      if choice == .vibration {
        let row = Layout.row(place)
        bitmap.drawPair(choice.label, bitmap.words(.value(vibration.value)).utf8Span, in: row)
        if index == selected { bitmap.invert(row) }
      } else {
        bitmap.drawChoice(choice.icon, choice.label, inRow: place, isSelected: index == selected)
      }
    }
  }
}

extension VibrationPattern? {
  fileprivate var value: Phrase.Value {
    switch self {
    case nil: .configured
    case VibrationPattern.none?: .off
    case .short: .shortPulse
    case .long: .longPulse
    case .double: .twoPulses
    case .triple: .threePulses
    }
  }
}
