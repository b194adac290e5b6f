import LinuxSupport
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite struct HCIAddressTests {
  private func parse(_ text: String) throws(HCIAddress.Defect) -> HCIAddress {
    try HCIAddress(parsing: StaticBytes(text))
  }

  @Test func eachFormIsRead() throws {
    #expect(try parse("hci0").kind == .userChannel(0))
    #expect(try parse("hci15").kind == .userChannel(15))
    let tcp = try parse("tcp:127.0.0.1:9000")
    #expect(tcp.kind == .tcp(port: 9_000) && tcp.target.string == "127.0.0.1")
    #expect(tcp.text.string == "tcp:127.0.0.1:9000")
    #expect(try parse("tcp:localhost:1").target.string == "localhost")
    #expect(try parse("tcp:[::1]:65535").target.string == "::1")
    let unix = try parse("unix:/run/hci:1")
    #expect(unix.kind == .unix && unix.target.string == "/run/hci:1")
    let line = try parse("uart:/dev/ttyAMA0")
    #expect(line.kind == .serial(baud: 115_200) && line.target.string == "/dev/ttyAMA0")
    #expect(try parse("uart:/dev/ttyAMA0@921600").kind == .serial(baud: 921_600))
  }

  @Test(arguments: [
    ("", HCIAddress.Defect.unknownForm), ("hci", .unknownForm), ("hcix", .unknownForm), ("hci65535", .unknownForm),
    ("hci-1", .unknownForm), ("usb:0", .unknownForm), ("unix:", .unknownForm), ("uart:", .unknownForm),
    ("tcp:localhost", .unknownForm), ("tcp:localhost:", .invalidPort), ("tcp:localhost:0", .invalidPort),
    ("tcp:localhost:65536", .invalidPort), ("tcp:localhost:http", .invalidPort), ("tcp::9000", .invalidHost),
    ("tcp:example.org:9000", .invalidHost), ("tcp:127.0.0.256:9000", .invalidHost),
    ("uart:/dev/ttyS0@12345", .unsupportedBaud), ("uart:/dev/ttyS0@fast", .unsupportedBaud),
    ("uart:/dev/ttyS0@", .unsupportedBaud),
  ])
  func otherTextsAreRefused(_ text: String, _ defect: HCIAddress.Defect) {
    #expect(throws: defect) { try parse(text) }
  }
}
