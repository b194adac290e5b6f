import Foundation
import LinuxSupport
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct HCIDeviceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func unixStreamCarriesOctetsBothWays() throws {
    let controller = try ListeningController(path: directory("hci"))
    var device = try HCIDevice("unix:" + directory("hci"))
    #expect(device.isOpen == false)
    try device.openForTest()
    try controller.accept()
    let reset: [UInt8] = [0x01, 0x03, 0x0C, 0x00]
    #expect(try device.send(reset.span))
    #expect(readAll(controller.connection) == reset)
    #expect(try device.receiveForTest() == [])
    writeAll(controller.connection, [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00])
    #expect(try device.receiveForTest(capacity: 5) == [0x04, 0x0E, 0x04, 0x01, 0x03])
    #expect(try device.receiveForTest() == [0x0C, 0x00])
    #expect(device.interest == .read)
  }

  @Test func tcpStreamSendsSmallPacketsAtOnce() throws {
    let controller = try ListeningController()
    var device = try HCIDevice("tcp:localhost:\(controller.port)")
    try device.openForTest()
    var isOn: Int32 = 0
    var length = socklen_t(4)
    #expect(getsockopt(device.descriptor!.number, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, &length) == 0)
    #expect(isOn == 1)
  }

  @Test func packetsStayWholeWhenTheStreamIsFull() throws {
    let controller = try ListeningController()
    var device = try HCIDevice("tcp:127.0.0.1:\(controller.port)")
    try device.openForTest()
    try controller.accept()
    var small: Int32 = 4_096
    setsockopt(device.descriptor!.number, SOL_SOCKET, SO_SNDBUF, &small, 4)
    var generator = SeededGenerator(seed: 5)
    var taken: [UInt8] = []
    var received: [UInt8] = []
    var refusals = 0
    for _ in 0..<2_000 {
      let packet = generator.octets(Int.random(in: 4...1_026, using: &generator))
      while try !device.send(packet.span) {
        refusals += 1
        #expect(device.interest == .readWrite)
        received += readAll(controller.connection, atMost: 777)
        try device.flush()
      }
      taken += packet
    }
    while device.interest == .readWrite {
      received += readAll(controller.connection)
      try device.flush()
    }
    while received.count < taken.count {
      var waiting = pollfd(fd: controller.connection, events: Int16(POLLIN), revents: 0)
      try #require(poll(&waiting, 1, 2_000) == 1)
      received += readAll(controller.connection)
    }
    #expect(refusals > 0)
    #expect(received == taken)
  }

  @Test func closedStreamIsALoss() throws {
    let controller = try ListeningController(path: directory("hci"))
    var device = try HCIDevice("unix:" + directory("hci"))
    try device.openForTest()
    try controller.accept()
    writeAll(controller.connection, [0x04])
    controller.hangUp()
    #expect(try device.receiveForTest() == [0x04])
    do throws(PlatformError) {
      _ = try device.receiveForTest()
      Issue.record("the end was not noticed")
    } catch {
      #expect(error.lossName.description == "closed")
      #expect(error.message.hasPrefix("belfry: cannot read from the Bluetooth controller unix:"))
    }
    signal(SIGPIPE, SIG_IGN)
    do throws(PlatformError) {
      let reset: [UInt8] = [0x01, 0x03, 0x0C, 0x00]
      _ = try device.send(reset.span)
      Issue.record("the end was not noticed")
    } catch {
      #expect(error.lossName.description == "closed")
    }
  }

  @Test func lostControllerIsOpenedAgain() throws {
    var controller: ListeningController? = try ListeningController(path: directory("hci"))
    var device = try HCIDevice("unix:" + directory("hci"))
    try device.openForTest()
    device.noteReady(now: .start)
    let first = device.descriptor
    controller = nil
    let lost = Instant.milliseconds(60_000)
    try device.reopen(now: lost)
    #expect(device.isOpen == false)
    #expect(device.descriptor == nil)
    #expect(device.deadline == lost + .milliseconds(100))
    #expect(try device.continueOpening(now: lost) == false)
    // No program listens.
    #expect(try device.continueOpening(now: lost + .milliseconds(100)) == false)
    #expect(device.deadline == lost + .milliseconds(300))
    let obstacle = device.takeObstacle()
    #expect(obstacle == nil)
    controller = try ListeningController(path: directory("hci"))
    #expect(try device.continueOpening(now: lost + .milliseconds(300)))
    #expect(device.isOpen == true)
    #expect(device.deadline == nil)
    #expect(device.descriptor != nil && device.descriptor != first)
    #expect(try device.continueOpening(now: lost + .milliseconds(300)) == false)
    _ = controller
  }

  @Test func controllerThatStaysAwayIsLostForGood() throws {
    var controller: ListeningController? = try ListeningController(path: directory("hci"))
    var device = try HCIDevice("unix:" + directory("hci"))
    try device.openForTest()
    controller = nil
    _ = controller
    let lost = Instant.milliseconds(60_000)
    device.noteReady(now: .start)
    try device.reopen(now: lost)
    var attempts = 0
    do throws(PlatformError) {
      while let deadline = device.deadline, attempts < 100 {
        attempts += 1
        #expect(deadline <= lost + .seconds(30))
        _ = try device.continueOpening(now: deadline)
      }
      Issue.record("it was never given up")
    } catch {
      #expect(error.exitStatus == .unavailable)
      #expect(attempts > 10 && attempts < 30)
    }
    #expect(device.deadline == nil)
  }

  @Test func unreachableStreamFailsAtStart() throws {
    var device = try HCIDevice("unix:" + directory("nothing"))
    do throws(PlatformError) {
      try device.open(now: .start)
      Issue.record("it opened")
    } catch {
      #expect(
        error.message
          == "belfry: cannot open the Bluetooth controller unix:\(directory("nothing")): No such file or directory; "
          + "start the program that emulates the controller, or correct --hci")
    }
  }

  @Test func refusedConnectionFailsAtStart() throws {
    var controller: ListeningController? = try ListeningController()
    let port = try #require(controller).port
    controller = nil
    var device = try HCIDevice("tcp:127.0.0.1:\(port)")
    do throws(PlatformError) {
      try device.open(now: .start)
      for _ in 0..<100 {
        usleep(1_000)
        _ = try device.continueOpening(now: .start)
      }
      Issue.record("it opened")
    } catch {
      #expect(error.message.contains("Connection refused"))
    }
  }

  @Test func connectionThatIsNeverMadeTimesOut() throws {
    let controller = try ListeningController()
    // No program accepts connections: fill the queue, so that the next connection stays pending.
    var others: [Int32] = []
    defer { for other in others { close(other) } }
    for _ in 0..<16 {
      let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = controller.port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      _ = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(other, $0, 16) }
      }
      others.append(other)
    }
    var device = try HCIDevice("tcp:127.0.0.1:\(controller.port)")
    try device.open(now: .start)
    #expect(device.interest == .write)
    #expect(device.deadline == .milliseconds(5_000))
    #expect(try device.continueOpening(now: .milliseconds(4_999)) == false)
    do throws(PlatformError) {
      _ = try device.continueOpening(now: .milliseconds(5_000))
      Issue.record("it opened")
    } catch {
      #expect(error.message.contains("timed out"))
    }
  }

  @Test func controllerThatOpensAndCannotBeBroughtUpIsGivenUp() throws {
    let controller = try ListeningController(path: directory("hci"))
    var device = try HCIDevice("unix:" + directory("hci"))
    try device.open(now: .start)
    var attempts = 0
    var now = Instant.start
    do throws(PlatformError) {
      while attempts < 100 {
        #expect(try device.continueOpening(now: now) == true)
        try? controller.accept()
        controller.hangUp()
        attempts += 1
        // The time until a repeated Reset without an answer is given up.
        now = now + .seconds(3)
        try device.reopen(now: now)
        if let deadline = device.deadline { now = deadline }
      }
      Issue.record("it was never given up")
    } catch {
      #expect(5...10 ~= attempts)
      #expect(error.exitStatus == .unavailable)
      #expect(error.message.hasPrefix("belfry: cannot bring up the Bluetooth controller unix:"))
    }
    #expect(device.deadline == nil)
    _ = controller
  }

  @Test func serialLineIsRaw() throws {
    let line = try PseudoTerminal()
    var device = try HCIDevice("uart:\(line.path)@3000000")
    try device.openForTest()
    var settings = termios()
    #expect(tcgetattr(device.descriptor!.number, &settings) == 0)
    #expect(cfgetospeed(&settings) == speed_t(B3000000) && cfgetispeed(&settings) == speed_t(B3000000))
    #expect(settings.c_cflag & tcflag_t(CSIZE) == tcflag_t(CS8))
    #expect(settings.c_cflag & tcflag_t(CSTOPB | PARENB) == 0)
    #expect(settings.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0)
    // All octets, including those that a terminal interprets, pass unchanged and are not echoed.
    let all = [UInt8](0...255)
    #expect(try device.send(all.span))
    #expect(readAll(line.master) == all)
    writeAll(line.master, all)
    #expect(try device.receiveForTest() == all)
    #expect(readAll(line.master) == [])
    line.hangUp()
    do throws(PlatformError) {
      _ = try device.receiveForTest()
      Issue.record("the end was not noticed")
    } catch {
      #expect(error.lossName.description == "unplugged")
    }
  }

  /// A controller that takes nothing must not hold the watch when the line is closed.
  @Test func aSerialLineIsClosedWithoutWhatWasNotTaken() throws {
    let line = try PseudoTerminal()
    var device = try HCIDevice("uart:\(line.path)@115200")
    try device.openForTest()
    // In packet mode the other end reads a flag when output is dropped.
    var isOn: Int32 = 1
    #expect(ioctl(line.master, UInt(TIOCPKT), &isOn) == 0)
    let reset: [UInt8] = [0x01, 0x03, 0x0C, 0x00]
    #expect(try device.send(reset.span))
    #expect(readAll(line.master) == [UInt8(TIOCPKT_DATA)] + reset)
    device.close()
    #expect(readAll(line.master).first.map { $0 & UInt8(TIOCPKT_FLUSHWRITE) } == UInt8(TIOCPKT_FLUSHWRITE))
  }

  @Test func fileIsNotASerialLine() throws {
    try Data().write(to: URL(fileURLWithPath: directory("file")))
    var device = try HCIDevice("uart:" + directory("file"))
    do throws(PlatformError) {
      try device.open(now: .start)
      Issue.record("it opened")
    } catch {
      #expect(error.message.hasSuffix("that is no serial line; correct --hci"))
    }
  }

  @Test func everyPacketIsCaptured() throws {
    let controller = try ListeningController(path: directory("hci"))
    let capture = try Capture(path: StaticBytes(directory("capture")), clock: Clock())
    var device = try HCIDevice("unix:" + directory("hci"), capture: capture)
    try device.openForTest()
    try controller.accept()
    let reset: [UInt8] = [0x01, 0x03, 0x0C, 0x00]
    #expect(try device.send(reset.span))
    for part in [[0x04, 0x0E], [0x04, 0x01, 0x03, 0x0C, 0x00, 0x02, 0x40], [0x20, 0x01, 0x00, 0xAA]] as [[UInt8]] {
      writeAll(controller.connection, part)
      #expect(try device.receiveForTest() == part)
    }
    let records = try CaptureFile(try #require(directory.contents(of: "capture"))).records
    #expect(
      records.map(\.octets) == [
        reset, [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00], [0x02, 0x40, 0x20, 0x01, 0x00, 0xAA],
      ])
    #expect(records.map(\.flags) == [2, 3, 1])
  }
}
