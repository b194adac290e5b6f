// The texts of the settings and the tutorial.
extension Arabic {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "السطوع"
    case .dimAfter: "يخفت"
    case .offAfter: "ينطفئ"
    case .rotation: "تدوير"
    case .textSize: "النص"
    case .hours: "الساعات"
    case .seconds: "الثواني"
    case .dateOrder: "التاريخ"
    case .face: "الواجهة"
    case .vibration: "الاهتزاز"
    case .quiet: "الهدوء"
    case .quietFrom: "هدوء من"
    case .quietUntil: "هدوء حتى"
    case .privacy: "الخصوصية"
    case .name: "الاسم"
    case .pairingWindow: "الاقتران"
    case .language: "اللغة"
    case .history: "السجل"
    case .hints: "تلميحات"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "تشغيل"
    case .off: "إيقاف"
    case .never: "أبدًا"
    case .digital: "رقمية"
    case .analog: "عقارب"
    case .large: "كبيرة"
    case .smallText: "صغير"
    case .normalText: "عادي"
    case .largeText: "كبير"
    case .configured: "الأصل"
    case .allAsConfigured: "إعادة ضبط الكل"
    case .allSettings: "كل الإعدادات"
    case .automatic: "تلقائي"
    case .hour: "ساعة"
    case .day: "يوم"
    case .shortPulse: "قصير"
    case .longPulse: "طويل"
    case .twoPulses: "مرتان"
    case .threePulses: "ثلاث"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "قبول"
    case .accept: "يسار: فتح،\nاختيار، موافقة."
    case .declineTitle: "رفض"
    case .decline: "يمين: التالي،\nرجوع أو لا."
    case .holdTitle: "الساعة مطولًا"
    case .hold: "قبول: موسيقى\nرفض: القائمة"
    case .displayTitle: "الشاشة مطفأة"
    case .display: "أول ضغطة\nتشغلها فقط."
    case .joystickTitle: "العصا"
    case .joystick: "أعلى وأسفل: نقل\nضغط: قبول"
    case .menu: "للإعادة:\nالقائمة > الدليل"
    }
  }
}
