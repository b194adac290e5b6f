import BluetoothHost
import Identifiers
import Octets
import Peripherals
import Screens
import SecurityManager
import TestSupport
import Testing
import Timing
import Watch
import WatchCore
import WatchModel

/// A core with five simulated devices.
@Suite struct WatchCoreTests {
  private let bench = Bench()
  private let start = Instant.start + .seconds(1)

  @Test func bringsTheControllerUpAndShowsSomething() throws {
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.settle(now: start)
    let state = core.application.host.state
    #expect(state == .advertising)
    #expect(bench.controller.opcodes.first == 0x0C03)
    #expect(bench.controller.opcodes.contains(0x200A))
    #expect(bench.messages.count > 8)
    #expect(bench.messages.allSatisfy { $0.count <= 129 })
  }

  @Test func makesAnIdentityOnceAndKeepsIt() throws {
    let first = try TestedCore(in: bench).application.host.bonds.identity
    let saved = bench.saveCount
    #expect(saved > 0)
    let second = try TestedCore(in: bench).application.host.bonds.identity
    #expect(first.identityResolvingKey == second.identityResolvingKey)
    #expect(bench.saveCount == saved)
  }

  @Test func aStorageThatFailsAtStartIsAnError() {
    bench.isStorageFailing = true
    #expect(throws: DeviceFailure.self) { _ = try TestedCore(in: bench).hasWork }
  }

  @Test func aButtonReachesTheWatch() throws {
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.settle(now: start)
    // The screen that accept opens replaces the clock.
    bench.messages.removeAll()
    bench.presses = [
      ButtonEvent(button: .accept, edge: .pressed), ButtonEvent(button: .accept, edge: .released),
    ]
    core.settle(now: start + .milliseconds(100))
    #expect(!bench.messages.isEmpty)
  }

  /// A stranger starts to pair, which uses the key pair, and leaves. The next phone starts to pair in the same turn.
  @Test func aPairingFindsKeysHoweverSoonItFollowsAnother() throws {
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.settle(now: start)
    bench.reports.removeAll()
    bench.incoming = [Self.connection, Self.pairingRequest, Self.disconnection]
    bench.followingAnswers[0x200A] = [Self.connection, Self.pairingRequest]
    core.settle(now: start + .seconds(1))
    #expect(bench.reports.filter { $0 == "pairing ended" } == ["pairing ended"])
    let (isConnected, needsKeys) = (core.application.host.state != .advertising, core.application.needsKeys)
    #expect(isConnected)
    #expect(!needsKeys)
  }

  private static let connection: [UInt8] =
    [0x04, 0x3E, 0x13, 0x01, 0x00, 0x40, 0x00, 0x01, 0x01] + [1, 2, 3, 4, 5, 0xC6]
    + [0x18, 0x00, 0x00, 0x00, 0x48, 0x00, 0x00]
  private static let disconnection: [UInt8] = [0x04, 0x05, 0x04, 0x00, 0x40, 0x00, 0x13]
  private static let pairingRequest: [UInt8] = [
    0x02, 0x40, 0x20, 0x0B, 0x00, 0x07, 0x00, 0x06, 0x00, 0x01, 0x04, 0x00, 0x0D, 0x10, 0x03, 0x03,
  ]

  @Test func theBoardsClockIsShownFromTheStartAndEveryMinute() throws {
    bench.localMicroseconds = 1_790_000_000_000_000
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.settle(now: start)
    bench.messages.removeAll()
    let deadline = core.deadline
    #expect(deadline.map { $0 <= start + .seconds(60) } == true)
    bench.localMicroseconds = 1_790_000_060_000_000
    core.settle(now: start + .seconds(60))
    #expect(!bench.messages.isEmpty)
  }

  /// The display is off, so the last look at the time was at 23:45. A mute until midnight begins at 23:52.
  @Test func aProgramInTheDarkIsServedByTheTimeOfNow() throws {
    let midnight: Int64 = 20_000 * 86_400_000_000
    bench.localMicroseconds = midnight - 20 * 60_000_000
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.settle(now: start)
    core.settle(now: start + .seconds(20))
    bench.localMicroseconds = midnight - 15 * 60_000_000
    core.settle(now: start + .minutes(5))
    let deadline = core.deadline
    #expect(deadline.map { $0 > start + .minutes(7) } == true)
    bench.localMicroseconds = midnight - 8 * 60_000_000
    let application = Array("com.example.mail".utf8)
    bench.program = { watch, now in _ = watch.mute(application: application.span, for: .today, now: now) }
    core.settle(now: start + .minutes(12))
    let mutes = core.application.watch.mutes
    let isMutedBefore = mutes.isMuted(application.span, at: start + .minutes(19))
    let isMutedAfter = mutes.isMuted(application.span, at: start + .minutes(21))
    #expect(isMutedBefore && !isMutedAfter)
  }

