/// No native reader has checked this table yet.
enum TraditionalChinese: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "是"
    case .no: "否"
    case .ok: "好"
    case .cancel: "取消"
    case .later: "稍後"
    case .more: "更多"
    case .menu: "選單"
    case .back: "返回"
    case .start: "開始"
    case .stop: "停止"
    case .pause: "暫停"
    case .resume: "繼續"
    case .reset: "歸零"
    case .change: "更改"
    case .next: "下一項"
    case .done: "完成"
    case .snooze: "稍後"
    case .on: "開"
    case .off: "關"
    case .open: "打開"
    case .choose: "選擇"
    case .mute: "靜音"
    case .scroll: "捲動"
    case .skip: "跳過"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "哪一部？"
    case .inbox: "收件匣"
    case .alarm: "鬧鐘"
    case .missedAlarm: "錯過的鬧鐘"
    case .timeIsOver: "時間到"
    case .sameCode: "代碼相同？"
    case .typeOnPhone: "在手機輸入"
    case .paired: "已配對"
    case .forget: "忘記？"
    case .replace: "替換？"
    case .clearAll: "全部清除？"
    case .selfTest: "自檢"
    case .press: "請按"
    case .passed: "通過"
    case .failed: "失敗"
    case .asConfigured: "全部還原？"
    case .pairAgain: "重新配對"
    case .notPaired: "未配對"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "已忘記"
    case .notConnected: "未連線"
    case .noPairedPhones: "沒有手機"
    case .cannotClear: "無法清除"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "選單"
    case .pairNewPhone: "配對新手機"
    case .phones: "手機"
    case .disconnect: "中斷連線"
    case .forgetPhone: "忘記手機"
    case .status: "狀態"
    case .music: "音樂"
    case .quietNow: "立即靜音"
    case .clearAll: "全部清除"
    case .timer: "計時器"
    case .stopwatch: "碼錶"
    case .torch: "手電筒"
    case .alarms: "鬧鐘"
    case .digitalFace: "錶面：數字"
    case .analogFace: "錶面：指針"
    case .largeFace: "錶面：大字"
    case .settings: "設定"
    case .tutorial: "教學"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "靜音1小時"
    case .muteToday: "今天靜音"
    case .muteAlways: "始終靜音"
    case .unmute: "取消靜音"
    case .snoozeTenMinutes: "10分鐘後提醒"
    case .snoozeHour: "1小時後提醒"
    case .untilTomorrow: "明天提醒"
    case .quietHour: "1小時"
    case .quietUntilMorning: "直到早上"
    case .quietUntilChanged: "直到更改"
    case .endQuiet: "結束靜音"
    case .anyPhone: "任何手機"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "請稍候"
    case .notReady: "沒有手機"
    case .gone: "已不存在"
    case .noAnswer: "沒有回應"
    case .refused: "手機拒絕"
    case .forbidden: "不允許"
    case .linkLost: "連線中斷"
    case .notOffered: "不可用"
    case .done: "完成"
    case .cleared: "已清除"
    case .notAllCleared: "未全部清除"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "已靜音"
    case .unmuted: "取消靜音"
    case .noRoom: "靜音太多"
    case .snoozed: "稍後提醒"
    case .tooManySnoozed: "稍後太多"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "啟動中"
    case .advertising: "尋找手機"
    case .readyToPair: "可以配對"
    case .phoneIsHere: "手機已到"
    case .pairing: "配對中"
    case .connecting: "連線中"
    case .connected: "已連線"
    case .notAllowedYet: "尚未允許"
    case .noServiceYet: "尚無服務"
    case .tryingAgain: "重試中"
    case .disconnected: "已中斷"
    case .seeStatus: "查看狀態"
    case .radioOff: "無線電關閉"
    case .radioFault: "無線電故障"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "沒有手機"
    case .paused: "已暫停"
    case .askedToPair: "請求配對"
    case .keyMissing: "缺少金鑰"
    case .unknownPhone: "未知手機"
    case .noService: "沒有服務"
    case .refused: "被拒絕"
    case .notAllowed: "不允許"
    case .allQuiet: "沒有訊息"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "無線電"
    case .advertising: "可見"
    case .connected: "已連線"
    case .secured: "已加密"
    case .serviceFound: "服務"
    case .subscribed: "已訂閱"
    case .authorized: "已允許"
    case .recent: "有新訊息"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "正在準備無線電。"
    case .fewSeconds: "需要幾秒鐘。"
    case .compareCodes: "請比較兩邊的代碼。"
    case .radioOff: "若持續如此，請關機再開機。手錶會繼續尋找無線電。"
    case .radioFault: "若持續如此，請關機再開機。無線電會重新啟動。"
    case .bringNear: "請靠近手機並打開藍牙。"
    case .heldOff: "手機一分鐘後重新連線，或在選單 > 手機中選擇它。"
    case .chooseWatch: "在手機上：設定 > 藍牙，然後選擇這支手錶。"
    case .notPaired: "在時鐘上按住拒絕鍵，再選擇配對新手機。"
    case .askedToPair: "有手機請求配對。請打開選單 > 配對新手機。"
    case .keyMissing: "有手機沒有金鑰。若你的手機連不上：選單 > 配對新手機，再在手機上選擇手錶。"
    case .forgetDevice: "在手機上：設定 > 藍牙 > (i) > 忽略此裝置。然後選單 > 配對新手機。"
    case .unknownPhone: "不在選單 > 手機裡的手機請求金鑰。若是你的：選單 > 配對新手機。"
    case .noService: "手機尚未提供通知。一分鐘後請關閉再打開它的藍牙。"
    case .refused: "手機暫時拒絕。一分鐘後請關閉再打開它的藍牙。"
    case .notAllowed: "在手機上：設定 > 藍牙 > (i) > 共享系統通知。"
    case .silent: "若不對，請關閉再打開手機的藍牙。"
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "通知會顯示在這裡。"
    case .pairingRefused: "在手錶或手機上被拒絕。"
    case .mismatch: "代碼不同。請換個地方。"
    case .timedOut: "時間太長。請在手機上重試。"
    case .windowClosed: "請先在選單中選擇配對新手機。"
    case .noRoom: "手機數量已滿。請先忘記一部。"
    case .pairingFailed: "出錯了。請在手機上重試。"
    case .watchForgot: "手錶忘記了\n這部手機。\n在手機上：\n設定 > 藍牙 >\n(i) >\n忽略此裝置。\n然後\n配對新手機。"
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "60秒後可能重新連線，或在選單 > 手機中選擇它。"
    case .forgetOnPhone: "在手機上：\n設定 > 藍牙 >\n(i) >\n忽略此裝置。"
    case .notConnected: "沒有連線手機。"
    case .choosePair: "請選選單 > 配對新手機。"
    case .cannotClear: "手機無法清除列表中的通知。"
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "通知"
    case .call: "通話"
    case .incomingCall: "來電"
    case .missedCall: "未接來電"
    case .voicemail: "語音信箱"
    case .message: "訊息"
    case .calendar: "行事曆"
    case .email: "郵件"
    case .news: "新聞"
    case .health: "健康"
    case .finance: "財務"
    case .location: "位置"
    case .entertainment: "娛樂"
    case .new: "新通知"
    case .missed: "未接"
    case .attachment: "附件"
    case .cut: "…（未完）"
    case .kept: "手機上已移除"
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "時間未知"
    case .nothingNew: "沒有新通知"
    case .readFirst: "請先閱讀"
    case .confirmOnPhone: "請在手機上確認"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "沒有音樂服務"
    case .nothingPlaying: "沒有播放"
    case .noTitle: "無標題"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "時間：未知"
    case .timeBySystem: "時間：系統"
    case .timeByPhone: "時間：手機"
    case .nothingCame: "還沒有訊息"
    case .silenceRenewed: "無資料：已重啟"
    case .silenceDisconnected: "無資料：已中斷"
    case .noAnswerRenewed: "無回應：已重啟"
    case .noAnswerDisconnected: "無回應：已中斷"
    case .absenceRenewed: "離開：已重啟"
    case .absenceDisconnected: "離開：已中斷"
    case .refusalRenewed: "拒絕：已重啟"
    case .refusalDisconnected: "拒絕：已中斷"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "#條通知"
    case .notifications: "#條通知"
    case .onThePhone: "手機上有#條"
    case .alarm: "鬧鐘#"
    case .seconds: "#秒"
    case .minutes: "#分鐘"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "#部手機已配對"
    case .phonesPaired: "#部手機已配對"
    case .minutesAgo: "#分鐘前"
    case .hoursAgo: "#小時前"
    case .daysAgo: "#天前"
    case .evicted: "未保留：#"
    case .incomplete: "無內容：#"
    case .malformed: "無法讀取：#"
    case .untold: "未回報：#"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "週一"
    case .tuesday: "週二"
    case .wednesday: "週三"
    case .thursday: "週四"
    case .friday: "週五"
    case .saturday: "週六"
    case .sunday: "週日"
    case .justNow: "剛剛"
    case .last: "上次："
    case .dayMonth: "@#日"
    case .monthDay: "@#日"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "一次"
    case .daily: "每天"
    case .mondayToFriday: "一至五"
    case .weekend: "週末"
    case .letters: "一二三四五六日"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "1月"
    case .february: "2月"
    case .march: "3月"
    case .april: "4月"
    case .may: "5月"
    case .june: "6月"
    case .july: "7月"
    case .august: "8月"
    case .september: "9月"
    case .october: "10月"
    case .november: "11月"
    case .december: "12月"
    }
  }
}
