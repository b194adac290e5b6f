/// No native reader has checked this table yet.
enum Vietnamese: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "Có"
    case .no: "Không"
    case .ok: "OK"
    case .cancel: "Hủy"
    case .later: "Để sau"
    case .more: "Tiếp"
    case .menu: "Menu"
    case .back: "Về"
    case .start: "Chạy"
    case .stop: "Dừng"
    case .pause: "Tạm"
    case .resume: "Tiếp"
    case .reset: "Đặt lại"
    case .change: "Đổi"
    case .next: "Tiếp"
    case .done: "Xong"
    case .snooze: "Để sau"
    case .on: "Bật"
    case .off: "Tắt"
    case .open: "Mở"
    case .choose: "Chọn"
    case .mute: "Im lặng"
    case .scroll: "Cuộn"
    case .skip: "Bỏ qua"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "Máy nào?"
    case .inbox: "Thư"
    case .alarm: "Báo thức"
    case .missedAlarm: "Lỡ báo thức"
    case .timeIsOver: "Hết giờ"
    case .sameCode: "Cùng mã?"
    case .typeOnPhone: "Nhập vào máy"
    case .paired: "Đã ghép"
    case .forget: "Quên máy?"
    case .replace: "Thay thế?"
    case .clearAll: "Xóa tất cả?"
    case .selfTest: "Tự kiểm tra"
    case .press: "Nhấn"
    case .passed: "đạt"
    case .failed: "lỗi"
    case .asConfigured: "Khôi phục?"
    case .pairAgain: "Ghép lại"
    case .notPaired: "Chưa ghép"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "Đã quên"
    case .notConnected: "Chưa kết nối"
    case .noPairedPhones: "Chưa có máy"
    case .cannotClear: "Không xóa được"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "Menu"
    case .pairNewPhone: "Ghép máy mới"
    case .phones: "Điện thoại"
    case .disconnect: "Ngắt kết nối"
    case .forgetPhone: "Quên máy"
    case .status: "Trạng thái"
    case .music: "Nhạc"
    case .quietNow: "Im lặng"
    case .clearAll: "Xóa tất cả"
    case .timer: "Hẹn giờ"
    case .stopwatch: "Bấm giờ"
    case .torch: "Đèn pin"
    case .alarms: "Báo thức"
    case .digitalFace: "Mặt: số"
    case .analogFace: "Mặt: kim"
    case .largeFace: "Mặt: lớn"
    case .settings: "Cài đặt"
    case .tutorial: "Hướng dẫn"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "Tắt tiếng 1 giờ"
    case .muteToday: "Tắt hôm nay"
    case .muteAlways: "Luôn tắt tiếng"
    case .unmute: "Bật tiếng"
    case .snoozeTenMinutes: "Nhắc sau 10 ph"
    case .snoozeHour: "Nhắc sau 1 giờ"
    case .untilTomorrow: "Nhắc ngày mai"
    case .quietHour: "Trong 1 giờ"
    case .quietUntilMorning: "Đến sáng"
    case .quietUntilChanged: "Đến khi đổi"
    case .endQuiet: "Hết im lặng"
    case .anyPhone: "Mọi máy"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "Vui lòng đợi"
    case .notReady: "Không có máy"
    case .gone: "Không còn nữa"
    case .noAnswer: "Không trả lời"
    case .refused: "Máy từ chối"
    case .forbidden: "Không cho phép"
    case .linkLost: "Mất kết nối"
    case .notOffered: "Không có"
    case .done: "Xong"
    case .cleared: "Đã xóa"
    case .notAllCleared: "Chưa xóa hết"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "Đã tắt tiếng"
    case .unmuted: "Đã bật tiếng"
    case .noRoom: "Tắt quá nhiều"
    case .snoozed: "Sẽ nhắc lại"
    case .tooManySnoozed: "Nhắc quá nhiều"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "Đang khởi động"
    case .advertising: "Đang tìm máy"
    case .readyToPair: "Sẵn sàng ghép"
    case .phoneIsHere: "Máy ở đây"
    case .pairing: "Đang ghép"
    case .connecting: "Đang kết nối"
    case .connected: "Đã kết nối"
    case .notAllowedYet: "Chưa cho phép"
    case .noServiceYet: "Chưa có dịch vụ"
    case .tryingAgain: "Đang thử lại"
    case .disconnected: "Đã ngắt"
    case .seeStatus: "Xem trạng thái"
    case .radioOff: "Sóng tắt"
    case .radioFault: "Lỗi sóng"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "Không có máy"
    case .paused: "Tạm dừng"
    case .askedToPair: "Xin ghép"
    case .keyMissing: "Thiếu khóa"
    case .unknownPhone: "Máy lạ"
    case .noService: "Không dịch vụ"
    case .refused: "Bị từ chối"
    case .notAllowed: "Không cho phép"
    case .allQuiet: "Yên lặng"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "sóng"
    case .advertising: "hiển thị"
    case .connected: "kết nối"
    case .secured: "mã hóa"
    case .serviceFound: "dịch vụ"
    case .subscribed: "đăng ký"
    case .authorized: "cho phép"
    case .recent: "gần đây"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "Đang chuẩn bị sóng."
    case .fewSeconds: "Mất vài giây."
    case .compareCodes: "So sánh mã ở hai màn hình."
    case .radioOff: "Nếu vẫn vậy: tắt rồi bật lại. Đồng hồ vẫn tìm sóng."
    case .radioFault: "Nếu vẫn vậy: tắt rồi bật lại. Sóng khởi động lại."
    case .bringNear: "Đưa máy lại gần, bật Bluetooth."
    case .heldOff: "Máy kết nối lại sau một phút, hoặc chọn ở Menu > Điện thoại."
    case .chooseWatch: "Trên máy: Cài đặt > Bluetooth, chọn đồng hồ này."
    case .notPaired: "Ở đồng hồ, giữ nút từ chối rồi chọn Ghép máy mới."
    case .askedToPair: "Một máy xin ghép: Menu > Ghép máy mới."
    case .keyMissing: "Một máy đến không có khóa. Nếu máy bạn không kết nối: Menu > Ghép máy mới, rồi chọn đồng hồ."
    case .forgetDevice: "Trên máy: Cài đặt > Bluetooth > (i) > Quên thiết bị này. Rồi Menu > Ghép máy mới."
    case .unknownPhone: "Máy không có trong Menu > Điện thoại hỏi khóa. Nếu là của bạn: Menu > Ghép máy mới."
    case .noService: "Máy chưa có thông báo. Sau một phút: tắt rồi bật Bluetooth của máy."
    case .refused: "Máy từ chối. Sau một phút: tắt rồi bật Bluetooth của máy."
    case .notAllowed: "Trên máy: Cài đặt > Bluetooth > (i) > Chia sẻ thông báo."
    case .silent: "Nếu sai: tắt rồi bật Bluetooth của máy."
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "Thông báo sẽ đến đây."
    case .pairingRefused: "Bị từ chối ở đây hoặc ở máy."
    case .mismatch: "Mã khác nhau. Hãy đổi chỗ."
    case .timedOut: "Quá lâu. Thử lại từ máy."
    case .windowClosed: "Trước hết chọn Ghép máy mới."
    case .noRoom: "Đã hết chỗ. Hãy quên một máy."
    case .pairingFailed: "Có lỗi. Thử lại từ máy."
    case .watchForgot:
      "Đồng hồ đã quên\nmáy này.\nTrên máy:\nCài đặt >\nBluetooth > (i)\n> Quên thiết bị\nnày. Rồi\nGhép máy mới."
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "trở lại sau 60 s, hoặc khi bạn chọn: Menu > Điện thoại."
    case .forgetOnPhone: "Trên máy:\nCài đặt >\nBluetooth > (i)\n> Quên\nthiết bị này."
    case .notConnected: "Không có máy nào kết nối."
    case .choosePair: "Chọn Menu > Ghép máy mới."
    case .cannotClear: "Máy không xóa được thông báo nào."
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "Thông báo"
    case .call: "Cuộc gọi"
    case .incomingCall: "Cuộc gọi đến"
    case .missedCall: "Cuộc gọi nhỡ"
    case .voicemail: "Hộp thư thoại"
    case .message: "Tin nhắn"
    case .calendar: "Lịch"
    case .email: "E-mail"
    case .news: "Tin tức"
    case .health: "Sức khỏe"
    case .finance: "Tài chính"
    case .location: "Vị trí"
    case .entertainment: "Giải trí"
    case .new: "Mới"
    case .missed: "Nhỡ"
    case .attachment: "Đính kèm"
    case .cut: "… (bị cắt)"
    case .kept: "Đã xóa ở máy"
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "Chưa rõ giờ"
    case .nothingNew: "Không có gì mới"
    case .readFirst: "Hãy đọc trước"
    case .confirmOnPhone: "Xác nhận ở máy"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "Không có dịch vụ"
    case .nothingPlaying: "Không phát nhạc"
    case .noTitle: "Không tên"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "Giờ: chưa rõ"
    case .timeBySystem: "Giờ: hệ thống"
    case .timeByPhone: "Giờ: điện thoại"
    case .nothingCame: "Chưa có gì"
    case .silenceRenewed: "Im: làm mới"
    case .silenceDisconnected: "Im: đã ngắt"
    case .noAnswerRenewed: "Mất: làm mới"
    case .noAnswerDisconnected: "Mất: đã ngắt"
    case .absenceRenewed: "Vắng: làm mới"
    case .absenceDisconnected: "Vắng: đã ngắt"
    case .refusalRenewed: "Chối: làm mới"
    case .refusalDisconnected: "Chối: đã ngắt"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "# thông báo"
    case .notifications: "# thông báo"
    case .onThePhone: "# trên máy"
    case .alarm: "Báo thức #"
    case .seconds: "# giây"
    case .minutes: "# phút"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "# máy đã ghép"
    case .phonesPaired: "# máy đã ghép"
    case .minutesAgo: "# phút trước"
    case .hoursAgo: "# giờ trước"
    case .daysAgo: "# ngày trước"
    case .evicted: "Không giữ: #"
    case .incomplete: "Không chữ: #"
    case .malformed: "Không đọc: #"
    case .untold: "Chưa báo: #"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "T2"
    case .tuesday: "T3"
    case .wednesday: "T4"
    case .thursday: "T5"
    case .friday: "T6"
    case .saturday: "T7"
    case .sunday: "CN"
    case .justNow: "vừa xong"
    case .last: "Nhận "
    case .dayMonth: "# @"
    case .monthDay: "# @"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "Một lần"
    case .daily: "Hằng ngày"
    case .mondayToFriday: "T2-T6"
    case .weekend: "Cuối tuần"
    case .letters: "234567C"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "Th1"
    case .february: "Th2"
    case .march: "Th3"
    case .april: "Th4"
    case .may: "Th5"
    case .june: "Th6"
    case .july: "Th7"
    case .august: "Th8"
    case .september: "Th9"
    case .october: "Th10"
    case .november: "Th11"
    case .december: "Th12"
    }
  }
}
