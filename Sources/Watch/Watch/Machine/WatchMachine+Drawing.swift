internal import AMS
internal import ANCS
internal import Features
public import Graphics
internal import Identifiers
internal import Octets
public import PhoneClient
internal import Screens
internal import Timing
internal import WatchModel

// The picture.
extension WatchMachine {
  /// Draws the whole screen.
  public borrowing func draw(_ phone: borrowing PhoneState, into bitmap: inout Bitmap) {
    bitmap.language = clock.style.language
    switch screen {
    case .pairing:
      guard let step = dialogues.pairing.step else { break }
      PairingScreen(step, acceptsInput: front.input.prompt.isOpen).draw(into: &bitmap)
    case .call, .activeCall: drawCall(phone, into: &bitmap)
    case .ring: tools.drawTimer(now: updatedAt, into: &bitmap)
    case .alarm, .missedAlarm: tools.drawAlarm(clock.style, into: &bitmap)
    case .alert: drawAlert(phone, into: &bitmap)
    case .pairAgain: PairAgainScreen(topLine: dialogues.pairAgain.topLine, clock.style.language).draw(into: &bitmap)
    case .question where dialogues.pairing.claimed != nil:
      drawQuestion(.replace, about: dialogues.pairing.claimed, into: &bitmap)
    case .clock, .list, .detail, .status, .menu, .phones, .question, .note, .mute, .music, .quiet, .timer,
      .stopwatch, .torch, .alarms, .editAlarm, .settings, .setting, .tutorial:
      drawPage(phone, into: &bitmap)
      if screen != .clock { hintRow(phone)?.draw(into: &bitmap) }
    }
    front.feedback.banner?.draw(into: &bitmap)
  }

  private borrowing func drawPage(_ phone: borrowing PhoneState, into bitmap: inout Bitmap) {
    switch navigation.page {
    case .clock: drawClock(phone, into: &bitmap)
    case .list(let selection): drawList(selected: selection.index, phone, into: &bitmap)
    case .detail(let serial, let topLine, _): drawDetail(serial, topLine: topLine, phone, into: &bitmap)
    case .status(let topLine, _):
      link.drawStatus(
        of: identity, phone, timeSource: clock.source, now: updatedAt, topLine: topLine, clock.style, into: &bitmap)
    case .menu(let item):
      let hasHints = hintRow(phone) != nil
      MenuScreen(selected: item, face: clock.style.face, hasHints: hasHints).draw(into: &bitmap)
    case .phones(let purpose, let row): drawPhones(purpose, row, into: &bitmap)
    case .question(let question, let address): drawQuestion(question, about: address, into: &bitmap)
    case .note(let note, let topLine): drawNote(note, topLine: topLine, into: &bitmap)
    case .mute(let serial, let row, _): drawMute(serial, selected: row, phone, into: &bitmap)
    case .music(let mode): drawMusic(mode, phone, into: &bitmap)
    case .quiet(let row): drawQuiet(selected: row, into: &bitmap)
    case .timer: tools.drawTimer(now: updatedAt, into: &bitmap)
    case .stopwatch: tools.drawStopwatch(now: updatedAt, into: &bitmap)
    case .alarms(let row): tools.drawAlarms(selected: row, clock.style, into: &bitmap)
    case .editAlarm(let index, let field): tools.drawAlarm(index, field, clock.style, into: &bitmap)
    case .settings(let row): drawSettings(selected: row, into: &bitmap)
    case .setting(let setting, let row): drawSetting(setting, selected: row, into: &bitmap)
    case .resettingSettings:
      QuestionScreen(
        .reset, about: Phrase.value(.allSettings).text(in: clock.style.language).utf8Span,
        acceptsInput: front.input.prompt.isOpen
      ).draw(into: &bitmap)
    case .tutorial(let page): drawTutorial(page, into: &bitmap)
    case .torch: bitmap.fill(Rectangle(x: 0, y: 0, width: bitmap.width, height: bitmap.height))
    case .clearing(let serial): drawClearing(below: serial, phone, into: &bitmap)
    }
  }

  private borrowing func drawClock(_ phone: borrowing PhoneState, into bitmap: inout Bitmap) {
    var screen = ClockScreen(
      time: clock.time, date: clock.date, unreadCount: unreadCount, connection: link.connection(phone),
      batteryLevel: Features.hasPhoneDetails ? phone.facts.batteryLevel.map { Int($0) } : nil)
    screen.trouble = link.diagnosis(phone).trouble
    screen.isQuiet = notifications.alerts.isQuietTime
    screen.watchBatteryLevel = clock.batteryLevel.map { Int($0) }
    screen.style = clock.style
    screen.second = clock.second
    screen.isHalf = front.scroll.isHalf
    if Features.hasTimeTools, tools.alarms.isSet { screen.alarms = tools.alarms.isWaiting ? .waiting : .set }
    screen.isQuietNow = Features.hasQuietTimes && notifications.alerts.quietNow.isOn
    screen.hints = hintRow(phone)
    screen.draw(into: &bitmap)
    // A moved picture would cut the labels. They go after ten seconds.
    guard screen.hints == nil else { return }
    let offset = front.power.clockOffset(at: clock.time)
    if offset != (0, 0) { bitmap.move(x: offset.x, y: offset.y) }
  }

