internal import Octets

/// What a word says about the numbers near it.
enum CodeWord: Equatable {
  /// A code is near.
  case code
  /// The number behind it is something else: an order, an account, an amount.
  case other
  /// It is not what the word before says: "your account *is* 12345".
  case copula
  /// The whole text is about a rebate: its code is none to be typed in a hurry.
  case trade
}

/// The words by which codes are known, in lower case and divided by bars. A star stands for any letters that follow.
///
/// English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Romanian, Scandinavian, Finnish, Hungarian,
/// Turkish, Vietnamese, Russian, Ukrainian, Greek, Hebrew, Arabic, Persian, Hindi, Thai, Chinese, Japanese, Korean.
enum CodeWords {
  private static let latin: StaticString = """
    code|codes|otp|passcode*|one-time*|one time*|password|passwort|kennwort|pin|verification|verify|verifica*|\
    authenticat*|2fa|mfa|token|tan|mtan|smstan|pushtan|to confirm|to log in|to sign in|to login|einmal*|código*|\
    codigo*|clave|contraseña|senha|codice|codici|mot de passe|vérif*|kod*|şifre*|sifre*|parola|kode*|koodi*|kód*|\
    hasło|heslo|codul|cod|mã|mật khẩu|engångs*|engangs*
    """
  /// What ends a compound: `Bestätigungscode`, `vahvistuskoodi`.
  private static let endings: StaticString = "code|kod|kode|koodi|koden|kód|код"
  private static let latinOther: StaticString = """
    order|orders|bestell*|commande|pedido*|ordine|sipariş*|zamówieni*|invoice|rechnung*|facture|factura|fattura|\
    fatura|tracking|sendung*|colis|shipment|parcel|package|paket*|paquete|ticket*|flight|flug|train|zip|zip code|\
    postal|postal code|post code|postcode|postleitzahl|plz|código postal|code postal|cod poștal|error|error code|\
    fehlercode|exit code|status code|response code|http|qr code|qr-code|qrコード|barcode|bar code|country code|\
    area code|dress code|source code|color code|colour code|code review|code of|unicode|ending|ends in|endet auf|\
    terminada en|se terminant par|account|a/c|acct|konto*|compte|cuenta|conta|rekening*|card|karte|carte|tarjeta|\
    cartão|carta|kart*|amount|betrag|montant|importe|importo|valor|bedrag|tutar*|balance|saldo|solde|phone|tel|\
    telefon*|téléphone|teléfono|call|hotline|fax|reply|stop to|ref|reference|referenz|case|booking|reservation|\
    reservierung|room|gate|model|version|build|since|seit|depuis|copyright|customer|kunden*|client|cliente|usd|eur|\
    gbp|inr|rs|chf|jpy|cny|rmb|pln|year|street|suite|apt|serial|imei|isbn|score|bus|platform|gleis|chapter|page
    """
  private static let copulas: StaticString = "is|ist|est|es|è|é|lautet|jest|är|er|as|als|comme|como|come"
  private static let latinTrade: StaticString = """
    off your|off all|off every*|off with|off on|off any|off select*|discount*|coupon*|promo*|voucher*|gutschein*|\
    rabat*|descuento*|réduction*|sconto*|korting*|indirim*|desconto*|cashback|gift card|giveaway|referral*
    """
  private static let others: StaticString = """
    код|кода|коде|кодом|коду|пароль|пароля|паролем|пин|κωδικ*|קוד|סיסמ*|رمز|كود|كلمة المرور|کد|कोड|ओटीपी|पासवर्ड|\
    รหัส|验证码|驗證碼|校验码|校驗碼|动态码|动态密码|動態密碼|确认码|確認碼|认证码|認證碼|登录码|激活码|安全码|安全碼|随机码|短信码|\
    口令|コード|認証番号|確認番号|暗証番号|パスワード|인증번호|인증 번호|코드|비밀번호|확인번호
    """
  private static let othersOther: StaticString = """
    заказ*|номер|счет*|счёт*|карт*|сумм*|тел|телефон*|индекс|остаток|баланс|订单|訂單|尾号|尾號|末四位|卡号|账号|帳號|\
    金额|余额|电话|致电|热线|客服|快递|单号|房间|航班|错误代码|错误码|邮编|注文|金額|電話|エラーコード|郵便番号|バーコード|残高|주문|금액|\
    전화|계좌|카드|잔액|배송|운송장|오류 코드|우편번호|الطلب|طلب|مبلغ|هاتف|بطاقة|ऑर्डर|राशि|खाते
    """
  private static let othersTrade: StaticString = """
    промокод*|скидк*|优惠*|優惠*|折扣|割引|クーポン|쿠폰|할인|خصم|छूट
    """
  /// What makes the number in front of it a quantity.
  private static let units: StaticString = """
    eur|euro|euros|usd|gbp|dollar*|rub|руб*|₽|zł|pln|kr|chf|tl|inr|rs|元|円|원|€|$|£|¥|₹|₺|%|°|km|kg|g|m|min|mins|\
    minute*|minuto*|минут*|hour*|day*|steps|schritte|points|punkte|pts|people|items|times|follower*|likes|users|views|\
    miles|mb|gb|kb|ms|kcal|cal|words|seconds|sec|uhr|分|分钟|秒|人|步|歩|분|명
    """

