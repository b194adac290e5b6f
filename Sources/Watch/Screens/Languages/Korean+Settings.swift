// The texts of the settings and the tutorial.
extension Korean {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "밝기"
    case .dimAfter: "어두워짐"
    case .offAfter: "꺼짐"
    case .rotation: "회전"
    case .textSize: "글자"
    case .hours: "시간제"
    case .seconds: "초"
    case .dateOrder: "날짜"
    case .face: "시계판"
    case .vibration: "진동"
    case .quiet: "방해 금지"
    case .quietFrom: "금지 시작"
    case .quietUntil: "금지 끝"
    case .privacy: "비공개"
    case .name: "이름"
    case .pairingWindow: "페어링"
    case .language: "언어"
    case .history: "기록"
    case .hints: "도움말"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "켬"
    case .off: "끔"
    case .never: "안 함"
    case .digital: "디지털"
    case .analog: "아날로그"
    case .large: "크게"
    case .smallText: "작게"
    case .normalText: "보통"
    case .largeText: "크게"
    case .configured: "기본"
    case .allAsConfigured: "모두 되돌리기"
    case .allSettings: "모든 설정"
    case .automatic: "자동"
    case .hour: "1시간"
    case .day: "1일"
    case .shortPulse: "짧게"
    case .longPulse: "길게"
    case .twoPulses: "두 번"
    case .threePulses: "세 번"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "승인"
    case .accept: "왼쪽: 열기,\n선택, 예."
    case .declineTitle: "거절"
    case .decline: "오른쪽: 다음,\n뒤로, 아니요."
    case .holdTitle: "시계: 길게"
    case .hold: "승인: 음악\n거절: 메뉴"
    case .displayTitle: "화면 꺼짐"
    case .display: "처음 누르면\n화면만 켜집니다."
    case .joystickTitle: "조이스틱"
    case .joystick: "위아래: 이동\n누름: 승인"
    case .menu: "다시 보기:\n메뉴 > 사용법"
    }
  }
}
