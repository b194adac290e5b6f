// The texts of the settings and the tutorial.
extension Vietnamese {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "Độ sáng"
    case .dimAfter: "Mờ đi"
    case .offAfter: "Tắt"
    case .rotation: "Xoay"
    case .textSize: "Cỡ chữ"
    case .hours: "Giờ"
    case .seconds: "Giây"
    case .dateOrder: "Ngày"
    case .face: "Mặt số"
    case .vibration: "Rung"
    case .quiet: "Im lặng"
    case .quietFrom: "Im lặng từ"
    case .quietUntil: "Im lặng đến"
    case .privacy: "Riêng tư"
    case .name: "Tên"
    case .pairingWindow: "Ghép đôi"
    case .language: "Ngôn ngữ"
    case .history: "Lịch sử"
    case .hints: "Gợi ý"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "bật"
    case .off: "tắt"
    case .never: "không"
    case .digital: "số"
    case .analog: "kim"
    case .large: "lớn"
    case .smallText: "nhỏ"
    case .normalText: "vừa"
    case .largeText: "lớn"
    case .configured: "Gốc"
    case .allAsConfigured: "Khôi phục hết"
    case .allSettings: "Mọi cài đặt"
    case .automatic: "tự động"
    case .hour: "1 giờ"
    case .day: "1 ngày"
    case .shortPulse: "ngắn"
    case .longPulse: "dài"
    case .twoPulses: "hai lần"
    case .threePulses: "ba lần"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "Chấp nhận"
    case .accept: "Trái: mở, chọn,\nđồng ý."
    case .declineTitle: "Từ chối"
    case .decline: "Phải: mục sau,\nvề, hoặc không."
    case .holdTitle: "Đồng hồ: giữ"
    case .hold: "Chấp nhận: nhạc.\nTừ chối: menu."
    case .displayTitle: "Màn hình tắt"
    case .display: "Lần nhấn đầu chỉ\nbật màn hình."
    case .joystickTitle: "Cần gạt"
    case .joystick: "Lên, xuống: cuộn\nNhấn: chấp nhận"
    case .menu: "Xem lại: Menu >\nHướng dẫn"
    }
  }
}