  @Test func aTransportThatFailsIsReportedAndCanBeReplaced() throws {
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.settle(now: start)
    bench.isTransportFailing = true
    core.turn(now: start + .seconds(1))
    let (isLost, lostState) = (core.isControllerLost, core.application.host.state)
    #expect(isLost)
    #expect(lostState == .off)
    bench.isTransportFailing = false
    core.transport = FakeTransport(bench: bench)
    core.start(now: start + .seconds(2))
    core.settle(now: start + .seconds(2))
    let (isLostStill, state) = (core.isControllerLost, core.application.host.state)
    #expect(!isLostStill)
    #expect(state == .advertising)
  }

  @Test func octetsThatAreNotPacketsLoseTheController() throws {
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.settle(now: start)
    bench.incoming = [[0xFF, 0xFF]]
    core.turn(now: start + .seconds(1))
    let isLost = core.isControllerLost
    #expect(isLost)
  }

  @Test func aFullTransportIsOfferedThePacketAgain() throws {
    bench.transportRoom = 0
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.turn(now: start)
    #expect(bench.controller.opcodes.isEmpty)
    bench.transportRoom = .max
    core.settle(now: start)
    #expect(bench.controller.opcodes.prefix(2).elementsEqual([0x0C03, 0x1001]))
    let state = core.application.host.state
    #expect(state == .advertising)
  }

  /// A UART whose transmitter takes one packet, and is empty a millisecond later.
  @Test func theProcessorDoesNotSleepWhileTheTransportHasNotTakenAPacket() throws {
    var core = try TestedCore(in: bench)
    core.start(now: start)
    var now = start
    while now < start + .seconds(30) {
      bench.transportRoom = 1
      core.turn(now: now)
      let isAwake = core.hasWork || core.hasUnsentPacket || !bench.incoming.isEmpty
      now = isAwake ? now + .milliseconds(1) : max(core.deadline ?? start + .seconds(30), now + .milliseconds(1))
    }
    let (state, hasUnsentPacket) = (core.application.host.state, core.hasUnsentPacket)
    #expect(state == .advertising)
    #expect(!hasUnsentPacket)
    #expect(!bench.reports.contains { $0.hasPrefix("lost") })
  }

  @Test func aPanelThatDoesNotAnswerIsTriedEverySecond() throws {
    bench.isPanelFailing = true
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.settle(now: start)
    let (hasWork, deadline) = (core.hasWork, core.deadline)
    #expect(!hasWork)
    #expect(deadline.map { $0 <= start + .seconds(1) } == true)
    bench.isPanelFailing = false
    core.settle(now: start + .milliseconds(900))
    #expect(bench.messages.isEmpty)
    core.settle(now: start + .seconds(1))
    #expect(!bench.messages.isEmpty)
  }

  @Test func aFloodCannotKeepTheDisplayWaiting() throws {
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.settle(now: start)
    // Command Complete without a command, repeatedly.
    bench.incoming = .init(repeating: [0x04, 0x0E, 0x03, 0x01, 0x00, 0x00], count: 1_000)
    core.turn(now: start)
    let isLost = core.isControllerLost
    #expect(bench.incoming.count > 900)
    #expect(!isLost)
  }

  @Test func animationsEndOnASlowPanelToo() throws {
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.settle(now: start)
    bench.presses = [
      ButtonEvent(button: .decline, edge: .pressed), ButtonEvent(button: .decline, edge: .released),
    ]
    core.settle(now: start + .milliseconds(400))
    bench.messages.removeAll()
    // The lines of the status move; a message takes 10 ms.
    bench.presses = [
      ButtonEvent(button: .accept, edge: .pressed), ButtonEvent(button: .accept, edge: .released),
    ]
    var now = start + .milliseconds(800)
    for _ in 0..<100 {
      core.turn(now: now)
      now = now + .milliseconds(10)
    }
    let (hasWork, deadline) = (core.hasWork, core.deadline)
    #expect(!hasWork && bench.messages.count > 10)
    #expect(deadline.map { $0 > now } != false, "nothing moves any more")
  }

