import Identifiers
import Octets
import TestSupport
import Testing

@Suite struct BluetoothUUIDTests {
  /// The UUID of the ANCS service, as Apple prints it and as it is sent.
  @Test func halvesAreAsWritten() {
    let service = BluetoothUUID(0x7905_F431_B5CE_4E99, 0xA40F_4B1E_122D_00D0)
    #expect(encoded(service) == octets(hex: "D0002D12 1E4B 0FA4 994E CEB5 31F40579"))
    #expect(service.octetCount == 16)
  }

  /// Core Spec 5.4, Vol 3, Part B, 2.5.1: the Bluetooth Base UUID.
  @Test func shortFormEqualsItsExpansion() {
    let short = BluetoothUUID.short(0x2902)
    let long = BluetoothUUID(0x0000_2902_0000_1000, 0x8000_0080_5F9B_34FB)
    #expect(short == long)
    #expect(long == short)
    #expect(short.expanded.list == encoded(long))
    #expect(short != .short(0x2903))
    #expect(BluetoothUUID.short(0x2903) != long)
    #expect(short != BluetoothUUID(0x0001_2902_0000_1000, 0x8000_0080_5F9B_34FB))
  }

  @Test func encodedFormIsDecodedAgain() throws {
    for uuid in [.short(0x1800), BluetoothUUID(0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210)] {
      let octets = encoded(uuid)
      #expect(octets.count == uuid.octetCount)
      #expect(try BluetoothUUID(octets: octets.span) == uuid)
    }
    #expect(encoded(.short(0x1800)) == [0x00, 0x18])
  }

  @Test func otherLengthsAreRefused() {
    for count in 0...20 where count != 2 && count != 16 {
      let octets = [UInt8](repeating: 0, count: count)
      #expect(throws: DecodeError.invalidValue) { try BluetoothUUID(octets: octets.span) }
    }
  }

  @Test func smallOutputIsRefused() {
    var buffer = OctetBuffer<15>()
    #expect(throws: EncodeError.insufficientCapacity) {
      try buffer.append { output throws(EncodeError) in try BluetoothUUID.short(1).encode(into: &output) }
      try buffer.append { output throws(EncodeError) in try BluetoothUUID(1, 2).encode(into: &output) }
    }
    #expect(buffer.span.list == [1, 0])
  }

  private func encoded(_ uuid: BluetoothUUID) -> [UInt8] {
    var buffer = OctetBuffer<16>()
    do throws(EncodeError) {
      try buffer.append { output throws(EncodeError) in try uuid.encode(into: &output) }
    } catch {
      Issue.record("sixteen octets were too few")
    }
    return buffer.span.list
  }
}
