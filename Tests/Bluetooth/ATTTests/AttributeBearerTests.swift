import ATT
import TestSupport
import Testing

@Suite struct AttributeBearerTests {
  private func route(_ pdu: [UInt8], on bearer: AttributeBearer = AttributeBearer()) -> AttributeBearer.Route {
    bearer.route(pdu.span)
  }

  @Test(arguments: [(0, 23), (22, 23), (23, 23), (185, 185), (517, 517), (518, 517), (Int.max, 517)])
  func receiveMTUIsBroughtIntoItsRange(_ asked: Int, _ taken: Int) {
    #expect(AttributeBearer(receiveMTU: asked).receiveMTU == taken)
  }

  @Test(
    arguments: [
      (517, 23, 23), (517, 185, 185), (517, 517, 517), (517, 0xFFFF, 517), (185, 517, 185), (23, 517, 23), (517, 0, 23),
    ] as [(Int, UInt16, Int)])
  func effectiveMTUIsTheSmallerOne(_ own: Int, _ peer: UInt16, _ effective: Int) {
    var bearer = AttributeBearer(receiveMTU: own)
    #expect(bearer.mtu == 23)
    bearer.completeMTUExchange(peerReceiveMTU: peer)
    #expect(bearer.mtu == effective)
    #expect(bearer.isMTUExchanged)
  }

  @Test func secondExchangeChangesNothing() {
    var bearer = AttributeBearer()
    bearer.completeMTUExchange(peerReceiveMTU: 185)
    bearer.completeMTUExchange(peerReceiveMTU: 64)
    bearer.completeMTUExchange(peerReceiveMTU: 517)
    #expect(bearer.mtu == 185)
  }

  @Test(
    arguments: [
      ([0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x1E, 0x20, 0x52, 0xD2], .server),
      ([0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x1B, 0x1D, 0x21, 0x23], .client),
      ([0x3F, 0xBF, 0x15, 0x14, 0xFF, 0x7E], .server),
      ([0x00], .ignored),
    ] as [([UInt8], AttributeBearer.Route)])
  func pdusGoToTheSideTheyAreFor(_ opcodes: [UInt8], _ route: AttributeBearer.Route) {
    for opcode in opcodes { #expect(self.route([opcode]) == route, "\(opcode)") }
  }

  @Test func emptyAndOverlongPDUsAreIgnored() {
    var bearer = AttributeBearer()
    #expect(route([]) == .ignored)
    let longest = [UInt8](repeating: 0x0B, count: 23)
    #expect(route(longest, on: bearer) == .client)
    #expect(route(longest + [0], on: bearer) == .ignored)
    bearer.completeMTUExchange(peerReceiveMTU: 24)
    #expect(route(longest + [0], on: bearer) == .client)
  }
}
