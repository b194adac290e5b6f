/// A text of the screens. Each language has a table with all of them: see `Vocabulary`.
package enum Phrase: Equatable, Sendable {
  case button(Button)
  case title(Title)
  case outcomeTitle(OutcomeTitle)
  case menu(Menu)
  case choice(Choice)
  case banner(Banner)
  case muteResult(MuteResult)
  case state(State)
  case trouble(Trouble)
  /// The word for a step's icon.
  case step(LinkStep)
  case advice(Advice)
  case note(Note)
  case outcome(Outcome)
  case kind(Kind)
  case line(Line)
  case musicLine(MusicLine)
  case fact(Fact)
  case counted(Counted)
  case countedFact(CountedFact)
  case day(Day)
  case alarmDays(AlarmDays)
  case month(Month)
  case setting(Setting)
  case value(Value)
  case lesson(Lesson)

  /// The label of a button, and short answers.
  package enum Button: UInt8, Equatable, Sendable {
    case yes, no, ok, cancel, later, more, menu, back, start, stop, pause, resume, reset, change, next, done
    case snooze, on, off, open, choose, mute, scroll, skip
  }

  /// The title of a screen.
  package enum Title: UInt8, Equatable, Sendable {
    case whichPhone, inbox, alarm, missedAlarm, timeIsOver, sameCode, typeOnPhone, paired, forget, replace
    case clearAll, selfTest, press, passed, failed, asConfigured, pairAgain, notPaired
  }

  /// The title of the page that follows from a choice in the menu.
  package enum OutcomeTitle: UInt8, Equatable, Sendable {
    case forgotten, notConnected, noPairedPhones, cannotClear
  }

  /// An item of the menu, which is also the title of its screen.
  package enum Menu: UInt8, Equatable, Sendable {
    case menu, pairNewPhone, phones, disconnect, forgetPhone, status, music, quietNow, clearAll, timer
    case stopwatch, torch, alarms, digitalFace, analogFace, largeFace, settings, tutorial
  }

  /// A row to choose.
  package enum Choice: UInt8, Equatable, Sendable {
    case muteHour, muteToday, muteAlways, unmute, snoozeTenMinutes, snoozeHour, untilTomorrow, quietHour
    case quietUntilMorning, quietUntilChanged, endQuiet, anyPhone
  }

  /// The result of a press, in the bottom row.
  package enum Banner: UInt8, Equatable, Sendable {
    case busy, notReady, gone, noAnswer, refused, forbidden, linkLost, notOffered, done, cleared, notAllCleared
  }

  /// The result of muting an application or snoozing a notification, in the bottom row.
  package enum MuteResult: UInt8, Equatable, Sendable {
    case muted, unmuted, noRoom, snoozed, tooManySnoozed
  }

  /// The state of the connection, which the clock shows, too.
  package enum State: UInt8, Equatable, Sendable {
    case starting, advertising, readyToPair, phoneIsHere, pairing, connecting, connected, notAllowedYet
    case noServiceYet, tryingAgain, disconnected, seeStatus, radioOff, radioFault
  }

  /// The reason why nothing arrives, on the status page.
  package enum Trouble: UInt8, Equatable, Sendable {
    case noPhone, paused, askedToPair, keyMissing, unknownPhone, noService, refused, notAllowed, allQuiet
  }

  /// The next step of the watch or of its user, as a paragraph.
  package enum Advice: UInt8, Equatable, Sendable {
    case radioSetUp, fewSeconds, compareCodes, radioOff, radioFault, bringNear, heldOff, chooseWatch, notPaired
    case askedToPair, keyMissing, forgetDevice, unknownPhone, noService, refused, notAllowed, silent
  }

  /// The text below a title, as a paragraph.
  package enum Note: UInt8, Equatable, Sendable {
    case willCome, pairingRefused, mismatch, timedOut, windowClosed, noRoom, pairingFailed, watchForgot
  }

  /// The text of the page that follows from a choice in the menu, as a paragraph.
  package enum Outcome: UInt8, Equatable, Sendable {
    case comesBack, forgetOnPhone, notConnected, choosePair, cannotClear
  }

  /// The kind of a notification, or a word for a part of it.
  package enum Kind: UInt8, Equatable, Sendable {
    case notification, call, incomingCall, missedCall, voicemail, message, calendar, email, news, health
    case finance, location, entertainment, new, missed, attachment, cut, kept
  }

  /// A line of a screen.
  package enum Line: UInt8, Equatable, Sendable {
    case timeNotKnown, nothingNew, readFirst, confirmOnPhone
  }

  /// A line of the music page.
  package enum MusicLine: UInt8, Equatable, Sendable {
    case noMusicService, nothingPlaying, noTitle
  }

  /// A line of the status page.
  package enum Fact: UInt8, Equatable, Sendable {
    case timeUnknown, timeBySystem, timeByPhone, nothingCame, silenceRenewed, silenceDisconnected
    case noAnswerRenewed, noAnswerDisconnected, absenceRenewed, absenceDisconnected, refusalRenewed
    case refusalDisconnected
  }

  /// A text with a place for a number: `#`.
  package enum Counted: UInt8, Equatable, Sendable {
    case oneNotification, notifications, onThePhone, alarm, seconds, minutes
  }

  /// A line of the status page with a place for a number: `#`.
  package enum CountedFact: UInt8, Equatable, Sendable {
    case onePhonePaired, phonesPaired, minutesAgo, hoursAgo, daysAgo, evicted, incomplete, malformed, untold
  }

  /// A part of a date. In a date, `#` is the day and `@` the month.
  package enum Day: UInt8, Equatable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday, justNow, last, dayMonth, monthDay
  }

  /// The days on which an alarm rings. `letters` has one letter for each weekday, from Monday.
  package enum AlarmDays: UInt8, Equatable, Sendable {
    case once, daily, mondayToFriday, weekend, letters
  }

  /// A month, short.
  package enum Month: UInt8, Equatable, Sendable {
    case january, february, march, april, may, june, july, august, september, october, november, december
  }

  /// The name of a setting on the page *Settings*.
  package enum Setting: UInt8, Equatable, Sendable {
    case brightness, dimAfter, offAfter, rotation, textSize, hours, seconds, dateOrder, face, vibration, quiet
    case quietFrom, quietUntil, privacy, name, pairingWindow, language, history, hints
  }

  /// The value of a setting, and the rows that give the values of the configuration back.
  package enum Value: UInt8, Equatable, Sendable {
    case on, off, never, digital, analog, large, smallText, normalText, largeText, configured, allAsConfigured
    case allSettings, automatic, hour, day, shortPulse, longPulse, twoPulses, threePulses
  }

  /// The titles and texts of the tutorial. A text has at most two lines.
  public enum Lesson: UInt8, Equatable, Sendable {
    case acceptTitle, accept, declineTitle, decline, holdTitle, hold, displayTitle, display, joystickTitle, joystick
    case menu
  }
}
