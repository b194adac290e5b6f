// The texts of the settings and the tutorial.
extension Thai {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "ความสว่าง"
    case .dimAfter: "หรี่แสง"
    case .offAfter: "ปิดจอ"
    case .rotation: "การหมุน"
    case .textSize: "ตัวอักษร"
    case .hours: "ชั่วโมง"
    case .seconds: "วินาที"
    case .dateOrder: "วันที่"
    case .face: "หน้าปัด"
    case .vibration: "การสั่น"
    case .quiet: "เงียบ"
    case .quietFrom: "เงียบจาก"
    case .quietUntil: "เงียบถึง"
    case .privacy: "ส่วนตัว"
    case .name: "ชื่อ"
    case .pairingWindow: "จับคู่"
    case .language: "ภาษา"
    case .history: "ประวัติ"
    case .hints: "คำแนะนำ"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "เปิด"
    case .off: "ปิด"
    case .never: "ไม่"
    case .digital: "ดิจิทัล"
    case .analog: "เข็ม"
    case .large: "ใหญ่"
    case .smallText: "เล็ก"
    case .normalText: "ปกติ"
    case .largeText: "ใหญ่"
    case .configured: "ค่าเดิม"
    case .allAsConfigured: "คืนค่าทั้งหมด"
    case .allSettings: "ทุกการตั้งค่า"
    case .automatic: "อัตโนมัติ"
    case .hour: "1 ชั่วโมง"
    case .day: "1 วัน"
    case .shortPulse: "สั้น"
    case .longPulse: "ยาว"
    case .twoPulses: "สองครั้ง"
    case .threePulses: "สามครั้ง"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "ยอมรับ"
    case .accept: "ซ้าย: เปิด\nเลือก ตกลง"
    case .declineTitle: "ปฏิเสธ"
    case .decline: "ขวา: ถัดไป\nกลับ หรือไม่"
    case .holdTitle: "นาฬิกา กดค้าง"
    case .hold: "ยอมรับ: เพลง\nปฏิเสธ: เมนู"
    case .displayTitle: "จอดับ"
    case .display: "กดครั้งแรก\nเปิดจอเท่านั้น"
    case .joystickTitle: "ก้านบังคับ"
    case .joystick: "ขึ้น ลง: เลื่อน\nกด: ยอมรับ"
    case .menu: "ดูอีกครั้ง:\nเมนู > วิธีใช้"
    }
  }
}
