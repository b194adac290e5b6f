// The words by which codes are recognised, in lower case. The sign after each entry is its kind, the raw value of a
// `CodeWord`:
//
//     : a rebate    ; something else    < a code    = a copula    > a unit
//
// A star stands for any letters that follow. The entries are in the order of `row(of:)`. In each row, the entries that
// announce a code come first. After adding a word, update the index and the filters: `CodeWordsTests` prints them.
extension CodeWords {
  /// All entries, and the endings of compounds behind them: `Bestätigungscode`, `vahvistuskoodi`.
  static let table: StaticString = """
    authenticat*<a/c;account;acct;als=amount;apt;area code;as=\
    balance;bar code;barcode;bedrag;bestell*;betrag;booking;build;bus;\
    clave<cod<code<codes<codice<codici<codigo*<codul<contraseña<código*<cal>call;card;carta;carte;cartão;case;\
    cashback:chapter;chf;chf>client;cliente;cny;cod poștal;code of;code postal;code review;colis;color code;\
    colour code;come=commande;comme=como=compte;conta;copyright;country code;coupon*:cuenta;customer;\
    código postal;\
    day*>depuis;desconto*:descuento*:discount*:dollar*>dress code;\
    einmal*<engangs*<engångs*<endet auf;ending;ends in;er=error;error code;es=est=eur;eur>euro>euros>exit code;\
    factura;facture;fattura;fatura;fax;fehlercode;flight;flug;follower*>\
    g>gate;gb>gbp;gbp>gift card:giveaway:gleis;gutschein*:\
    hasło<heslo<hotline;hour*>http;\
    imei;importe;importo;indirim*:inr;inr>invoice;is=isbn;ist=items>\
    jest=jpy;\
    kennwort<kod*<kode*<koodi*<kód*<kart*;karte;kb>kcal>kg>km>konto*;korting*:kr>kunden*;\
    lautet=likes>\
    mfa<ma xac*<mat khau<mot de passe<mtan<mã<mật khẩu<m>mb>miles>min>mins>minute*>minuto*>model;montant;ms>\
    one time*<one-time*<otp<off all:off any:off every*:off on:off select*:off with:off your:order;orders;ordine;\
    parola<passcode*<password<passwort<pin<pushtan<package;page;paket*;paquete;parcel;pedido*;people>phone;\
    platform;pln;pln>plz;points>post code;postal;postal code;postcode;postleitzahl;promo*:pts>punkte>\
    qr code;qr-code;qrコード;\
    2fa<rabat*:rechnung*;ref;reference;referenz;referral*:rekening*;reply;reservation;reservierung;\
    response code;rmb;room;rs;rs>rub>réduction*:\
    senha<sifre*<smstan<saldo;schritte>sconto*:score;se terminant par;sec>seconds>seit;sendung*;serial;shipment;\
    since;sipariş*;solde;source code;status code;steps>stop to;street;suite;\
    tan<to confirm<to log in<to login<to sign in<token<tarjeta;tel;telefon*;teléfono;terminada en;ticket*;times>\
    tl>tracking;train;tutar*;téléphone;\
    uhr>unicode;usd;usd>users>\
    verifica*<verification<verify<vérif*<valor;version;views>voucher*:\
    words>\
    xx*;\
    year;\
    zamówieni*;zip;zip code;zł>\
    är=è=é=şifre*<κωδικ*<\
    код<кода<коде<кодом<коду<паролем<пароль<пароля<пин<баланс;заказ*;\
    индекс;карт*;минут*>номер;остаток;промокод*:\
    руб*>скидк*:сумм*;счет*;счёт*;тел;телефон*;סיסמ*<קוד<رمز<الطلب;بطاقة;\
    خصم:طلب;\
    كلمة السر<كلمة المرور<كود<مبلغ;هاتف;کد<ओटीपी<कोड<पासवर्ड<รหัส<ऑर्डर;खाते;छूट:\
    राशि;\
    コード<パスワード<エラーコード;クーポン:バーコード;人>优惠*:余额;\
    动态密码<动态码<動態密碼<口令<安全码<安全碼<密码<密碼<優惠*:元>円>分>分钟>割引:单号;卡号;客服;尾号;尾號;帳號;快递;\
    暗証番号<校驗碼<校验码<激活码<授权码<授權碼<房间;折扣:末四位;步>歩>残高;注文;\
    登录码<短信码<确认码<確認番号<確認碼<热线;电话;秒>認証番号<認證碼<认证码<致电;航班;訂單;订单;账号;\
    随机码<驗證碼<验证码<邮编;郵便番号;金額;金额;错误代码;错误码;電話;계좌;금액;비밀번호<명>배송;분>\
    인증 번호<인증번호<코드<오류 코드;우편번호;운송장;원>잔액;전화;주문;카드;쿠폰:확인번호<할인:\
    code<kod<kode<koodi<koden<kód<код<
    """

