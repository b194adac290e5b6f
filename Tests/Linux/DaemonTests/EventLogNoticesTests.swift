import ANCS
import BluetoothHost
import Foundation
import LinuxSupport
import Octets
import Peripherals
import PhoneClient
import Screens
import SecurityManager
import TestSupport
import Testing
import Timing
import Watch
import WatchCore
import WatchModel

@testable import Daemon
@testable import LinuxPlatform

/// The lines of `--events` for the watch's notices.
@Suite struct EventLogNoticesTests {
  private let directory: TemporaryDirectory
  private let now = Instant.milliseconds(1_250)

  init() throws { directory = try TemporaryDirectory() }

  /// The line that `body` writes; empty if it writes no line.
  private func line(_ body: (inout EventLog) -> Void) throws -> [String: Any] {
    var log = try EventLog(path: StaticBytes(directory("events")))
    body(&log)
    let all = lines(directory.contents(of: "events"))
    try #require(all.count <= 1)
    return all.first ?? [:]
  }

  private func line(_ notice: WatchNotice) throws -> [String: Any] {
    let phone = PhoneState()
    return try line { $0.write(notice, of: phone, at: now) }
  }

  @Test func aRunBeginsWithItsVersionAndItsBonds() throws {
    let identity = try #require(LocalIdentity(randomness: .init(repeating: 7)))
    let start = try line { $0.writeStart(BondTable(identity: identity), Clock(), at: now) }
    #expect(start["type"] as? String == "start" && start["bonds"] as? Int == 0)
    let time = try #require(start["unixTime"] as? Double)
    #expect(abs(time - Date().timeIntervalSince1970) < 60)
    let version = String(decoding: FirmwareVersion.number.span.list, as: UTF8.self)
    #expect(start["version"] as? String == version)
  }

  @Test func aButtonHasItsNameAndItsEdge() throws {
    let button = try line { $0.write(ButtonEvent(button: .decline, edge: .released), at: now) }
    #expect(button["type"] as? String == "button")
    #expect(button["button"] as? String == "decline" && button["edge"] as? String == "released")
  }

  @Test func aPairingCodeHasSixDigits() throws {
    let code = try line(.pairingCode(42))
    #expect(code["type"] as? String == "pairing" && code["method"] as? String == "numericComparison")
    #expect(code["code"] as? String == "000042" && code["t"] as? Double == 1.25)
  }

  @Test func aPasskeyIsAnotherMethod() throws {
    #expect(try line(.pairingPasskey(999_999))["method"] as? String == "passkeyEntry")
  }

  @Test func aFailedPairingHasItsReason() throws {
    let refused = try line(.pairingEnded(.failed(.refusedByPeer(code: 0x0C))))
    #expect(refused["result"] as? String == "failed" && refused["reason"] as? String == "refusedByPhone")
    #expect(refused["failedReason"] as? String == "0x0c")
  }

  @Test func aBondIsAResult() throws {
    #expect(try line(.pairingEnded(.failed(.timeout)))["reason"] as? String == "timeout")
  }

  @Test(arguments: [
    (ConnectionState.pairingOpen, LinkTrouble.pairingWindowOpen, "advertising", "pairingWindowOpen"),
    (.noNotifications, .noService, "discovering", "noService"), (.ready, .silent, "ready", "silent"),
  ])
  func aStateHasItsReason(_ state: ConnectionState, _ trouble: LinkTrouble, _ name: String, _ reason: String) throws {
    let line = try line(.watch(.connection(state, trouble)))
    #expect(line["type"] as? String == "state")
    #expect(line["state"] as? String == name && line["reason"] as? String == reason)
  }

  @Test func aStateWithoutTroubleHasNoReason() throws {
    let line = try line(.watch(.connection(.connected, nil)))
    #expect(line["state"] as? String == "connected" && line["reason"] == nil)
  }

  @Test func anUnknownNotificationIsItsIdentityAlone() throws {
    let added = try line(.watch(.notificationAdded(NotificationUID(rawValue: 7))))
    #expect(added["op"] as? String == "added" && added["uid"] as? Int == 7 && added["title"] == nil)
  }

  @Test func anActionHasItsResult() throws {
    let done = try line(.watch(.action(NotificationUID(rawValue: 3), .negative, .timeout)))
    #expect(done["type"] as? String == "action" && done["uid"] as? Int == 3)
    #expect(done["action"] as? String == "negative" && done["result"] as? String == "timeout")
    let refused = try line2(.watch(.actionRefused(NotificationUID(rawValue: 3), .positive, .notOffered)))
    #expect(refused["action"] as? String == "positive" && refused["result"] as? String == "notOffered")
  }

  /// The same as `line`, with another file.
  private func line2(_ notice: WatchNotice) throws -> [String: Any] {
    let other = try TemporaryDirectory()
    var log = try EventLog(path: StaticBytes(other("events")))
    log.write(notice, of: PhoneState(), at: now)
    return try #require(lines(other.contents(of: "events")).first)
  }

  @Test func screensAndLightHaveNames() throws {
    #expect(try line(.watch(.screen(.clock)))["screen"] as? String == "clock")
    #expect(try line2(.watch(.light(.dim)))["light"] as? String == "dim")
  }

  @Test func internalNoticesAreNotWritten() throws {
    #expect(try line(.bondsChanged).isEmpty)
    #expect(try line(.controllerFailed).isEmpty)
  }

  @Test func savedBondsAreCounted() throws {
    let application = makeApplication(bonds: [])
    let bonds = application.host.bonds
    let saved = try line { $0.write(bonds, areSaved: true, at: now) }
    #expect(saved["type"] as? String == "bonds")
    #expect(saved["result"] as? String == "saved" && saved["count"] as? Int == 0)
  }

  @Test func aLostControllerHasItsReason() throws {
    let lost = try line { $0.writeControllerLost(.framing, at: now) }
    #expect(lost["type"] as? String == "controller" && lost["state"] as? String == "lost")
    #expect(lost["reason"] as? String == "garbled")
  }

  @Test func aLostHelperIsAnEvent() throws {
    #expect(try line { $0.write(SavingHelperChange.lost, at: now) }["state"] as? String == "lost")
  }
}
