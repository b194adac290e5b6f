import Foundation
import LinuxSupport
import Octets
import Peripherals
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct PanelBusTests {
  private let directory: TemporaryDirectory
  private let address = I2CAddress(rawValue: 0x3C)!

  init() throws { directory = try TemporaryDirectory() }

  @Test func traceIsALineForEachMessage() throws {
    let clock = Clock()
    var bus = try PanelBus(trace: StaticBytes(directory("trace")), clock: clock)
    let start = clock.now.microseconds
    try bus.write([0x00, 0xAE, 0x0F].span, to: address)
    try bus.write([0x40].span, to: try #require(I2CAddress(rawValue: 0x0D)))
    let text = String(decoding: try #require(directory.contents(of: "trace")), as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(text.hasSuffix("\n"))
    #expect(lines.map { $0.dropFirst().joined(separator: " ") } == ["3c 00ae0f", "0d 40"])
    let times = try lines.map { try #require(UInt64($0[0])) }
    #expect(times[0] >= start && times[1] >= times[0] && times[1] < start + 10_000_000)
  }

  @Test func traceHoldsOneWholePicture() throws {
    var bus = try TraceBus(path: StaticBytes(directory("trace")), clock: Clock())
    let longest = [UInt8](repeating: 0x5A, count: TraceBus.longestMessage)
    try bus.write(longest.span, to: address)
    let before = try #require(directory.contents(of: "trace")).count
    #expect(before > 2 * longest.count)
    do throws(PlatformError) {
      try bus.write([UInt8](repeating: 0, count: 4_000).span, to: address)
      Issue.record("it was cut")
    } catch {}
    #expect(directory.contents(of: "trace")?.count == before)
  }

  @Test func missingBusIsAnError() {
    let path = StaticBytes("/dev/i2c-does-not-exist")
    let error = #expect(throws: PlatformError.self) { _ = try PanelBus(i2c: path) }
    #expect(error?.exitStatus == .unavailable)
    #expect(
      error?.message
        == "belfry: cannot open the display /dev/i2c-does-not-exist: No such file or directory; "
        + "enable I2C (dtparam=i2c_arm=on; modprobe i2c-dev), or try --display terminal")
  }

  @Test func otherDeviceIsNotABus() {
    let error = #expect(throws: PlatformError.self) { _ = try I2CBus(path: StaticBytes("/dev/null")) }
    #expect(error?.message.hasSuffix("that is no I2C bus; correct --display") == true)
  }

  @Test func silenceOnTheBusNamesTheAddress() {
    for number in [EREMOTEIO, ENXIO] {
      let error = I2CBus.failure(-number, StaticBytes("/dev/i2c-1"), address)
      #expect(error.message.contains("cannot write to the display /dev/i2c-1@0x3c: "))
      #expect(error.message.contains("; nothing answers at that address: look at the wiring"))
    }
    let timeout = I2CBus.failure(-ETIMEDOUT, StaticBytes("/dev/i2c-1"), address)
    #expect(!timeout.message.contains("nothing answers"))
  }

  @Test func anAddressThatADriverUsesIsNamedAsSuch() {
    let error = I2CBus.failure(-EBUSY, StaticBytes("/dev/i2c-1"), address)
    #expect(error.message.hasSuffix("; a kernel driver uses the display: remove its overlay from config.txt"))
  }

  @Test func busThatHangsIsLeftAloneForLongerThanAnAttemptTakes() {
    let path = StaticBytes("/dev/i2c-1")
    #expect(I2CBus.failure(-ETIMEDOUT, path, address).busPause == .seconds(10))
    #expect(I2CBus.failure(-EREMOTEIO, path, address).busPause == .seconds(1))
  }
}