  private borrowing func drawCall(_ phone: borrowing PhoneState, into bitmap: inout Bitmap) {
    guard let call = notifications.calls.call,
      let index = phone.session.notifications.index(ofSerial: call.serial)
    else { return }
    let duration = call.phase == .active ? call.startedAt.map { updatedAt.since($0) } : nil
    let ringing: CallScreen.Ringing? = call.phase == .active ? nil : call.isSilenced ? .silenced : .audible
    CallScreen(
      NotificationText(phone.session, at: index, style: clock.style), ringing, duration: duration,
      runningBy: front.marquee.offset
    ).draw(into: &bitmap)
  }

  private borrowing func drawAlert(_ phone: borrowing PhoneState, into bitmap: inout Bitmap) {
    guard let alert = notifications.alerts.shown,
      let index = phone.session.notifications.index(ofSerial: alert.serial)
    else { return }
    var text = NotificationText(phone.session, at: index, clock)
    text.size = navigation.textSize
    AlertScreen(text).draw(into: &bitmap)
  }

  private borrowing func drawList(selected: Int, _ phone: borrowing PhoneState, into bitmap: inout Bitmap) {
    let hasHints = hintRow(phone) != nil
    let list = ListScreen(count: phone.session.notifications.count, selected: selected, hasHints: hasHints)
    list.draw(into: &bitmap)
    for index in list.visible {
      list.draw(
        NotificationText(phone.session, at: index, clock), at: index,
        isUnread: notifications.alerts.isUnread(at: index, phone), runningBy: front.marquee.offset,
        into: &bitmap)
    }
  }

  private borrowing func drawDetail(
    _ serial: UInt32, topLine: Int, _ phone: borrowing PhoneState, into bitmap: inout Bitmap
  ) {
    guard let index = phone.session.notifications.index(ofSerial: serial) else { return }
    var text = NotificationText(phone.session, at: index, clock)
    text.size = navigation.textSize
    DetailScreen(text, topLine: topLine).draw(into: &bitmap)
  }

  private borrowing func drawMute(
    _ serial: UInt32, selected row: Int, _ phone: borrowing PhoneState, into bitmap: inout Bitmap
  ) {
    guard Features.hasMuting, let index = phone.session.notifications.index(ofSerial: serial) else { return }
    let isMuted = notifications.alerts.isMuted(serial, phone, now: updatedAt)
    var screen = MuteScreen(phone.session[appNameAt: index], isMuted: isMuted, selected: row)
    screen.vibration = notifications.vibrations.choice(at: index, phone)
    screen.draw(into: &bitmap)
  }

  private borrowing func drawPhones(_ purpose: PhonesScreen.Purpose, _ row: Int, into bitmap: inout Bitmap) {
    guard Features.hasPhonePages else { return }
    let list = PhonesScreen(purpose, count: purpose.rowCount(for: identity.phones.count), selected: row)
    list.draw(into: &bitmap)
    for index in list.visible {
      guard let phone = purpose.phone(inRow: index, of: identity.phones) else {
        list.draw(.anyPhone(isChosen: identity.phones.chosen == nil, clock.style.language), at: index, into: &bitmap)
        continue
      }
      let label = identity.phones.label(of: phone)
      let isChosen = purpose == .choose && identity.phones.chosen == phone
      let isConnected = identity.phones.connected == phone
      list.draw(
        PhoneRow(name: label.span, isChosen: isChosen, isConnected: isConnected), at: index, into: &bitmap)
    }
  }

  private borrowing func drawNote(_ note: NoteScreen.Note, topLine: Int, into bitmap: inout Bitmap) {
    guard Features.hasNotes else { return }
    let label = navigation.notedPhone
    NoteScreen(note, phone: label.span, topLine: topLine, clock.style.language).draw(into: &bitmap)
  }

  private borrowing func drawQuiet(selected row: Int, into bitmap: inout Bitmap) {
    guard Features.hasQuietTimes else { return }
    QuietScreen(isQuiet: notifications.alerts.quietNow.isOn, selected: row).draw(into: &bitmap)
  }

