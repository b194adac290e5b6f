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
    mfa<mot de passe<mtan<mã<mật khẩu<m>mb>miles>min>mins>minute*>minuto*>model;montant;ms>\
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
    year;\
    zamówieni*;zip;zip code;zł>\
    är=è=é=şifre*<κωδικ*<\
    код<кода<коде<кодом<коду<паролем<пароль<пароля<пин<баланс;заказ*;\
    индекс;карт*;минут*>номер;остаток;промокод*:\
    руб*>скидк*:сумм*;счет*;счёт*;тел;телефон*;סיסמ*<קוד<رمز<الطلب;بطاقة;\
    خصم:طلب;\
    كلمة المرور<كود<مبلغ;هاتف;کد<ओटीपी<कोड<पासवर्ड<รหัส<ऑर्डर;खाते;छूट:\
    राशि;\
    コード<パスワード<エラーコード;クーポン:バーコード;人>优惠*:余额;\
    动态密码<动态码<動態密碼<口令<安全码<安全碼<優惠*:元>円>分>分钟>割引:单号;卡号;客服;尾号;尾號;帳號;快递;\
    暗証番号<校驗碼<校验码<激活码<房间;折扣:末四位;步>歩>残高;注文;\
    登录码<短信码<确认码<確認番号<確認碼<热线;电话;秒>認証番号<認證碼<认证码<致电;航班;訂單;订单;账号;\
    随机码<驗證碼<验证码<邮编;郵便番号;金額;金额;错误代码;错误码;電話;계좌;금액;비밀번호<명>배송;분>\
    인증 번호<인증번호<코드<오류 코드;우편번호;운송장;원>잔액;전화;주문;카드;쿠폰:확인번호<할인:\
    code<kod<kode<koodi<koden<kód<код<
    """

  /// The offset in `table` at which each entry begins, and the end of the table.
  static let offsets: [414 of UInt16] = [
    0, 13, 17, 25, 30, 34, 41, 45, 55, 58, 66, 75, 83, 90, 99, 106, 114, 120, 124, 130, 134, 139, 145, 152, 159, 167,
    173, 185, 194, 198, 203, 208, 214, 220, 228, 233, 242, 250, 254, 258, 265, 273, 277, 289, 297, 309, 321, 327, 338,
    350, 355, 364, 370, 375, 382, 388, 398, 411, 419, 426, 435, 450, 455, 462, 472, 483, 493, 501, 512, 520, 529, 539,
    549, 556, 564, 567, 573, 584, 587, 591, 595, 599, 604, 610, 620, 628, 636, 644, 651, 655, 666, 673, 678, 688, 690,
    695, 698, 702, 706, 716, 725, 731, 742, 749, 755, 763, 769, 774, 779, 787, 795, 804, 808, 812, 820, 823, 828, 832,
    838, 843, 847, 856, 861, 867, 874, 880, 886, 892, 895, 900, 903, 906, 913, 922, 925, 933, 940, 946, 950, 963, 968,
    972, 985, 987, 990, 996, 1_000, 1_005, 1_013, 1_021, 1_027, 1_035, 1_038, 1_048, 1_058, 1_062, 1_070, 1_078,
    1_089, 1_096, 1_108, 1_117, 1_126, 1_132, 1_139, 1_146, 1_153, 1_163, 1_172, 1_181, 1_185, 1_193, 1_201, 1_206,
    1_213, 1_221, 1_228, 1_236, 1_243, 1_249, 1_258, 1_262, 1_266, 1_270, 1_277, 1_287, 1_294, 1_306, 1_315, 1_328,
    1_335, 1_339, 1_346, 1_354, 1_362, 1_374, 1_378, 1_385, 1_395, 1_399, 1_409, 1_418, 1_428, 1_438, 1_444, 1_456,
    1_469, 1_483, 1_487, 1_492, 1_495, 1_498, 1_502, 1_514, 1_520, 1_527, 1_534, 1_540, 1_549, 1_557, 1_563, 1_580,
    1_584, 1_592, 1_597, 1_606, 1_613, 1_622, 1_628, 1_638, 1_644, 1_656, 1_668, 1_674, 1_682, 1_689, 1_695, 1_699,
    1_710, 1_720, 1_729, 1_740, 1_746, 1_754, 1_758, 1_767, 1_777, 1_790, 1_798, 1_804, 1_807, 1_816, 1_822, 1_829,
    1_841, 1_845, 1_853, 1_857, 1_861, 1_867, 1_877, 1_890, 1_897, 1_905, 1_911, 1_919, 1_925, 1_934, 1_940, 1_945,
    1_957, 1_961, 1_970, 1_974, 1_978, 1_981, 1_984, 1_992, 2_004, 2_011, 2_020, 2_029, 2_040, 2_049, 2_064, 2_077,
    2_090, 2_097, 2_110, 2_122, 2_135, 2_145, 2_157, 2_168, 2_183, 2_201, 2_209, 2_221, 2_231, 2_241, 2_251, 2_258,
    2_274, 2_284, 2_291, 2_298, 2_309, 2_320, 2_327, 2_334, 2_356, 2_363, 2_372, 2_381, 2_386, 2_402, 2_412, 2_434,
    2_447, 2_463, 2_476, 2_486, 2_499, 2_509, 2_525, 2_544, 2_557, 2_573, 2_577, 2_585, 2_592, 2_605, 2_615, 2_628,
    2_635, 2_645, 2_655, 2_663, 2_667, 2_671, 2_675, 2_682, 2_689, 2_696, 2_703, 2_710, 2_717, 2_724, 2_731, 2_738,
    2_751, 2_761, 2_771, 2_781, 2_788, 2_795, 2_805, 2_809, 2_813, 2_820, 2_827, 2_837, 2_847, 2_857, 2_870, 2_880,
    2_887, 2_894, 2_898, 2_911, 2_921, 2_931, 2_938, 2_945, 2_952, 2_959, 2_966, 2_976, 2_986, 2_996, 3_003, 3_016,
    3_023, 3_030, 3_043, 3_053, 3_060, 3_067, 3_074, 3_087, 3_091, 3_098, 3_102, 3_116, 3_129, 3_136, 3_150, 3_163,
    3_173, 3_177, 3_184, 3_191, 3_198, 3_205, 3_212, 3_225, 3_232, 3_237, 3_241, 3_246, 3_252, 3_258, 3_263, 3_270,
  ]

  /// The index of the first entry of each row, and at the end the index of the first ending.
  static let firstEntries: [97 of UInt16] = [
    0, 0, 9, 18, 61, 68, 84, 93, 102, 107, 118, 120, 135, 137, 152, 152, 165, 192, 195, 213, 236, 254, 259, 267, 268,
    268, 269, 273, 273, 273, 273, 273, 273, 273, 273, 273, 276, 276, 277, 277, 277, 277, 277, 277, 277, 277, 277, 278,
    278, 295, 302, 302, 302, 302, 302, 302, 304, 309, 313, 314, 314, 314, 314, 314, 314, 322, 322, 322, 327, 330, 349,
    360, 368, 376, 386, 388, 392, 404, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406,
    406, 406, 406,
  ]

  /// The index of the first entry of each row that does not announce a code.
  static let firstOthers: [96 of UInt16] = [
    0, 1, 9, 28, 61, 71, 84, 93, 104, 107, 118, 125, 135, 142, 152, 155, 171, 192, 196, 216, 242, 254, 263, 267, 268,
    268, 269, 273, 273, 273, 273, 273, 273, 273, 273, 273, 276, 277, 277, 277, 277, 277, 277, 277, 277, 277, 278, 278,
    287, 295, 302, 302, 302, 302, 302, 304, 305, 311, 314, 314, 314, 314, 314, 314, 318, 322, 322, 324, 327, 336, 353,
    365, 371, 379, 386, 389, 395, 405, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406, 406,
    406, 406,
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
