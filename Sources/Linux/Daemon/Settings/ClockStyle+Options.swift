internal import Configuration
internal import WatchModel

extension ClockStyle {
  /// The user's choices.
  init(_ options: DisplayOptions) {
    self.init()
    face = ClockFace(options.face)
    hasTwelveHours = options.hasTwelveHours
    showsSeconds = options.showsSeconds
    showsWeekday = options.showsWeekday
    dateOrder = DateOrder(options.dateOrder)
  }
}

extension TextSize {
  /// The user's choice.
  init(_ choice: TextSizeChoice) {
    self =
      switch choice {
      case .small: .small
      case .normal: .normal
      case .large: .large
      }
  }
}

extension ClockFace {
  fileprivate init(_ choice: FaceChoice) {
    self =
      switch choice {
      case .digital: .digital
      case .analog: .analog
      case .large: .large
      }
  }
}

extension DateOrder {
  fileprivate init(_ choice: DateChoice) {
    self =
      switch choice {
      case .dayMonth: .dayMonth
      case .monthDay: .monthDay
      case .yearMonthDay: .yearMonthDay
      }
  }
}
