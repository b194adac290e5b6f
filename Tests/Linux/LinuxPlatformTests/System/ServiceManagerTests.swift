import Foundation
import LinuxSupport
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct ServiceManagerTests {
  /// A service manager's datagram socket.
  private final class Listener {
    let name: String
    private let descriptor: Int32

    /// - Parameter name: a path, or '@' and an abstract name.
    init(_ name: String) throws {
      self.name = name
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let octets = Array(name.utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { path in
        path.copyBytes(from: octets)
        if octets.first == UInt8(ascii: "@") { path[0] = 0 }
      }
      let isAbstract = octets.first == UInt8(ascii: "@")
      let length = socklen_t(MemoryLayout<sa_family_t>.size + octets.count + (isAbstract ? 0 : 1))
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      try #require(status == 0)
    }

    deinit { close(descriptor) }

    var messages: [String] {
      var found: [String] = []
      var buffer = [UInt8](repeating: 0, count: 256)
      while true {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return found }
        found.append(String(decoding: buffer[..<count], as: UTF8.self))
      }
    }
  }

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func manager(at listener: Listener, timeout: Interval = .seconds(180)) -> ServiceManager {
    ServiceManager(socket: StaticBytes(listener.name), timeout: timeout)
  }

  @Test func readinessIsReportedOnceAndNotEarlier() throws {
    let listener = try Listener(directory("notify"))
    var manager = manager(at: listener)
    manager.noteTurn(isRunning: false, now: .start)
    #expect(listener.messages == [] && manager.deadline == nil)
    manager.noteTurn(isRunning: true, now: .milliseconds(10))
    manager.noteTurn(isRunning: true, now: .milliseconds(20))
    #expect(listener.messages == ["READY=1"])
  }

  @Test func abstractSocketIsReached() throws {
    let listener = try Listener("@belfry-\(getpid())-service")
    var manager = manager(at: listener)
    manager.noteTurn(isRunning: true, now: .start)
    #expect(listener.messages == ["READY=1"])
  }

  @Test func signsOfLifeGoWithTurnsThatHappenAnyway() throws {
    let listener = try Listener(directory("notify"))
    var manager = manager(at: listener)
    manager.noteTurn(isRunning: true, now: .start)
    #expect(manager.deadline == .milliseconds(90_000))
    manager.noteTurn(isRunning: true, now: .milliseconds(44_999))
    #expect(listener.messages == ["READY=1"])
    manager.noteTurn(isRunning: true, now: .milliseconds(60_000))
    #expect(listener.messages == ["WATCHDOG=1"])
    // The clock's next minute comes before this deadline, so the deadline adds no wake-up.
    #expect(manager.deadline == .milliseconds(150_000))
  }

  @Test func signsOfLifeGoOnWithoutAController() throws {
    let listener = try Listener(directory("notify"))
    var manager = manager(at: listener)
    manager.noteTurn(isRunning: true, now: .start)
    manager.noteTurn(isRunning: false, now: .milliseconds(90_000))
    #expect(listener.messages == ["READY=1", "WATCHDOG=1"])
  }

  @Test func withoutAWatchdogThereIsNothingToWakeFor() throws {
    let listener = try Listener(directory("notify"))
    var manager = manager(at: listener, timeout: .zero)
    manager.noteTurn(isRunning: true, now: .start)
    manager.noteTurn(isRunning: true, now: .milliseconds(900_000))
    #expect(listener.messages == ["READY=1"] && manager.deadline == nil)
  }

  @Test func statusNamesTheReason() throws {
    let listener = try Listener(directory("notify"))
    let manager = manager(at: listener)
    manager.reportStatus("ready", because: nil)
    manager.reportStatus("advertising", because: "notBonded")
    #expect(listener.messages == ["STATUS=ready", "STATUS=advertising: notBonded"])
  }

  @Test func endIsReportedAndStopsTheWatchdogMessages() throws {
    let listener = try Listener(directory("notify"))
    var manager = manager(at: listener)
    manager.noteTurn(isRunning: true, now: .start)
    manager.noteStopping()
    #expect(listener.messages == ["READY=1", "STOPPING=1"] && manager.deadline == nil)
  }

  @Test(arguments: ["", "/nowhere/notify", "vsock:2:1", "relative", "@", "/" + String(repeating: "x", count: 300)])
  func managerThatCannotBeReachedChangesNothing(socket: String) {
    var manager = ServiceManager(socket: StaticBytes(socket), timeout: .seconds(1))
    manager.noteTurn(isRunning: true, now: .start)
    manager.reportStatus("ready", because: nil)
    manager.noteStopping()
    #expect(manager.deadline == nil)
  }
}
