import CLinux
import Foundation
import LinuxSupport
import Octets
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct ControlSocketTests {
  private let directory: TemporaryDirectory
  private let path: StaticBytes
  private let clock = Clock()

  init() throws {
    directory = try TemporaryDirectory()
    path = StaticBytes(directory("control"))
  }

  /// The program's end of a new connection.
  private func connect() throws -> Int32 {
    let descriptor = path.span.withPointer { belfry_unix_connect($0, $1) }
    try #require(descriptor >= 0)
    return descriptor
  }

  /// The sources that the loop reports as ready.
  private func turn(_ socket: inout ControlSocket, _ loop: inout EventLoop, now: Instant = .start) throws {
    try socket.watch(in: &loop)
    let ready = try loop.wait(until: .start)
    let refusal = Array("full\n".utf8)
    socket.poll(ready, now: now)
    socket.accept(ready, refusal: refusal.span, now: now)
  }

  private func take(_ socket: inout ControlSocket) -> (text: String, arrival: ControlArrival)? {
    var line = OctetBuffer<512>()
    guard let arrival = socket.takeLine(into: &line) else { return nil }
    return (line.span.string, arrival)
  }

  private func taken(_ socket: inout ControlSocket) throws -> (text: String, arrival: ControlArrival) {
    let line = take(&socket)
    return try #require(line)
  }

  /// A program that has requested the list, and the socket's number for it.
  private func ask(
    _ socket: inout ControlSocket, _ loop: inout EventLoop
  ) throws -> (program: Int32, peer: ControlPeer) {
    let program = try connect()
    writeAll(program, Array("list\n".utf8))
    for _ in 0..<2 { try turn(&socket, &loop) }
    return (program, try taken(&socket).arrival.peer)
  }

  private func expect(_ text: String, _ socket: inout ControlSocket) throws {
    let line = try taken(&socket)
    #expect(line.text == text)
  }

  private func expectNothing(_ socket: inout ControlSocket) {
    let text = take(&socket)?.text
    #expect(text == nil)
  }

  private func send(
    _ text: String, on socket: inout ControlSocket, to peer: ControlPeer, isLast: Bool = true, now: Instant = .start
  ) {
    let octets = Array(text.utf8)
    socket.send(octets.span, to: peer, isLast: isLast, now: now)
  }

  @Test func fileHasModeAndIsRemoved() throws {
    do {
      let socket = try ControlSocket(path: path)
      let attributes = try FileManager.default.attributesOfItem(atPath: directory("control"))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(attributes[.type] as? FileAttributeType == .typeSocket)
      let isOpen = socket.isOpen
      #expect(isOpen)
    }
    #expect(directory.names.isEmpty)
  }

  @Test func liveSocketIsLeftAlone() throws {
    let socket = try ControlSocket(path: path)
    let error = #expect(throws: PlatformError.self) { _ = try ControlSocket(path: path) }
    #expect(error?.exitStatus == .unavailable && error?.error.rawValue == BELFRY_EADDRINUSE)
    #expect(error?.message.hasSuffix("end the other program that listens there, or choose another --control") == true)
    #expect(directory.names == ["control"])
    let isOpen = socket.isOpen
    #expect(isOpen)
  }

  @Test func staleSocketIsReplaced() throws {
    let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: directory("control").utf8) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(other, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
    close(other)
    let socket = try ControlSocket(path: path)
    let isOpen = socket.isOpen
    #expect(isOpen)
    close(try connect())
  }

  @Test func onlySocketsAreRemoved() throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: directory("control")))
    let error = #expect(throws: PlatformError.self) { _ = try ControlSocket(path: path) }
    #expect(error?.error.rawValue == BELFRY_ENOTSOCK)
    #expect(directory.contents(of: "control") == Array("mine".utf8))
  }

  @Test func linesAreTakenOneAtATime() throws {
    var socket = try ControlSocket(path: path)
    var loop = try EventLoop(clock: clock)
    let program = try connect()
    try turn(&socket, &loop)
    writeAll(program, Array("one\ntwo\nthr".utf8))
    try turn(&socket, &loop)
    let one = try taken(&socket)
    #expect(one.text == "one" && !one.arrival.isTooLong)
    expectNothing(&socket)
    send("first\n", on: &socket, to: one.arrival.peer)
    let two = try taken(&socket)
    #expect(two.text == "two")
    send("second\n", on: &socket, to: two.arrival.peer)
    expectNothing(&socket)
    writeAll(program, Array("ee\n".utf8))
    try turn(&socket, &loop)
    try expect("three", &socket)
    #expect(String(decoding: readAll(program), as: UTF8.self) == "first\nsecond\n")
    close(program)
  }

  @Test(arguments: [511, 512, 513, 1_024, 5_000])
  func onlyLinesThatFitAreKept(_ count: Int) throws {
    var socket = try ControlSocket(path: path)
    var loop = try EventLoop(clock: clock)
    let program = try connect()
    try turn(&socket, &loop)
    writeAll(program, [UInt8](repeating: 0x78, count: count) + Array("\nnext\n".utf8))
    for _ in 0..<20 { try turn(&socket, &loop) }
    let first = try taken(&socket)
    #expect(first.arrival.isTooLong == (count > 511))
    #expect(count > 511 || first.text.count == count)
    send("\n", on: &socket, to: first.arrival.peer)
    for _ in 0..<20 { try turn(&socket, &loop) }
    try expect("next", &socket)
    close(program)
  }

  @Test func eachLineThatDoesNotFitIsAnswered() throws {
    var socket = try ControlSocket(path: path)
    var loop = try EventLoop(clock: clock)
    let program = try connect()
    try turn(&socket, &loop)
    let long = [UInt8](repeating: 0x78, count: 600) + Array("\n".utf8)
    writeAll(program, long + long + long + Array("next\n".utf8))
    for _ in 0..<30 { try turn(&socket, &loop) }
    for _ in 0..<3 {
      let arrival = try taken(&socket).arrival
      #expect(arrival.isTooLong)
      send("\n", on: &socket, to: arrival.peer)
    }
    try expect("next", &socket)
    close(program)
  }

  @Test func halfClosedProgramIsAnsweredAndLetGo() throws {
    var socket = try ControlSocket(path: path)
    var loop = try EventLoop(clock: clock)
    let program = try connect()
    writeAll(program, Array("one\ntwo".utf8))
    shutdown(program, Int32(SHUT_WR))
    for _ in 0..<3 { try turn(&socket, &loop) }
    for expected in ["one", "two"] {
      let line = try taken(&socket)
      #expect(line.text == expected)
      send("\(expected)!\n", on: &socket, to: line.arrival.peer)
    }
    expectNothing(&socket)
    #expect(String(decoding: readAll(program), as: UTF8.self) == "one!\ntwo!\n")
    var octet: UInt8 = 0
    #expect(read(program, &octet, 1) == 0)
    close(program)
  }

  @Test func answersToAProgramThatHasGoneReachNoOther() throws {
    var socket = try ControlSocket(path: path)
    var loop = try EventLoop(clock: clock)
    let first = try connect()
    writeAll(first, Array("ask\n".utf8))
    for _ in 0..<2 { try turn(&socket, &loop) }
    let asked = try taken(&socket)
    close(first)
    for _ in 0..<2 { try turn(&socket, &loop) }
    send("late\n", on: &socket, to: asked.arrival.peer)
    let second = try connect()
    try turn(&socket, &loop)
    send("later\n", on: &socket, to: asked.arrival.peer)
    #expect(readAll(second).isEmpty)
    let isThere = socket.has(asked.arrival.peer)
    #expect(!isThere)
    close(second)
  }

  @Test func oneProgramTooManyIsRefused() throws {
    var socket = try ControlSocket(path: path)
    var loop = try EventLoop(clock: clock)
    var programs = try (0..<ControlSocket.mostClients).map { _ in try connect() }
    try turn(&socket, &loop)
    let surplus = try connect()
    try turn(&socket, &loop)
    #expect(String(decoding: readAll(surplus), as: UTF8.self) == "full\n")
    close(programs.removeFirst())
    for _ in 0..<2 {
      try turn(&socket, &loop)
      expectNothing(&socket)
    }
    let next = try connect()
    writeAll(next, Array("ask\n".utf8))
    for _ in 0..<2 { try turn(&socket, &loop) }
    try expect("ask", &socket)
    for program in programs + [surplus, next] { close(program) }
  }

  @Test func programThatDoesNotReadIsGivenUp() throws {
    var socket = try ControlSocket(path: path)
    var loop = try EventLoop(clock: clock)
    let program = try connect()
    writeAll(program, Array("list\nmore\n".utf8))
    for _ in 0..<2 { try turn(&socket, &loop) }
    let peer = try taken(&socket).arrival.peer
    let line = String(repeating: "x", count: 4_000) + "\n"
    var isClear = true
    while isClear {
      send(line, on: &socket, to: peer, isLast: false)
      isClear = socket.isClear(for: peer)
    }
    send("last\n", on: &socket, to: peer)
    expectNothing(&socket)
    var deadline = socket.deadline
    #expect(deadline == .start + .seconds(10))
    try turn(&socket, &loop, now: .milliseconds(9_999))
    var isThere = socket.has(peer)
    #expect(isThere)
    try turn(&socket, &loop, now: .milliseconds(10_000))
    isThere = socket.has(peer)
    deadline = socket.deadline
    #expect(!isThere && deadline == nil)
    close(program)
  }

  @Test func moreThanCanLieThereEndsTheProgram() throws {
    var socket = try ControlSocket(path: path)
    var loop = try EventLoop(clock: clock)
    let (program, peer) = try ask(&socket, &loop)
    let line = String(repeating: "x", count: 4_000) + "\n"
    for _ in 0..<200 { send(line, on: &socket, to: peer, isLast: false) }
    let isThere = socket.has(peer)
    #expect(!isThere)
    close(program)
  }

  @Test func readerThatIsSlowAndReadsGetsAll() throws {
    var socket = try ControlSocket(path: path)
    var loop = try EventLoop(clock: clock)
    let (program, peer) = try ask(&socket, &loop)
    var sent = 0
    var received = 0
    for step in 0..<300 {
      while socket.isClear(for: peer), sent < 1_000_000 {
        send(String(repeating: "x", count: 7_999) + "\n", on: &socket, to: peer, isLast: false)
        sent += 8_000
      }
      received += readAll(program, atMost: 10_000).count
      try turn(&socket, &loop, now: Instant.start + .seconds(UInt32(step)))
    }
    received += readAll(program).count
    #expect(sent == 1_000_000 && received == sent)
    close(program)
  }

  /// The programs that lose their places now.
  private func idle(_ socket: inout ControlSocket, _ loop: inout EventLoop, now: Instant) throws -> [ControlPeer] {
    try socket.watch(in: &loop)
    let ready = try loop.wait(until: .start)
    var found: [ControlPeer] = []
    while let peer = socket.nextIdle(ready, now: now) {
      found.append(peer)
      socket.dismiss(peer)
    }
    return found
  }

  @Test func lineThatHasBegunEndsInTime() throws {
    var socket = try ControlSocket(path: path)
    var loop = try EventLoop(clock: clock)
    let program = try connect()
    try turn(&socket, &loop)
    writeAll(program, Array("lis".utf8))
    try turn(&socket, &loop)
    #expect(try idle(&socket, &loop, now: .start).isEmpty)
    var deadline = socket.deadline
    #expect(deadline == .start + .seconds(10))
    // Further octets do not extend the time.
    writeAll(program, Array("t".utf8))
    try turn(&socket, &loop, now: .milliseconds(9_999))
    #expect(try idle(&socket, &loop, now: .milliseconds(9_999)).isEmpty)
    #expect(try idle(&socket, &loop, now: .milliseconds(10_000)).count == 1)
    deadline = socket.deadline
    #expect(deadline == nil)
    close(program)
  }

  @Test func lineThatFollowsAnotherHasTimeOfItsOwn() throws {
    var socket = try ControlSocket(path: path)
    var loop = try EventLoop(clock: clock)
    let program = try connect()
    try turn(&socket, &loop)
    writeAll(program, Array("on".utf8))
    try turn(&socket, &loop)
    #expect(try idle(&socket, &loop, now: .start).isEmpty)
    writeAll(program, Array("e\ntw".utf8))
    try turn(&socket, &loop, now: .milliseconds(9_000))
    let one = try taken(&socket)
    // While an answer of the watch is pending, the program need not send anything.
    #expect(try idle(&socket, &loop, now: .milliseconds(99_000)).isEmpty)
    send("first\n", on: &socket, to: one.arrival.peer, now: .milliseconds(99_000))
    #expect(try idle(&socket, &loop, now: .milliseconds(99_000)).isEmpty)
    let deadline = socket.deadline
    #expect(deadline == .milliseconds(109_000))
    close(program)
  }

  @Test func silentProgramMakesRoomForAnotherOnly() throws {
    var socket = try ControlSocket(path: path)
    var loop = try EventLoop(clock: clock)
    var programs: [Int32] = []
    for place in 0..<ControlSocket.mostClients {
      programs.append(try connect())
      try turn(&socket, &loop, now: Instant.start + .seconds(UInt32(10 - place)))
    }
    #expect(try idle(&socket, &loop, now: .milliseconds(1_000_000)).isEmpty, "no program waits for a place")
    programs.append(try connect())
    #expect(try idle(&socket, &loop, now: .milliseconds(16_999)).isEmpty, "not silent for long enough")
    let gone = try idle(&socket, &loop, now: .milliseconds(20_000))
    #expect(gone.map(\.place) == [3], "the one that has been silent longest")
    for program in programs { close(program) }
  }

  @Test func noSocketIsNothing() throws {
    var socket = ControlSocket()
    var loop = try EventLoop(clock: clock)
    try turn(&socket, &loop)
    expectNothing(&socket)
    let deadline = socket.deadline
    #expect(deadline == nil)
  }

  /// - Parameter behind: what the program sends behind its request.
  @Test(arguments: ["", "status\n", String(repeating: "x", count: 600)])
  func aProgramThatIsGoneWhileItsAnswerIsDueLeavesItsPlace(behind: String) throws {
    var loop = try EventLoop(clock: clock)
    var socket = try ControlSocket(path: path)
    let (program, peer) = try ask(&socket, &loop)
    writeAll(program, Array(behind.utf8))
    try turn(&socket, &loop)
    belfry_close(program)
    try turn(&socket, &loop)
    let isConnected = socket.has(peer)
    #expect(!isConnected)
  }

  @Test func aProgramThatHasOnlyEndedItsSideKeepsItsPlaceUntilItIsGone() throws {
    var loop = try EventLoop(clock: clock)
    var socket = try ControlSocket(path: path)
    let (program, peer) = try ask(&socket, &loop)
    shutdown(program, Int32(SHUT_WR))
    for _ in 0..<2 { try turn(&socket, &loop) }
    var isConnected = socket.has(peer)
    #expect(isConnected)
    belfry_close(program)
    try turn(&socket, &loop)
    isConnected = socket.has(peer)
    #expect(!isConnected)
  }
}
