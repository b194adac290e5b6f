import GAP
import HCI
import Octets
import TestSupport
import Testing
import WatchProfile

@Suite struct WatchAdvertisementTests {
  /// The AD structure of btstack's `example/ancs_client_demo.c`, which iOS lists.
  private static let solicitation = octets(hex: "11 15 D0 00 2D 12 1E 4B 0F A4 99 4E CE B5 31 F4 05 79")
  private static let flags = octets(hex: "02 01 06")

  private func payload(_ layout: AdvertisingLayout, _ name: String) -> (primary: [UInt8], scanResponse: [UInt8]) {
    let payload = Advertisement(watchNamed: Array(name.utf8).span, layout: layout).discoverable
    return (payload.primary.span.list, payload.scanResponse.span.list)
  }

  private func structure(_ type: UInt8, _ text: String) -> [UInt8] {
    [UInt8(1 + text.utf8.count), type] + text.utf8
  }

  @Test(arguments: ["B", "Belfry", "Belfry01"])
  func aShortNameIsWholeInTheAdvertisement(name: String) {
    let payload = payload(.solicitationFirst, name)
    #expect(payload.primary == Self.flags + Self.solicitation + structure(0x09, name))
    #expect(payload.scanResponse == structure(0x09, name))
  }

  @Test func eightOctetsOfNameFillTheAdvertisement() {
    #expect(payload(.solicitationFirst, "Belfry01").primary.count == AdvertisingData.capacity)
  }

  @Test func aLongerNameIsShortenedThereAndWholeInTheScanResponse() {
    let payload = payload(.solicitationFirst, "Belfry012")
    #expect(payload.primary == Self.flags + Self.solicitation + structure(0x08, "Belfry01"))
    #expect(payload.scanResponse == structure(0x09, "Belfry012"))
  }

  @Test func aNameTooLongForEitherIsShortenedInBoth() {
    let payload = payload(.solicitationFirst, String(repeating: "a", count: 30))
    #expect(payload.primary == Self.flags + Self.solicitation + structure(0x08, "aaaaaaaa"))
    #expect(payload.scanResponse == structure(0x08, String(repeating: "a", count: 29)))
  }

  @Test func aNameIsCutAtACharacter() {
    let payload = payload(.solicitationFirst, "钟楼钟楼")
    #expect(payload.primary == Self.flags + Self.solicitation + structure(0x08, "钟楼"))
    #expect(payload.scanResponse == structure(0x09, "钟楼钟楼"))
  }

  @Test func anEmptyNameIsLeftOut() {
    #expect(payload(.solicitationFirst, "").primary == Self.flags + Self.solicitation)
    #expect(payload(.solicitationFirst, "").scanResponse == [])
    #expect(payload(.nameFirst, "").primary == Self.flags + octets(hex: "03 02 0A 18"))
  }

  @Test func theOtherLayoutHasTheNameFirst() {
    let name = "A clock in a belfry!!!"
    let payload = payload(.nameFirst, name)
    #expect(payload.primary == Self.flags + structure(0x09, name) + octets(hex: "03 02 0A 18"))
    #expect(payload.primary.count == AdvertisingData.capacity)
    #expect(payload.scanResponse == Self.solicitation)
    let cut = self.payload(.nameFirst, name + "!")
    #expect(cut.primary == Self.flags + structure(0x08, name) + octets(hex: "03 02 0A 18"))
  }

  @Test func anyNameMakesAPayloadThatCanBeRead() {
    var numbers = SeededGenerator(seed: 0xBE1F_0010)
    for _ in 0..<2_000 {
      let name = numbers.octets(numbers.number(below: 40))
      for layout in [AdvertisingLayout.solicitationFirst, .nameFirst] {
        let payload = Advertisement(watchNamed: name.span, layout: layout).discoverable
        for data in [payload.primary.span.list, payload.scanResponse.span.list] {
          var rest = data[...]
          while let count = rest.first { rest = rest.dropFirst(1 + Int(count)) }
          #expect(data.count <= AdvertisingData.capacity)
        }
      }
    }
  }
}