  @Test func theTorchIsAsBrightAsThePanelCanBe() throws {
    let panel = PanelSettings(address: try #require(I2CAddress(rawValue: 0x3C)))
    var choices = WearerRecord()
    choices.settings[.brightness] = 1
    let settings = WatchSettings(name: BoundedText("Belfry"), host: HostConfiguration(), panel: panel)
    var core = try TestedCore(in: bench, settings, choices: choices)
    core.start(now: start)
    core.settle(now: start)
    var now = start + .seconds(1)
    press(.decline, for: .seconds(1), on: &core, now: &now)
    for _ in 0..<MenuItem.torch.rawValue { press(.down, on: &core, now: &now) }
    bench.messages.removeAll()
    press(.accept, on: &core, now: &now)
    let screen = core.application.watch.screen
    #expect(screen == .torch && contrasts == [255])
    bench.messages.removeAll()
    press(.accept, on: &core, now: &now)
    #expect(contrasts == [1])
  }

  /// The contrasts that the panel was sent, each in a message of its own.
  private var contrasts: [UInt8] {
    bench.messages.compactMap { $0.count == 3 && $0.starts(with: [0x00, 0x81]) ? $0[2] : nil }
  }

  private func press(
    _ button: Button, for interval: Interval = .milliseconds(50), on core: inout TestedCore, now: inout Instant
  ) {
    bench.presses = [ButtonEvent(button: button, edge: .pressed)]
    core.settle(now: now)
    now = now + interval
    core.settle(now: now)
    bench.presses = [ButtonEvent(button: button, edge: .released)]
    core.settle(now: now)
    now = now + .milliseconds(400)
    core.settle(now: now)
  }

  // MARK: The order of a turn

  @Test func theAnswerToAPacketIsSentBeforeTheNextPacketIsHandled() throws {
    var core = try TestedCore(in: bench)
    bench.controller.answers[0x1001] = .silence
    core.start(now: start)
    core.settle(now: start)
    bench.reports.removeAll()
    // The missing answer, and a packet after it in the same read.
    bench.incoming = [FakeController.complete(0x1001, [0, 7, 0, 0, 7, 0x0F, 0, 9, 0x22]) + [0xFF]]
    core.turn(now: start + .milliseconds(1))
    // The next command is sent although the following octets lose the controller in the same turn.
    #expect(bench.reports == ["sent", "lost: framing"])
  }

  @Test func aPressIsJudgedByTheTimeAfterThePackets() throws {
    var core = try coreWithAChange()
    bench.timeForNotice = .milliseconds(5)
    core.start(now: start)
    core.settle(now: start)
    let latest = try #require(bench.buttonTimes.max())
    #expect(latest > start)
  }

  @Test func aControllerThatIsReadyIsReportedOnceAndAgainAfterALoss() throws {
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.settle(now: start)
    #expect(bench.reports.filter { $0 != "sent" } == ["ready"])
    bench.isTransportFailing = true
    core.turn(now: start + .seconds(1))
    bench.isTransportFailing = false
    core.start(now: start + .seconds(2))
    core.settle(now: start + .seconds(2))
    #expect(bench.reports.filter { $0 != "sent" } == ["ready", "lost: transport", "ready"])
  }

  @Test func aControllerThatDoesNotAnswerIsLost() throws {
    var core = try TestedCore(in: bench)
    bench.controller.answers[0x0C03] = .silence
    core.start(now: start)
    core.settle(now: start)
    // The host tries more than once.
    for minute in 1..<6 { core.turn(now: start + .minutes(UInt32(minute))) }
    let isLost = core.isControllerLost
    #expect(isLost && bench.reports.last { $0 != "sent" }?.hasPrefix("lost: commandTimeout") == true)
  }

  @Test func buttonsThatFailAreKnown() throws {
    var core = try TestedCore(in: bench)
    core.start(now: start)
    core.turn(now: start)
    let before = core.buttonFailure != nil
    bench.areButtonsFailing = true
    core.turn(now: start)
    let after = core.buttonFailure != nil
    #expect(!before && after)
  }

  // MARK: Saving

  /// A core with a bond from an earlier version, which did not store the address that the phone was given. It is saved
  /// as soon as the controller has reported it.
  private func coreWithAChange() throws -> TestedCore {
    var entropy = SeededEntropy()
    let identity = try #require(LocalIdentity(randomness: entropy.randomOctets()))
    var table = BondTable(identity: identity)
    let phone = DeviceAddress(kind: .public, octets: [1, 2, 3, 4, 5, 6])
    let key = Value128(octets: .init(repeating: 7))
    _ = table.commit(Bond(identity: phone, identityResolvingKey: nil, longTermKey: key, strength: .full))
    var store = BondStore(in: FakeStorage(bench: bench))
    try store.save(table)
    var core = try TestedCore(in: bench)
    core.start(now: start)
    return core
  }

  @Test func aStorageThatIsBusyHoldsNothingUp() throws {
    bench.isStorageBusy = true
    var core = try coreWithAChange()
    core.settle(now: start)
    let state = core.application.host.state
    #expect(state == .advertising)
    #expect(bench.pendingRecord != nil)
    let before = bench.saveCount
    bench.isStorageBusy = false
    core.turn(now: start + .milliseconds(250))
    #expect(bench.pendingRecord == nil && bench.saveCount == before + 2)
    #expect(bench.records[.first] == bench.records[.second])
  }

  @Test func aStorageThatFailsIsTriedAgainAfterTwiceThePauseEachTime() throws {
    var core = try coreWithAChange()
    bench.isStorageFailing = true
    let before = bench.saveCount
    core.settle(now: start)
    core.settle(now: start + .seconds(1))
    bench.isStorageFailing = false
    core.settle(now: start + .milliseconds(2_900))
    #expect(bench.saveCount == before)
    #expect(bench.reports.filter { $0 == "bonds not saved" }.count == 2)
    core.settle(now: start + .seconds(3))
    #expect(bench.saveCount == before + 2 && bench.reports.last { $0.hasPrefix("bonds") } == "bonds saved")
  }

  @Test func unsavedBondsAreKnownAndCanBeSavedAtTheEnd() throws {
    bench.isStorageFailing = false
    var core = try coreWithAChange()
    bench.isStorageBusy = true
    core.settle(now: start)
    let wereSaved = core.areBondsSaved
    let before = bench.saveCount
    try core.saveBonds()
    #expect(!wereSaved && bench.saveCount == before + 2)
  }
}
