import Foundation
import LinuxSupport
import Peripherals
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct PipeButtonsTests {
  private let directory: TemporaryDirectory
  private let path: String
  private let clock = Clock()

  init() throws {
    directory = try TemporaryDirectory()
    path = directory("buttons")
  }

  private func device() throws -> ButtonDevice {
    try ButtonDevice(.pipe(StaticBytes(path)), pins: ButtonPins(), holdTime: .milliseconds(800), clock: clock)
  }

  private func events(_ device: inout ButtonDevice, at now: Instant) throws -> [String] {
    var events: [String] = []
    while let event = try device.nextEvent(now: now) { events.append("\(event.button) \(event.edge)") }
    return events
  }

  private func send(_ text: String) throws {
    let writer = open(path, O_WRONLY | O_NONBLOCK)
    try #require(writer >= 0)
    writeAll(writer, Array(text.utf8))
    close(writer)
  }

  @Test func fifoNeedsNoWriterAndOutlivesEachOfThem() throws {
    try #require(mkfifo(path, 0o600) == 0)
    var device = try device()
    var loop = try EventLoop(clock: clock)
    try loop.watch(device.descriptor, for: device.interest, as: .buttons)
    #expect(try loop.wait(until: .start) == ReadySet())
    for _ in 0..<2 {
      try send("accept\n")
      #expect(try loop.wait(until: nil).isReadable(.buttons))
      #expect(try events(&device, at: .milliseconds(1)) == ["accept pressed", "accept released"])
      #expect(try loop.wait(until: .start) == ReadySet())
    }
  }

  @Test func aDeviceIsReadOnlyWhenTheKernelReportsItOrADeadlineHasPassed() throws {
    try #require(mkfifo(path, 0o600) == 0)
    var device = try device()
    var loop = try EventLoop(clock: clock)
    try loop.watch(device.descriptor, for: device.interest, as: .buttons)
    device.noteReadiness(try loop.wait(until: .start))
    try send("accept hold\n")
    #expect(try events(&device, at: .milliseconds(1)).isEmpty)
    device.noteReadiness(try loop.wait(until: nil))
    #expect(try events(&device, at: .milliseconds(1)) == ["accept pressed"])
    device.noteReadiness(try loop.wait(until: .start))
    let deadline = device.deadline
    #expect(try events(&device, at: #require(deadline)) == ["accept released"])
  }

  @Test func linesMayComeInPieces() throws {
    try #require(mkfifo(path, 0o600) == 0)
    var device = try device()
    try send("dow")
    #expect(try events(&device, at: .start).isEmpty)
    try send("n press\nup")
    #expect(try events(&device, at: .start) == ["down pressed"])
    try send("\n")
    #expect(try events(&device, at: .start) == ["up pressed", "up released"])
  }

  @Test func holdIsLongerThanTheHoldTime() throws {
    try #require(mkfifo(path, 0o600) == 0)
    var device = try device()
    try send("decline hold\naccept\n")
    #expect(try events(&device, at: .milliseconds(10)) == ["decline pressed"])
    #expect(device.deadline == .milliseconds(910))
    #expect(try events(&device, at: .milliseconds(909)).isEmpty)
    #expect(try events(&device, at: .milliseconds(910)) == ["decline released", "accept pressed", "accept released"])
    #expect(device.deadline == nil)
  }

  @Test func badLinesAreIgnored() throws {
    try #require(mkfifo(path, 0o600) == 0)
    var device = try device()
    try send("nonsense\n\n# a remark\naccept sometimes\n" + String(repeating: "x", count: 200) + " back\nback\n")
    #expect(try events(&device, at: .start) == ["back pressed", "back released"])
  }

  @Test func longScriptIsPlayedWhole() throws {
    try Data((0..<500).map { _ in "accept\ndecline\n" }.joined().utf8).write(to: URL(fileURLWithPath: path))
    var device = try device()
    var count = 0
    var turns = 0
    while device.descriptor != nil || turns < 2 {
      count += try events(&device, at: .start).count
      turns += 1
      try #require(turns < 1_000)
    }
    count += try events(&device, at: .start).count
    #expect(count == 2_000)
  }

  @Test func manyHoldsMakeTheWriterWait() throws {
    try #require(mkfifo(path, 0o600) == 0)
    var device = try device()
    try send(String(repeating: "accept hold\n", count: 40))
    var now = Instant.milliseconds(1)
    var count = try events(&device, at: now).count
    #expect(device.interest == .none)
    while let deadline = device.deadline {
      now = deadline
      count += try events(&device, at: now).count
    }
    #expect(count == 80)
    #expect(now == .milliseconds(36_001), "900 ms for each hold")
    #expect(device.interest == .read)
  }

  @Test func lastLineOfAFileNeedsNoEnd() throws {
    try Data("up\ndown".utf8).write(to: URL(fileURLWithPath: path))
    var device = try device()
    var found: [String] = []
    for _ in 0..<3 { found += try events(&device, at: .start) }
    #expect(found == ["up pressed", "up released", "down pressed", "down released"])
    #expect(device.descriptor == nil)
  }

  @Test func missingFileIsAnError() throws {
    let path = StaticBytes(path)
    let error = #expect(throws: PlatformError.self) { try PipeButtons(path: path, holdTime: .zero).readiness }
    #expect(error?.exitStatus == .unavailable)
    #expect(error?.message.contains("No such file") == true)
  }

  @Test func randomOctetsNeverTrap() throws {
    try #require(mkfifo(path, 0o600) == 0)
    var generator = SeededGenerator(seed: 4)
    let script = generator.octets(2_000)
    try Data(script).write(to: URL(fileURLWithPath: directory("random")))
    var buttons = try PipeButtons(path: StaticBytes(directory("random")), holdTime: .zero)
    for _ in 0..<200 {
      try buttons.poll(now: .start)
      while buttons.nextEvent(now: .start) != nil {}
    }
  }
}
