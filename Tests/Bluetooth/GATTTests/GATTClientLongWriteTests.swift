import ATT
import GATT
import Identifiers
import TestSupport
import Testing
import Timing

/// Writes of values that do not fit one request.
@Suite struct GATTClientLongWriteTests {
  /// GATT/CL/GAW/BV-05-C.
  @Test func valueLongerThanARequestIsPreparedAndExecuted() {
    let link = ClientLink()
    let value = Array(UInt8(0)..<40)
    link.startWrite(to: 21, value)
    for start in [0, 18, 36] {
      let part = Array(value[start..<min(start + 18, 40)])
      let request = link.nextOctets()
      #expect(request == [0x16, 21, 0, UInt8(start), 0] + part)
      link.receive([0x17] + request.dropFirst())
      #expect(link.result() == nil)
    }
    #expect(link.next() == "18 01")
    link.receive("19")
    #expect(link.result() == .success)
  }

  @Test func valueThatJustFitsIsNotPrepared() {
    let link = ClientLink()
    link.startWrite(to: 21, [UInt8](repeating: 7, count: 20))
    #expect(link.nextOctets().count == 23)
    link.receive("13")
    #expect(link.result() == .success)
  }

  @Test func longestValueIsWrittenAndALongerOneRefused() {
    let link = ClientLink()
    #expect(!link.startWrite(to: 21, [UInt8](repeating: 7, count: 513)))
    #expect(!link.isBusy)
    #expect(link.startWrite(to: 21, [UInt8](repeating: 7, count: 512)))
    var written = 0
    while true {
      let request = link.nextOctets()
      guard request[0] == 0x16 else { break }
      written += request.count - 5
      link.receive([0x17] + request.dropFirst())
    }
    #expect(written == 512)
    link.receive("19")
    #expect(link.result() == .success)
  }

  /// The opposite of GATT/CL/GAW/BV-05-C: if a server echoes other octets, the value must not be written.
  /// - Conformance: ATT client | echo of a prepared write
  @Test(arguments: ["17 1500 0000 ff", "17 1600 0000", "17 1500 0100", "17 1500 0000"])
  func wrongEchoCancelsTheQueue(_ echo: String) {
    let link = ClientLink()
    link.startWrite(to: 21, [UInt8](repeating: 7, count: 40))
    _ = link.next()
    link.receive(echo)
    #expect(link.next() == "18 00")
    link.receive("19")
    #expect(link.result() == .invalidResponse)
  }

  @Test func refusalOfALaterPartCancelsTheQueue() {
    let link = ClientLink()
    link.startWrite(to: 21, [UInt8](repeating: 7, count: 40))
    link.receive([0x17] + link.nextOctets().dropFirst())
    _ = link.next()
    link.receive("01 16 1500 09")
    #expect(link.next() == "18 00")
    link.receive("19")
    #expect(link.result() == .refused(.prepareQueueFull))
  }

  @Test func refusalOfTheFirstPartEndsTheWrite() {
    let link = ClientLink()
    link.startWrite(to: 21, [UInt8](repeating: 7, count: 40))
    _ = link.next()
    link.receive("01 16 1500 06")
    #expect(link.result() == .refused(.requestNotSupported))
    #expect(link.next() == "")
  }

  @Test func refusalOfTheExecutionIsTheResult() {
    let link = ClientLink()
    link.startWrite(to: 21, [UInt8](repeating: 7, count: 21))
    link.receive([0x17] + link.nextOctets().dropFirst())
    link.receive([0x17] + link.nextOctets().dropFirst())
    #expect(link.next() == "18 01")
    link.receive("01 18 1500 0d")
    #expect(link.result() == .refused(.invalidAttributeValueLength))
  }
}
