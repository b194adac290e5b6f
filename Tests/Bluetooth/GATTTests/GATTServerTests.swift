import ATT
import GATT
import Octets
import TestSupport
import Testing
import Timing

/// Requests and their exact responses, on an unencrypted link with the smallest MTU unless stated otherwise. The
/// handles are those in `WatchDatabase`.
@Suite struct GATTServerTests {
  /// GATT/SR/GAD/BV-01-C and invalid requests.
  @Test(arguments: [
    ("10 0100 ffff 0028", "11 06 01 00 09 00 00 18 0a 00 11 00 01 18 12 00 18 00 0a 18"),
    ("10 1300 ffff 0028", "11 06 19 00 1c 00 0f 18"),
    ("10 0100 ffff fb349b5f80000080001000000028 0000", "11 06 01 00 09 00 00 18 0a 00 11 00 01 18 12 00 18 00 0a 18"),
    ("10 0200 0900 0028", "01 10 02 00 0a"),
    ("10 1a00 ffff 0028", "01 10 1a 00 0a"),
    ("10 0100 ffff 0128", "01 10 01 00 0a"),
    ("10 0100 ffff 0328", "01 10 01 00 10"),
    ("10 0100 ffff 002a", "01 10 01 00 10"),
    ("10 0000 ffff 0028", "01 10 00 00 01"),
    ("10 0200 0100 0028", "01 10 02 00 01"),
    ("10 0100 ffff 000028", "01 10 00 00 04"),
    ("10 0100 ffff 00002800", "01 10 00 00 04"),
    ("10 0100 ffff 000102030405060708090a0b0c0d0e", "01 10 00 00 04"),
    ("10 0100 ffff", "01 10 00 00 04"),
    ("10", "01 10 00 00 04"),
  ])
  func readByGroupType(_ request: String, _ response: String) {
    #expect(ServerLink().ask(request) == response)
  }

  /// GATT/SR/GAD/BV-02-C.
  @Test(arguments: [
    ("06 0100 ffff 0028 0f18", "07 19 00 1c 00"),
    ("06 0100 ffff 0028 0018", "07 01 00 09 00"),
    ("06 0100 1900 0028 0f18", "07 19 00 1c 00"),
    ("06 0200 ffff 0028 0018", "01 06 02 00 0a"),
    ("06 0100 ffff 0028 0d18", "01 06 01 00 0a"),
    ("06 0100 ffff 0028", "01 06 01 00 0a"),
    ("06 0100 ffff 0028 00", "01 06 01 00 0a"),
    ("06 0100 ffff 0028 d0002d121e4b0fa4994eceb531f40579", "01 06 01 00 0a"),
    ("06 0100 ffff 0129 0000", "01 06 01 00 0a"),
    // Not a grouping type: each attribute is its own group. The battery level requires encryption, so it is left out.
    ("06 0100 ffff 0229 0000", "07 0d 00 0d 00 1c 00 1c 00"),
    ("06 0100 ffff 192a 64", "01 06 01 00 0a"),
    ("06 0000 ffff 0028 0f18", "01 06 00 00 01"),
    ("06 0500 0400 0028 0f18", "01 06 05 00 01"),
    ("06 0100 ffff 00", "01 06 00 00 04"),
  ])
  func findByTypeValue(_ request: String, _ response: String) {
    #expect(ServerLink().ask(request) == response)
  }

  /// GATT/SR/GAD/BV-06-C.
  @Test(arguments: [
    ("04 0100 0500", "05 01 01 00 00 28 02 00 03 28 03 00 00 2a 04 00 03 28 05 00 01 2a"),
    ("04 0100 ffff", "05 01 01 00 00 28 02 00 03 28 03 00 00 2a 04 00 03 28 05 00 01 2a"),
    ("04 0d00 0d00", "05 01 0d 00 02 29"),
    ("04 1c00 ffff", "05 01 1c 00 02 29"),
    ("04 1d00 ffff", "01 04 1d 00 0a"),
    ("04 ffff ffff", "01 04 ff ff 0a"),
    ("04 0000 0500", "01 04 00 00 01"),
    ("04 0500 0000", "01 04 05 00 01"),
    ("04 0500 0400", "01 04 05 00 01"),
    ("04 0500 04", "01 04 00 00 04"),
    ("04 0500 0600 00", "01 04 00 00 04"),
  ])
  func findInformation(_ request: String, _ response: String) {
    #expect(ServerLink().ask(request) == response)
  }

