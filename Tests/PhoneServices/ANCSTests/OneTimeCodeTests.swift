import Testing

@testable import ANCS

@Suite struct OneTimeCodeTests {
  private func code(title: String = "", _ message: String, isCut: Bool = false) -> String? {
    let (title, message, subtitle) = (Array(title.utf8), Array(message.utf8), [UInt8]())
    return CodeSearch(title: title.span, subtitle: subtitle.span, message: message.span, isCut: isCut).code.map {
      string($0.span)
    }
  }

  @Test(arguments: OneTimeCodeSamples.codes) func aCodeIsFound(_ text: String, _ expected: String) {
    #expect(code(text) == expected)
  }

  @Test(arguments: OneTimeCodeSamples.others) func otherNumbersAreNotCodes(_ text: String) {
    #expect(code(text) == nil)
  }

  @Test func thereAreEnoughSamples() {
    #expect(OneTimeCodeSamples.codes.count >= 60)
    #expect(OneTimeCodeSamples.others.count >= 60)
  }

  @Test func theTitleMayAnnounceIt() {
    #expect(code(title: "Verification code", "482913") == "482913")
    #expect(code(title: "482913 is your Instagram code", "Open the app to go on.") == "482913")
  }

  @Test func aTitleThatIsANumberIsTheSender() {
    #expect(code(title: "22395", "Your verification code was sent by mail.") == nil)
    #expect(code(title: "106575258", "验证码 482913") == "482913")
  }

  @Test func aNumberAtTheEndOfACutTextIsNotTrusted() {
    #expect(code("Your code is 4829", isCut: true) == nil)
    #expect(code("Your code is 4829") == "4829")
    #expect(code("Your code is 4829. Thank", isCut: true) == "4829")
  }

  @Test(arguments: ["1234 ", "1234-", "1234\u{A0}", "1234\u{2011}", "1234 5", "1234 56", "123456 7"])
  func aNumberThatMayGoOnBehindTheCutIsNotTrusted(_ number: String) {
    #expect(code("Your code is \(number)", isCut: true) == nil)
  }

  /// The last two groups of the third would be a code by themselves.
  @Test(arguments: ["Your code: 11 22 33 44", "Your code: 11 22 33 44 55", "Your code: 11 22 33 44 55 123 456"])
  func manyGroupsAreNoCode(_ text: String) {
    #expect(code(text) == nil)
  }

  @Test func aWordCountsUpTo80CharactersBeforeTheNumber() {
    for distance in 1...200 {
      let filler = String(repeating: "a", count: distance - 2 < 0 ? 0 : distance - 2)
      #expect((code("Code \(filler) 482913") == "482913") == (distance <= 80), "\(distance)")
    }
  }

  @Test func theNumberNextToTheWordIsTaken() {
    #expect(code("Transaction 4829 of 739102: your code is 551234") == "551234")
  }

  @Test func aWordWithoutANumberIsAMention() {
    let (title, message) = (Array("Mail".utf8), Array("Your code: ".utf8))
    let search = CodeSearch(title: title.span, subtitle: [UInt8]().span, message: message.span, isCut: true)
    #expect(search.code == nil)
    #expect(search.mentionsCode)
  }

  @Test(arguments: ["Your password has changed. Read", "Tu código", "Ihr Bestätigungscode", "您的验证码"])
  func aMentionIsLookedForOnRequestOnly(_ text: String) {
    let message = Array(text.utf8)
    for isWanted in [false, true] {
      let search = CodeSearch(
        title: [UInt8]().span, subtitle: [UInt8]().span, message: message.span, isCut: true, looksForMention: isWanted)
      let (isMentioned, isFound) = (search.mentionsCode, search.code != nil)
      #expect(isMentioned == isWanted && !isFound)
    }
  }

  /// Any sample, with and without the request for a mention.
  @Test func theRequestForAMentionDoesNotChangeTheCode() {
    for text in OneTimeCodeSamples.codes.map(\.text) + OneTimeCodeSamples.others {
      let message = Array(text.utf8)
      for isCut in [false, true] {
        let found = [false, true].map { isWanted in
          CodeSearch(
            title: [UInt8]().span, subtitle: [UInt8]().span, message: message.span, isCut: isCut,
            looksForMention: isWanted
          ).code
        }
        #expect(found[0] == found[1], "\(text)")
      }
    }
  }

  @Test func noReplyReachesTheLastOctetsOfASlot() {
    let all = AttributeRequest.everything(flags: EventFlags(rawValue: 0xFF))
    #expect(AttributeRequest.headerCount + all.replyCount <= TextSlot.count - OneTimeCode.capacity)
  }

  /// Any octets are handled without a trap, and a code is 4 to 12 capital letters, digits and a dash.
  @Test func anyOctetsAreHandled() {
    var generator = SystemRandomNumberGenerator()
    let pieces = OneTimeCodeSamples.codes.map { Array($0.text.utf8) }
    for _ in 0..<2_000 {
      var octets = pieces.randomElement(using: &generator)! + pieces.randomElement(using: &generator)!
      for _ in 0..<8 { octets[Int.random(in: 0..<octets.count, using: &generator)] = .random(in: 0...255) }
      octets.removeFirst(Int.random(in: 0..<octets.count, using: &generator))
      let search = CodeSearch(title: octets.span, subtitle: octets.span, message: octets.span, isCut: false)
      guard let code = search.code else { continue }
      #expect((4...12).contains(code.count))
    }
  }
}