  /// The word that begins at `position`, and where it ends.
  static func word(in text: Span<UInt8>, at position: Int) -> (CodeWord, end: Int)? {
    guard let first = TextStep(text, at: position)?.folded else { return nil }
    let isLatin = first < 0x370
    // One word begins with a digit: 2fa.
    guard first > 0x40 || first == 0x32 else { return nil }
    if let end = match(isLatin ? latinTrade : othersTrade, text, position, first) { return (.trade, end) }
    if let end = match(isLatin ? latinOther : othersOther, text, position, first) { return (.other, end) }
    if let end = match(isLatin ? latin : others, text, position, first) { return (.code, end) }
    if isLatin, let end = match(copulas, text, position, first) { return (.copula, end) }
    return nil
  }

  /// The end of a compound word that begins at `position` and says that a code is near.
  static func ending(in text: Span<UInt8>, at position: Int) -> Int? {
    guard let first = TextStep(text, at: position)?.folded, first == 0x63 || first == 0x6B || first == 0x43A else {
      return nil
    }
    return match(endings, text, position, first)
  }

  static func isUnit(in text: Span<UInt8>, at position: Int) -> Bool {
    guard let first = TextStep(text, at: position)?.folded else { return false }
    return match(units, text, position, first) != nil
  }

  /// Where the longest entry of `table` that `text` has at `position` ends there.
  private static func match(_ table: StaticString, _ text: Span<UInt8>, _ position: Int, _ first: UInt32) -> Int? {
    let table = table.utf8Span
    let firstOctet = firstOctet(of: first)
    var longest: Int?
    var entry = 0
    while entry < table.count {
      if table[entry] == firstOctet, let end = match(entryAt: entry, of: table, text, position) {
        longest = max(end, longest ?? 0)
      }
      while entry < table.count, table[entry] != bar { entry += 1 }
      entry += 1
    }
    return longest
  }

  private static func match(entryAt start: Int, of table: Span<UInt8>, _ text: Span<UInt8>, _ position: Int) -> Int? {
    var entry = start
    var end = position
    var isLetter = false
    while let expected = TextStep(table, at: entry), expected.value != UInt32(bar) {
      if expected.value == UInt32(star) { return endOfWord(text, end) }
      guard let step = TextStep(text, at: end), step.folded == expected.value else { return nil }
      entry = expected.end
      end = step.end
      isLetter = step.isCased
    }
    // A word ends where no letter follows.
    if isLetter, let next = TextStep(text, at: end), next.isCased { return nil }
    return end
  }

  /// By which most entries are passed over quickly.
  private static func firstOctet(of value: UInt32) -> UInt8 {
    switch value {
    case 0..<0x80: UInt8(truncatingIfNeeded: value)
    case 0x80..<0x800: UInt8(truncatingIfNeeded: 0xC0 | value >> 6)
    case 0x800..<0x10000: UInt8(truncatingIfNeeded: 0xE0 | value >> 12)
    default: UInt8(truncatingIfNeeded: 0xF0 | value >> 18)
    }
  }

  private static func endOfWord(_ text: Span<UInt8>, _ position: Int) -> Int {
    var end = position
    while let step = TextStep(text, at: end), step.isCased { end = step.end }
    return end
  }

  private static let bar: UInt8 = 0x7C
  private static let star: UInt8 = 0x2A
}

/// One character of a text, and where the next one begins.
struct TextStep {
  let value: UInt32
  let end: Int

  /// One that was read before.
  init(value: UInt32) {
    self.value = value
    end = 0
  }

  /// - Returns: nil at the end.
  init?(_ text: Span<UInt8>, at position: Int) {
    guard position < text.count else { return nil }
    var rest = text.extracting(droppingFirst: position)
    guard let scalar = UTF8Scalar(decoding: &rest) else { return nil }
    value = scalar.value
    end = text.count - rest.count
  }

  /// The small letter of a capital one, in the scripts that have both.
  var folded: UInt32 {
    switch value {
    case 0x41...0x5A, 0xC0...0xD6, 0xD8...0xDE, 0x391...0x3A9, 0x410...0x42F: value + 32
    case 0x100...0x137, 0x14A...0x177: value | 1
    case 0x139...0x148: value + (value & 1)
    default: value
    }
  }

  /// Whether it is a letter of a script that writes words apart and has capitals.
  var isCased: Bool {
    switch value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x370...0x52F, 0x1E00...0x1FFF: true
    default: false
    }
  }

  /// Whether a word goes on with it.
  var isInWord: Bool { isCased || digit != nil }

  var isCapital: Bool { (0x41...0x5A).contains(value) }

  /// The digit that it is in any script with which messages are written.
  var digit: UInt8? {
    switch value {
    case 0x30...0x39, 0x660...0x669, 0x6F0...0x6F9, 0xFF10...0xFF19: UInt8(truncatingIfNeeded: value & 0xF)
    case 0x966...0x96F: UInt8(truncatingIfNeeded: value - 0x966)
    default: nil
    }
  }
}
