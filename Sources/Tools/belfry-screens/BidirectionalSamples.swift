import ANCS
import Screens
import WatchModel

/// Samples with right-to-left and mixed text.
extension ScreenSample {
  static let bidirectional = [
    SampleNotification.arabic.detail("detail-arabic-page", topLine: 3),
    SampleNotification.vowels.detail("detail-vowels"),
    SampleNotification.hebrew.alert("alert-hebrew"),
    SampleNotification.hebrew.detail("detail-hebrew"),
    SampleNotification.hebrew.detail("detail-hebrew-end", topLine: 99),
    SampleNotification.persian.detail("detail-persian"),
    SampleNotification.persian.detail("detail-persian-end", topLine: 99),
    SampleNotification.urdu.detail("detail-urdu"),
    SampleNotification.mixed.detail("detail-mixed"),
    SampleNotification.mixed.detail("detail-mixed-end", topLine: 99),
    ScreenSample("list-bidirectional") { bitmap in
      let rows: [SampleNotification] = [.arabic, .hebrew, .mixed]
      let list = ListScreen(count: rows.count, selected: 0)
      list.draw(into: &bitmap)
      for index in list.visible { rows[index].withText { list.draw($0, at: index, into: &bitmap) } }
    },
  ]
}

extension SampleNotification {
  static let arabic = SampleNotification(
    category: .social, appName: "رسائل", title: "سارة الأحمد",
    message: "مرحبا! هل نلتقي غدا في الساعة 18:30 أمام مقهى Luna (الطابق الأول)؟ لا تنس المظلة.")
  static let vowels = SampleNotification(
    category: .other, appName: "Marks", title: "السَّلَامُ", message: "عَلَيْكُمْ وَلَا شَيْءَ. שָׁלוֹם עֲלֵיכֶם!")
  static let hebrew = SampleNotification(
    category: .schedule, appName: "יומן", title: "פגישה עם דנה כהן",
    message: "מחר ב-10:30 (חדר 204), אצל Dana Cohen. להביא 3 עותקים!", negative: "נקה")
  static let persian = SampleNotification(
    category: .social, appName: "پیام‌ها", title: "مریم رضایی",
    message: "سلام! می‌خواهم فردا ساعت ۱۹:۳۰ با قطار ۴۲۷ به تهران بیایم. چای و گز از پژمان.")
  static let urdu = SampleNotification(
    category: .email, appName: "Mail", title: "علی بٹ",
    message: "آپ کیسے ہیں؟ ٹکٹ مل گئے، ڈبہ نمبر 7۔")
  static let mixed = SampleNotification(
    category: .email, appName: "Mail", title: "Meeting (פגישה) 10:30",
    message: "Hi, the word for “peace” is שלום [shalom] or سلام (salām), 100%!")
}
