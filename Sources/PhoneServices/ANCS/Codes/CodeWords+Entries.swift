// The words by which codes are recognised, in lower case, grouped by their first letters. The sign after each entry is
// its kind, the raw value of a `CodeWord`. Entries that announce a code come first:
//
//     : a rebate    ; something else    < a code    = a copula    > a unit
//
// A star stands for any letters that follow. After adding a word, update the filters: `CodeWordsTests` prints the new
// ones.
extension CodeWords {
  /// The endings of compounds: `Bestätigungscode`, `vahvistuskoodi`.
  static let endings: StaticString = "code<kod<kode<koodi<koden<kód<код<"

  /// The table with all entries that begin with a scalar. It may contain many others.
  static func entries(beginningWith first: UInt32) -> StaticString {
    switch first {
    case ..<0x6E: earlyLatinEntries(beginningWith: first)
    case ..<0x80: lateLatinEntries(beginningWith: first)
    default: otherEntries(beginningWith: first)
    }
  }

  /// The entries that begin with a digit or a Latin letter up to `m`.
  private static func earlyLatinEntries(beginningWith first: UInt32) -> StaticString {
    switch first {
    case 0x32: "2fa<"
    case 0x61: "authenticat*<area code;account;a/c;acct;amount;apt;as=als="
    case 0x62: "bestell*;barcode;bar code;betrag;bedrag;balance;booking;build;bus;"
    case 0x63:
      """
      code<codes<código*<codigo*<clave<contraseña<codice<codici<codul<cod<coupon*:cashback:commande;colis;\
      código postal;code postal;cod poștal;country code;color code;colour code;code review;code of;compte;cuenta;\
      conta;card;carte;cartão;carta;call;case;copyright;customer;client;cliente;chf;cny;chapter;comme=como=come=\
      chf>cal>
      """
    case 0x64: "discount*:descuento*:desconto*:dress code;depuis;dollar*>day*>"
    case 0x65:
      """
      einmal*<engångs*<engangs*<error;error code;exit code;ending;ends in;endet auf;eur;est=es=er=eur>euro>euros>
      """
    case 0x66: "facture;factura;fattura;fatura;flight;flug;fehlercode;fax;follower*>"
    case 0x67: "gutschein*:gift card:giveaway:gate;gbp;gleis;gbp>g>gb>"
    case 0x68: "hasło<heslo<http;hotline;hour*>"
    case 0x69: "indirim*:invoice;importe;importo;inr;imei;isbn;is=ist=inr>items>"
    case 0x6A: "jpy;jest="
    case 0x6B: "kennwort<kod*<kode*<koodi*<kód*<korting*:konto*;karte;kart*;kunden*;kr>km>kg>kb>kcal>"
    case 0x6C: "lautet=likes>"
    case 0x6D: "mfa<mtan<mot de passe<mã<mật khẩu<montant;model;m>min>mins>minute*>minuto*>miles>mb>ms>"
    default: ""
    }
  }

  private static func lateLatinEntries(beginningWith first: UInt32) -> StaticString {
    switch first {
    case 0x6F:
      """
      otp<one-time*<one time*<off your:off all:off every*:off with:off on:off any:off select*:order;orders;ordine;
      """
    case 0x70:
      """
      passcode*<password<passwort<pin<pushtan<parola<promo*:pedido*;parcel;package;paket*;paquete;postal;\
      postal code;post code;postcode;postleitzahl;plz;phone;pln;platform;page;pln>points>punkte>pts>people>
      """
    case 0x71: "qr code;qr-code;qrコード;"
    case 0x72:
      """
      rabat*:réduction*:referral*:rechnung*;response code;rekening*;reply;ref;reference;referenz;reservation;\
      reservierung;room;rs;rmb;rub>rs>
      """
    case 0x73:
      """
      smstan<senha<sifre*<sconto*:sipariş*;sendung*;shipment;status code;source code;se terminant par;saldo;solde;\
      stop to;since;seit;street;suite;serial;score;steps>schritte>seconds>sec>
      """
    case 0x74:
      """
      token<tan<to confirm<to log in<to sign in<to login<tracking;ticket*;train;terminada en;tarjeta;tutar*;tel;\
      telefon*;téléphone;teléfono;tl>times>
      """
    case 0x75: "unicode;usd;usd>users>uhr>"
    case 0x76: "verification<verify<verifica*<vérif*<voucher*:valor;version;views>"
    case 0x77: "words>"
    case 0x79: "year;"
    case 0x7A: "zamówieni*;zip;zip code;zł>"
    default: ""
    }
  }

  private static func otherEntries(beginningWith first: UInt32) -> StaticString {
    switch first {
    case 0x80..<0x370: "şifre*<är=è=é="
    case 0x370..<0x530:
      """
      κωδικ*<код<кода<коде<кодом<коду<пароль<пароля<паролем<пин<баланс;заказ*;индекс;карт*;минут*>номер;остаток;\
      промокод*:руб*>скидк*:счет*;счёт*;сумм*;тел;телефон*;
      """
    case 0x530..<0x900: "סיסמ*<קוד<رمز<كود<كلمة المرور<کد<الطلب;بطاقة;خصم:طلب;مبلغ;هاتف;"
    case 0x900..<0x3000: "ओटीपी<कोड<पासवर्ड<รหัส<ऑर्डर;खाते;छूट:राशि;"
    case 0x3000..<0xAC00:
      """
      コード<パスワード<动态码<动态密码<動態密碼<口令<安全码<安全碼<暗証番号<校验码<校驗碼<激活码<登录码<短信码<确认码<確認碼<確認番号<認證碼<認証番号<认证码<随机码<驗證碼<验证码<エラーコード;\
      クーポン:バーコード;人>优惠*:余额;優惠*:元>円>分>分钟>割引:单号;卡号;客服;尾号;尾號;帳號;快递;房间;折扣:末四位;步>歩>残高;注文;热线;电话;秒>致电;航班;訂單;订单;账号;邮编;郵便番号;\
      金额;金額;错误代码;错误码;電話;
      """
    default: "비밀번호<인증번호<인증 번호<코드<확인번호<계좌;금액;명>배송;분>오류 코드;우편번호;운송장;원>잔액;전화;주문;카드;쿠폰:할인:"
    }
  }
}
