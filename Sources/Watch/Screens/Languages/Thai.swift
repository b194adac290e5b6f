/// No native reader has checked this table yet.
enum Thai: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "ใช่"
    case .no: "ไม่"
    case .ok: "ตกลง"
    case .cancel: "ยกเลิก"
    case .later: "ภายหลัง"
    case .more: "เพิ่มเติม"
    case .menu: "เมนู"
    case .back: "กลับ"
    case .start: "เริ่ม"
    case .stop: "หยุด"
    case .pause: "พัก"
    case .resume: "ต่อ"
    case .reset: "รีเซ็ต"
    case .change: "เปลี่ยน"
    case .next: "ถัดไป"
    case .done: "เสร็จ"
    case .snooze: "เลื่อน"
    case .on: "เปิด"
    case .off: "ปิด"
    case .open: "เปิด"
    case .choose: "เลือก"
    case .mute: "ปิดเสียง"
    case .scroll: "เลื่อน"
    case .skip: "ข้าม"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "เครื่องไหน?"
    case .inbox: "ข้อความเข้า"
    case .alarm: "นาฬิกาปลุก"
    case .missedAlarm: "ปลุกที่พลาด"
    case .timeIsOver: "หมดเวลา"
    case .sameCode: "รหัสตรงกัน?"
    case .typeOnPhone: "ใส่ในโทรศัพท์"
    case .paired: "จับคู่แล้ว"
    case .forget: "ลืมเครื่อง?"
    case .replace: "แทนที่?"
    case .clearAll: "ล้างทั้งหมด?"
    case .selfTest: "ทดสอบตัวเอง"
    case .press: "กด"
    case .passed: "ผ่าน"
    case .failed: "ไม่ผ่าน"
    case .asConfigured: "คืนค่าเดิม?"
    case .pairAgain: "จับคู่ใหม่"
    case .notPaired: "ยังไม่จับคู่"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "ลืมแล้ว"
    case .notConnected: "ไม่ได้ต่อ"
    case .noPairedPhones: "ไม่มีเครื่อง"
    case .cannotClear: "ล้างไม่ได้"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "เมนู"
    case .pairNewPhone: "จับคู่ใหม่"
    case .phones: "โทรศัพท์"
    case .disconnect: "เลิกเชื่อมต่อ"
    case .forgetPhone: "ลืมโทรศัพท์"
    case .status: "สถานะ"
    case .music: "เพลง"
    case .quietNow: "เงียบตอนนี้"
    case .clearAll: "ล้างทั้งหมด"
    case .timer: "ตัวจับเวลา"
    case .stopwatch: "จับเวลา"
    case .torch: "ไฟฉาย"
    case .alarms: "นาฬิกาปลุก"
    case .digitalFace: "หน้าปัดดิจิทัล"
    case .analogFace: "หน้าปัดเข็ม"
    case .largeFace: "หน้าปัดใหญ่"
    case .settings: "การตั้งค่า"
    case .tutorial: "วิธีใช้"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "ปิดเสียง 1 ชม."
    case .muteToday: "ปิดเสียงวันนี้"
    case .muteAlways: "ปิดเสียงตลอด"
    case .unmute: "เปิดเสียง"
    case .snoozeTenMinutes: "เลื่อน 10 นาที"
    case .snoozeHour: "เลื่อน 1 ชม."
    case .untilTomorrow: "ถึงพรุ่งนี้"
    case .quietHour: "1 ชั่วโมง"
    case .quietUntilMorning: "ถึงเช้า"
    case .quietUntilChanged: "จนกว่าจะเปลี่ยน"
    case .endQuiet: "เลิกเงียบ"
    case .anyPhone: "เครื่องใดก็ได้"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "รอสักครู่"
    case .notReady: "ไม่มีโทรศัพท์"
    case .gone: "ไม่มีแล้ว"
    case .noAnswer: "ไม่ตอบ"
    case .refused: "โทรศัพท์ปฏิเสธ"
    case .forbidden: "ไม่อนุญาต"
    case .linkLost: "ขาดการต่อ"
    case .notOffered: "ไม่มีให้"
    case .done: "เสร็จแล้ว"
    case .cleared: "ล้างแล้ว"
    case .notAllCleared: "ล้างไม่หมด"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "ปิดเสียงแล้ว"
    case .unmuted: "เปิดเสียงแล้ว"
    case .noRoom: "ปิดเสียงเต็ม"
    case .snoozed: "เลื่อนแล้ว"
    case .tooManySnoozed: "เลื่อนเต็ม"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "กำลังเริ่ม"
    case .advertising: "กำลังมองหา"
    case .readyToPair: "พร้อมจับคู่"
    case .phoneIsHere: "โทรศัพท์มาแล้ว"
    case .pairing: "กำลังจับคู่"
    case .connecting: "กำลังต่อ"
    case .connected: "ต่อแล้ว"
    case .notAllowedYet: "ยังไม่อนุญาต"
    case .noServiceYet: "ยังไม่มีบริการ"
    case .tryingAgain: "กำลังลองใหม่"
    case .disconnected: "ขาดการต่อ"
    case .seeStatus: "ดูสถานะ"
    case .radioOff: "วิทยุปิด"
    case .radioFault: "วิทยุขัดข้อง"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "ไม่มีโทรศัพท์"
    case .paused: "หยุดพัก"
    case .askedToPair: "ขอจับคู่"
    case .keyMissing: "ไม่มีกุญแจ"
    case .unknownPhone: "เครื่องไม่รู้จัก"
    case .noService: "ไม่มีบริการ"
    case .refused: "ถูกปฏิเสธ"
    case .notAllowed: "ไม่อนุญาต"
    case .allQuiet: "เงียบหมด"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "วิทยุ"
    case .advertising: "มองเห็น"
    case .connected: "ต่อแล้ว"
    case .secured: "เข้ารหัส"
    case .serviceFound: "บริการ"
    case .subscribed: "สมัคร"
    case .authorized: "อนุญาต"
    case .recent: "ล่าสุด"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "กำลังตั้งค่าวิทยุ"
    case .fewSeconds: "ใช้เวลาไม่กี่วินาที"
    case .compareCodes: "เทียบรหัสบนสองหน้าจอ"
    case .radioOff: "ถ้ายังเป็นอยู่ ให้ปิดแล้วเปิดใหม่ นาฬิกาค้นหาวิทยุต่อไป"
    case .radioFault: "ถ้ายังเป็นอยู่ ให้ปิดแล้วเปิดใหม่ วิทยุกำลังเริ่มใหม่"
    case .bringNear: "นำมาใกล้ เปิดบลูทูธ"
    case .heldOff: "โทรศัพท์จะต่ออีกในหนึ่งนาที หรือเลือกใน เมนู > โทรศัพท์"
    case .chooseWatch: "ในโทรศัพท์: การตั้งค่า > Bluetooth แล้วเลือกนาฬิกานี้"
    case .notPaired: "กดปฏิเสธค้างที่นาฬิกา แล้วเลือก จับคู่ใหม่"
    case .askedToPair: "มีโทรศัพท์ขอจับคู่ เปิด เมนู > จับคู่ใหม่"
    case .keyMissing: "มีโทรศัพท์มาโดยไม่มีกุญแจ ถ้าของคุณต่อไม่ได้: เมนู > จับคู่ใหม่ แล้วเลือกนาฬิกาในเครื่องนั้น"
    case .forgetDevice: "ในโทรศัพท์: การตั้งค่า > Bluetooth > (i) > ลืมอุปกรณ์นี้ แล้ว เมนู > จับคู่ใหม่"
    case .unknownPhone: "เครื่องที่ไม่อยู่ใน เมนู > โทรศัพท์ ขอกุญแจ ถ้าเป็นของคุณ: เมนู > จับคู่ใหม่"
    case .noService: "โทรศัพท์ยังไม่ให้การแจ้งเตือน หลังหนึ่งนาที: ปิดแล้วเปิดบลูทูธของมัน"
    case .refused: "โทรศัพท์ปฏิเสธอยู่ หลังหนึ่งนาที: ปิดแล้วเปิดบลูทูธของมัน"
    case .notAllowed: "ในโทรศัพท์: การตั้งค่า > Bluetooth > (i) > แชร์การแจ้งเตือนระบบ"
    case .silent: "ถ้าไม่ถูกต้อง: ปิดแล้วเปิดบลูทูธของโทรศัพท์"
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "การแจ้งเตือนจะมาที่นี่"
    case .pairingRefused: "ถูกปฏิเสธที่นี่หรือในโทรศัพท์"
    case .mismatch: "รหัสไม่ตรงกัน ลองที่อื่น"
    case .timedOut: "นานเกินไป ลองใหม่จากโทรศัพท์"
    case .windowClosed: "เลือก จับคู่ใหม่ ในเมนูก่อน"
    case .noRoom: "จับคู่ครบแล้ว ลืมหนึ่งเครื่องในเมนู"
    case .pairingFailed: "มีข้อผิดพลาด ลองใหม่จากโทรศัพท์"
    case .watchForgot:
      "นาฬิกาลืม\nโทรศัพท์นี้แล้ว\nในโทรศัพท์:\nการตั้งค่า >\nBluetooth > (i)\n> ลืมอุปกรณ์นี้\nแล้วจับคู่ใหม่"
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "อาจกลับมาใน 60 วินาที หรือเมื่อคุณเลือก: เมนู > โทรศัพท์"
    case .forgetOnPhone: "ในโทรศัพท์:\nการตั้งค่า >\nBluetooth > (i)\n> ลืมอุปกรณ์นี้"
    case .notConnected: "ไม่มีโทรศัพท์ต่ออยู่"
    case .choosePair: "เลือก เมนู > จับคู่ใหม่"
    case .cannotClear: "โทรศัพท์ล้างรายการไม่ได้เลย"
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "การแจ้งเตือน"
    case .call: "โทร"
    case .incomingCall: "สายเข้า"
    case .missedCall: "สายไม่ได้รับ"
    case .voicemail: "ข้อความเสียง"
    case .message: "ข้อความ"
    case .calendar: "ปฏิทิน"
    case .email: "อีเมล"
    case .news: "ข่าว"
    case .health: "สุขภาพ"
    case .finance: "การเงิน"
    case .location: "ตำแหน่ง"
    case .entertainment: "บันเทิง"
    case .new: "ใหม่"
    case .missed: "ไม่ได้รับ"
    case .attachment: "ไฟล์แนบ"
    case .cut: "… (ตัด)"
    case .kept: "ลบจากโทรศัพท์"
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "ไม่ทราบเวลา"
    case .nothingNew: "ไม่มีใหม่"
    case .readFirst: "อ่านก่อน"
    case .confirmOnPhone: "ยืนยันในโทรศัพท์"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "ไม่มีบริการเพลง"
    case .nothingPlaying: "ไม่มีเพลงเล่น"
    case .noTitle: "ไม่มีชื่อ"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "เวลา: ไม่ทราบ"
    case .timeBySystem: "เวลา: ระบบ"
    case .timeByPhone: "เวลา: โทรศัพท์"
    case .nothingCame: "ยังไม่มีอะไรมา"
    case .silenceRenewed: "ไม่มีข้อมูล: เริ่มใหม่"
    case .silenceDisconnected: "ไม่มีข้อมูล: ตัด"
    case .noAnswerRenewed: "ไม่ตอบ: เริ่มใหม่"
    case .noAnswerDisconnected: "ไม่ตอบ: ตัด"
    case .absenceRenewed: "หายไป: เริ่มใหม่"
    case .absenceDisconnected: "หายไป: ตัด"
    case .refusalRenewed: "ปฏิเสธ: เริ่มใหม่"
    case .refusalDisconnected: "ปฏิเสธ: ตัด"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "แจ้งเตือน #"
    case .notifications: "แจ้งเตือน #"
    case .onThePhone: "ในโทรศัพท์ #"
    case .alarm: "ปลุก #"
    case .seconds: "# วินาที"
    case .minutes: "# นาที"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "จับคู่ # เครื่อง"
    case .phonesPaired: "จับคู่ # เครื่อง"
    case .minutesAgo: "# นาทีก่อน"
    case .hoursAgo: "# ชม. ก่อน"
    case .daysAgo: "# วันก่อน"
    case .evicted: "ไม่เก็บ: #"
    case .incomplete: "ไม่มีข้อความ: #"
    case .malformed: "อ่านไม่ได้: #"
    case .untold: "ไม่ได้แจ้ง: #"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "จ."
    case .tuesday: "อ."
    case .wednesday: "พ."
    case .thursday: "พฤ."
    case .friday: "ศ."
    case .saturday: "ส."
    case .sunday: "อา."
    case .justNow: "เมื่อครู่"
    case .last: "ล่าสุด: "
    case .dayMonth: "# @"
    case .monthDay: "@ #"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "ครั้งเดียว"
    case .daily: "ทุกวัน"
    case .mondayToFriday: "จ.-ศ."
    case .weekend: "ส.-อา."
    case .letters: "จอพฤศสท"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "ม.ค."
    case .february: "ก.พ."
    case .march: "มี.ค."
    case .april: "เม.ย."
    case .may: "พ.ค."
    case .june: "มิ.ย."
    case .july: "ก.ค."
    case .august: "ส.ค."
    case .september: "ก.ย."
    case .october: "ต.ค."
    case .november: "พ.ย."
    case .december: "ธ.ค."
    }
  }
}
