internal import Configuration
internal import WatchModel

extension ClockStyle {
  /// The user's choices.
  init(_ options: DisplayOptions) {
    self.init()
    face = options.face
    hasTwelveHours = options.hasTwelveHours
    showsSeconds = options.showsSeconds
    showsWeekday = options.showsWeekday
    dateOrder = options.dateOrder
  }
}
