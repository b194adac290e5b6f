import BluetoothHost
import Core
import Peripherals
import Screens
import SecurityManager
import TestSupport
import Testing
import Timing
import Watch

/// A core without a computer around it: what it does with its five devices.
@Suite struct WatchCoreTests {
  private let surroundings = Surroundings()
  private let start = Instant.start + .seconds(1)

  @Test func bringsTheControllerUpAndShowsSomething() throws {
    var core = try TestedCore(in: surroundings)
    core.start(now: start)
    core.settle(now: start)
    let state = core.application.host.state
    #expect(state == .advertising)
    #expect(surroundings.controller.opcodes.first == 0x0C03)
    #expect(surroundings.controller.opcodes.contains(0x200A))
    #expect(surroundings.messages.count > 8)
    #expect(surroundings.messages.allSatisfy { $0.count <= 129 })
  }

  @Test func makesAnIdentityOnceAndKeepsIt() throws {
    let first = try TestedCore(in: surroundings).application.host.bonds.identity
    let saved = surroundings.saveCount
    #expect(saved > 0)
    let second = try TestedCore(in: surroundings).application.host.bonds.identity
    #expect(first.identityResolvingKey == second.identityResolvingKey)
    #expect(surroundings.saveCount == saved)
  }

  @Test func aStorageThatFailsAtStartIsAnError() {
    surroundings.isStorageFailing = true
    #expect(throws: DeviceFailure.self) { _ = try TestedCore(in: surroundings).hasWork }
  }

  @Test func aButtonReachesTheWatch() throws {
    var core = try TestedCore(in: surroundings)
    core.start(now: start)
    core.settle(now: start)
    // The clock gives way to what accept opens.
    surroundings.messages.removeAll()
    surroundings.presses = [
      ButtonEvent(button: .accept, edge: .pressed), ButtonEvent(button: .accept, edge: .released),
    ]
    core.settle(now: start + .milliseconds(100))
    #expect(!surroundings.messages.isEmpty)
  }

  @Test func theBoardsClockGoesOnByItself() throws {
    var core = try TestedCore(in: surroundings)
    core.start(now: start)
    core.setBoardTime(localMicroseconds: 1_790_000_000_000_000, now: start)
    core.settle(now: start)
    surroundings.messages.removeAll()
    let deadline = core.deadline
    #expect(deadline.map { $0 <= start + .seconds(60) } == true)
    core.settle(now: start + .seconds(60))
    #expect(!surroundings.messages.isEmpty)
  }

  @Test func aTransportThatFailsIsToldAndCanBeReplaced() throws {
    var core = try TestedCore(in: surroundings)
    core.start(now: start)
    core.settle(now: start)
    surroundings.isTransportFailing = true
    core.turn(now: start + .seconds(1))
    let (isLost, lostState) = (core.isControllerLost, core.application.host.state)
    #expect(isLost)
    #expect(lostState == .off)
    surroundings.isTransportFailing = false
    core.transport = FakeTransport(surroundings: surroundings)
    core.start(now: start + .seconds(2))
    core.settle(now: start + .seconds(2))
    let (isLostStill, state) = (core.isControllerLost, core.application.host.state)
    #expect(!isLostStill)
    #expect(state == .advertising)
  }

  @Test func octetsThatAreNoPacketsLoseTheController() throws {
    var core = try TestedCore(in: surroundings)
    core.start(now: start)
    core.settle(now: start)
    surroundings.incoming = [[0xFF, 0xFF]]
    core.turn(now: start + .seconds(1))
    let isLost = core.isControllerLost
    #expect(isLost)
  }

  @Test func aFullTransportIsOfferedThePacketAgain() throws {
    surroundings.transportRoom = 0
    var core = try TestedCore(in: surroundings)
    core.start(now: start)
    core.turn(now: start)
    #expect(surroundings.controller.opcodes.isEmpty)
    surroundings.transportRoom = .max
    core.settle(now: start)
    #expect(surroundings.controller.opcodes.prefix(2).elementsEqual([0x0C03, 0x1001]))
    let state = core.application.host.state
    #expect(state == .advertising)
  }

  @Test func aPanelThatDoesNotAnswerIsTriedEverySecond() throws {
    surroundings.isPanelFailing = true
    var core = try TestedCore(in: surroundings)
    core.start(now: start)
    core.settle(now: start)
    let (hasWork, deadline) = (core.hasWork, core.deadline)
    #expect(!hasWork)
    #expect(deadline.map { $0 <= start + .seconds(1) } == true)
    surroundings.isPanelFailing = false
    core.settle(now: start + .milliseconds(900))
    #expect(surroundings.messages.isEmpty)
    core.settle(now: start + .seconds(1))
    #expect(!surroundings.messages.isEmpty)
  }

  @Test func aFloodCannotKeepTheGlassWaiting() throws {
    var core = try TestedCore(in: surroundings)
    core.start(now: start)
    core.settle(now: start)
    // Command Complete for no command, again and again.
    surroundings.incoming = .init(repeating: [0x04, 0x0E, 0x03, 0x01, 0x00, 0x00], count: 1_000)
    core.turn(now: start)
    let isLost = core.isControllerLost
    #expect(surroundings.incoming.count > 900)
    #expect(!isLost)
  }

  @Test func whatMovesArrivesOnASlowPanelToo() throws {
    var core = try TestedCore(in: surroundings)
    core.start(now: start)
    core.settle(now: start)
    surroundings.presses = [
      ButtonEvent(button: .decline, edge: .pressed), ButtonEvent(button: .decline, edge: .released),
    ]
    core.settle(now: start + .milliseconds(400))
    surroundings.messages.removeAll()
    // The lines of the status move; a message takes 10 ms.
    surroundings.presses = [
      ButtonEvent(button: .accept, edge: .pressed), ButtonEvent(button: .accept, edge: .released),
    ]
    var now = start + .milliseconds(800)
    for _ in 0..<100 {
      core.turn(now: now)
      now = now + .milliseconds(10)
    }
    let (hasWork, deadline) = (core.hasWork, core.deadline)
    #expect(!hasWork && surroundings.messages.count > 10)
    #expect(deadline.map { $0 > now } != false, "nothing moves any more")
  }
}
