import BluetoothHost
import Octets
import Peripherals
import TestSupport
import Testing
import Timing
import Watch
import WatchCore

/// Watches that are created as `PortingTheWatch.md` says, one after the other with the same storage.
@Suite struct StoredMutesTests {
  private let bench = Bench()
  private static let chat = Array("com.example.chat".utf8)
  private static let mail = Array("com.example.mail".utf8)

  /// A watch that has just started.
  private func core() throws -> TestedCore {
    var storage = FakeStorage(bench: bench)
    let settings = WatchSettings(
      name: BoundedText("Belfry"), host: HostConfiguration(),
      panel: PanelSettings(address: I2CAddress(rawValue: 0x3C)!))
    var core = try TestedCore(
      in: bench, settings, mutes: storage.loadMutes(), choices: storage.loadChoices().record)
    core.start(now: bench.now + .seconds(1))
    core.settle(now: bench.now)
    return core
  }

  private func mute(_ application: [UInt8], in core: inout TestedCore) {
    bench.program = { [bench] watch, now in
      bench.program = nil
      _ = watch.mute(application: application.span, for: .always, now: now)
    }
    core.settle(now: bench.now + .seconds(10))
  }

  private func isMuted(_ application: [UInt8], in core: borrowing TestedCore) -> Bool {
    core.application.watch.mutes.isMuted(application.span, at: bench.now)
  }

  @Test func mutesComeBackAndStayWhenAnotherFollows() throws {
    var first = try core()
    mute(Self.chat, in: &first)
    #expect(bench.mutes[.first] != nil && bench.mutes[.second] == nil)
    var second = try core()
    let isBack = isMuted(Self.chat, in: second)
    mute(Self.mail, in: &second)
    let third = try core()
    let (isChatMuted, isMailMuted) = (isMuted(Self.chat, in: third), isMuted(Self.mail, in: third))
    #expect(isBack && isChatMuted && isMailMuted)
  }

  @Test func damagedMutesAreSetAsideAndTheWatchStarts() throws {
    bench.mutes[.first] = [0x42, 0x4D, 0x55, 0x54]
    let core = try core()
    let isMuted = isMuted(Self.chat, in: core)
    #expect(!isMuted && bench.mutes.isEmpty)
  }
}
