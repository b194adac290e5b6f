/// Messages like those of banks, shops and services, with changed names and numbers.
enum OneTimeCodeSamples {
  /// The text, and the code in it.
  static let codes: [(text: String, code: String)] = [
    // English
    ("Your verification code is 482913", "482913"),
    ("482913 is your verification code", "482913"),
    ("G-482913 is your Google verification code.", "G-482913"),
    ("FB-48291 is your Facebook confirmation code", "FB-48291"),
    ("Your Uber code: 4821. Never share this code. Reply STOP ALL to +44 7903 561836 to unsubscribe.", "4821"),
    ("Your Slack confirmation code is ABC-123", "ABC-123"),
    ("Use 739-102 to verify your WhatsApp account. Don't share this code.", "739102"),
    (
      "Your WhatsApp code: 739-102\nYou can also tap on this link to verify your phone: v.whatsapp.com/739102", "739102"
    ),
    ("123 456 is your Instagram code. Don't share it.", "123456"),
    ("Your Apple ID Code is: 482913. Don't share it with anyone.\n\n@apple.com #482913 %apple.com", "482913"),
    ("Use 4F7K2Q as your one-time password for ACME.", "4F7K2Q"),
    ("Amazon: Use 482913 to reset your password. Don't give this code to anyone.", "482913"),
    ("Your OTP for a transaction of INR 2,500.00 at AMAZON on card ending 1234 is 482913. Valid for 10 min.", "482913"),
    ("482913 is the OTP to login to your account. It expires in 5 minutes. Do not share it.", "482913"),
    ("Dear customer, OTP to add beneficiary account 00981234 is 9917. Bank never asks for it.", "9917"),
    ("Your PayPal code is 2024", "2024"),
    ("PIN: 8841", "8841"),
    ("Your one time passcode is 93847261.", "93847261"),
    ("Here is your code:\n\n482 913\n\nIt expires in 30 minutes.", "482913"),
    ("Here is the Steam Guard code you need: R5KT2", "R5KT2"),
    ("<#> 482913 is your Signal verification code fa+9qCX9VSu", "482913"),
    ("Login code: 48291. Do not give this code to anyone, even if they say they are from Telegram!", "48291"),
    ("[TikTok] 4829 is your verification code", "4829"),
    ("Your security code is: 482913\nThe code expires at 12:30 on 20/11/2026.", "482913"),
    ("Enter *482913* as your verification code", "482913"),
    ("Your temporary password is a3f9b2", "a3f9b2"),
    ("Code 482913 10 minutes left", "482913"),
    ("(482913) Your login verification token", "482913"),
    ("MyGov: your access code is 482913. Call 132 307 if you did not ask for it.", "482913"),
    ("ACME-OTP 482913 for order 99812345", "482913"),
    // German
    ("Ihr Bestätigungscode lautet: 482913", "482913"),
    ("482 913 ist dein Instagram-Code", "482913"),
    ("Ihre mobileTAN für die Überweisung über 1.250,00 EUR auf Konto DE02 1203 0000 lautet: TAN 482913", "482913"),
    ("Sparkasse: TAN 739102, Betrag 50,00 EUR, Empfänger Müller", "739102"),
    ("Dein Sicherheitscode: 4829. Gültig bis 14:30 Uhr.", "4829"),
    ("Einmalpasswort: 7KQ9TZ", "7KQ9TZ"),
    // French
    ("Votre code de vérification est 482913", "482913"),
    ("482913 est votre code de connexion. Ne le partagez pas.", "482913"),
    ("Pour valider votre achat de 49,90 EUR, saisissez le code 12 34 56", "123456"),
    // Spanish, Portuguese, Italian
    ("Tu código de verificación es 482913", "482913"),
    ("482913 es tu código de Uber. No lo compartas.", "482913"),
    ("Su clave de un solo uso: 739102", "739102"),
    ("Seu código de verificação é 482913", "482913"),
    ("O código para entrar no banco é 7391-0245", "73910245"),
    ("Il tuo codice di verifica è 482913", "482913"),
    ("Codice OTP: 73910245 per pagamento di euro 25,00", "73910245"),
    // Dutch, Polish, Czech, Scandinavian, Finnish, Hungarian, Romanian
    ("Je verificatiecode is 482913", "482913"),
    ("Twój kod weryfikacyjny to 482913", "482913"),
    ("Váš ověřovací kód je 482913", "482913"),
    ("Din engångskod är 482913", "482913"),
    ("Din bekræftelseskode er 482913", "482913"),
    ("Vahvistuskoodisi on 482913. Vahvistuskoodi 482913 on voimassa 10 min.", "482913"),
    ("Az Ön kódja: 482913", "482913"),
    ("Codul tău de verificare este 482913", "482913"),
    // Turkish, Vietnamese
    ("Onay kodunuz: 482913", "482913"),
    ("482913 tek kullanımlık şifreniz ile giriş yapabilirsiniz", "482913"),
    ("Mã xác minh của bạn là 482913", "482913"),
    // Russian, Ukrainian, Greek, Hebrew
    ("Код подтверждения: 4829. Никому его не сообщайте.", "4829"),
    ("Никому не говорите код 739102. Сбербанк Онлайн", "739102"),
    ("482913 — ваш код для входа", "482913"),
    ("Ваш одноразовий пароль: 482913", "482913"),
    ("Ο κωδικός σας είναι 482913", "482913"),
    ("קוד האימות שלך הוא 482913", "482913"),
    // Arabic, Persian, Hindi, Thai
    ("رمز التحقق الخاص بك هو 482913", "482913"),
    ("رمز التحقق: ٤٨٢٩١٣", "482913"),
    ("کد تایید شما: ۴۸۲۹۱۳", "482913"),
    ("आपका ओटीपी ४८२९१३ है", "482913"),
    ("आपका सत्यापन कोड 482913 है।", "482913"),
    ("รหัส OTP ของคุณคือ 482913", "482913"),
    // Chinese
    ("【微信】验证码482913，请勿转发，5分钟内有效。", "482913"),
    ("【招商银行】您尾号1234的账户正在登录，短信验证码为739102，请勿泄露。", "739102"),
    ("482913（登录验证码，请勿告知他人）【淘宝】", "482913"),
    ("您的動態密碼：７３９１０２，有效時間 10 分鐘", "739102"),
    ("校验码 4829，您正在注册支付宝，如非本人操作请致电95188", "4829"),
    // Japanese, Korean
    ("認証コード：482913 このコードを誰にも教えないでください。", "482913"),
    ("LINEの認証番号「482913」を入力してください。", "482913"),
    ("[네이버] 인증번호 [482913]를 입력해 주세요.", "482913"),
    ("카카오톡 인증번호는 482913입니다.", "482913"),
  ]

