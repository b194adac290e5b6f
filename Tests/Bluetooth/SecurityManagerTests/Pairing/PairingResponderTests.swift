import Identifiers
import Octets
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Timers, back-off, users and links.
@Suite struct PairingResponderTests {
  static let request = octets(hex: "0104000d100b0b")

  func makeWatch(
    policy: PairingPolicy = Sample.openWindow, isPeerBonded: Bool = false,
    attempts: RepeatedAttempts = RepeatedAttempts()
  ) -> PairingResponder {
    var watch = PairingResponder(identity: Sample.watchIdentity, policy: policy, attempts: attempts)
    watch.prepare(randomness: Sample.watchMaterial)
    watch.connect(
      PairingLink(localAddress: Sample.watch, peerAddress: Sample.phone, isPeerBonded: isPeerBonded), now: .start)
    return watch
  }

  // MARK: Back-off

  @Test func floodOfRequestsIsHeldOff() {
    var watch = makeWatch()
    var answers: [UInt8: Int] = [:]
    for count in 0..<1000 {
      watch.prepare(randomness: Sample.watchMaterial)
      watch.handle(Self.request, at: .milliseconds(UInt32(count)))
      for pdu in watch.takePDUs() { answers[pdu[0] == 0x05 ? pdu[1] : 0, default: 0] += 1 }
      _ = watch.takeActions()
    }
    // One pairing, which the second request ends; then refusals until the second has passed.
    #expect(answers == [0: 1, 0x08: 1, 0x09: 998])
  }

  @Test func thirdRejectionClosesTheWindow() throws {
    var attempts = RepeatedAttempts()
    for failure in 1...3 {
      // More than a minute has passed, and no lockout lasts that long.
      var harness = try PairingProgress.comparing.makeHarness(attempts: attempts, now: .seconds(100 * UInt32(failure)))
      harness.watch.handle(.userRejected, now: harness.now)
      #expect(harness.watch.takeActions().contains(.closeWindow) == (failure == 3))
      #expect(harness.watch.policy.isWindowOpen == (failure < 3))
      attempts = harness.watch.attempts
    }
    var watch = makeWatch(policy: PairingPolicy(), attempts: attempts)
    watch.policy.isWindowOpen = true
    watch.handle(Self.request)
    #expect(watch.isPairing, "opening the window clears the lock-out")
  }

  /// A stranger must not prevent the user's phone from pairing.
  @Test func abortedPairingDelaysOnlyItsOwnLink() {
    var watch = makeWatch()
    for _ in 0..<7 {
      watch.handle(Self.request)
      #expect(watch.isPairing)
      watch.handle([0x05, 0x08])
      watch.prepare(randomness: Sample.watchMaterial)
      _ = watch.takePDUs()
      watch.handle(Self.request)
      #expect(watch.takePDUs() == [[0x05, 0x09]])
      watch.connect(Sample.link, now: .start)
      #expect(watch.policy.isWindowOpen && !watch.takeActions().contains(.closeWindow))
    }
  }

  /// The owner may set the policy as often as it likes.
  @Test func policySetAgainForgetsNoFailure() {
    var watch = makeWatch(attempts: .oneFailure)
    watch.policy.isWindowOpen = true
    watch.policy = Sample.openWindow
    #expect(watch.attempts.failuresInWindow == 1)
  }

  @Test func backOffOutlivesTheLink() {
    var watch = makeWatch(attempts: .oneFailure)
    watch.connect(Sample.link, now: .start)
    _ = watch.takePDUs()
    watch.handle(Self.request)
    #expect(watch.takePDUs() == [[0x05, 0x09]])
  }

  // MARK: The user

  @Test func answerOutsideTheComparisonChangesNothing() throws {
    for stage in PairingProgress.allCases where ![.comparing, .checked, .confirmed].contains(stage) {
      for event in [PairingResponder.Event.userConfirmed, .userRejected] {
        if event == .userRejected, stage.showsPasskey { continue }
        var harness = try stage.makeHarness()
        let state = harness.watch.procedure.pairing?.step
        harness.watch.handle(event, now: harness.now)
        #expect(harness.watch.procedure.pairing?.step == state)
        #expect(harness.watch.takePDUs().isEmpty && harness.watch.takeActions().isEmpty)
      }
    }
  }

  @Test(arguments: [PairingProgress.comparing, .checked, .confirmed])
  func rejectionEndsThePairing(stage: PairingProgress) throws {
    var harness = try stage.makeHarness()
    harness.watch.handle(.userRejected, now: harness.now)
    #expect(harness.watch.takePDUs() == [[0x05, 0x0C]])
    #expect(harness.watch.takeActions().contains(.failed(.refusedByUs(.numericComparisonFailed))))
  }

