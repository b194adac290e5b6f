// The texts of the settings and the tutorial.
extension TraditionalChinese {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "亮度"
    case .dimAfter: "變暗"
    case .offAfter: "熄屏"
    case .rotation: "旋轉"
    case .textSize: "文字"
    case .hours: "小時制"
    case .seconds: "秒"
    case .dateOrder: "日期"
    case .face: "錶面"
    case .vibration: "震動"
    case .quiet: "勿擾"
    case .quietFrom: "勿擾開始"
    case .quietUntil: "勿擾結束"
    case .privacy: "隱私"
    case .name: "名稱"
    case .pairingWindow: "配對"
    case .language: "語言"
    case .history: "歷史"
    case .hints: "提示"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "開"
    case .off: "關"
    case .never: "從不"
    case .digital: "數字"
    case .analog: "指針"
    case .large: "大"
    case .smallText: "小"
    case .normalText: "中"
    case .largeText: "大"
    case .configured: "預設"
    case .allAsConfigured: "全部還原"
    case .allSettings: "所有設定"
    case .automatic: "自動"
    case .hour: "1小時"
    case .day: "1天"
    case .shortPulse: "短"
    case .longPulse: "長"
    case .twoPulses: "兩次"
    case .threePulses: "三次"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "接受鍵"
    case .accept: "左鍵：打開、\n選擇、同意。"
    case .declineTitle: "拒絕鍵"
    case .decline: "右鍵：下一項、\n返回、否。"
    case .holdTitle: "時鐘上按住"
    case .hold: "接受：音樂。\n拒絕：選單。"
    case .displayTitle: "螢幕關閉"
    case .display: "第一次按鍵\n只點亮螢幕。"
    case .joystickTitle: "搖桿"
    case .joystick: "上下：移動。\n按下：接受。"
    case .menu: "再看一次：\n選單 > 教學"
    }
  }
}
