// The texts of the settings and the tutorial.
extension Japanese {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "明るさ"
    case .dimAfter: "減光"
    case .offAfter: "消灯"
    case .rotation: "回転"
    case .textSize: "文字"
    case .hours: "時間制"
    case .seconds: "秒"
    case .dateOrder: "日付"
    case .face: "文字盤"
    case .vibration: "振動"
    case .quiet: "おやすみ"
    case .quietFrom: "静音開始"
    case .quietUntil: "静音終了"
    case .privacy: "非表示"
    case .name: "名前"
    case .pairingWindow: "登録"
    case .language: "言語"
    case .history: "履歴"
    case .hints: "ヒント"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "オン"
    case .off: "オフ"
    case .never: "しない"
    case .digital: "デジタル"
    case .analog: "アナログ"
    case .large: "大"
    case .smallText: "小"
    case .normalText: "中"
    case .largeText: "大"
    case .configured: "既定"
    case .allAsConfigured: "すべて戻す"
    case .allSettings: "すべての設定"
    case .automatic: "自動"
    case .hour: "1時間"
    case .day: "1日"
    case .shortPulse: "短い"
    case .longPulse: "長い"
    case .twoPulses: "2回"
    case .threePulses: "3回"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "承認"
    case .accept: "左：開く、\n選択、はい。"
    case .declineTitle: "拒否"
    case .decline: "右：次へ、\n戻る、いいえ。"
    case .holdTitle: "時計長押し"
    case .hold: "承認：音楽\n拒否：メニュー"
    case .displayTitle: "画面オフ"
    case .display: "最初に押すと\n画面がつく。"
    case .joystickTitle: "レバー"
    case .joystick: "上下：移動。\n押す：承認。"
    case .menu: "もう一度：メニュ\nー > 使い方"
    }
  }
}