  /// GATT/SR/GAD/BV-04-C, GAR/BV-03-C, GAR/BI-06...11-C.
  @Test(arguments: [
    ("08 0100 0900 0328", "09 07 02 00 02 03 00 00 2a 04 00 02 05 00 01 2a 06 00 02 07 00 04 2a"),
    ("08 1900 ffff 0328", "09 07 1a 00 12 1b 00 19 2a"),
    ("08 0100 ffff 002a", "09 08 03 00 42 65 6c 66 72 79"),
    ("08 0100 ffff 012a", "09 04 05 00 c2 00"),
    ("08 0100 ffff 042a", "09 0a 07 00 54 00 6c 00 04 00 58 02"),
    ("08 0100 ffff a62a", "09 03 09 00 00"),
    ("08 0100 ffff 0229", "09 04 0d 00 00 00 1c 00 00 00"),
    ("08 0100 ffff 292a", "09 08 14 00 42 65 6c 66 72 79"),
    ("08 0100 ffff 052a", "01 08 0c 00 02"),
    ("08 0100 ffff 192a", "01 08 1b 00 05"),
    ("08 0100 ffff 0d2a", "01 08 01 00 0a"),
    ("08 0400 ffff 002a", "01 08 04 00 0a"),
    ("08 0000 ffff 002a", "01 08 00 00 01"),
    ("08 0900 0800 002a", "01 08 09 00 01"),
    ("08 0100 ffff 000102", "01 08 00 00 04"),
    ("08 0100 ffff 00010203", "01 08 00 00 04"),
    ("08 0100 ffff 000102030405060708090a0b0c0d0e", "01 08 00 00 04"),
  ])
  func readByType(_ request: String, _ response: String) {
    #expect(ServerLink().ask(request) == response)
  }

  /// GATT/SR/GAR/BV-01-C, BI-01...05-C, BV-04-C, BI-12...16-C.
  @Test(arguments: [
    ("0a 0300", "0b 42 65 6c 66 72 79"),
    ("0a 0100", "0b 00 18"),
    ("0a 0200", "0b 02 03 00 00 2a"),
    ("0a 0d00", "0b 00 00"),
    ("0a 0f00", "0b 00"),
    ("0a 1800", "0b 30 2e 31 2e 30"),
    ("0a 0c00", "01 0a 0c 00 02"),
    ("0a 1b00", "01 0a 1b 00 05"),
    ("0a 0000", "01 0a 00 00 01"),
    ("0a 1d00", "01 0a 1d 00 01"),
    ("0a ffff", "01 0a ff ff 01"),
    ("0a 03", "01 0a 00 00 04"),
    ("0a 0300 00", "01 0a 00 00 04"),
    ("0c 0300 0000", "0d 42 65 6c 66 72 79"),
    ("0c 0300 0200", "0d 6c 66 72 79"),
    ("0c 0300 0600", "0d"),
    ("0c 0300 0700", "01 0c 03 00 07"),
    ("0c 0300 ffff", "01 0c 03 00 07"),
    ("0c 0c00 0000", "01 0c 0c 00 02"),
    ("0c 1b00 0000", "01 0c 1b 00 05"),
    ("0c 0000 0000", "01 0c 00 00 01"),
    ("0c 0300 00", "01 0c 00 00 04"),
    ("0e 0300 0500", "0f 42 65 6c 66 72 79 c2 00"),
    ("0e 0300 0300 0300 0300", "0f 42 65 6c 66 72 79 42 65 6c 66 72 79 42 65 6c 66 72 79 42 65 6c 66"),
    ("0e 0300 0c00", "01 0e 0c 00 02"),
    ("0e 0300 1b00 0c00", "01 0e 1b 00 05"),
    ("0e 0300 0000", "01 0e 00 00 01"),
    ("0e 0300", "01 0e 00 00 04"),
    ("0e 0300 05", "01 0e 00 00 04"),
  ])
  func reads(_ request: String, _ response: String) {
    #expect(ServerLink().ask(request) == response)
  }

