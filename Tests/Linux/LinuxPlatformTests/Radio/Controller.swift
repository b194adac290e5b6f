import Foundation
import LinuxSupport
import TestSupport
import Testing

@testable import LinuxPlatform

/// A program that acts as a controller: it listens, and accepts one connection at a time.
final class ListeningController {
  let listener: Int32
  private(set) var connection: Int32 = -1

  /// Listens on a free TCP port.
  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var small: Int32 = 4_096
    setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &small, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, 16) }
    }
    try #require(status == 0 && listen(listener, 4) == 0)
  }

  /// Listens on a Unix path.
  init(path: String) throws {
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    unlink(path)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, 110) }
    }
    try #require(status == 0 && listen(listener, 4) == 0)
  }

  deinit {
    hangUp()
    close(listener)
  }

  var port: UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(16)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  func accept() throws {
    connection = Foundation.accept(listener, nil, nil)
    try #require(connection >= 0)
  }

  func hangUp() {
    if connection >= 0 { close(connection) }
    connection = -1
  }
}

extension HCIDevice {
  init(_ text: String, capture: consuming Capture = Capture()) throws {
    self.init(try HCIAddress(parsing: StaticBytes(text)), capture: capture)
  }

  /// Opens the device by the real clock, within a second.
  mutating func openForTest() throws {
    let clock = Clock()
    try open(now: clock.now)
    while try !continueOpening(now: clock.now) {
      try #require(clock.now < .milliseconds(1_000))
      usleep(500)
    }
  }

  mutating func receiveForTest(capacity: Int = 4_096) throws(PlatformError) -> [UInt8] {
    var storage = [UInt8](repeating: 0, count: capacity)
    var count = 0
    let receive = { (buffer: UnsafeMutableBufferPointer<UInt8>, device: inout HCIDevice) throws(PlatformError) in
      var output = OutputSpan(buffer: buffer, initializedCount: 0)
      let received = try device.receive(into: &output)
      count = output.finalize(for: buffer)
      #expect(received == count)
    }
    try storage.withUnsafeMutableBufferPointer { buffer throws(PlatformError) in try receive(buffer, &self) }
    return Array(storage[..<count])
  }
}
