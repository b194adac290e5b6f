// The texts of the settings and the tutorial.
extension Hebrew {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "בהירות"
    case .dimAfter: "עמעום"
    case .offAfter: "כיבוי"
    case .rotation: "סיבוב"
    case .textSize: "טקסט"
    case .hours: "שעות"
    case .seconds: "שניות"
    case .dateOrder: "תאריך"
    case .face: "פני השעון"
    case .vibration: "רטט"
    case .quiet: "שקט"
    case .quietFrom: "שקט מ־"
    case .quietUntil: "שקט עד"
    case .privacy: "פרטיות"
    case .name: "שם"
    case .pairingWindow: "צימוד"
    case .language: "שפה"
    case .history: "היסטוריה"
    case .hints: "רמזים"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "פועל"
    case .off: "כבוי"
    case .never: "אף פעם"
    case .digital: "ספרות"
    case .analog: "מחוגים"
    case .large: "גדול"
    case .smallText: "קטן"
    case .normalText: "רגיל"
    case .largeText: "גדול"
    case .configured: "מקורי"
    case .allAsConfigured: "איפוס הכול"
    case .allSettings: "כל ההגדרות"
    case .automatic: "אוטומטי"
    case .hour: "שעה"
    case .day: "יום"
    case .shortPulse: "קצר"
    case .longPulse: "ארוך"
    case .twoPulses: "פעמיים"
    case .threePulses: "שלוש"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "אישור"
    case .accept: "שמאל: פותח,\nבוחר, מסכים."
    case .declineTitle: "דחייה"
    case .decline: "ימין: הבא,\nחזרה או לא."
    case .holdTitle: "שעון, החזקה"
    case .hold: "אישור: מוזיקה\nדחייה: תפריט"
    case .displayTitle: "המסך כבוי"
    case .display: "לחיצה ראשונה\nרק מדליקה."
    case .joystickTitle: "ידית"
    case .joystick: "מעלה, מטה: גלול\nלחיצה: אישור"
    case .menu: "שוב:\nתפריט > מדריך"
    }
  }
}
