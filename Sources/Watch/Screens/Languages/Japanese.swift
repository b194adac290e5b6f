/// No native reader has checked this table yet.
enum Japanese: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "はい"
    case .no: "いいえ"
    case .ok: "OK"
    case .cancel: "中止"
    case .later: "後で"
    case .more: "次へ"
    case .menu: "メニュー"
    case .back: "戻る"
    case .start: "開始"
    case .stop: "停止"
    case .pause: "一時停止"
    case .resume: "再開"
    case .reset: "リセット"
    case .change: "変更"
    case .next: "次へ"
    case .done: "完了"
    case .snooze: "後で"
    case .on: "入"
    case .off: "切"
    case .open: "開く"
    case .choose: "選択"
    case .mute: "消音"
    case .scroll: "移動"
    case .skip: "省略"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "どれ？"
    case .inbox: "受信"
    case .alarm: "アラーム"
    case .missedAlarm: "不在アラーム"
    case .timeIsOver: "時間です"
    case .sameCode: "同じコード？"
    case .typeOnPhone: "電話に入力"
    case .paired: "ペア完了"
    case .forget: "削除する？"
    case .replace: "置き換える？"
    case .clearAll: "すべて消去？"
    case .selfTest: "自己診断"
    case .press: "押す"
    case .passed: "合格"
    case .failed: "失敗"
    case .asConfigured: "元に戻す？"
    case .pairAgain: "再ペア設定"
    case .notPaired: "未ペア"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "削除済み"
    case .notConnected: "未接続"
    case .noPairedPhones: "電話なし"
    case .cannotClear: "消去不可"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "メニュー"
    case .pairNewPhone: "新しい電話"
    case .phones: "電話"
    case .disconnect: "切断"
    case .forgetPhone: "電話を削除"
    case .status: "状態"
    case .music: "音楽"
    case .quietNow: "おやすみ"
    case .clearAll: "すべて消去"
    case .timer: "タイマー"
    case .stopwatch: "計測"
    case .torch: "ライト"
    case .alarms: "アラーム"
    case .digitalFace: "時計：数字"
    case .analogFace: "時計：針"
    case .largeFace: "時計：大"
    case .settings: "設定"
    case .tutorial: "使い方"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "1時間消音"
    case .muteToday: "今日は消音"
    case .muteAlways: "常に消音"
    case .unmute: "消音を解除"
    case .snoozeTenMinutes: "10分後に通知"
    case .snoozeHour: "1時間後に通知"
    case .untilTomorrow: "明日再通知"
    case .quietHour: "1時間"
    case .quietUntilMorning: "朝まで"
    case .quietUntilChanged: "変更するまで"
    case .endQuiet: "消音を終了"
    case .anyPhone: "すべての電話"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "お待ちください"
    case .notReady: "電話なし"
    case .gone: "もうありません"
    case .noAnswer: "応答なし"
    case .refused: "電話が拒否"
    case .forbidden: "許可なし"
    case .linkLost: "接続が切れた"
    case .notOffered: "使えません"
    case .done: "完了"
    case .cleared: "消去済み"
    case .notAllCleared: "一部残りました"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "消音中"
    case .unmuted: "消音を解除"
    case .noRoom: "消音が多すぎ"
    case .snoozed: "後で再通知"
    case .tooManySnoozed: "再通知が多すぎ"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "起動中"
    case .advertising: "電話を検索中"
    case .readyToPair: "ペア設定可"
    case .phoneIsHere: "電話あり"
    case .pairing: "ペア設定中"
    case .connecting: "接続中"
    case .connected: "接続済み"
    case .notAllowedYet: "許可待ち"
    case .noServiceYet: "サービス待ち"
    case .tryingAgain: "再試行中"
    case .disconnected: "切断"
    case .seeStatus: "状態を確認"
    case .radioOff: "無線オフ"
    case .radioFault: "無線の故障"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "電話なし"
    case .paused: "休止中"
    case .askedToPair: "ペア要求"
    case .keyMissing: "鍵なし"
    case .unknownPhone: "不明な電話"
    case .noService: "サービスなし"
    case .refused: "拒否"
    case .notAllowed: "許可なし"
    case .allQuiet: "通知なし"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "無線"
    case .advertising: "公開"
    case .connected: "接続"
    case .secured: "暗号化"
    case .serviceFound: "サービス"
    case .subscribed: "購読"
    case .authorized: "許可"
    case .recent: "最近"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "無線を準備中です。"
    case .fewSeconds: "数秒かかります。"
    case .compareCodes: "両方のコードを比べてください。"
    case .radioOff: "続くときは電源を入れ直してください。無線を探し続けます。"
    case .radioFault: "続くときは電源を入れ直してください。無線は再起動します。"
    case .bringNear: "電話を近づけ、Bluetoothをオンに。"
    case .heldOff: "1分後に再接続します。または メニュー > 電話 で選択。"
    case .chooseWatch: "電話で：設定 > Bluetooth、この時計を選択。"
    case .notPaired: "時計で拒否を長押しし、新しい電話を選択。"
    case .askedToPair: "ペア要求があります。メニュー > 新しい電話。"
    case .keyMissing: "鍵のない電話が来ました。接続できないときは メニュー > 新しい電話、電話で時計を選択。"
    case .forgetDevice: "電話で：設定 > Bluetooth > (i) > デバイスの登録を解除。次に メニュー > 新しい電話。"
    case .unknownPhone: "メニュー > 電話 にない電話が鍵を求めました。自分の電話なら メニュー > 新しい電話。"
    case .noService: "電話の通知がまだ使えません。1分後に電話のBluetoothを入れ直してください。"
    case .refused: "電話が拒否しています。1分後に電話のBluetoothを入れ直してください。"
    case .notAllowed: "電話で：設定 > Bluetooth > (i) > システム通知を共有。"
    case .silent: "違うときは電話のBluetoothを入れ直してください。"
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "通知はここに届きます。"
    case .pairingRefused: "時計か電話で拒否されました。"
    case .mismatch: "コードが違います。場所を変えて。"
    case .timedOut: "時間切れ。電話でやり直してください。"
    case .windowClosed: "先にメニューで新しい電話を選択。"
    case .noRoom: "登録がいっぱいです。1台削除してください。"
    case .pairingFailed: "失敗。電話でやり直してください。"
    case .watchForgot: "時計はこの電話を\n忘れました。\n電話で：設定 >\nBluetooth > (i)\n> デバイスの\n登録を解除。\n次に\n新しい電話。"
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "60秒後に再接続、または メニュー > 電話 で選択。"
    case .forgetOnPhone: "電話で：\n設定 >\nBluetooth > (i)\n> デバイスの\n登録を解除。"
    case .notConnected: "電話は接続されていません。"
    case .choosePair: "メニュー > 新しい電話。"
    case .cannotClear: "電話で消去できる通知はありません。"
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "通知"
    case .call: "通話"
    case .incomingCall: "着信"
    case .missedCall: "不在着信"
    case .voicemail: "留守番電話"
    case .message: "メッセージ"
    case .calendar: "カレンダー"
    case .email: "メール"
    case .news: "ニュース"
    case .health: "健康"
    case .finance: "金融"
    case .location: "位置情報"
    case .entertainment: "娯楽"
    case .new: "新着"
    case .missed: "不在"
    case .attachment: "添付"
    case .cut: "…（省略）"
    case .kept: "電話では削除済み"
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "時刻不明"
    case .nothingNew: "新着なし"
    case .readFirst: "お読みください"
    case .confirmOnPhone: "電話で確認"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "音楽サービスなし"
    case .nothingPlaying: "再生なし"
    case .noTitle: "無題"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "時刻：不明"
    case .timeBySystem: "時刻：システム"
    case .timeByPhone: "時刻：電話"
    case .nothingCame: "まだ通知なし"
    case .silenceRenewed: "無音：更新"
    case .silenceDisconnected: "無音：切断"
    case .noAnswerRenewed: "無応答：更新"
    case .noAnswerDisconnected: "無応答：切断"
    case .absenceRenewed: "不在：更新"
    case .absenceDisconnected: "不在：切断"
    case .refusalRenewed: "拒否：更新"
    case .refusalDisconnected: "拒否：切断"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "通知#件"
    case .notifications: "通知#件"
    case .onThePhone: "電話に#件"
    case .alarm: "アラーム#"
    case .seconds: "#秒"
    case .minutes: "#分"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "電話#台"
    case .phonesPaired: "電話#台"
    case .minutesAgo: "#分前"
    case .hoursAgo: "#時間前"
    case .daysAgo: "#日前"
    case .evicted: "保存なし：#"
    case .incomplete: "本文なし：#"
    case .malformed: "読めない：#"
    case .untold: "未報告：#"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "月"
    case .tuesday: "火"
    case .wednesday: "水"
    case .thursday: "木"
    case .friday: "金"
    case .saturday: "土"
    case .sunday: "日"
    case .justNow: "たった今"
    case .last: "最後："
    case .dayMonth: "@#日"
    case .monthDay: "@#日"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "一回"
    case .daily: "毎日"
    case .mondayToFriday: "月-金"
    case .weekend: "週末"
    case .letters: "月火水木金土日"
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
