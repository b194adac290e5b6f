/// No native reader has checked this table yet.
enum Arabic: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "نعم"
    case .no: "لا"
    case .ok: "حسنًا"
    case .cancel: "إلغاء"
    case .later: "لاحقًا"
    case .more: "المزيد"
    case .menu: "القائمة"
    case .back: "رجوع"
    case .start: "بدء"
    case .stop: "إيقاف"
    case .pause: "توقف"
    case .resume: "متابعة"
    case .reset: "تصفير"
    case .change: "تغيير"
    case .next: "التالي"
    case .done: "تم"
    case .snooze: "غفوة"
    case .on: "تشغيل"
    case .off: "إيقاف"
    case .open: "فتح"
    case .choose: "اختيار"
    case .mute: "كتم"
    case .scroll: "تمرير"
    case .skip: "تخطي"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "أي هاتف؟"
    case .inbox: "الوارد"
    case .alarm: "منبه"
    case .missedAlarm: "منبه فائت"
    case .timeIsOver: "انتهى الوقت"
    case .sameCode: "الرمز نفسه؟"
    case .typeOnPhone: "أدخله بالهاتف"
    case .paired: "تم الاقتران"
    case .forget: "نسيان؟"
    case .replace: "استبدال؟"
    case .clearAll: "مسح الكل؟"
    case .selfTest: "اختبار ذاتي"
    case .press: "اضغط"
    case .passed: "نجح"
    case .failed: "فشل"
    case .asConfigured: "إعادة ضبط؟"
    case .pairAgain: "اقترن ثانية"
    case .notPaired: "غير مقترن"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "تم النسيان"
    case .notConnected: "غير متصل"
    case .noPairedPhones: "لا هواتف"
    case .cannotClear: "تعذر المسح"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "القائمة"
    case .pairNewPhone: "هاتف جديد"
    case .phones: "الهواتف"
    case .disconnect: "قطع الاتصال"
    case .forgetPhone: "نسيان هاتف"
    case .status: "الحالة"
    case .music: "الموسيقى"
    case .quietNow: "هدوء الآن"
    case .clearAll: "مسح الكل"
    case .timer: "مؤقت"
    case .stopwatch: "ساعة إيقاف"
    case .torch: "مصباح"
    case .alarms: "المنبهات"
    case .digitalFace: "واجهة رقمية"
    case .analogFace: "واجهة عقارب"
    case .largeFace: "واجهة كبيرة"
    case .settings: "الإعدادات"
    case .tutorial: "الدليل"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "كتم ساعة"
    case .muteToday: "كتم اليوم"
    case .muteAlways: "كتم دائمًا"
    case .unmute: "إلغاء الكتم"
    case .snoozeTenMinutes: "غفوة 10 د"
    case .snoozeHour: "غفوة ساعة"
    case .untilTomorrow: "حتى الغد"
    case .quietHour: "لمدة ساعة"
    case .quietUntilMorning: "حتى الصباح"
    case .quietUntilChanged: "حتى التغيير"
    case .endQuiet: "إنهاء الهدوء"
    case .anyPhone: "أي هاتف"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "انتظر لحظة"
    case .notReady: "لا هاتف الآن"
    case .gone: "لم يعد موجودًا"
    case .noAnswer: "لا رد"
    case .refused: "رفض الهاتف"
    case .forbidden: "غير مسموح"
    case .linkLost: "انقطع الاتصال"
    case .notOffered: "غير متاح"
    case .done: "تم"
    case .cleared: "تم المسح"
    case .notAllCleared: "لم يمسح الكل"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "مكتوم"
    case .unmuted: "غير مكتوم"
    case .noRoom: "الكتم ممتلئ"
    case .snoozed: "غفوة"
    case .tooManySnoozed: "الغفوات كثيرة"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "بدء التشغيل"
    case .advertising: "بحث عنك"
    case .readyToPair: "جاهز للاقتران"
    case .phoneIsHere: "الهاتف هنا"
    case .pairing: "اقتران"
    case .connecting: "جار الاتصال"
    case .connected: "متصل"
    case .notAllowedYet: "لم يسمح بعد"
    case .noServiceYet: "لا خدمة بعد"
    case .tryingAgain: "محاولة أخرى"
    case .disconnected: "غير متصل"
    case .seeStatus: "انظر الحالة"
    case .radioOff: "اللاسلكي مطفأ"
    case .radioFault: "عطل لاسلكي"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "لا هاتف"
    case .paused: "توقف مؤقت"
    case .askedToPair: "طلب اقتران"
    case .keyMissing: "المفتاح مفقود"
    case .unknownPhone: "هاتف مجهول"
    case .noService: "لا خدمة"
    case .refused: "مرفوض"
    case .notAllowed: "غير مسموح"
    case .allQuiet: "لا جديد"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "راديو"
    case .advertising: "مرئي"
    case .connected: "متصل"
    case .secured: "مشفر"
    case .serviceFound: "خدمة"
    case .subscribed: "مشترك"
    case .authorized: "مسموح"
    case .recent: "حديث"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "يجري إعداد اللاسلكي."
    case .fewSeconds: "يستغرق هذا ثواني قليلة."
    case .compareCodes: "قارن الرمزين على الشاشتين."
    case .radioOff: "إن استمر هذا فأطفئ الساعة وشغلها. يجري البحث عن اللاسلكي مرارًا."
    case .radioFault: "إن استمر هذا فأطفئ الساعة وشغلها. يعاد تشغيل اللاسلكي."
    case .bringNear: "قرب الهاتف وشغل البلوتوث."
    case .heldOff: "يتصل الهاتف ثانية بعد دقيقة، أو اختره في القائمة > الهواتف."
    case .chooseWatch: "على الهاتف: الإعدادات > Bluetooth، ثم اختر هذه الساعة."
    case .notPaired: "اضغط مطولًا على زر الرفض في الساعة، ثم اختر هاتف جديد."
    case .askedToPair: "طلب هاتف الاقتران. افتح القائمة > هاتف جديد."
    case .keyMissing: "جاء هاتف دون مفتاحه. إن لم يتصل هاتفك: القائمة > هاتف جديد، ثم اختر الساعة عليه."
    case .forgetDevice: "على الهاتف: الإعدادات > Bluetooth > (i) > نسيان هذا الجهاز. ثم القائمة > هاتف جديد."
    case .unknownPhone: "طلب هاتف ليس في القائمة > الهواتف مفتاحه. إن كان لك: القائمة > هاتف جديد."
    case .noService: "لا يقدم الهاتف إشعارات بعد. بعد دقيقة: أطفئ البلوتوث فيه وشغله."
    case .refused: "الهاتف يرفض الآن. بعد دقيقة: أطفئ البلوتوث فيه وشغله."
    case .notAllowed: "على الهاتف: الإعدادات > Bluetooth > (i) > مشاركة إشعارات النظام."
    case .silent: "إن كان هذا خطأ: أطفئ بلوتوث الهاتف وشغله."
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "ستصل الإشعارات إلى هنا."
    case .pairingRefused: "رفض هنا أو على الهاتف."
    case .mismatch: "الرمزان مختلفان. جرب في مكان آخر."
    case .timedOut: "طال الأمر. حاول ثانية من الهاتف."
    case .windowClosed: "اختر أولًا هاتف جديد في القائمة."
    case .noRoom: "لا مكان لهاتف آخر. انس واحدًا في القائمة."
    case .pairingFailed: "حدث خطأ. حاول ثانية من الهاتف."
    case .watchForgot:
      "نسيت الساعة\nهذا الهاتف.\nعلى الهاتف:\nالإعدادات >\nBluetooth > (i)\n> نسيان هذا\nالجهاز. ثم\nهاتف جديد."
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "قد يعود بعد 60 ث، أو حين تختاره: القائمة > الهواتف."
    case .forgetOnPhone: "على الهاتف:\nالإعدادات >\nBluetooth > (i)\n> نسيان هذا\nالجهاز."
    case .notConnected: "لا هاتف متصل."
    case .choosePair: "اختر القائمة > هاتف جديد."
    case .cannotClear: "لا يستطيع الهاتف مسح شيء من القائمة."
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "إشعار"
    case .call: "مكالمة"
    case .incomingCall: "مكالمة واردة"
    case .missedCall: "مكالمة فائتة"
    case .voicemail: "بريد صوتي"
    case .message: "رسالة"
    case .calendar: "تقويم"
    case .email: "بريد"
    case .news: "أخبار"
    case .health: "صحة"
    case .finance: "مال"
    case .location: "موقع"
    case .entertainment: "ترفيه"
    case .new: "جديد"
    case .missed: "فائتة"
    case .attachment: "مرفق"
    case .cut: "… (مقتطع)"
    case .kept: "حُذف من الهاتف"
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "الوقت مجهول"
    case .nothingNew: "لا جديد"
    case .readFirst: "اقرأ أولًا"
    case .confirmOnPhone: "أكد على الهاتف"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "لا خدمة موسيقى"
    case .nothingPlaying: "لا موسيقى الآن"
    case .noTitle: "بلا عنوان"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "الوقت: مجهول"
    case .timeBySystem: "الوقت: النظام"
    case .timeByPhone: "الوقت: الهاتف"
    case .nothingCame: "لم يصل شيء"
    case .silenceRenewed: "لا بيانات: تجديد"
    case .silenceDisconnected: "لا بيانات: قطع"
    case .noAnswerRenewed: "لا صدى: تجديد"
    case .noAnswerDisconnected: "لا صدى: قطع"
    case .absenceRenewed: "غياب: تجديد"
    case .absenceDisconnected: "غياب: قطع"
    case .refusalRenewed: "رفض: تجديد"
    case .refusalDisconnected: "رفض: قطع"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "إشعار #"
    case .notifications: "إشعارات: #"
    case .onThePhone: "على الهاتف: #"
    case .alarm: "منبه #"
    case .seconds: "# ث"
    case .minutes: "# د"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "هاتف مقترن: #"
    case .phonesPaired: "هواتف مقترنة: #"
    case .minutesAgo: "قبل # د"
    case .hoursAgo: "قبل # س"
    case .daysAgo: "قبل # يوم"
    case .evicted: "لم تحفظ: #"
    case .incomplete: "بلا نص: #"
    case .malformed: "غير مقروء: #"
    case .untold: "لم تعلن: #"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "اثنين"
    case .tuesday: "ثلاثاء"
    case .wednesday: "أربعاء"
    case .thursday: "خميس"
    case .friday: "جمعة"
    case .saturday: "سبت"
    case .sunday: "أحد"
    case .justNow: "الآن"
    case .last: "آخر: "
    case .dayMonth: "# @"
    case .monthDay: "@ #"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "مرة"
    case .daily: "يوميًا"
    case .mondayToFriday: "اثنين-جمعة"
    case .weekend: "سبت وأحد"
    case .letters: "نثرخجسح"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "يناير"
    case .february: "فبراير"
    case .march: "مارس"
    case .april: "أبريل"
    case .may: "مايو"
    case .june: "يونيو"
    case .july: "يوليو"
    case .august: "أغسطس"
    case .september: "سبتمبر"
    case .october: "أكتوبر"
    case .november: "نوفمبر"
    case .december: "ديسمبر"
    }
  }
}