  /// GATT/SR/GAW/BV-03-C, BI-02...06-C, BV-08-C.
  @Test(arguments: [
    ("12 0d00 0200", "13"),
    ("12 0d00 0000", "13"),
    ("12 0d00", "01 12 0d 00 0d"),
    ("12 0d00 02", "01 12 0d 00 0d"),
    ("12 0d00 020000", "01 12 0d 00 0d"),
    ("12 0d00 0100", "01 12 0d 00 fd"),
    ("12 0d00 0300", "01 12 0d 00 fd"),
    ("12 0d00 0002", "01 12 0d 00 fd"),
    ("12 0300 42", "01 12 03 00 03"),
    ("12 0100 0018", "01 12 01 00 03"),
    ("12 1b00 64", "01 12 1b 00 03"),
    ("12 1c00 0100", "01 12 1c 00 05"),
    ("12 0000 00", "01 12 00 00 01"),
    ("12 1d00 00", "01 12 1d 00 01"),
    ("12 0d", "01 12 00 00 04"),
    ("12", "01 12 00 00 04"),
    ("12 0f00 01", "13"),
    ("12 0f00", "01 12 0f 00 0d"),
    ("12 0f00 0100", "01 12 0f 00 0d"),
  ])
  func writes(_ request: String, _ response: String) {
    #expect(ServerLink().ask(request) == response)
  }

  /// GATT/SR/UNS/BI-01-C and BI-02-C: an unknown request is refused, an unknown command ignored.
  @Test(arguments: [
    ("3f", "01 3f 00 00 06"), ("bf 01", "01 bf 00 00 06"), ("14", "01 14 00 00 06"),
    ("20 0300 0500", "01 20 00 00 06"), ("16 0d00 0000 02", "01 16 00 00 06"), ("16", "01 16 00 00 06"),
    ("18 00", "19"), ("18 01", "19"), ("18 02", "01 18 00 00 04"), ("18", "01 18 00 00 04"),
    ("18 01 00", "01 18 00 00 04"),
    ("52 0d00 02", ""), ("52 0300 42", ""), ("52 0000 42", ""), ("52", ""), ("52 0d", ""), ("7f", ""), ("ff 00", ""),
    ("d2 0d00 0200 000102030405060708090a0b", ""), ("00", ""), ("", ""), ("1e", ""), ("1e 00", ""),
    ("0b 00", ""), ("13", ""), ("01 0a 0000 01", ""), ("1b 0300 00", ""), ("1d 0300 00", ""),
  ])
  func otherPDUs(_ pdu: String, _ response: String) {
    let link = ServerLink()
    #expect(link.ask(pdu) == response)
    #expect(link.server.configuration == ClientConfiguration())
  }

  @Test func pduLongerThanTheMTUIsDropped() {
    #expect(ServerLink().ask("12 0d00" + String(repeating: "00", count: 21)) == "")
    #expect(ServerLink(mtu: 24).ask("12 0d00" + String(repeating: "00", count: 21)) == "01 12 0d 00 0d")
  }