  /// As long as the passkey is on the display, even if the phone has typed it already.
  @Test(arguments: PairingProgress.allCases.filter(\.showsPasskey))
  func rejectedPasskeyEndsThePairing(stage: PairingProgress) throws {
    var harness = try stage.makeHarness()
    let isEncrypted = harness.watch.security == .encrypted
    harness.watch.handle(.userRejected, now: harness.now)
    #expect(harness.watch.takePDUs() == [[0x05, 0x01]])
    #expect(
      harness.watch.takeActions() == [.dismissPairingCode, .failed(.refusedByUs(.passkeyEntryFailed))]
        + (isEncrypted ? [.disconnect(.authenticationFailure)] : []))
    #expect(harness.watch.longTermKey(for: .secureConnections, bond: nil) == nil)
  }

  @Test func checkValueIsNotAnsweredBeforeTheUser() throws {
    var harness = try PairingProgress.checked.makeHarness()
    #expect(harness.watch.takePDUs().isEmpty)
    harness.watch.handle(.userConfirmed, now: harness.now)
    #expect(harness.watch.takePDUs() == [octets(hex: "0d84949297aec32e4e488d9e292c6f789a")])
  }

  @Test func confirmingTwiceDoesNotBuyTime() throws {
    var harness = try PairingProgress.confirmed.makeHarness()
    harness.watch.handle(.userConfirmed, now: harness.now + .seconds(20))
    harness.watch.handleTimeout(now: harness.now + .seconds(30))
    #expect(harness.watch.takeActions().contains(.failed(.timeout)))
  }

  // MARK: Timers

  /// Ignored PDUs do not extend a pairing.
  @Test func keypressesDoNotBuyTime() throws {
    var harness = try PairingProgress.comparing.makeHarness()
    for second: UInt32 in 1..<30 { harness.watch.handle([0x0E, 0x01], at: harness.now + .seconds(second)) }
    harness.watch.handleTimeout(now: harness.now + .seconds(30))
    #expect(harness.watch.takeActions().contains(.dismissPairingCode))
  }

  @Test(arguments: [true, false])
  func silentPhoneIsAskedToSecureTheLink(isPeerBonded: Bool) {
    let policy = isPeerBonded ? PairingPolicy() : Sample.openWindow
    var watch = makeWatch(policy: policy, isPeerBonded: isPeerBonded)
    #expect(watch.deadline == .milliseconds(1500))
    watch.handleTimeout(now: .milliseconds(1499))
    #expect(watch.takePDUs().isEmpty)
    watch.handleTimeout(now: .milliseconds(1500))
    #expect(watch.takePDUs() == [[0x0B, 0x0D]])
    // The request is sent once per link, and starts no pairing.
    watch.requestSecurity()
    #expect(watch.takePDUs().isEmpty)
    #expect(!watch.isPairing)
  }

  /// Some phones leave when the request crosses their own encryption.
  @Test func aPhoneThatLeftAtTheRequestHasMoreTimeOnTheNextLink() {
    var watch = makeWatch(policy: PairingPolicy(), isPeerBonded: true)
    let link = PairingLink(localAddress: Sample.watch, peerAddress: Sample.phone, isPeerBonded: true)
    watch.handleTimeout(now: .milliseconds(1500))
    #expect(watch.takePDUs() == [[0x0B, 0x0D]])
    for start: UInt32 in [10, 20] {
      watch.connect(link, now: .seconds(start))
      #expect(watch.deadline == .seconds(start + 4))
    }
    // It leaves before it was asked: nothing changes. Then it needs to be asked.
    watch.connect(link, now: .seconds(30))
    watch.handleTimeout(now: .seconds(34))
    #expect(watch.takePDUs() == [[0x0B, 0x0D]])
    _ = watch.longTermKey(for: .secureConnections, bond: Sample.phoneBond)
    watch.connect(link, now: .seconds(40))
    #expect(watch.deadline == .milliseconds(41_500))
  }

  @Test func strangerIsNotAskedOutsideTheWindow() {
    var watch = makeWatch(policy: PairingPolicy())
    watch.handleTimeout(now: .seconds(2))
    #expect(watch.takePDUs().isEmpty)
  }

  @Test func securityIsNotRequestedWhilePairingOrEncrypted() throws {
    for stage in PairingProgress.allCases where stage != .idle {
      var harness = try stage.makeHarness()
      harness.watch.requestSecurity()
      #expect(harness.watch.takePDUs().isEmpty)
    }
    var watch = makeWatch(isPeerBonded: true)
    _ = watch.longTermKey(for: .secureConnections, bond: Sample.bond())
    watch.handleTimeout(now: .seconds(2))
    #expect(watch.takePDUs().isEmpty)
  }

  /// A user who has just rejected a pairing is not asked again immediately.
  @Test func failedPairingIsNotFollowedByARequest() {
    var watch = makeWatch()
    watch.handle(Self.request)
    watch.handle([0x05, 0x08])
    _ = watch.takePDUs()
    watch.handleTimeout(now: .seconds(2))
    #expect(watch.takePDUs().isEmpty)
  }

  @Test func nothingIsSentAfterATimeout() {
    var watch = makeWatch()
    watch.handle(Self.request)
    watch.handleTimeout(now: .seconds(30))
    #expect(watch.takePDUs().isEmpty)
  }

  @Test func pairingUnderWayIsNotCutOff() {
    var watch = makeWatch(isPeerBonded: true)
    watch.handle(Self.request, at: .seconds(29))
    watch.policy.isWindowOpen = false
    _ = watch.takeActions()
    watch.handleTimeout(now: .seconds(31))
    #expect(watch.isPairing)
    #expect(watch.takeActions().isEmpty)
  }

  // MARK: Links

  @Test func nextLinkStartsAfresh() throws {
    for stage in PairingProgress.allCases {
      var harness = try stage.makeHarness()
      harness.watch.connect(Sample.link, now: harness.now + .seconds(100))
      #expect(harness.watch.procedure.pairing == nil && !harness.watch.isClosing)
      #expect(harness.watch.security == .unencrypted)
      #expect(harness.watch.takePDUs().isEmpty)
    }
  }

  @Test func unsentPDUsOfAPairingEndTheLinkWhenThereAreTooMany() {
    var watch = makeWatch(policy: PairingPolicy())
    for _ in 0..<8 { watch.handle(Self.request) }
    while watch.nextAction() != nil {}
    watch.handle(Self.request)
    #expect(watch.takeActions().first == .disconnect(.remoteUserTerminatedConnection))
    #expect(watch.takePDUs().count == 8)
    watch.handle(Self.request)
    #expect(watch.takePDUs().isEmpty)
  }

  @Test func outputWithoutRoomKeepsThePDU() {
    var watch = makeWatch()
    watch.handle(Self.request)
    var small = OctetBuffer<64>()
    var isTaken = true
    small.append { output in isTaken = watch.nextPDU(into: &output) }
    #expect(!isTaken && small.isEmpty)
    #expect(watch.takePDUs().count == 1)
  }

  // MARK: Anything at all

  /// Random PDUs, changed PDUs of an honest phone, events in any order, and a clock that jumps.
  @Test func nothingTrapsAndNoDishonestPhoneBonds() throws {
    var generator = SeededGenerator(seed: 7)
    for round in 0..<400 {
      // From the next stage on, an honest phone has proved that it has the key.
      let stages = [PairingProgress.idle, .awaitingPublicKey, .awaitingRandom, .comparing, .confirmed, .closing]
      let stage = stages[generator.number(in: 0..<stages.count)]
      var harness = try stage.makeHarness()
      for _ in 0..<40 {
        harness.now = harness.now + .milliseconds(UInt32(generator.number(in: 0..<3000)))
        switch generator.number(in: 0..<12) {
        case 0: harness.watch.handle(.userConfirmed, now: harness.now)
        case 1: harness.watch.handle(.encryptionChanged(isEnabled: true), now: harness.now)
        case 2: harness.watch.handle(.encryptionFailed, now: harness.now)
        case 3: harness.watch.handleTimeout(now: harness.now)
        case 4: harness.watch.connect(Sample.link, now: harness.now)
        case 5: harness.watch.prepare(randomness: Sample.watchMaterial)
        case 6: #expect(harness.watch.longTermKey(for: .secureConnections, bond: nil) == nil)
        default: harness.watch.handle(randomPDU(&generator), at: harness.now)
        }
        for action in harness.watch.takeActions() {
          if case .bonded = action { Issue.record("bonded in round \(round)") }
        }
        for pdu in harness.watch.takePDUs() { #expect((try? SecurityManagerPDU(pdu)) != nil) }
        if harness.watch.isPairing { #expect(harness.watch.deadline != nil) }
      }
    }
  }

  private func randomPDU(_ generator: inout SeededGenerator) -> [UInt8] {
    if generator.number(in: 0..<4) == 0 { return generator.octets(generator.number(in: 0..<70)) }
    var pdu = octets(hex: SecurityManagerPDUTests.samples[generator.number(in: 0..<14)].0)
    if generator.number(in: 0..<3) == 0 { pdu[generator.number(in: 0..<pdu.count)] = generator.octet() }
    if generator.number(in: 0..<8) == 0 { pdu.removeLast() }
    return pdu
  }
}

extension RepeatedAttempts {
  fileprivate static var oneFailure: RepeatedAttempts {
    var attempts = RepeatedAttempts()
    attempts.recordFailure(at: .start)
    return attempts
  }
}
