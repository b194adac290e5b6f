import Foundation
import LinuxSupport
import Peripherals
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct KeyboardButtonsTests {
  private func events(_ buttons: inout KeyboardButtons, at now: Instant) throws -> [String] {
    try buttons.poll(now: now)
    var events: [String] = []
    while let event = buttons.nextEvent(now: now) { events.append("\(event.button) \(event.edge)") }
    return events
  }

  @Test func keysBecomeEvents() throws {
    let pair = try SocketPair()
    var buttons = KeyboardButtons(reading: Descriptor(owning: pair.ours), holdTime: .milliseconds(900))
    writeAll(pair.theirs, Array("ad".utf8))
    #expect(
      try events(&buttons, at: .start)
        == ["accept pressed", "accept released", "decline pressed", "decline released"])
    writeAll(pair.theirs, [0x1B])
    #expect(try events(&buttons, at: .milliseconds(1)).isEmpty)
    #expect(buttons.readiness.deadline == .milliseconds(41))
    #expect(try events(&buttons, at: .milliseconds(41)) == ["back pressed", "back released"])
    #expect(buttons.isQuitRequested == false)
    writeAll(pair.theirs, Array("q".utf8))
    _ = try events(&buttons, at: .milliseconds(50))
    #expect(buttons.isQuitRequested == true)
  }

  @Test func heldKeyIsReleasedByTime() throws {
    let pair = try SocketPair()
    var buttons = KeyboardButtons(reading: Descriptor(owning: pair.ours), holdTime: .milliseconds(900))
    writeAll(pair.theirs, Array("D".utf8))
    #expect(try events(&buttons, at: .milliseconds(1)) == ["decline pressed"])
    #expect(try events(&buttons, at: .milliseconds(901)) == ["decline released"])
  }

  @Test func typingFarAheadIsDropped() throws {
    let pair = try SocketPair()
    var buttons = KeyboardButtons(reading: Descriptor(owning: pair.ours), holdTime: .milliseconds(900))
    writeAll(pair.theirs, Array(String(repeating: "A", count: 60).utf8))
    #expect(try events(&buttons, at: .milliseconds(1)) == ["accept pressed"])
    var count = 1
    while let deadline = buttons.readiness.deadline { count += try events(&buttons, at: deadline).count }
    #expect(count == 16)
  }

  @Test func endOfKeysIsNotAFailure() throws {
    let pair = try SocketPair()
    var buttons = KeyboardButtons(reading: Descriptor(owning: pair.ours), holdTime: .milliseconds(900))
    writeAll(pair.theirs, Array("a".utf8))
    pair.hangUp()
    #expect(try events(&buttons, at: .start).count == 2)
    #expect(try events(&buttons, at: .start).isEmpty)
    #expect(buttons.readiness.interest == .none)
  }

  @Test func endOfAnInputThatOthersShareIsReportedOnce() throws {
    let pair = try SocketPair()
    let shared = Descriptor(owning: pair.ours)
    var buttons = KeyboardButtons(reading: Descriptor(owning: dup(shared.number)), holdTime: .milliseconds(900))
    let clock = Clock()
    var loop = try EventLoop(clock: clock)
    pair.hangUp()
    try loop.watch(buttons.readiness.descriptor, for: buttons.readiness.interest, as: .buttons)
    #expect(try loop.wait(until: clock.now + .seconds(5)).isReadable(.buttons))
    #expect(try events(&buttons, at: .start).isEmpty)
    try loop.watch(buttons.readiness.descriptor, for: buttons.readiness.interest, as: .buttons)
    #expect(try loop.wait(until: .start) == ReadySet())
    // The shared descriptor stays open until here.
    _ = consume shared
  }
}
