import Identifiers
import Octets
import TestSupport
import Testing

@Suite struct DeviceAddressTests {
  @Test func addressIsTakenLeastSignificantOctetFirst() throws {
    let packet = octets(hex: "56 34 12 EB 27 B8 99")
    var span = packet.span
    let address = try DeviceAddress(decoding: &span, kind: .public)
    #expect(address.octets.list == [0x56, 0x34, 0x12, 0xEB, 0x27, 0xB8])
    #expect(span.list == [0x99])
  }

  @Test func shortInputIsRefusedAndLeftAlone() {
    for count in 0..<6 {
      let packet = [UInt8](repeating: 1, count: count)
      var span = packet.span
      do throws(DecodeError) {
        _ = try DeviceAddress(decoding: &span, kind: .random)
        Issue.record("\(count) octets were enough")
      } catch {
        #expect(error == .truncated)
      }
      #expect(span.count == count)
    }
  }

  @Test func kindIsPartOfTheAddress() {
    let one = DeviceAddress(kind: .public, octets: [1, 2, 3, 4, 5, 6])
    #expect(one == DeviceAddress(kind: .public, octets: [1, 2, 3, 4, 5, 6]))
    #expect(one != DeviceAddress(kind: .random, octets: [1, 2, 3, 4, 5, 6]))
    #expect(one != DeviceAddress(kind: .public, octets: [1, 2, 3, 4, 5, 7]))
    #expect(one != DeviceAddress(kind: .public, octets: [0, 2, 3, 4, 5, 6]))
  }

  /// Core Spec 5.4, Vol 6, Part B, 1.3.2.1: the two top bits are 1, the other 46 neither all 0 nor all 1.
  @Test(arguments: [
    ("01 00 00 00 00 C0", true), ("00 00 00 00 00 C1", true), ("FE FF FF FF FF FF", true),
    ("FF FF FF FF FF FE", true), ("00 00 00 00 00 C0", false), ("FF FF FF FF FF FF", false),
    ("01 00 00 00 00 80", false), ("01 00 00 00 00 40", false), ("01 00 00 00 00 00", false),
  ])
  func staticAddressHasItsMarkAndARandomPart(_ text: String, _ isStatic: Bool) {
    #expect(DeviceAddress(kind: .random, octets: inlineOctets(hex: text)).isStaticRandom == isStatic)
    #expect(!DeviceAddress(kind: .public, octets: inlineOctets(hex: text)).isStaticRandom)
  }

  /// Core Spec 5.4, Vol 6, Part B, 1.3.2.2.
  @Test(arguments: [("01 00 00 00 00 40", true), ("FF FF FF FF FF 7F", true), ("01 00 00 00 00 C0", false)])
  func resolvableAddressHasItsMark(_ text: String, _ isResolvable: Bool) {
    #expect(DeviceAddress(kind: .random, octets: inlineOctets(hex: text)).isResolvablePrivate == isResolvable)
    #expect(!DeviceAddress(kind: .public, octets: inlineOctets(hex: text)).isResolvablePrivate)
  }
}