  /// Texts without a code.
  static let others: [String] = [
    "The code fails for .48291% of all users",
    // No word announces a code
    "482913", "See you at 1830", "Meet me in room 4021", "Flight LH2034 departs at gate 2211",
    "I ran 12345 steps today", "The year 2024 was good",
    "We have 100000 users now", "Anna: 007 was on TV, 1995 I think",
    "Score: 4821", "Bus 1042 in 5 min", "Chapter 1204 is out", "Temperature 2150",
    // Telephone numbers
    "Call me at 555-123-4567", "My new number: +49 151 23456789", "Never share your code. Call us at 8005551234",
    "Don't share your PIN. Questions? (030) 123456",
    "Code wrong? Call 0800 123456", "Forgot the password? Tel. 1234567",
    "06 12 34 56 78 pour confirmer", "客服电话95588，请勿告诉他人", "Passwort vergessen? Hotline 0180/555666",
    // Amounts
    "You paid $1500 to Anna", "Payment of 2500 EUR received", "Kontostand: 1.234,56 EUR", "¥12800 支付成功",
    "Your code purchase of 4999 USD was approved", "Use your PIN for amounts over 5000 EUR", "Сумма 15000 руб. списана",
    "金额1500元，余额23000元", "Withdrawal with PIN: Rs 10000 at ATM", "Montant: 4500 euros, code refusé",
    "Se han cargado 1200 EUR en tu tarjeta",
    // Orders, parcels, accounts
    "Your order 12345678 has shipped", "Order code unknown; order #4829130 is late", "Rechnung 482913 ist fällig",
    "Bestellung 7391024 wurde versandt", "Tracking number 1Z999AA10123456784", "您的订单482913已发货",
    "Commande 482913 expédiée", "Pedido 482913 enviado",
    "Заказ 482913 готов к выдаче", "ご注文番号 482913 を発送しました",
    "주문 482913 배송이 시작되었습니다", "Card ending in 4821 was declined",
    "尾号4821的卡消费", "Account 482913 was credited",
    "Ticket 482913 was closed", "Invoice 2024-1187 attached", "Booking reference 739102 is confirmed",
    "Your parcel 9912345678 arrives between 12:30 and 14:30",
    // Dates and times
    "Your code expires at 12:30 on 2026-11-20",
    "Password changed on 20.11.2026 at 14:30", "Code freeze starts 20261120",
    "Passwort seit 2019 nicht geändert", "PIN letter sent 11/20/2026", "Your password was changed in 2024",
    // Codes that need not be typed quickly
    "Use promo code SAVE2024 at checkout", "Get 20% off with code 482913, discount ends today", "Rabattcode: 739102",
    "Zip code 94107", "Postal code 10115 Berlin", "Error code 50012: printer jam", "Area code 4152 is new",
    "Fehlercode 4829 an der Anlage", "Gutscheincode AB12CD34 einlösen", "优惠码 482913，立减20元", "промокод 482913",
    "QR code 482913 scanned", "クーポンコード：482913", "código postal 28013 Madrid", "Country code 0049 is Germany",
    // Web addresses, and numbers inside words
    "Reset your password: https://example.com/r/482913", "Verify: acme.com/v?code=482913", "ISO8859 password file",
    "Code review for pull request #4829", "code of conduct, version 2024", "password hunter2", "My code is broken",
    "The verification code has been sent to your phone", "Your verification code will arrive shortly",
    "RFC 8439 is no secret",
  ]
}
