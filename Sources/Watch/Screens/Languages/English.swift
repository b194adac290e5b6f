/// The texts in English.
enum English: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "Yes"
    case .no: "No"
    case .ok: "OK"
    case .cancel: "Cancel"
    case .later: "Later"
    case .more: "More"
    case .menu: "Menu"
    case .back: "Back"
    case .start: "Start"
    case .stop: "Stop"
    case .pause: "Pause"
    case .resume: "Go on"
    case .reset: "Reset"
    case .change: "Change"
    case .next: "Next"
    case .done: "Done"
    case .snooze: "Snooze"
    case .on: "On"
    case .off: "Off"
    case .open: "Open"
    case .choose: "Choose"
    case .mute: "Mute"
    case .scroll: "Scroll"
    case .skip: "Skip"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "Which one?"
    case .inbox: "Inbox"
    case .alarm: "Alarm"
    case .missedAlarm: "Missed alarm"
    case .timeIsOver: "Time is over"
    case .sameCode: "Same code?"
    case .typeOnPhone: "Type on phone"
    case .paired: "Paired"
    case .forget: "Forget?"
    case .replace: "Replace?"
    case .clearAll: "Clear all?"
    case .selfTest: "Self-test"
    case .press: "Press"
    case .passed: "passed"
    case .failed: "failed"
    case .asConfigured: "As configured?"
    case .pairAgain: "Pair again"
    case .notPaired: "Not paired"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "Forgotten"
    case .notConnected: "Not connected"
    case .noPairedPhones: "No phone paired"
    case .cannotClear: "Cannot clear"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "Menu"
    case .pairNewPhone: "Pair new phone"
    case .phones: "Phones"
    case .disconnect: "Disconnect"
    case .forgetPhone: "Forget phone"
    case .status: "Status"
    case .music: "Music"
    case .quietNow: "Quiet now"
    case .clearAll: "Clear all"
    case .timer: "Timer"
    case .stopwatch: "Stopwatch"
    case .torch: "Torch"
    case .alarms: "Alarms"
    case .digitalFace: "Face: digital"
    case .analogFace: "Face: analog"
    case .largeFace: "Face: large"
    case .settings: "Settings"
    case .tutorial: "Tutorial"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "Mute 1 hour"
    case .muteToday: "Mute today"
    case .muteAlways: "Mute always"
    case .unmute: "Unmute"
    case .snoozeTenMinutes: "Snooze 10 min"
    case .snoozeHour: "Snooze 1 hour"
    case .untilTomorrow: "Till tomorrow"
    case .quietHour: "For 1 hour"
    case .quietUntilMorning: "Until morning"
    case .quietUntilChanged: "Until changed"
    case .endQuiet: "End quiet"
    case .anyPhone: "Any phone"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "Wait a moment"
    case .notReady: "No phone now"
    case .gone: "Already gone"
    case .noAnswer: "No answer"
    case .refused: "Phone refused"
    case .forbidden: "Not allowed"
    case .linkLost: "Link lost"
    case .notOffered: "Not offered"
    case .done: "Done"
    case .cleared: "Cleared"
    case .notAllCleared: "Not all cleared"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "Muted"
    case .unmuted: "Not muted"
    case .noRoom: "Too many muted"
    case .snoozed: "Snoozed"
    case .tooManySnoozed: "Too many snoozed"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "Starting"
    case .advertising: "Looking for you"
    case .readyToPair: "Ready to pair"
    case .phoneIsHere: "Phone is here"
    case .pairing: "Pairing"
    case .connecting: "Connecting"
    case .connected: "Connected"
    case .notAllowedYet: "Not allowed yet"
    case .noServiceYet: "No service yet"
    case .tryingAgain: "Trying again"
    case .disconnected: "Disconnected"
    case .seeStatus: "See the status"
    case .radioOff: "Radio is off"
    case .radioFault: "Radio fault"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "No phone"
    case .paused: "Paused"
    case .askedToPair: "Asked to pair"
    case .keyMissing: "Key missing"
    case .unknownPhone: "Unknown phone"
    case .noService: "No service"
    case .refused: "Refused"
    case .notAllowed: "Not allowed"
    case .allQuiet: "All quiet"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "radio"
    case .advertising: "advertising"
    case .connected: "connected"
    case .secured: "encrypted"
    case .serviceFound: "service"
    case .subscribed: "subscribed"
    case .authorized: "authorized"
    case .recent: "recent"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "The radio is being set up."
    case .fewSeconds: "This takes a few seconds."
    case .compareCodes: "Compare the codes on both screens."
    case .radioOff: "No Bluetooth. Retrying. If this stays, power off and on."
    case .radioFault: "Power off and on if it stays so. The radio is started again."
    case .bringNear: "Bring it near, Bluetooth on."
    case .heldOff: "The phone connects again in a minute, or choose it in Menu > Phones."
    case .chooseWatch: "On the phone: Settings > Bluetooth, then choose this watch."
    case .notPaired: "Hold decline on the clock, then choose Pair new phone."
    case .askedToPair: "A phone asked to pair. Open Menu > Pair new phone."
    case .keyMissing:
      "A phone came without its key. If yours does not connect: Menu > Pair new phone, then choose the watch on it."
    case .forgetDevice: "On the phone: Settings > Bluetooth > (i) > Forget This Device. Then Menu > Pair new phone."
    case .unknownPhone: "A phone that is not in Menu > Phones asked for its key. If it is yours: Menu > Pair new phone."
    case .noService: "The phone offers no notifications yet. After a minute: turn its Bluetooth off and on."
    case .refused: "The phone refuses for now. After a minute: turn its Bluetooth off and on."
    case .notAllowed: "On the phone: Settings > Bluetooth > (i) > Share System Notifications."
    case .silent: "If that is wrong: turn the phone's Bluetooth off and on."
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "Notifications will appear here."
    case .pairingRefused: "Refused here or on the phone."
    case .mismatch: "Codes did not match. Try again somewhere else."
    case .timedOut: "It took too long. Try again from the phone."
    case .windowClosed: "Choose Pair new phone in the menu first."
    case .noRoom: "Too many phones paired. Forget one in the menu."
    case .pairingFailed: "Pairing failed. Try again from the phone."
    case .watchForgot:
      """
      The watch forgot\nthis phone.\nOn the phone:\nSettings >\nBluetooth > (i)\n> Forget This\nDevice. \
      Then\nPair new phone.
      """
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "may come back in 60 s, or when you choose it: Menu > Phones."
    case .forgetOnPhone: "On the phone:\nSettings >\nBluetooth > (i)\n> Forget This\nDevice."
    case .notConnected: "No phone is connected."
    case .choosePair: "Choose Menu > Pair new phone."
    case .cannotClear: "The phone can clear none of the list."
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "Notification"
    case .call: "Call"
    case .incomingCall: "Incoming call"
    case .missedCall: "Missed call"
    case .voicemail: "Voicemail"
    case .message: "Message"
    case .calendar: "Calendar"
    case .email: "E-mail"
    case .news: "News"
    case .health: "Health"
    case .finance: "Finance"
    case .location: "Location"
    case .entertainment: "Entertainment"
    case .new: "New"
    case .missed: "Missed"
    case .attachment: "Attachment"
    case .cut: "… (cut)"
    case .kept: "Removed on phone"
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "Time not known"
    case .nothingNew: "Nothing new"
    case .readFirst: "Read first"
    case .confirmOnPhone: "Confirm on phone"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "No music service"
    case .nothingPlaying: "Nothing playing"
    case .noTitle: "No title"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "Time: not known"
    case .timeBySystem: "Time from system"
    case .timeByPhone: "Time from phone"
    case .nothingCame: "Nothing came yet"
    case .silenceRenewed: "No data: renewed"
    case .silenceDisconnected: "No data: link cut"
    case .noAnswerRenewed: "No echo: renewed"
    case .noAnswerDisconnected: "No echo: link cut"
    case .absenceRenewed: "Absence: renewed"
    case .absenceDisconnected: "Absence: link cut"
    case .refusalRenewed: "Refusal: renewed"
    case .refusalDisconnected: "Refusal: link cut"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "# notification"
    case .notifications: "# notifications"
    case .onThePhone: "# on the phone"
    case .alarm: "Alarm #"
    case .seconds: "# s"
    case .minutes: "# min"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "# phone paired"
    case .phonesPaired: "# phones paired"
    case .minutesAgo: "# min ago"
    case .hoursAgo: "# h ago"
    case .daysAgo: "# days ago"
    case .evicted: "Not kept: #"
    case .incomplete: "No text: #"
    case .malformed: "Unreadable: #"
    case .untold: "Dropped: #"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "Mon"
    case .tuesday: "Tue"
    case .wednesday: "Wed"
    case .thursday: "Thu"
    case .friday: "Fri"
    case .saturday: "Sat"
    case .sunday: "Sun"
    case .justNow: "just now"
    case .last: "Last: "
    case .dayMonth: "# @"
    case .monthDay: "@ #"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "Once"
    case .daily: "Daily"
    case .mondayToFriday: "Mon-Fri"
    case .weekend: "Weekend"
    case .letters: "MTWTFSS"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "Jan"
    case .february: "Feb"
    case .march: "Mar"
    case .april: "Apr"
    case .may: "May"
    case .june: "Jun"
    case .july: "Jul"
    case .august: "Aug"
    case .september: "Sep"
    case .october: "Oct"
    case .november: "Nov"
    case .december: "Dec"
    }
  }
}
