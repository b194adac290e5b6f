import Foundation
import LinuxSupport
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct EventLoopTests {
  private let clock = Clock()

  private func elapsed(_ body: () throws -> Void) rethrows -> Double {
    let start = clock.now
    try body()
    return Double(clock.now.since(start).microseconds) / 1_000
  }

  @Test func deadlineEndsTheWait() throws {
    var loop = try EventLoop(clock: clock)
    let deadline = clock.now + .milliseconds(30)
    let ready = try loop.wait(until: deadline)
    #expect(clock.now >= deadline)
    #expect(ready == ReadySet())
  }

  @Test func passedDeadlineIsALook() throws {
    var loop = try EventLoop(clock: clock)
    let time = try elapsed { _ = try loop.wait(until: .start) }
    #expect(time < 5_000)
  }

  @Test func laterDeadlineReplacesAnEarlierOne() throws {
    let pair = try SocketPair()
    let ours = Descriptor(owning: pair.ours)
    var loop = try EventLoop(clock: clock)
    try loop.watch(DescriptorReference(ours), for: .read, as: .controller)
    writeAll(pair.theirs, [1])
    _ = try loop.wait(until: clock.now + .milliseconds(40))
    _ = readAll(ours.number)
    let deadline = clock.now + .milliseconds(80)
    _ = try loop.wait(until: deadline)
    #expect(clock.now >= deadline)
  }

  @Test func readableSourceIsReportedUntilItIsRead() throws {
    let pair = try SocketPair()
    let ours = Descriptor(owning: pair.ours)
    var loop = try EventLoop(clock: clock)
    try loop.watch(DescriptorReference(ours), for: .read, as: .controller)
    writeAll(pair.theirs, [1, 2, 3])
    for _ in 0..<2 {
      let ready = try loop.wait(until: nil)
      #expect(ready.isReadable(.controller) && !ready.isWritable(.controller) && !ready.isReadable(.buttons))
    }
    _ = readAll(ours.number)
    #expect(try loop.wait(until: .start) == ReadySet())
  }

  @Test func interestCanChange() throws {
    let pair = try SocketPair()
    let ours = Descriptor(owning: pair.ours)
    var loop = try EventLoop(clock: clock)
    writeAll(pair.theirs, [1])
    try loop.watch(DescriptorReference(ours), for: .readWrite, as: .events)
    var ready = try loop.wait(until: nil)
    #expect(ready.isReadable(.events) && ready.isWritable(.events))
    try loop.watch(DescriptorReference(ours), for: .write, as: .events)
    ready = try loop.wait(until: nil)
    #expect(!ready.isReadable(.events) && ready.isWritable(.events))
    try loop.watch(DescriptorReference(ours), for: .none, as: .events)
    #expect(try loop.wait(until: .start) == ReadySet())
    try loop.watch(DescriptorReference(ours), for: .read, as: .events)
    #expect(try loop.wait(until: nil).isReadable(.events))
    try loop.watch(nil, for: .read, as: .events)
    #expect(try loop.wait(until: .start) == ReadySet())
  }

  @Test func hangUpIsReportedAndDoesNotSpin() throws {
    let pair = try SocketPair()
    let ours = Descriptor(owning: pair.ours)
    var loop = try EventLoop(clock: clock)
    try loop.watch(DescriptorReference(ours), for: .read, as: .controller)
    writeAll(pair.theirs, [1, 2, 3])
    pair.hangUp()
    for _ in 0..<EventLoop.mostHangUpReports {
      let ready = try loop.wait(until: nil)
      #expect(ready.hasHungUp(.controller) && ready.isReadable(.controller))
      // The remaining octets are not read, and the source still counts as watched.
      try loop.watch(DescriptorReference(ours), for: .read, as: .controller)
    }
    let deadline = clock.now + .milliseconds(30)
    #expect(try loop.wait(until: deadline) == ReadySet())
    #expect(clock.now >= deadline)
  }

  @Test func hangUpOfAWriterIsReportedAsWritable() throws {
    let pair = try SocketPair()
    let ours = Descriptor(owning: pair.ours)
    writeAll(ours.number, [UInt8](repeating: 0, count: 1 << 22))
    var loop = try EventLoop(clock: clock)
    try loop.watch(DescriptorReference(ours), for: .write, as: .events)
    #expect(try loop.wait(until: .start) == ReadySet())
    pair.hangUp()
    let ready = try loop.wait(until: nil)
    #expect(ready.hasHungUp(.events) && ready.isWritable(.events))
  }

  @Test func newDescriptorWithAnOldNumberIsWatched() throws {
    var loop = try EventLoop(clock: clock)
    let first = try SocketPair()
    let descriptor = Descriptor(owning: first.ours)
    try loop.watch(DescriptorReference(descriptor, generation: 1), for: .read, as: .controller)
    let second = try SocketPair()
    let other = Descriptor(owning: second.ours)
    // Closes the first socket and takes its number in one step: tests in parallel open descriptors, too.
    #expect(dup2(other.number, descriptor.number) == descriptor.number)
    try loop.watch(DescriptorReference(descriptor, generation: 2), for: .read, as: .controller)
    writeAll(second.theirs, [1])
    #expect(try loop.wait(until: clock.now + .seconds(5)).isReadable(.controller))
    // The socket's other descriptor stays open until here.
    _ = consume other
  }

  @Test func fileIsAlwaysReady() throws {
    let directory = try TemporaryDirectory()
    try Data("accept\n".utf8).write(to: URL(fileURLWithPath: directory("script")))
    let file = try Descriptor.open(StaticBytes(directory("script")), 0, for: .buttonScript)
    var loop = try EventLoop(clock: clock)
    try loop.watch(DescriptorReference(file), for: .read, as: .buttons)
    for _ in 0..<2 { #expect(try loop.wait(until: nil).isReadable(.buttons)) }
    try loop.watch(DescriptorReference(file), for: .none, as: .buttons)
    #expect(try loop.wait(until: .start) == ReadySet())
  }

  @Test func signalsArriveAndTerminationCountsMost() throws {
    var loop = try EventLoop(clock: clock)
    raise(SIGWINCH)
    #expect(try loop.wait(until: nil).signal == .windowChange)
    raise(SIGWINCH)
    raise(SIGTERM)
    #expect(try loop.wait(until: nil).signal == .terminate)
    raise(SIGINT)
    #expect(try loop.wait(until: nil).signal == .terminate)
    #expect(try loop.wait(until: .start).signal == nil)
  }
}
