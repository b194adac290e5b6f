/// A text of the screens. Each language has a table with all of them: see `Vocabulary`.
package enum Phrase: Equatable, Sendable {
  case button(Button)
  case title(Title)
  case menu(Menu)
  case choice(Choice)
  case banner(Banner)
  case state(State)
  case trouble(Trouble)
  /// The word for a step's icon.
  case step(LinkStep)
  case advice(Advice)
  case note(Note)
  case kind(Kind)
  case line(Line)
  case counted(Counted)
  case day(Day)
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
    case clearAll, forgotten, notConnected, noPairedPhones, cannotClear, selfTest, press, passed, failed
    case asConfigured
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
    case busy, notReady, gone, noAnswer, refused, forbidden, linkLost, notOffered, done, muted, unmuted, noRoom
    case snoozed, tooManySnoozed, cleared, notAllCleared
  }

  /// The state of the connection.
  package enum State: UInt8, Equatable, Sendable {
    case starting, advertising, readyToPair, phoneIsHere, pairing, connecting, connected, notAllowedYet
    case noServiceYet, tryingAgain, disconnected, seeStatus
  }

  /// The reason why nothing arrives.
  package enum Trouble: UInt8, Equatable, Sendable {
    case radioOff, radioFault, noPhone, paused, notPaired, askedToPair, keyMissing, pairAgain, unknownPhone
    case noService, refused, notAllowed, allQuiet
  }

  /// The next step of the watch or of its user, as a paragraph.
  package enum Advice: UInt8, Equatable, Sendable {
    case radioSetUp, fewSeconds, compareCodes, radioOff, radioFault, bringNear, heldOff, chooseWatch, notPaired
    case askedToPair, keyMissing, forgetDevice, unknownPhone, noService, refused, notAllowed, silent
  }

  /// The text below a title, as a paragraph.
  package enum Note: UInt8, Equatable, Sendable {
    case comesBack, forgetOnPhone, notConnected, choosePair, cannotClear, willCome, pairingRefused, mismatch
    case timedOut, windowClosed, noRoom, pairingFailed, watchForgot
  }

  /// The kind of a notification, or a word for a part of it.
  package enum Kind: UInt8, Equatable, Sendable {
    case notification, call, incomingCall, missedCall, voicemail, message, calendar, email, news, health
    case finance, location, entertainment, new, missed, attachment, cut, kept
  }

  /// A line of a screen.
  package enum Line: UInt8, Equatable, Sendable {
    case timeNotKnown, timeUnknown, timeBySystem, timeByPhone, nothingNew, nothingCame, readFirst
    case confirmOnPhone, noMusicService, nothingPlaying, noTitle, silenceRenewed, silenceDisconnected
    case noAnswerRenewed, noAnswerDisconnected, absenceRenewed, absenceDisconnected, refusalRenewed
    case refusalDisconnected
  }

  /// A text with a place for a number: `#`.
  package enum Counted: UInt8, Equatable, Sendable {
    case oneNotification, notifications, onePhonePaired, phonesPaired, onThePhone, minutesAgo, hoursAgo
    case daysAgo, alarm, evicted, incomplete, malformed, untold, seconds, minutes
  }

  /// A part of a date, or a list of weekdays. In a date, `#` is the day and `@` the month.
  package enum Day: UInt8, Equatable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday, once, daily, mondayToFriday, weekend
    case letters, justNow, last, dayMonth, monthDay
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
