// Prepared notifications: languages and scripts of all directions, and cases that are hard to show.

/** @typedef {import("./phone.js").Notice} Notice */

/** @type {{name: string, notice: Notice}[]} */
export const prepared = [
  ["English", "Anna", "See you at the station at seven. Bring an umbrella!"],
  ["Deutsch", "Jürgen", "Der Zug fährt heute von Gleis 12. Schöne Grüße aus Köln!"],
  ["Français", "Zoé", "N'oublie pas le pain, s'il te plaît. À tout à l'heure !"],
  ["Español", "Íñigo", "¿Vienes mañana? Traigo la guitarra y el postre."],
  ["Polski", "Łukasz", "Zażółć gęślą jaźń – spotkanie przełożone na środę."],
  ["Tiếng Việt", "Nguyễn Thị Hạnh", "Tối nay mình đi ăn phở nhé, bảy giờ rưỡi ở quán cũ."],
  ["Türkçe", "Işıl", "Yarın sabah görüşürüz, çayı ben getiriyorum."],
  ["Ελληνικά", "Γιώργος", "Θα τα πούμε στο λιμάνι, στις οκτώ και μισή."],
  ["Русский", "Наталья", "Поезд опаздывает на двадцать минут, жди меня у входа."],
  ["Українська", "Олена", "Зустрінемося біля вежі о сьомій."],
  ["Հայերեն", "Անի", "Վաղը կհանդիպենք հրապարակում։"],
  ["ქართული", "ნინო", "ხვალ შევხვდებით სადგურთან."],
  ["עברית", "נועה", "נתראה בתחנה בשעה 19:30, תביאי מטרייה."],
  ["العربية", "ليلى", "سنلتقي في المحطة الساعة 7:30 مساءً، لا تنسَ المظلة."],
  ["فارسی", "کاوه", "فردا ساعت ۸ جلوی ایستگاه می‌بینمت."],
  ["हिन्दी", "प्रिया", "कल सुबह आठ बजे स्टेशन पर मिलते हैं।"],
  ["বাংলা", "অনিক", "কাল সকালে দেখা হবে।"],
  ["தமிழ்", "மீனா", "நாளை காலை நிலையத்தில் சந்திப்போம்."],
  ["ไทย", "สมชาย", "เจอกันที่สถานีตอนหนึ่งทุ่มนะ"],
  ["中文", "小明", "明天下午三点在老地方见面，别忘了带伞。"],
  ["日本語", "さくら", "明日の午後三時に駅前で待ち合わせしましょう。"],
  ["한국어", "지민", "내일 오후 세 시에 역 앞에서 만나요."],
  ["ትግርኛ and አማርኛ", "ሰላም", "ነገ ጠዋት በጣቢያው እንገናኝ።"],
  ["Emoji", "Mia 🦊", "🎉🎂 Alles Gute! 👩‍👩‍👧 ❤️ 🇨🇭 👍🏽"],
].map(([name, title, message]) => ({
  name,
  notice: { appName: "Messages", appIdentifier: "com.apple.MobileSMS", title, message, category: 4 },
}));

prepared.push(
  {
    name: "A one-time code",
    notice: { appName: "Messages", title: "Bank", message: "Your verification code is 481 516.", category: 4 },
  },
  {
    name: "A long message",
    notice: {
      appName: "Mail", title: "Minutes of the meeting", category: 6,
      message: Array.from({ length: 12 }, (_, index) =>
        `${index + 1}. The clock of the tower is to be greased before winter.`).join(" "),
    },
  },
  {
    name: "A reminder with two actions",
    notice: {
      appName: "Reminders", title: "Water the plants", message: "Today, 18:00", category: 5,
      positiveLabel: "Mark as Completed", negativeLabel: "Clear",
    },
  },
  {
    name: "An important warning",
    notice: { appName: "Weather", title: "Storm", message: "Gusts up to 110 km/h.", category: 7, isImportant: true },
  },
);
