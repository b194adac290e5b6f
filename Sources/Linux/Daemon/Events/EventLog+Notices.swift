internal import ANCS
internal import BluetoothHost
package import LinuxPlatform
internal import Octets
package import PhoneClient
internal import Screens
internal import SecurityManager
package import Timing
package import Watch
internal import WatchModel

// The watch's notices, as lines of `--events`.
extension EventLog {
  package mutating func write(_ notice: borrowing WatchNotice, of phone: borrowing PhoneState, at now: Instant) {
    guard isEnabled else { return }
    switch notice {
    case .pairingCode(let pairingCode): write(code: pairingCode, of: "numericComparison", at: now)
    case .pairingPasskey(let passkey): write(code: passkey, of: "passkeyEntry", at: now)
    case .pairingEnded(let result): write(result, at: now)
    case .watch(let event): write(event, of: phone, at: now)
    case .bondsChanged, .controllerFailed: break
    }
  }

  /// Writes the arena's use at start-up; writes nothing if the heap is the system's.
  mutating func writeArena(at now: Instant) {
    guard isEnabled, Arena.isHeap else { return }
    begin("arena", at: now)
    field("used", number: UInt32(truncatingIfNeeded: Arena.used))
    field("capacity", number: UInt32(truncatingIfNeeded: Arena.capacity))
    field("calls", number: UInt32(truncatingIfNeeded: Arena.calls))
    end()
  }

  private mutating func write(_ event: WatchEvent, of phone: borrowing PhoneState, at now: Instant) {
    switch event {
    case .connection(let state, let trouble): writeState(state.name, trouble, at: now)
    case .notificationAdded(let uid): writeNotification("added", uid, of: phone, at: now)
    case .notificationModified(let uid): writeNotification("modified", uid, of: phone, at: now)
    case .notificationContent(let uid): writeNotification("content", uid, of: phone, at: now)
    case .notificationRemoved(let uid, let isKept): writeRemoved(uid, isKept: isKept, at: now)
    case .action(let uid, let action, let result): write(result, of: action, on: uid, at: now)
    case .actionRefused(let uid, let action, let refusal): write(refusal, of: action, on: uid, at: now)
    case .callSilenced(let uid): writeSilenced(uid, at: now)
    case .snoozed(let uid, let duration): writeSnooze(of: uid, duration, at: now)
    case .vibration(let uid, let pattern): writeVibration(of: uid, pattern, at: now)
    case .quiet(let duration): writeQuiet(duration, at: now)
    case .clearing(let report): write(report, at: now)
    case .timer(let report): write(report, at: now)
    case .stopwatch(let report): write(report, at: now)
    case .alarm(let report): write(report, at: now)
    case .losses(let losses): write(losses, at: now)
    case .recovery(let recovery): write(recovery, at: now)
    case .alert(let uid, let decision): write(decision, of: uid, at: now)
    case .time(let report): write(report, at: now)
    case .timeRefused(let refusal): write(refusal, at: now)
    case .phone(let facts): write(facts, at: now)
    case .battery(let percent): writeBattery(percent, at: now)
    case .face(let face): write(face, at: now)
    case .setting(let report): write(report, at: now)
    case .music: writeMusic(of: phone, at: now)
    case .musicCommand(let command, let result): write(result, of: command, at: now)
    case .musicRefused(let command, let refusal): write(refusal, of: command, at: now)
    case .light(let level): write("glass", "light", level.name, at: now)
    case .promptOpened(let screen): write("prompt", "screen", screen.name, at: now)
    case .screen(let screen): write("screen", "screen", screen.name, at: now)
    }
  }

  private mutating func writeState(_ name: StaticString, _ trouble: LinkTrouble?, at now: Instant) {
    begin("state", at: now)
    field("state", name)
    if let trouble { field("reason", trouble.name) }
    end()
  }

  private mutating func write(
    _ result: ActionResult, of action: ActionID, on uid: NotificationUID, at now: Instant
  ) {
    begin("action", at: now)
    put(result, of: action, on: uid)
    end()
  }

  private mutating func write(
    _ refusal: ActionRefusal, of action: ActionID, on uid: NotificationUID, at now: Instant
  ) {
    begin("action", at: now)
    put(action, on: uid)
    field("result", refusal.name)
    end()
  }

  /// Writes an event with one field.
  private mutating func write(_ type: StaticString, _ name: StaticString, _ value: StaticString, at now: Instant) {
    begin(type, at: now)
    field(name, value)
    end()
  }

  // MARK: Pairing

  private mutating func write(code: UInt32, of method: StaticString, at now: Instant) {
    begin("pairing", at: now)
    field("method", method)
    field("code", code: code)
    end()
  }

  private mutating func write(_ result: PairingResult, at now: Instant) {
    begin("pairing", at: now)
    switch result {
    case .bonded: field("result", "bonded")
    case .failed(let failure):
      field("result", "failed")
      write(failure)
    }
    end()
  }

  private mutating func write(_ failure: PairingFailure) {
    switch failure {
    case .refusedByUs(let reason): field("reason", "refusedByWatch", reason.rawValue)
    case .refusedByPeer(let code): field("reason", "refusedByPhone", code)
    case .timeout: field("reason", "timeout")
    case .encryptionFailed: field("reason", "encryptionFailed")
    case .disconnected: field("reason", "disconnected")
    case .noRoom: field("reason", "noRoom")
    case .weakerThanBond: field("reason", "weakerThanBond")
    }
  }

  /// A reason with the code of its Pairing Failed PDU.
  private mutating func field(_ name: StaticString, _ value: StaticString, _ code: UInt8) {
    field(name, value)
    field("failedReason", hexadecimal: UInt32(code), digits: 2)
  }
}
