internal import ANCS
internal import Graphics
internal import Octets
internal import Peripherals
internal import Screens
public import Timing

// Applications that the user does not want to be alerted of.
extension WatchMachine {
  /// Which applications are muted.
  public var mutes: MuteTable { alerts.mutes }

  /// Whether the mutes that are to outlive a restart have changed since the last call.
  public mutating func takeHaveMutesChanged() -> Bool {
    defer { alerts.haveMutesChanged = false }
    return alerts.haveMutesChanged
  }

  /// Lets an application alert no more for a time. What it posts is listed all the same.
  ///
  /// - Parameter application: its bundle identifier.
  /// - Returns: false if it has none or too long a one, or if too many are muted.
  @discardableResult
  public mutating func mute(application: Span<UInt8>, for duration: MuteDuration, now: Instant) -> Bool {
    alerts.haveMutesChanged = true
    return alerts.mutes.mute(application, until: end(of: duration, now: now), now: now)
  }

  /// - Returns: whether it was muted.
  @discardableResult
  public mutating func unmute(application: Span<UInt8>) -> Bool {
    guard alerts.mutes.unmute(application) else { return false }
    alerts.haveMutesChanged = true
    return true
  }

  private func end(of duration: MuteDuration, now: Instant) -> Instant? {
    switch duration {
    case .hour: return now + .minutes(60)
    case .today:
      let minutes = time.map { 1_440 - $0.hour * 60 - $0.minute } ?? 720
      return now + .minutes(UInt32(truncatingIfNeeded: minutes))
    case .always: return nil
    }
  }
}

// Muting what is being read, or is selected in the list.
extension WatchMachine {
  /// - Parameter origin: where back leads from the notification's page; nil in the list.
  mutating func openMute(_ serial: UInt32, origin: Page.Origin?) {
    guard let index = session.notifications.index(ofSerial: serial),
      !session.notifications[.appIdentifier, at: index].isEmpty
    else { return }
    page = .mute(serial: serial, row: 0, origin: origin)
  }

  func offers(_ action: ActionID, serial: UInt32) -> Bool {
    guard let index = session.notifications.index(ofSerial: serial) else { return false }
    return session.notifications.notification(at: index).offers(action)
  }

  mutating func handleOnMute(_ gesture: ButtonGesture, now: Instant) {
    guard case .mute(let serial, let row, let origin) = page else { return }
    let behind = origin.map { Page.detail(serial: serial, topLine: 0, origin: $0) } ?? list(at: serial)
    let isMuted = isMuted(serial, at: now)
    let previous = MuteChoice(row: row - 1, isMuted: isMuted) == nil ? row : row - 1
    let next = MuteChoice(row: row + 1, isMuted: isMuted) == nil ? nil : row + 1
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      if let choice = MuteChoice(row: row, isMuted: isMuted) { choose(choice, serial, now: now) }
      page = behind
    case (.decline, .press): page = next.map { .mute(serial: serial, row: $0, origin: origin) } ?? behind
    case (.down, .press): page = .mute(serial: serial, row: next ?? row, origin: origin)
    case (.up, .press): page = .mute(serial: serial, row: previous, origin: origin)
    case (.decline, .hold), (.back, .press): page = behind
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): break
    }
  }

  private mutating func choose(_ choice: MuteChoice, _ serial: UInt32, now: Instant) {
    let application = identifier(ofSerial: serial)
    let banner: Banner
    switch choice {
    case .hour: banner = mute(application: application.span, for: .hour, now: now) ? .muted : .noRoom
    case .today: banner = mute(application: application.span, for: .today, now: now) ? .muted : .noRoom
    case .always: banner = mute(application: application.span, for: .always, now: now) ? .muted : .noRoom
    case .unmute: banner = unmute(application: application.span) ? .unmuted : .gone
    }
    feedback.show(banner, now: now)
  }

  private func identifier(ofSerial serial: UInt32) -> BoundedText<128> {
    guard let index = session.notifications.index(ofSerial: serial) else { return BoundedText() }
    return BoundedText(repairing: session.notifications[.appIdentifier, at: index])
  }

  private func isMuted(_ serial: UInt32, at now: Instant) -> Bool {
    guard let index = session.notifications.index(ofSerial: serial) else { return false }
    return alerts.mutes.isMuted(session.notifications[.appIdentifier, at: index], at: now)
  }

  borrowing func drawMute(into bitmap: inout Bitmap) {
    guard case .mute(let serial, let row, _) = page, let index = session.notifications.index(ofSerial: serial)
    else { return }
    let isMuted = isMuted(serial, at: lastCallAt)
    MuteScreen(session[appNameAt: index], isMuted: isMuted, selected: row).draw(into: &bitmap)
  }
}