  /// GATT/SR/GAR/BI-04-C: the error depends on whether there is a key for encryption.
  @Test func encryptedAttributeAsksForSecurity() {
    let link = ServerLink()
    #expect(link.ask("0a 1b00") == "01 0a 1b 00 05")
    #expect(link.ask("12 1c00 0100") == "01 12 1c 00 05")
    #expect(link.ask("08 0100 ffff 192a") == "01 08 1b 00 05")
    link.bearer.security = ServerLink.encrypted
    #expect(link.ask("0a 1b00") == "0b 64")
    #expect(link.ask("08 0100 ffff 192a") == "09 03 1b 00 64")
    #expect(link.ask("06 0100 ffff 192a 64") == "07 1b 00 1b 00")
  }

  @Test func nameIsReadByAnyPeerOnlyWhileTheWatchIsDiscoverable() {
    let link = ServerLink(security: .none)
    for request in ["0a 0300", "0c 0300 0000", "08 0100 ffff 002a", "0e 0300 0500"] {
      #expect(link.ask(request).hasPrefix("01 \(request.prefix(2)) 03 00 05"), "\(request)")
    }
    link.bearer.security.isDiscoverable = true
    #expect(link.ask("0a 0300").hasPrefix("0b"))
    link.bearer.security = ServerLink.encrypted
    #expect(link.ask("0a 0300").hasPrefix("0b"))
  }

  @Test func writeCommandWritesLikeARequestWithoutAnAnswer() {
    let link = ServerLink()
    #expect(link.ask("52 0d00 0200") == "")
    #expect(link.changes.configurationChanged)
    #expect(link.ask("0a 0d00") == "0b 02 00")
  }

  @Test func configurationIsReadBackAndReported() {
    let link = ServerLink(security: ServerLink.encrypted)
    #expect(link.ask("12 0d00 0200") == "13")
    #expect(link.changes.configurationChanged)
    #expect(link.ask("12 1c00 0100") == "13")
    #expect(link.server.configuration == ClientConfiguration(descriptors: 0b0110))
    #expect(link.ask("12 1c00 0100") == "13")
    #expect(!link.changes.configurationChanged)
    #expect(link.ask("0a 1c00") == "0b 01 00")
    #expect(link.ask("12 1c00 0300") == "01 12 1c 00 fd")
  }

  @Test func bondedConfigurationIsRestoredAndANewLinkStartsWithout() {
    let link = ServerLink()
    link.server.restore(ClientConfiguration(descriptors: 0b0010, supportedFeatures: 0x01))
    #expect(link.ask("0a 0d00") == "0b 02 00")
    #expect(link.ask("0a 0f00") == "0b 01")
    link.server.connect()
    #expect(link.ask("0a 0d00") == "0b 00 00")
    #expect(link.ask("0a 0f00") == "0b 00")
  }

  @Test func clientSupportedFeaturesCanBeSetButNotCleared() {
    let link = ServerLink()
    #expect(link.ask("12 0f00 03") == "13")
    #expect(link.ask("12 0f00 01") == "01 12 0f 00 13")
    #expect(link.ask("0a 0f00") == "0b 03")
    #expect(link.ask("12 0f00 ff") == "13")
    #expect(link.ask("0a 0f00") == "0b 07")
  }

  // MARK: MTU

  /// GATT/SR/GAC/BV-01-C.
  @Test(arguments: [
    (517, "02 b900", "03 05 02", 185), (517, "02 0502", "03 05 02", 517), (517, "02 ffff", "03 05 02", 517),
    (185, "02 0502", "03 b9 00", 185), (23, "02 0502", "03 17 00", 23), (517, "02 1700", "03 05 02", 23),
    (517, "02 1600", "01 02 00 00 04", 23), (517, "02 0000", "01 02 00 00 04", 23),
    (517, "02 b9", "01 02 00 00 04", 23),
    (517, "02 b90000", "01 02 00 00 04", 23),
  ])
  func exchangeMTU(_ own: Int, _ request: String, _ response: String, _ effective: Int) {
    let link = ServerLink(receiveMTU: own)
    #expect(link.ask(request) == response)
    #expect(link.bearer.mtu == effective)
  }

