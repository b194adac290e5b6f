/// No native reader has checked this table yet.
enum SimplifiedChinese: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "是"
    case .no: "否"
    case .ok: "好"
    case .cancel: "取消"
    case .later: "稍后"
    case .more: "更多"
    case .menu: "菜单"
    case .back: "返回"
    case .start: "开始"
    case .stop: "停止"
    case .pause: "暂停"
    case .resume: "继续"
    case .reset: "归零"
    case .change: "更改"
    case .next: "下一项"
    case .done: "完成"
    case .snooze: "稍后"
    case .on: "开"
    case .off: "关"
    case .open: "打开"
    case .choose: "选择"
    case .mute: "静音"
    case .scroll: "滚动"
    case .skip: "跳过"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "哪一部？"
    case .inbox: "收件箱"
    case .alarm: "闹钟"
    case .missedAlarm: "错过的闹钟"
    case .timeIsOver: "时间到"
    case .sameCode: "代码相同？"
    case .typeOnPhone: "在手机输入"
    case .paired: "已配对"
    case .forget: "忘记？"
    case .replace: "替换？"
    case .clearAll: "全部清除？"
    case .selfTest: "自检"
    case .press: "请按"
    case .passed: "通过"
    case .failed: "失败"
    case .asConfigured: "全部还原？"
    case .pairAgain: "重新配对"
    case .notPaired: "未配对"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "已忘记"
    case .notConnected: "未连接"
    case .noPairedPhones: "没有手机"
    case .cannotClear: "无法清除"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "菜单"
    case .pairNewPhone: "配对新手机"
    case .phones: "手机"
    case .disconnect: "断开连接"
    case .forgetPhone: "忘记手机"
    case .status: "状态"
    case .music: "音乐"
    case .quietNow: "立即静音"
    case .clearAll: "全部清除"
    case .timer: "计时器"
    case .stopwatch: "秒表"
    case .torch: "手电筒"
    case .alarms: "闹钟"
    case .digitalFace: "表盘：数字"
    case .analogFace: "表盘：指针"
    case .largeFace: "表盘：大字"
    case .settings: "设置"
    case .tutorial: "教程"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "静音1小时"
    case .muteToday: "今天静音"
    case .muteAlways: "始终静音"
    case .unmute: "取消静音"
    case .snoozeTenMinutes: "10分钟后提醒"
    case .snoozeHour: "1小时后提醒"
    case .untilTomorrow: "明天提醒"
    case .quietHour: "1小时"
    case .quietUntilMorning: "直到早上"
    case .quietUntilChanged: "直到更改"
    case .endQuiet: "结束静音"
    case .anyPhone: "任何手机"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "请稍候"
    case .notReady: "没有手机"
    case .gone: "已不存在"
    case .noAnswer: "没有回应"
    case .refused: "手机拒绝"
    case .forbidden: "不允许"
    case .linkLost: "连接断开"
    case .notOffered: "不可用"
    case .done: "完成"
    case .cleared: "已清除"
    case .notAllCleared: "未全部清除"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "已静音"
    case .unmuted: "取消静音"
    case .noRoom: "静音太多"
    case .snoozed: "稍后提醒"
    case .tooManySnoozed: "稍后太多"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "启动中"
    case .advertising: "寻找手机"
    case .readyToPair: "可以配对"
    case .phoneIsHere: "手机已到"
    case .pairing: "配对中"
    case .connecting: "连接中"
    case .connected: "已连接"
    case .notAllowedYet: "尚未允许"
    case .noServiceYet: "尚无服务"
    case .tryingAgain: "重试中"
    case .disconnected: "已断开"
    case .seeStatus: "查看状态"
    case .radioOff: "无线电关闭"
    case .radioFault: "无线电故障"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "没有手机"
    case .paused: "已暂停"
    case .askedToPair: "请求配对"
    case .keyMissing: "缺少密钥"
    case .unknownPhone: "未知手机"
    case .noService: "没有服务"
    case .refused: "被拒绝"
    case .notAllowed: "不允许"
    case .allQuiet: "没有消息"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "无线电"
    case .advertising: "可见"
    case .connected: "已连接"
    case .secured: "已加密"
    case .serviceFound: "服务"
    case .subscribed: "已订阅"
    case .authorized: "已允许"
    case .recent: "有新消息"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "正在准备无线电。"
    case .fewSeconds: "需要几秒钟。"
    case .compareCodes: "请比较两边的代码。"
    case .radioOff: "若持续如此，请关机再开机。手表会继续寻找无线电。"
    case .radioFault: "若持续如此，请关机再开机。无线电会重新启动。"
    case .bringNear: "请靠近手机并打开蓝牙。"
    case .heldOff: "手机一分钟后重连，或在菜单 > 手机中选择它。"
    case .chooseWatch: "在手机上：设置 > 蓝牙，然后选择这块手表。"
    case .notPaired: "在时钟上按住拒绝键，再选择配对新手机。"
    case .askedToPair: "有手机请求配对。请打开菜单 > 配对新手机。"
    case .keyMissing: "有手机没有密钥。若你的手机连不上：菜单 > 配对新手机，再在手机上选择手表。"
    case .forgetDevice: "在手机上：设置 > 蓝牙 > (i) > 忽略此设备。然后菜单 > 配对新手机。"
    case .unknownPhone: "不在菜单 > 手机里的手机请求密钥。若是你的：菜单 > 配对新手机。"
    case .noService: "手机尚未提供通知。一分钟后请关闭再打开它的蓝牙。"
    case .refused: "手机暂时拒绝。一分钟后请关闭再打开它的蓝牙。"
    case .notAllowed: "在手机上：设置 > 蓝牙 > (i) > 共享系统通知。"
    case .silent: "若不对，请关闭再打开手机的蓝牙。"
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "通知会显示在这里。"
    case .pairingRefused: "在手表或手机上被拒绝。"
    case .mismatch: "代码不同。请换个地方。"
    case .timedOut: "时间太长。请在手机上重试。"
    case .windowClosed: "请先在菜单中选择配对新手机。"
    case .noRoom: "手机数量已满。请先忘记一部。"
    case .pairingFailed: "出错了。请在手机上重试。"
    case .watchForgot: "手表忘记了\n这部手机。\n在手机上：\n设置 > 蓝牙 >\n(i) >\n忽略此设备。\n然后\n配对新手机。"
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "60秒后可能重连，或在菜单 > 手机中选择它。"
    case .forgetOnPhone: "在手机上：\n设置 > 蓝牙 >\n(i) >\n忽略此设备。"
    case .notConnected: "没有连接手机。"
    case .choosePair: "请选菜单 > 配对新手机。"
    case .cannotClear: "手机无法清除列表中的通知。"
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "通知"
    case .call: "通话"
    case .incomingCall: "来电"
    case .missedCall: "未接来电"
    case .voicemail: "语音信箱"
    case .message: "信息"
    case .calendar: "日历"
    case .email: "邮件"
    case .news: "新闻"
    case .health: "健康"
    case .finance: "财务"
    case .location: "位置"
    case .entertainment: "娱乐"
    case .new: "新通知"
    case .missed: "未接"
    case .attachment: "附件"
    case .cut: "…（未完）"
    case .kept: "手机上已移除"
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "时间未知"
    case .nothingNew: "没有新通知"
    case .readFirst: "请先阅读"
    case .confirmOnPhone: "请在手机上确认"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "没有音乐服务"
    case .nothingPlaying: "没有播放"
    case .noTitle: "无标题"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "时间：未知"
    case .timeBySystem: "时间：系统"
    case .timeByPhone: "时间：手机"
    case .nothingCame: "还没有消息"
    case .silenceRenewed: "无数据：已重启"
    case .silenceDisconnected: "无数据：已断开"
    case .noAnswerRenewed: "无回应：已重启"
    case .noAnswerDisconnected: "无回应：已断开"
    case .absenceRenewed: "离开：已重启"
    case .absenceDisconnected: "离开：已断开"
    case .refusalRenewed: "拒绝：已重启"
    case .refusalDisconnected: "拒绝：已断开"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "#条通知"
    case .notifications: "#条通知"
    case .onThePhone: "手机上有#条"
    case .alarm: "闹钟#"
    case .seconds: "#秒"
    case .minutes: "#分钟"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "#部手机已配对"
    case .phonesPaired: "#部手机已配对"
    case .minutesAgo: "#分钟前"
    case .hoursAgo: "#小时前"
    case .daysAgo: "#天前"
    case .evicted: "未保留：#"
    case .incomplete: "无内容：#"
    case .malformed: "无法读取：#"
    case .untold: "未报告：#"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "周一"
    case .tuesday: "周二"
    case .wednesday: "周三"
    case .thursday: "周四"
    case .friday: "周五"
    case .saturday: "周六"
    case .sunday: "周日"
    case .justNow: "刚刚"
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
    case .weekend: "周末"
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
