import Identifiers
import Testing

@Suite struct ConnectionHandleTests {
  /// Core Spec 5.4, Vol 4, Part E, 5.3.1.
  @Test func reservedHandlesAreRefused() {
    #expect(ConnectionHandle(rawValue: 0x0000)?.rawValue == 0x0000)
    #expect(ConnectionHandle(rawValue: 0x0EFF)?.rawValue == 0x0EFF)
    #expect(ConnectionHandle(rawValue: 0x0F00) == nil)
    #expect(ConnectionHandle(rawValue: 0xFFFF) == nil)
  }
}
