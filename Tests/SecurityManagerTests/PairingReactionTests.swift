import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// What an odd PDU leads to, in each state. (The table of unexpected and malformed PDUs.)
@Suite struct PairingReactionTests {
  enum Reaction: Equatable {
    case ignored
    /// Pairing Failed is sent and the pairing, if there is one, is over.
    case failed(PairingFailedReason)
    /// As `failed`, and then not again on this link.
    case failedOnce(PairingFailedReason)
    /// The pairing is over and nothing is sent.
    case ended
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let pdu: [UInt8]
    let pairing: Reaction
    let idle: Reaction
    /// The stages where this PDU is what the protocol expects.
    var except: [Stage] = []

    init(_ name: String, _ hex: String, pairing: Reaction, idle: Reaction, except: [Stage] = []) {
      testDescription = name
      pdu = octets(hex: hex)
      self.pairing = pairing
      self.idle = idle
      self.except = except
    }
  }

  static let sixteen = String(repeating: "5a", count: 16)
  static let key =
    "0cdd785c74039b7e98cb94874aadfaf8d5433e5cafeab54cf49e8079577ba4312c"
    + "4f5d71437743f8ead43ebd17911021d01f87438e40e252cdbedf983818129591"

  static let rows = [
    Row("empty frame", "", pairing: .ignored, idle: .ignored),
    Row("reserved code 0", "00", pairing: .ignored, idle: .ignored),
    Row("reserved code 0F", "0f01", pairing: .ignored, idle: .ignored),
    Row("reserved code FF", "ff" + sixteen, pairing: .ignored, idle: .ignored),
    Row("frame above 65 octets", key + "00", pairing: .ignored, idle: .ignored),
    Row(
      "pairing request again", "0104000d100b0b", pairing: .failed(.unspecifiedReason), idle: .ignored,
      except: [.idle, .bonded]),
    Row(
      "pairing request, 6 octets", "0104000d100b", pairing: .failed(.invalidParameters),
      idle: .failed(.invalidParameters)),
    Row(
      "pairing request, 8 octets", "0104000d100b0b00", pairing: .failed(.invalidParameters),
      idle: .failed(.invalidParameters)),
    Row(
      "pairing response", "0204000d100b0b", pairing: .failed(.commandNotSupported),
      idle: .failedOnce(.commandNotSupported)),
    Row("pairing response, short", "02", pairing: .failed(.invalidParameters), idle: .ignored),
    Row("security request", "0b0d", pairing: .failed(.commandNotSupported), idle: .failedOnce(.commandNotSupported)),
    Row("security request, long", "0b0d00", pairing: .failed(.invalidParameters), idle: .ignored),
    Row(
      "confirm value", "03" + sixteen, pairing: .failed(.unspecifiedReason), idle: .failedOnce(.unspecifiedReason),
      except: [.typing, .roundDone, .legacyTyping]),
    Row("confirm value, short", "035a", pairing: .failed(.invalidParameters), idle: .ignored),
    Row(
      "random value", "04" + sixteen, pairing: .failed(.unspecifiedReason), idle: .failedOnce(.unspecifiedReason),
      except: [.awaitingRandom, .roundConfirmed, .legacyConfirmed]),
    Row(
      "random value that does not fit", "04" + sixteen, pairing: .failed(.confirmValueFailed),
      idle: .failedOnce(.unspecifiedReason),
      except: Stage.allCases.filter { ![.roundConfirmed, .legacyConfirmed, .idle, .bonded].contains($0) }),
    Row("random value, long", "04" + sixteen + "00", pairing: .failed(.invalidParameters), idle: .ignored),
    Row("pairing failed", "0508", pairing: .ended, idle: .ignored),
    Row("pairing failed, unknown reason", "05f7", pairing: .ended, idle: .ignored),
    Row("pairing failed, no reason", "05", pairing: .failed(.invalidParameters), idle: .ignored),
    Row("long term key", "06" + sixteen, pairing: .failed(.unspecifiedReason), idle: .ignored),
    Row("key identification", "07 0000 0000000000000000", pairing: .failed(.unspecifiedReason), idle: .ignored),
    Row(
      "resolving key", "08" + sixteen, pairing: .failed(.unspecifiedReason), idle: .ignored,
      except: [.exchangingKeys, .legacyExchangingKeys]),
    Row(
      "identity address", "09 00 010203040506", pairing: .failed(.unspecifiedReason), idle: .ignored,
      except: [.halfIdentified]),
    Row("identity address of no type", "09 02 010203040506", pairing: .failed(.invalidParameters), idle: .ignored),
    Row("signature key", "0a" + sixteen, pairing: .failed(.unspecifiedReason), idle: .ignored),
    Row(
      "public key", key, pairing: .failed(.unspecifiedReason), idle: .failedOnce(.unspecifiedReason),
      except: [.awaitingPublicKey]),
    Row("public key, 64 octets", String(key.dropLast(2)), pairing: .failed(.invalidParameters), idle: .ignored),
    Row(
      "check value", "0d" + sixteen, pairing: .failed(.unspecifiedReason), idle: .failedOnce(.unspecifiedReason),
      except: [.comparing, .confirmed, .passkeyAccepted]),
    Row(
      "check value that does not fit", "0d" + sixteen, pairing: .failed(.dhKeyCheckFailed), idle: .ignored,
      except: Stage.allCases.filter { ![.confirmed, .passkeyAccepted].contains($0) }),
    Row("check value, short", "0d5a", pairing: .failed(.invalidParameters), idle: .ignored),
    Row("keypress", "0e01", pairing: .ignored, idle: .ignored),
    Row("keypress, reserved", "0eff", pairing: .ignored, idle: .ignored),
  ]

