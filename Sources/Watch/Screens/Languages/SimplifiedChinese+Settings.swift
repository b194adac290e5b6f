// The texts of the settings and the tutorial.
extension SimplifiedChinese {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "亮度"
    case .dimAfter: "变暗"
    case .offAfter: "熄屏"
    case .rotation: "旋转"
    case .textSize: "文字"
    case .hours: "小时制"
    case .seconds: "秒"
    case .dateOrder: "日期"
    case .face: "表盘"
    case .vibration: "振动"
    case .quiet: "勿扰"
    case .quietFrom: "勿扰开始"
    case .quietUntil: "勿扰结束"
    case .privacy: "隐私"
    case .name: "名称"
    case .pairingWindow: "配对"
    case .language: "语言"
    case .history: "历史"
    case .hints: "提示"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "开"
    case .off: "关"
    case .never: "从不"
    case .digital: "数字"
    case .analog: "指针"
    case .large: "大"
    case .smallText: "小"
    case .normalText: "中"
    case .largeText: "大"
    case .configured: "默认"
    case .allAsConfigured: "全部还原"
    case .allSettings: "所有设置"
    case .automatic: "自动"
    case .hour: "1小时"
    case .day: "1天"
    case .shortPulse: "短"
    case .longPulse: "长"
    case .twoPulses: "两次"
    case .threePulses: "三次"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "接受键"
    case .accept: "左键：打开、\n选择、同意。"
    case .declineTitle: "拒绝键"
    case .decline: "右键：下一项、\n返回、否。"
    case .holdTitle: "时钟上按住"
    case .hold: "接受：音乐。\n拒绝：菜单。"
    case .displayTitle: "屏幕关闭"
    case .display: "第一次按键\n只点亮屏幕。"
    case .joystickTitle: "摇杆"
    case .joystick: "上下：移动。\n按下：接受。"
    case .menu: "再看一次：\n菜单 > 教程"
    }
  }
}