  /// The offset in `table` at which each entry begins, and the end of the table.
  static let offsets: [422 of UInt16] = [
    0, 13, 17, 25, 30, 34, 41, 45, 55, 58, 66, 75, 83, 90, 99, 106, 114, 120, 124, 130, 134, 139, 145, 152, 159, 167,
    173, 185, 194, 198, 203, 208, 214, 220, 228, 233, 242, 250, 254, 258, 265, 273, 277, 289, 297, 309, 321, 327, 338,
    350, 355, 364, 370, 375, 382, 388, 398, 411, 419, 426, 435, 450, 455, 462, 472, 483, 493, 501, 512, 520, 529, 539,
    549, 556, 564, 567, 573, 584, 587, 591, 595, 599, 604, 610, 620, 628, 636, 644, 651, 655, 666, 673, 678, 688, 690,
    695, 698, 702, 706, 716, 725, 731, 742, 749, 755, 763, 769, 774, 779, 787, 795, 804, 808, 812, 820, 823, 828, 832,
    838, 843, 847, 856, 861, 867, 874, 880, 886, 892, 895, 900, 903, 906, 913, 922, 925, 933, 940, 946, 950, 958, 967,
    980, 985, 989, 1_002, 1_004, 1_007, 1_013, 1_017, 1_022, 1_030, 1_038, 1_044, 1_052, 1_055, 1_065, 1_075, 1_079,
    1_087, 1_095, 1_106, 1_113, 1_125, 1_134, 1_143, 1_149, 1_156, 1_163, 1_170, 1_180, 1_189, 1_198, 1_202, 1_210,
    1_218, 1_223, 1_230, 1_238, 1_245, 1_253, 1_260, 1_266, 1_275, 1_279, 1_283, 1_287, 1_294, 1_304, 1_311, 1_323,
    1_332, 1_345, 1_352, 1_356, 1_363, 1_371, 1_379, 1_391, 1_395, 1_402, 1_412, 1_416, 1_426, 1_435, 1_445, 1_455,
    1_461, 1_473, 1_486, 1_500, 1_504, 1_509, 1_512, 1_515, 1_519, 1_531, 1_537, 1_544, 1_551, 1_557, 1_566, 1_574,
    1_580, 1_597, 1_601, 1_609, 1_614, 1_623, 1_630, 1_639, 1_645, 1_655, 1_661, 1_673, 1_685, 1_691, 1_699, 1_706,
    1_712, 1_716, 1_727, 1_737, 1_746, 1_757, 1_763, 1_771, 1_775, 1_784, 1_794, 1_807, 1_815, 1_821, 1_824, 1_833,
    1_839, 1_846, 1_858, 1_862, 1_870, 1_874, 1_878, 1_884, 1_894, 1_907, 1_914, 1_922, 1_928, 1_936, 1_942, 1_951,
    1_957, 1_961, 1_966, 1_978, 1_982, 1_991, 1_995, 1_999, 2_002, 2_005, 2_013, 2_025, 2_032, 2_041, 2_050, 2_061,
    2_070, 2_085, 2_098, 2_111, 2_118, 2_131, 2_143, 2_156, 2_166, 2_178, 2_189, 2_204, 2_222, 2_230, 2_242, 2_252,
    2_262, 2_272, 2_279, 2_295, 2_305, 2_312, 2_319, 2_330, 2_341, 2_348, 2_355, 2_373, 2_395, 2_402, 2_411, 2_420,
    2_425, 2_441, 2_451, 2_473, 2_486, 2_502, 2_515, 2_525, 2_538, 2_548, 2_564, 2_583, 2_596, 2_612, 2_616, 2_624,
    2_631, 2_644, 2_654, 2_667, 2_674, 2_684, 2_694, 2_701, 2_708, 2_716, 2_720, 2_724, 2_728, 2_735, 2_742, 2_749,
    2_756, 2_763, 2_770, 2_777, 2_784, 2_791, 2_804, 2_814, 2_824, 2_834, 2_844, 2_854, 2_861, 2_868, 2_878, 2_882,
    2_886, 2_893, 2_900, 2_910, 2_920, 2_930, 2_943, 2_953, 2_960, 2_967, 2_971, 2_984, 2_994, 3_004, 3_011, 3_018,
    3_025, 3_032, 3_039, 3_049, 3_059, 3_069, 3_076, 3_089, 3_096, 3_103, 3_116, 3_126, 3_133, 3_140, 3_147, 3_160,
    3_164, 3_171, 3_175, 3_189, 3_202, 3_209, 3_223, 3_236, 3_246, 3_250, 3_257, 3_264, 3_271, 3_278, 3_285, 3_298,
    3_305, 3_310, 3_314, 3_319, 3_325, 3_331, 3_336, 3_343,
  ]