  @Test func secondExchangeIsAnsweredAlikeAndChangesNothing() {
    let link = ServerLink()
    #expect(link.ask("02 b900") == "03 05 02")
    #expect(link.ask("02 4000") == "03 05 02")
    #expect(link.bearer.mtu == 185)
  }

  @Test func largerMTUHoldsMoreOfAList() {
    let group = ServerLink(mtu: 185).ask("10 0100 ffff 0028")
    #expect(group == "11 06 01 00 09 00 00 18 0a 00 11 00 01 18 12 00 18 00 0a 18 19 00 1c 00 0f 18")
    #expect(octets(hex: ServerLink(mtu: 185).ask("04 0100 ffff")).count == 2 + 28 * 4)
  }

  @Test func longNameIsReadInParts() {
    let link = ServerLink()
    let name = "A name of exactly forty octets, not more"
    link.server = ServerLink.watchServer(name: name)
    #expect(octets(hex: link.ask("0a 0300")) == [0x0B] + Array(name.utf8)[..<22])
    #expect(octets(hex: link.ask("0c 0300 1600")) == [0x0D] + Array(name.utf8)[22...])
    // A Read By Type response cuts the value to MTU-4 octets.
    #expect(octets(hex: link.ask("08 0100 ffff 002a")) == [0x09, 21, 3, 0] + Array(name.utf8)[..<19])
  }

  // MARK: Robustness

  /// For any octets there is at most one PDU, not longer than the MTU; for every request exactly one.
  @Test(arguments: 0..<24 as Range<UInt64>) func randomPDUsNeverTrapAndGetOneAnswer(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let mtu: UInt16 = [23, 64, 185, 517][random.number(in: 0..<4)]
    let link = ServerLink(mtu: mtu, security: seed % 2 == 0 ? .none : ServerLink.encrypted)
    let requests: [UInt8] = [0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x20, 0x3F]
    for _ in 0..<1500 {
      var pdu = random.octets(random.number(in: 1..<24))
      let isRequest = random.number(in: 0..<4) > 0
      if isRequest { pdu[0] = requests[random.number(in: 0..<requests.count)] }
      // Mostly existing handles and types.
      for index in [2, 4, 6] where index < pdu.count && random.number(in: 0..<3) > 0 { pdu[index] = 0 }
      if pdu.count >= 2, random.number(in: 0..<3) > 0 { pdu[1] = UInt8(random.number(in: 0..<32)) }
      if pdu.count == 7, random.number(in: 0..<2) == 0 { (pdu[5], pdu[6]) = (UInt8(random.number(in: 0..<4)), 0x28) }
      let response = link.answer(to: pdu)
      #expect(response.count <= link.bearer.mtu)
      if isRequest { #expect(!response.isEmpty) }
      if let opcode = response.first { #expect(opcode == 0x01 ? response[1] == pdu[0] : opcode == pdu[0] + 1) }
    }
  }

  @Test func everyShortenedRequestIsAnsweredOnce() {
    let requests = [
      "02 b900", "04 0100 ffff", "06 0100 ffff 0028 0f18", "08 0100 ffff 0328", "0a 0300", "0c 0300 0000",
      "0e 0300 0500",
      "10 0100 ffff 0028", "12 0d00 0200", "16 0d00 0000 02", "18 01",
    ]
    for request in requests {
      let whole = octets(hex: request)
      for count in 1...whole.count {
        let response = ServerLink().answer(to: Array(whole[..<count]))
        #expect(!response.isEmpty, "\(request) cut to \(count)")
      }
    }
  }

  @Test func responseWithoutRoomIsNotSentInPieces() {
    let link = ServerLink()
    for capacity in 0..<20 {
      let response = output(capacity: capacity) { output in
        let request = octets(hex: "10 0100 ffff 0028")
        _ = link.server.handle(request.span, on: &link.bearer, response: &output, now: .start)
      }
      #expect(response.isEmpty)
    }
  }
}
