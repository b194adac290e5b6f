/// No native reader has checked this table yet.
enum Korean: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "예"
    case .no: "아니요"
    case .ok: "확인"
    case .cancel: "취소"
    case .later: "나중에"
    case .more: "더보기"
    case .menu: "메뉴"
    case .back: "뒤로"
    case .start: "시작"
    case .stop: "정지"
    case .pause: "멈춤"
    case .resume: "계속"
    case .reset: "초기화"
    case .change: "변경"
    case .next: "다음"
    case .done: "완료"
    case .snooze: "나중에"
    case .on: "켬"
    case .off: "끔"
    case .open: "열기"
    case .choose: "선택"
    case .mute: "무음"
    case .scroll: "이동"
    case .skip: "건너뜀"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "어느 것?"
    case .inbox: "받은 알림"
    case .alarm: "알람"
    case .missedAlarm: "놓친 알람"
    case .timeIsOver: "시간 종료"
    case .sameCode: "같은 코드?"
    case .typeOnPhone: "폰에 입력"
    case .paired: "페어링됨"
    case .forget: "지울까요?"
    case .replace: "바꿀까요?"
    case .clearAll: "모두 지울까요?"
    case .selfTest: "자가 진단"
    case .press: "누르세요"
    case .passed: "통과"
    case .failed: "실패"
    case .asConfigured: "되돌릴까요?"
    case .pairAgain: "다시 페어링"
    case .notPaired: "페어링 안 됨"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "지웠음"
    case .notConnected: "연결 안 됨"
    case .noPairedPhones: "폰 없음"
    case .cannotClear: "지울 수 없음"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "메뉴"
    case .pairNewPhone: "새 폰 페어링"
    case .phones: "폰"
    case .disconnect: "연결 해제"
    case .forgetPhone: "폰 지우기"
    case .status: "상태"
    case .music: "음악"
    case .quietNow: "지금 조용히"
    case .clearAll: "모두 지우기"
    case .timer: "타이머"
    case .stopwatch: "스톱워치"
    case .torch: "손전등"
    case .alarms: "알람"
    case .digitalFace: "시계: 디지털"
    case .analogFace: "시계: 바늘"
    case .largeFace: "시계: 크게"
    case .settings: "설정"
    case .tutorial: "사용법"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "1시간 무음"
    case .muteToday: "오늘 무음"
    case .muteAlways: "항상 무음"
    case .unmute: "무음 해제"
    case .snoozeTenMinutes: "10분 후 알림"
    case .snoozeHour: "1시간 후 알림"
    case .untilTomorrow: "내일 알림"
    case .quietHour: "1시간"
    case .quietUntilMorning: "아침까지"
    case .quietUntilChanged: "바꿀 때까지"
    case .endQuiet: "조용히 끝내기"
    case .anyPhone: "모든 폰"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "잠시만요"
    case .notReady: "폰 없음"
    case .gone: "이미 없음"
    case .noAnswer: "응답 없음"
    case .refused: "폰이 거부함"
    case .forbidden: "허용 안 됨"
    case .linkLost: "연결 끊김"
    case .notOffered: "사용 못 함"
    case .done: "완료"
    case .cleared: "지웠음"
    case .notAllCleared: "일부 남음"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "무음"
    case .unmuted: "무음 해제됨"
    case .noRoom: "무음이 많음"
    case .snoozed: "나중에 알림"
    case .tooManySnoozed: "미룸이 많음"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "시작 중"
    case .advertising: "폰 찾는 중"
    case .readyToPair: "페어링 가능"
    case .phoneIsHere: "폰 있음"
    case .pairing: "페어링 중"
    case .connecting: "연결 중"
    case .connected: "연결됨"
    case .notAllowedYet: "허용 전"
    case .noServiceYet: "서비스 없음"
    case .tryingAgain: "다시 시도 중"
    case .disconnected: "연결 끊김"
    case .seeStatus: "상태를 보세요"
    case .radioOff: "무선 꺼짐"
    case .radioFault: "무선 고장"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "폰 없음"
    case .paused: "일시 정지"
    case .askedToPair: "페어링 요청"
    case .keyMissing: "키 없음"
    case .unknownPhone: "모르는 폰"
    case .noService: "서비스 없음"
    case .refused: "거부됨"
    case .notAllowed: "허용 안 됨"
    case .allQuiet: "조용함"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "무선"
    case .advertising: "검색 가능"
    case .connected: "연결됨"
    case .secured: "암호화"
    case .serviceFound: "서비스"
    case .subscribed: "구독함"
    case .authorized: "허용됨"
    case .recent: "최근"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "무선을 준비하고 있습니다."
    case .fewSeconds: "몇 초 걸립니다."
    case .compareCodes: "두 코드를 비교하세요."
    case .radioOff: "계속되면 전원을 껐다 켜세요. 무선을 계속 찾습니다."
    case .radioFault: "계속되면 전원을 껐다 켜세요. 무선이 다시 시작됩니다."
    case .bringNear: "폰을 가까이, 블루투스를 켜세요."
    case .heldOff: "폰이 1분 뒤 다시 연결됩니다. 또는 메뉴 > 폰에서 고르세요."
    case .chooseWatch: "폰에서: 설정 > Bluetooth, 이 시계를 고르세요."
    case .notPaired: "시계에서 거절을 길게 누르고 새 폰 페어링을 고르세요."
    case .askedToPair: "폰이 페어링을 요청합니다. 메뉴 > 새 폰 페어링."
    case .keyMissing: "키 없는 폰이 왔습니다. 연결되지 않으면: 메뉴 > 새 폰 페어링, 폰에서 시계를 고르세요."
    case .forgetDevice: "폰에서: 설정 > Bluetooth > (i) > 이 기기 지우기. 그다음 메뉴 > 새 폰 페어링."
    case .unknownPhone: "메뉴 > 폰에 없는 폰이 키를 요청합니다. 내 폰이면: 메뉴 > 새 폰 페어링."
    case .noService: "폰이 아직 알림을 주지 않습니다. 1분 뒤 폰의 블루투스를 껐다 켜세요."
    case .refused: "폰이 거부합니다. 1분 뒤 폰의 블루투스를 껐다 켜세요."
    case .notAllowed: "폰에서: 설정 > Bluetooth > (i) > 시스템 알림 공유."
    case .silent: "아니라면 폰의 블루투스를 껐다 켜세요."
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "알림이 여기에 옵니다."
    case .pairingRefused: "시계나 폰에서 거부했습니다."
    case .mismatch: "코드가 다릅니다. 다른 곳에서 하세요."
    case .timedOut: "너무 오래 걸렸습니다. 다시 하세요."
    case .windowClosed: "먼저 새 폰 페어링을 고르세요."
    case .noRoom: "자리가 없습니다. 폰 하나를 지우세요."
    case .pairingFailed: "실패했습니다. 폰에서 다시 하세요."
    case .watchForgot: "시계가 이 폰을\n잊었습니다.\n폰에서: 설정 >\nBluetooth > (i)\n> 이 기기\n지우기. 그다음\n새 폰 페어링."
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "60초 뒤 다시 연결되거나 메뉴 > 폰에서 고르세요."
    case .forgetOnPhone: "폰에서:\n설정 >\nBluetooth > (i)\n> 이 기기\n지우기."
    case .notConnected: "연결된 폰이 없습니다."
    case .choosePair: "메뉴 > 새 폰 페어링을 고르세요."
    case .cannotClear: "폰이 지울 수 있는 알림이 없습니다."
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "알림"
    case .call: "통화"
    case .incomingCall: "걸려온 전화"
    case .missedCall: "부재중 전화"
    case .voicemail: "음성사서함"
    case .message: "메시지"
    case .calendar: "캘린더"
    case .email: "메일"
    case .news: "뉴스"
    case .health: "건강"
    case .finance: "금융"
    case .location: "위치"
    case .entertainment: "오락"
    case .new: "새 알림"
    case .missed: "부재중"
    case .attachment: "첨부"
    case .cut: "…(줄임)"
    case .kept: "폰에서 삭제됨"
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "시각 모름"
    case .nothingNew: "새 알림 없음"
    case .readFirst: "먼저 읽으세요"
    case .confirmOnPhone: "폰에서 확인"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "음악 서비스 없음"
    case .nothingPlaying: "재생 없음"
    case .noTitle: "제목 없음"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "시각: 모름"
    case .timeBySystem: "시각: 시스템"
    case .timeByPhone: "시각: 폰"
    case .nothingCame: "아직 없음"
    case .silenceRenewed: "무응답: 갱신"
    case .silenceDisconnected: "무응답: 끊음"
    case .noAnswerRenewed: "에코 없음: 갱신"
    case .noAnswerDisconnected: "에코 없음: 끊음"
    case .absenceRenewed: "부재: 갱신"
    case .absenceDisconnected: "부재: 끊음"
    case .refusalRenewed: "거부: 갱신"
    case .refusalDisconnected: "거부: 끊음"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "알림 #개"
    case .notifications: "알림 #개"
    case .onThePhone: "폰에 #개"
    case .alarm: "알람 #"
    case .seconds: "#초"
    case .minutes: "#분"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "폰 #대"
    case .phonesPaired: "폰 #대"
    case .minutesAgo: "#분 전"
    case .hoursAgo: "#시간 전"
    case .daysAgo: "#일 전"
    case .evicted: "버림: #"
    case .incomplete: "내용 없음: #"
    case .malformed: "못 읽음: #"
    case .untold: "미보고: #"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "월"
    case .tuesday: "화"
    case .wednesday: "수"
    case .thursday: "목"
    case .friday: "금"
    case .saturday: "토"
    case .sunday: "일"
    case .justNow: "방금"
    case .last: "최근: "
    case .dayMonth: "@ #일"
    case .monthDay: "@ #일"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "한 번"
    case .daily: "매일"
    case .mondayToFriday: "월-금"
    case .weekend: "주말"
    case .letters: "월화수목금토일"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "1월"
    case .february: "2월"
    case .march: "3월"
    case .april: "4월"
    case .may: "5월"
    case .june: "6월"
    case .july: "7월"
    case .august: "8월"
    case .september: "9월"
    case .october: "10월"
    case .november: "11월"
    case .december: "12월"
    }
  }
}