  private borrowing func drawClearing(
    below serial: UInt32, _ phone: borrowing PhoneState, into bitmap: inout Bitmap
  ) {
    guard Features.hasClearAll else { return }
    let subject = ShortText(notificationCount: ListClearing.count(below: serial, phone), clock.style.language)
    QuestionScreen(.clear, about: subject.span, acceptsInput: front.input.prompt.isOpen).draw(into: &bitmap)
  }

  private borrowing func drawTutorial(_ page: TutorialPage, into bitmap: inout Bitmap) {
    guard Features.hasGuidance else { return }
    TutorialScreen(page, hasJoystick: navigation.guidance.hasJoystick).draw(into: &bitmap)
  }

  private borrowing func drawSettings(selected: Int, into bitmap: inout Bitmap) {
    guard Features.hasSettingsPages else { return }
    let screen = SettingsScreen(selected: selected)
    screen.draw(into: &bitmap)
    for row in screen.visible {
      guard let setting = WearerSetting.inRow(row) else { continue }
      screen.draw(setting, wearer.words(of: setting), inRow: row, into: &bitmap)
    }
  }

  private borrowing func drawSetting(_ setting: WearerSetting, selected: Int, into bitmap: inout Bitmap) {
    guard Features.hasSettingsPages else { return }
    let chosen = wearer.chosenRow(of: setting)
    let screen = SettingScreen(setting, selected: selected, hasOtherValue: chosen > setting.offeredCount)
    screen.draw(into: &bitmap)
    for row in screen.visible {
      screen.draw(wearer.words(inRow: row, of: setting), inRow: row, isPresent: row == chosen, into: &bitmap)
    }
  }

  private borrowing func drawQuestion(
    _ question: QuestionScreen.Question, about phone: DeviceAddress?, into bitmap: inout Bitmap
  ) {
    let label = identity.phones.label(of: phone)
    QuestionScreen(question, about: label.span, acceptsInput: front.input.prompt.isOpen).draw(into: &bitmap)
  }

  private borrowing func drawMusic(_ mode: MusicMode, _ phone: borrowing PhoneState, into bitmap: inout Bitmap) {
    guard Features.hasMusic else { return }
    var text = MusicText(phone.media)
    text.elapsed = phone.media.media.elapsed(at: updatedAt).map { .milliseconds($0) }
    text.duration = phone.media.media.duration.map { .milliseconds($0) }
    text.volume = phone.media.media.volume
    let isPlaying = phone.media.media.isPlaying
    let commands = mode.commands(phone)
    MusicScreen(
      musicStatus(phone), text, accept: commands.accept.map { MusicKey($0, isPlaying: isPlaying) },
      decline: commands.decline.map { MusicKey($0, isPlaying: isPlaying) } ?? .leave,
      runningBy: front.marquee.offset
    ).draw(into: &bitmap)
  }

  private borrowing func musicStatus(_ phone: borrowing PhoneState) -> MusicStatus {
    switch phone.media.state {
    case .absent: return identity.phones.connected == nil ? .noPhone : .noService
    case .found, .settingUp, .ready:
      guard phone.media.media.isPresent else { return .nothingPlaying }
      return phone.media.media.isPlaying ? .playing : .paused
    }
  }
}

extension Marquee.Line {
  /// The line of a screen that runs because it is too long for its row; nil if no line has to run.
  init?(
    of shown: Shown, on page: Page, _ alerts: borrowing Alerts, _ clock: borrowing WatchClock,
    _ phone: borrowing PhoneState
  ) {
    guard Features.hasMotion else { return nil }
    var index = 0
    var overhang = 0
    switch (shown.name, page) {
    case (.call, _), (.activeCall, _):
      guard let serial = shown.serial, let place = phone.session.notifications.index(ofSerial: serial) else {
        return nil
      }
      overhang = CallScreen(NotificationText(phone.session, at: place, style: clock.style)).overhang
    case (.list, .list(let selection)) where selection.index < phone.session.notifications.count:
      index = selection.index
      overhang = ListScreen.overhang(
        of: NotificationText(phone.session, at: index, clock), isUnread: alerts.isUnread(at: index, phone))
    case (.music, .music) where Features.hasMusic && phone.media.media.isPresent:
      overhang = MusicScreen.overhang(of: MusicText(phone.media))
    default: return nil
    }
    guard overhang > 0 else { return nil }
    self.init(shown: shown, index: index, overhang: overhang)
  }
}

extension MusicText {
  /// The track that is played, without its elapsed time.
  @_lifetime(borrow media)
  fileprivate init(_ media: borrowing MediaRemote) {
    self.init(
      player: media.media.player.span, title: media.media.title.span, artist: media.media.artist.span,
      album: media.media.album.span)
  }
}