  @Test(arguments: rows)
  func pairingUnderWayReacts(row: Row) throws {
    for stage in Stage.pairing where !row.except.contains(stage) {
      var scene = try stage.makeScene()
      try expect(row.pairing, of: &scene, to: row.pdu, "\(stage)")
    }
  }

  @Test(arguments: rows)
  func linkWithoutPairingReacts(row: Row) throws {
    for stage in [Stage.idle, .bonded] where !row.except.contains(stage) {
      var scene = try stage.makeScene()
      try expect(row.idle, of: &scene, to: row.pdu, "\(stage)")
      #expect(scene.watch.attempts.failuresInWindow == 0)
    }
  }

  /// What the peer sent before it heard of the end belongs to the pairing that is over, and its next request comes
  /// after all of it: an answer could only be taken for one to that request.
  @Test(arguments: rows)
  func whatCrossesOurRefusalIsNotAnswered(row: Row) throws {
    guard row.idle == .failedOnce(.unspecifiedReason) else { return }
    for stage in Stage.pairing where ![.exchangingKeys, .halfIdentified, .legacyExchangingKeys].contains(stage) {
      var scene = try stage.makeScene()
      scene.watch.handle([0x01], at: scene.now)
      #expect(scene.watch.takePDUs() == [[0x05, 0x0A]])
      _ = scene.watch.takeActions()
      try expect(.ignored, of: &scene, to: row.pdu, "\(stage)")
    }
  }

  @Test(arguments: rows)
  func closingLinkIsDeaf(row: Row) throws {
    var scene = try Stage.closing.makeScene()
    try expect(.ignored, of: &scene, to: row.pdu, "closing")
  }

  @Test(arguments: rows)
  func nothingIsHeardWithoutALink(row: Row) throws {
    var scene = try Stage.idle.makeScene()
    scene.watch.handle(.disconnected, now: scene.now)
    try expect(.ignored, of: &scene, to: row.pdu, "disconnected")
  }

  private func expect(_ reaction: Reaction, of scene: inout PairingScene, to pdu: [UInt8], _ stage: Comment) throws {
    let state = scene.watch.state
    let isEncrypted = scene.watch.security == .encrypted
    scene.watch.handle(pdu, at: scene.now)
    let sent = scene.watch.takePDUs()
    let actions = scene.watch.takeActions()
    switch reaction {
    case .ignored:
      #expect(sent.isEmpty && actions.isEmpty && scene.watch.state == state, stage)
    case .failed(let reason), .failedOnce(let reason):
      #expect(sent == [[0x05, reason.rawValue]], stage)
      #expect(!scene.watch.isPairing, stage)
      if state != .idle { #expect(actions.contains(.failed(.sent(reason))), stage) }
      if case .failedOnce = reaction {
        scene.watch.handle(pdu, at: scene.now)
        #expect(scene.watch.takePDUs().isEmpty, stage)
      }
    case .ended:
      #expect(sent.isEmpty && actions.contains(.failed(.received(pdu[1]))), stage)
      #expect(!scene.watch.isPairing, stage)
    }
    if isEncrypted, reaction != .ignored {
      #expect(actions.last == .disconnect(.authenticationFailure), stage)
    }
    #expect(!actions.contains { if case .bonded = $0 { true } else { false } }, stage)
  }
}
