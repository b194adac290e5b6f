import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// The reaction to unexpected and malformed PDUs in each state.
@Suite struct PairingReactionTests {
  enum Reaction: Equatable {
    case ignored
    /// Pairing Failed is sent and the pairing, if any, ends.
    case failed(PairingFailedReason)
    /// The same as `failed`, but at most once on a link.
    case failedOnce(PairingFailedReason)
    /// The pairing ends and nothing is sent.
    case ended
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let pdu: [UInt8]
    let pairing: Reaction
    let idle: Reaction
    /// The stages in which the protocol expects this PDU.
    var except: [PairingProgress] = []

    init(_ name: String, _ hex: String, pairing: Reaction, idle: Reaction, except: [PairingProgress] = []) {
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
      except: PairingProgress.allCases.filter { ![.roundConfirmed, .legacyConfirmed, .idle, .bonded].contains($0) }),
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
      except: PairingProgress.allCases.filter { ![.confirmed, .passkeyAccepted].contains($0) }),
    Row("check value, short", "0d5a", pairing: .failed(.invalidParameters), idle: .ignored),
    Row("keypress", "0e01", pairing: .ignored, idle: .ignored),
    Row("keypress, reserved", "0eff", pairing: .ignored, idle: .ignored),
  ]

  /// - Conformance: SMP | every pdu in every state
  @Test(arguments: rows)
  func pairingUnderWayReacts(row: Row) throws {
    let stages = PairingProgress.pairing.filter { !row.except.contains($0) }
    for stage in stages {
      var harness = try stage.makeHarness()
      try expect(row.pairing, of: &harness, to: row.pdu, "\(stage)")
    }
    recordCases(stages.count)
  }

  /// - Conformance: SMP | every pdu in every state
  @Test(arguments: rows)
  func linkWithoutPairingReacts(row: Row) throws {
    let stages = [PairingProgress.idle, .bonded].filter { !row.except.contains($0) }
    for stage in stages {
      var harness = try stage.makeHarness()
      try expect(row.idle, of: &harness, to: row.pdu, "\(stage)")
      #expect(harness.watch.attempts.failuresInWindow == 0)
    }
    recordCases(stages.count)
  }

  /// PDUs that the peer sent before it received the failure belong to the pairing that has ended, and its next request
  /// comes after them. An answer to them would be taken for an answer to that request.
  @Test(arguments: rows)
  func pdusThatCrossTheRefusalAreNotAnswered(row: Row) throws {
    guard row.idle == .failedOnce(.unspecifiedReason) else { return }
    for stage in PairingProgress.pairing
    where ![.exchangingKeys, .halfIdentified, .legacyExchangingKeys].contains(stage) {
      var harness = try stage.makeHarness()
      harness.watch.handle([0x01], at: harness.now)
      #expect(harness.watch.takePDUs() == [[0x05, 0x0A]])
      _ = harness.watch.takeActions()
      try expect(.ignored, of: &harness, to: row.pdu, "\(stage)")
    }
  }

  /// - Conformance: SMP | every pdu in every state
  @Test(arguments: rows)
  func closingLinkIgnoresPDUs(row: Row) throws {
    var harness = try PairingProgress.closing.makeHarness()
    try expect(.ignored, of: &harness, to: row.pdu, "closing")
    recordCases(1)
  }

  /// - Conformance: SMP | every pdu in every state
  @Test(arguments: rows)
  func pdusWithoutALinkAreIgnored(row: Row) throws {
    var harness = try PairingProgress.idle.makeHarness()
    harness.watch.handle(.disconnected, now: harness.now)
    try expect(.ignored, of: &harness, to: row.pdu, "disconnected")
    recordCases(1)
  }

  private func expect(_ reaction: Reaction, of harness: inout PairingHarness, to pdu: [UInt8], _ stage: Comment) throws
  {
    let state = harness.watch.procedure.pairing?.step
    let isEncrypted = harness.watch.security == .encrypted
    harness.watch.handle(pdu, at: harness.now)
    let sent = harness.watch.takePDUs()
    let actions = harness.watch.takeActions()
    switch reaction {
    case .ignored:
      #expect(sent.isEmpty && actions.isEmpty && harness.watch.procedure.pairing?.step == state, stage)
    case .failed(let reason), .failedOnce(let reason):
      #expect(sent == [[0x05, reason.rawValue]], stage)
      #expect(!harness.watch.isPairing, stage)
      if state != nil { #expect(actions.contains(.failed(.refusedByUs(reason))), stage) }
      if case .failedOnce = reaction {
        harness.watch.handle(pdu, at: harness.now)
        #expect(harness.watch.takePDUs().isEmpty, stage)
      }
    case .ended:
      #expect(sent.isEmpty && actions.contains(.failed(.refusedByPeer(code: pdu[1]))), stage)
      #expect(!harness.watch.isPairing, stage)
    }
    if isEncrypted, reaction != .ignored {
      #expect(actions.last == .disconnect(.authenticationFailure), stage)
    }
    #expect(!actions.contains { if case .bonded = $0 { true } else { false } }, stage)
  }
}
