internal import Features
internal import Octets
public import WatchModel

// iOS sends the labels of its actions and the names of its applications in the language of the phone.
extension Language {
  /// The language of which `text` is a label or an application's name; nil if no language or several languages have it.
  public init?(ofLabel text: Span<UInt8>) {
    guard Features.hasLanguages else { return nil }
    for number in 1...UInt8.max {
      guard let language = Language(rawValue: number) else { return nil }
      let labels = language.labels
      for index in labels.indices where text.isEqual(to: labels[index].utf8Span) {
        self = language
        return
      }
    }
    return nil
  }

  /// Labels that are of no other language: to clear, decline and answer; then Apple's applications.
  private var labels: [6 of StaticString] {
    switch self {
    case .english: ["Clear", "Decline", "Answer", "Accept", "Phone", "Reminders"]
    case .german: ["Löschen", "Ablehnen", "Annehmen", "Nachrichten", "Erinnerungen", "Kurzbefehle"]
    case .french: ["Effacer", "Refuser", "Répondre", "Téléphone", "Calendrier", "Rappels"]
    case .spanish: ["Borrar", "Rechazar", "Aceptar", "Mensajes", "Teléfono", "Recordatorios"]
    case .italian: ["Cancella", "Rifiuta", "Rispondi", "Messaggi", "Telefono", "Promemoria"]
    case .portuguese: ["Limpar", "Recusar", "Aceitar", "Mensagens", "Telefone", "Lembretes"]
    case .russian: ["Очистить", "Отклонить", "Принять", "Сообщения", "Почта", "Напоминания"]
    case .simplifiedChinese: ["拒绝", "接听", "信息", "电话", "邮件", "提醒事项"]
    case .traditionalChinese: ["拒絕", "接聽", "訊息", "郵件", "行事曆", "提醒事項"]
    case .japanese: ["消去", "拒否", "応答", "メッセージ", "カレンダー", "リマインダー"]
    case .korean: ["지우기", "거절", "응답", "메시지", "전화", "미리 알림"]
    case .vietnamese: ["Xóa", "Từ chối", "Trả lời", "Tin nhắn", "Điện thoại", "Lời nhắc"]
    case .arabic: ["مسح", "رفض", "قبول", "الرسائل", "الهاتف", "التذكيرات"]
    case .hebrew: ["נקה", "דחה", "ענה", "הודעות", "טלפון", "תזכורות"]
    case .thai: ["ล้าง", "ปฏิเสธ", "ยอมรับ", "ข้อความ", "โทรศัพท์", "เตือนความจำ"]
    }
  }
}
