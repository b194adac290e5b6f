/// No native reader has checked this table yet.
enum Hebrew: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "כן"
    case .no: "לא"
    case .ok: "אישור"
    case .cancel: "ביטול"
    case .later: "אחר כך"
    case .more: "עוד"
    case .menu: "תפריט"
    case .back: "חזרה"
    case .start: "התחל"
    case .stop: "עצור"
    case .pause: "השהה"
    case .resume: "המשך"
    case .reset: "אפס"
    case .change: "שנה"
    case .next: "הבא"
    case .done: "סיום"
    case .snooze: "נודניק"
    case .on: "פועל"
    case .off: "כבוי"
    case .open: "פתח"
    case .choose: "בחר"
    case .mute: "השתק"
    case .scroll: "גלול"
    case .skip: "דלג"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "איזה טלפון?"
    case .inbox: "דואר נכנס"
    case .alarm: "שעון מעורר"
    case .missedAlarm: "מעורר שהוחמץ"
    case .timeIsOver: "נגמר הזמן"
    case .sameCode: "אותו קוד?"
    case .typeOnPhone: "הקלד בטלפון"
    case .paired: "צומד"
    case .forget: "לשכוח?"
    case .replace: "להחליף?"
    case .clearAll: "לנקות הכול?"
    case .selfTest: "בדיקה עצמית"
    case .press: "לחץ"
    case .passed: "עבר"
    case .failed: "נכשל"
    case .asConfigured: "לאפס הכול?"
    case .pairAgain: "צמד שוב"
    case .notPaired: "לא מצומד"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "נשכח"
    case .notConnected: "לא מחובר"
    case .noPairedPhones: "אין טלפונים"
    case .cannotClear: "אי אפשר לנקות"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "תפריט"
    case .pairNewPhone: "טלפון חדש"
    case .phones: "טלפונים"
    case .disconnect: "ניתוק"
    case .forgetPhone: "שכח טלפון"
    case .status: "מצב"
    case .music: "מוזיקה"
    case .quietNow: "שקט עכשיו"
    case .clearAll: "נקה הכול"
    case .timer: "טיימר"
    case .stopwatch: "סטופר"
    case .torch: "פנס"
    case .alarms: "מעוררים"
    case .digitalFace: "פנים: ספרות"
    case .analogFace: "פנים: מחוגים"
    case .largeFace: "פנים: גדול"
    case .settings: "הגדרות"
    case .tutorial: "מדריך"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "השתק שעה"
    case .muteToday: "השתק היום"
    case .muteAlways: "השתק תמיד"
    case .unmute: "בטל השתקה"
    case .snoozeTenMinutes: "נודניק 10 דק׳"
    case .snoozeHour: "נודניק שעה"
    case .untilTomorrow: "עד מחר"
    case .quietHour: "לשעה אחת"
    case .quietUntilMorning: "עד הבוקר"
    case .quietUntilChanged: "עד שינוי"
    case .endQuiet: "סיום השקט"
    case .anyPhone: "כל טלפון"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "רק רגע"
    case .notReady: "אין טלפון כעת"
    case .gone: "כבר איננו"
    case .noAnswer: "אין תשובה"
    case .refused: "הטלפון סירב"
    case .forbidden: "אסור"
    case .linkLost: "הקשר אבד"
    case .notOffered: "לא מוצע"
    case .done: "בוצע"
    case .cleared: "נוקה"
    case .notAllCleared: "לא הכול נוקה"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "מושתק"
    case .unmuted: "לא מושתק"
    case .noRoom: "יותר מדי מושתקים"
    case .snoozed: "נודניק"
    case .tooManySnoozed: "יותר מדי נודניק"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "מתחיל"
    case .advertising: "מחפש אותך"
    case .readyToPair: "מוכן לצימוד"
    case .phoneIsHere: "הטלפון כאן"
    case .pairing: "צימוד"
    case .connecting: "מתחבר"
    case .connected: "מחובר"
    case .notAllowedYet: "עדיין לא הותר"
    case .noServiceYet: "אין עדיין שירות"
    case .tryingAgain: "מנסה שוב"
    case .disconnected: "מנותק"
    case .seeStatus: "ראה מצב"
    case .radioOff: "הרדיו כבוי"
    case .radioFault: "תקלת רדיו"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "אין טלפון"
    case .paused: "מושהה"
    case .askedToPair: "ביקש צימוד"
    case .keyMissing: "חסר מפתח"
    case .unknownPhone: "טלפון לא מוכר"
    case .noService: "אין שירות"
    case .refused: "נדחה"
    case .notAllowed: "לא הותר"
    case .allQuiet: "הכול שקט"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "רדיו"
    case .advertising: "גלוי"
    case .connected: "מחובר"
    case .secured: "מוצפן"
    case .serviceFound: "שירות"
    case .subscribed: "רשום"
    case .authorized: "מורשה"
    case .recent: "עדכני"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "הרדיו בהכנה."
    case .fewSeconds: "זה לוקח כמה שניות."
    case .compareCodes: "השווה את הקודים בשני המסכים."
    case .radioOff: "אם זה נשאר כך, כבה והדלק. הרדיו מחופש שוב ושוב."
    case .radioFault: "אם זה נשאר כך, כבה והדלק. הרדיו מופעל מחדש."
    case .bringNear: "קרב את הטלפון, Bluetooth פועל."
    case .heldOff: "הטלפון מתחבר שוב בעוד דקה, או בחר אותו בתפריט > טלפונים."
    case .chooseWatch: "בטלפון: הגדרות > Bluetooth, ואז בחר את השעון הזה."
    case .notPaired: "החזק דחייה בשעון, ואז בחר טלפון חדש."
    case .askedToPair: "טלפון ביקש צימוד. פתח תפריט > טלפון חדש."
    case .keyMissing: "בא טלפון בלי המפתח שלו. אם שלך לא מתחבר: תפריט > טלפון חדש, ואז בחר בו את השעון."
    case .forgetDevice: "בטלפון: הגדרות > Bluetooth > (i) > שכח התקן זה. ואז תפריט > טלפון חדש."
    case .unknownPhone: "טלפון שאינו בתפריט > טלפונים ביקש את המפתח שלו. אם הוא שלך: תפריט > טלפון חדש."
    case .noService: "הטלפון עדיין לא מציע עדכונים. אחרי דקה: כבה והדלק בו Bluetooth."
    case .refused: "הטלפון מסרב כרגע. אחרי דקה: כבה והדלק בו Bluetooth."
    case .notAllowed: "בטלפון: הגדרות > Bluetooth > (i) > שתף עדכוני מערכת."
    case .silent: "אם זה שגוי: כבה והדלק את Bluetooth בטלפון."
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "העדכונים יבואו לכאן."
    case .pairingRefused: "נדחה כאן או בטלפון."
    case .mismatch: "הקודים שונים. נסה במקום אחר."
    case .timedOut: "זה ארך מדי. נסה שוב מהטלפון."
    case .windowClosed: "בחר קודם טלפון חדש בתפריט."
    case .noRoom: "אין מקום לטלפון נוסף. שכח אחד בתפריט."
    case .pairingFailed: "משהו השתבש. נסה שוב מהטלפון."
    case .watchForgot: "השעון שכח\nאת הטלפון.\nבטלפון:\nהגדרות >\nBluetooth > (i)\n> שכח התקן\nזה. ואז\nטלפון חדש."
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "עשוי לחזור בעוד 60 שנ׳, או כשתבחר בו: תפריט > טלפונים."
    case .forgetOnPhone: "בטלפון:\nהגדרות >\nBluetooth > (i)\n> שכח התקן\nזה."
    case .notConnected: "אין טלפון מחובר."
    case .choosePair: "בחר תפריט > טלפון חדש."
    case .cannotClear: "הטלפון לא יכול לנקות דבר מהרשימה."
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "עדכון"
    case .call: "שיחה"
    case .incomingCall: "שיחה נכנסת"
    case .missedCall: "שיחה שלא נענתה"
    case .voicemail: "תא קולי"
    case .message: "הודעה"
    case .calendar: "לוח שנה"
    case .email: "דוא״ל"
    case .news: "חדשות"
    case .health: "בריאות"
    case .finance: "כספים"
    case .location: "מיקום"
    case .entertainment: "בידור"
    case .new: "חדש"
    case .missed: "לא נענתה"
    case .attachment: "קובץ מצורף"
    case .cut: "… (נחתך)"
    case .kept: "הוסר מהטלפון"
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "השעה לא ידועה"
    case .nothingNew: "אין חדש"
    case .readFirst: "קרא קודם"
    case .confirmOnPhone: "אשר בטלפון"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "אין שירות מוזיקה"
    case .nothingPlaying: "דבר לא מתנגן"
    case .noTitle: "בלי כותרת"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "שעה: לא ידועה"
    case .timeBySystem: "שעה: המערכת"
    case .timeByPhone: "שעה: הטלפון"
    case .nothingCame: "דבר לא הגיע"
    case .silenceRenewed: "אין נתונים: חידוש"
    case .silenceDisconnected: "אין נתונים: ניתוק"
    case .noAnswerRenewed: "אין הד: חידוש"
    case .noAnswerDisconnected: "אין הד: ניתוק"
    case .absenceRenewed: "היעדר: חידוש"
    case .absenceDisconnected: "היעדר: ניתוק"
    case .refusalRenewed: "סירוב: חידוש"
    case .refusalDisconnected: "סירוב: ניתוק"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "עדכון #"
    case .notifications: "# עדכונים"
    case .onThePhone: "בטלפון: #"
    case .alarm: "מעורר #"
    case .seconds: "# שנ׳"
    case .minutes: "# דק׳"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "טלפון מצומד: #"
    case .phonesPaired: "טלפונים: #"
    case .minutesAgo: "לפני # דק׳"
    case .hoursAgo: "לפני # שע׳"
    case .daysAgo: "לפני # ימים"
    case .evicted: "לא נשמרו: #"
    case .incomplete: "בלי טקסט: #"
    case .malformed: "לא קריא: #"
    case .untold: "לא דווחו: #"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "ב׳"
    case .tuesday: "ג׳"
    case .wednesday: "ד׳"
    case .thursday: "ה׳"
    case .friday: "ו׳"
    case .saturday: "שבת"
    case .sunday: "א׳"
    case .justNow: "עכשיו"
    case .last: "אחרון "
    case .dayMonth: "# @"
    case .monthDay: "@ #"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "פעם אחת"
    case .daily: "יומי"
    case .mondayToFriday: "ב׳-ו׳"
    case .weekend: "שבת וראשון"
    case .letters: "בגדהושא"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "ינו׳"
    case .february: "פבר׳"
    case .march: "מרץ"
    case .april: "אפר׳"
    case .may: "מאי"
    case .june: "יוני"
    case .july: "יולי"
    case .august: "אוג׳"
    case .september: "ספט׳"
    case .october: "אוק׳"
    case .november: "נוב׳"
    case .december: "דצמ׳"
    }
  }
}