  /// The index of the first entry of each row, and at the end the index of the first ending.
  static let firstEntries: [97 of UInt16] = [
    0, 0, 9, 18, 61, 68, 84, 93, 102, 107, 118, 120, 135, 137, 154, 154, 167, 194, 197, 215, 238, 256, 261, 269, 270,
    271, 272, 276, 276, 276, 276, 276, 276, 276, 276, 276, 279, 279, 280, 280, 280, 280, 280, 280, 280, 280, 280, 281,
    281, 298, 305, 305, 305, 305, 305, 305, 307, 312, 317, 318, 318, 318, 318, 318, 318, 326, 326, 326, 331, 334, 355,
    368, 376, 384, 394, 396, 400, 412, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414,
    414, 414, 414,
  ]

  /// The index of the first entry of each row that does not announce a code.
  static let firstOthers: [96 of UInt16] = [
    0, 1, 9, 28, 61, 71, 84, 93, 104, 107, 118, 125, 135, 144, 154, 157, 173, 194, 198, 218, 244, 256, 265, 269, 270,
    271, 272, 276, 276, 276, 276, 276, 276, 276, 276, 276, 279, 280, 280, 280, 280, 280, 280, 280, 280, 280, 281, 281,
    290, 298, 305, 305, 305, 305, 305, 307, 308, 315, 318, 318, 318, 318, 318, 318, 322, 326, 326, 328, 331, 342, 361,
    373, 379, 387, 394, 397, 403, 413, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414, 414,
    414, 414,
  ]

  /// The entries that begin with a scalar, and perhaps others.
  static func entries(beginningWith first: UInt32) -> Range<Int> {
    let row = row(of: leadOctets(of: first).0) / 2
    return Int(firstEntries[row])..<Int(firstEntries[row + 1])
  }

  /// Those of them that announce a code.
  static func codes(beginningWith first: UInt32) -> Range<Int> {
    let row = row(of: leadOctets(of: first).0) / 2
    return Int(firstEntries[row])..<Int(firstOthers[row])
  }

  static var endings: Range<Int> { Int(firstEntries[firstEntries.count - 1])..<offsets.count - 1 }
}
