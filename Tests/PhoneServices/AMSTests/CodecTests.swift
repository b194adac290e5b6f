import AMS
import Octets
import TestSupport
import Testing

@Suite struct CodecTests {
  private func decimal(_ text: String) -> Int32? { MediaDecimal(parsing: Array(text.utf8).span)?.thousandths }

  @Test(
    arguments: [
      ("151.634", 151_634), ("151,634", 151_634), ("0", 0), ("1.0", 1_000), ("0.5", 500), (",5", 500), ("7.", 7_000),
      ("-12.25", -12_250), ("+3", 3_000), ("0.062500", 62), ("12.3456789012345678", 12_345),
      ("1999999,999", 1_999_999_999),
    ] as [(String, Int32)])
  func decimalIsReadWithPointOrComma(text: String, thousandths: Int32) { #expect(decimal(text) == thousandths) }

  @Test(arguments: [
    "", "nan", "NaN", "inf", "-", "+", ".", ",", "1e99", "1e-5", "1.2.3", "1,234.5", "1.2,3", " 1", "1 ", "--1", "1-",
    "2000000", "99999999999999999999999999", "\u{661}", "0x10", "12.345.6",
  ])
  func textThatIsNotANumberIsRefused(text: String) { #expect(decimal(text) == nil) }

  private func info(_ text: String) -> PlaybackInfo? { PlaybackInfo(parsing: Array(text.utf8).span) }

  private func playing(_ rate: Int32, _ elapsed: Int32?) -> PlaybackInfo {
    PlaybackInfo(state: .playing, rate: rate, elapsed: elapsed.map { MediaDecimal(thousandths: $0) })
  }

  /// - Conformance: iPhone | music: decimals
  @Test func decimalsWithPointsSeparateByEveryComma() {
    #expect(info("1,1.0,151.634") == playing(1_000, 151_634))
    #expect(info("1,0.5,12") == playing(500, 12_000))
    #expect(info("1,1,12.5") == playing(1_000, 12_500))
    #expect(info("1,1.0,12.5,more,9") == playing(1_000, 12_500))
    #expect(info("0,0.0,0.000")?.speed == 0)
    #expect(
      info("2,-2.0,60.5") == PlaybackInfo(state: .rewinding, rate: -2_000, elapsed: MediaDecimal(thousandths: 60_500)))
  }

  /// - Conformance: iPhone | music: decimals
  @Test func fivePartsAreTwoDecimalsWithCommas() {
    #expect(info("1,1,0,151,634") == playing(1_000, 151_634))
    #expect(info("1,0,5,0,000") == playing(500, 0))
    #expect(info("1,1,25,12,5") == playing(1_250, 12_500))
  }

  /// - Conformance: iPhone | music: decimals
  @Test func ofFourPartsTheOnesThatMakeSenseBelongTogether() {
    #expect(info("1,1,0,12") == playing(1_000, 12_000))
    #expect(info("1,1,12,5") == playing(1_000, 12_500))
    #expect(info("1,0,5,12") == playing(500, 12_000))
    #expect(info("1,2,12,5") == playing(2_000, 12_500))
    #expect(info("1,1,0,12.5") == playing(1_000, 12_500))
    #expect(info("0,0,12,5") == PlaybackInfo(state: .paused, rate: 0, elapsed: MediaDecimal(thousandths: 12_500)))
  }

  @Test func missingFieldsHaveDefaults() {
    #expect(info("1") == playing(1_000, nil))
    #expect(info("1,1.0") == playing(1_000, nil))
    #expect(info("1,,") == playing(1_000, nil))
    #expect(info("1,nan,inf") == playing(1_000, nil))
    #expect(info("1,1e99,-1e99") == playing(1_000, nil))
    #expect(info("1,900.0,3.0") == playing(16_000, 3_000))
    #expect(info("1,1,2,3,4,5,6,7")?.state == .playing)
    #expect(info("0,1.0,3.0")?.speed == 0)
  }

  @Test(arguments: ["", ",", "4,1.0,2.0", "-1,1.0,2.0", "1.5,1.0,2.0", "x", "nan,1.0,0"])
  func textWithoutAStateIsRefused(text: String) { #expect(info(text) == nil) }

  /// Every prefix of a value is decoded or refused; none traps.
  @Test(arguments: ["1,1.0,151.634", "1,1,0,151,634", "3,2,0,-0,5", "0,0.0,"])
  func everyBeginningIsHarmless(text: String) {
    let octets = Array(text.utf8)
    for count in 0...octets.count {
      let info = PlaybackInfo(parsing: octets.span.extracting(first: count))
      #expect((info == nil) == (count == 0))
    }
  }

  @Test func updateIsDecoded() throws {
    let octets: [UInt8] = [2, 2, 0x81, 0x41, 0x42]
    let update = try EntityUpdate(decoding: octets.span)
    let (attribute, value) = (update.attribute, update.value.list)
    #expect(attribute == .track(.title) && value == [0x41, 0x42])
    let isTruncated = update.flags.contains(.truncated)
    #expect(isTruncated)
  }

  @Test func shortUpdateIsRefused() {
    for count in 0..<3 {
      let octets = [UInt8](repeating: 0, count: count)
      #expect(throws: DecodeError.truncated) {
        _ = try EntityUpdate(decoding: octets.span)
      }
    }
  }

  @Test func everyAttributeHasItsNumbers() {
    var count = 0
    for entity in UInt8.min...UInt8.max {
      for id in UInt8.min...UInt8.max {
        guard let attribute = MediaAttribute(entity: entity, attribute: id) else { continue }
        #expect(attribute.entityID.rawValue == entity && attribute.attributeID == id)
        count += 1
      }
    }
    #expect(count == 11)
  }

  @Test func commandsWithoutANameArePassedOver() {
    let commands = RemoteCommandSet(decoding: ([0, 3, 13, 14, 99, 255, 3] as [UInt8]).span)
    #expect(commands.contains(.play) && commands.contains(.nextTrack) && commands.contains(.bookmarkTrack))
    #expect(!commands.contains(.pause))
    #expect(RemoteCommandSet(decoding: [UInt8]().span).isEmpty)
  }
}
