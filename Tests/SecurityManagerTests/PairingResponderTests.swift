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

  func makeWatch(policy: PairingPolicy = Sample.openWindow, isPeerBonded: Bool = false) -> PairingResponder {
    var watch = PairingResponder(identity: Sample.watchIdentity, policy: policy)
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
    // One pairing, which the second request ends; then refusals until the second is over.
    #expect(answers == [0: 1, 0x08: 1, 0x09: 998])
  }

  @Test func thirdFailureClosesTheWindow() {
    var watch = makeWatch()
    var now = Instant.start
    for failure in 1...3 {
      watch.prepare(randomness: Sample.watchMaterial)
      watch.handle(Self.request, at: now)
      #expect(watch.isPairing)
      watch.handle([0x05, 0x08], at: now)
      #expect(watch.takeActions().contains(.closeWindow) == (failure == 3))
      #expect(watch.policy.isWindowOpen == (failure < 3))
      now = now + .seconds(64)
    }
    _ = watch.takePDUs()
    watch.handle(Self.request, at: now)
    #expect(watch.takePDUs() == [[0x05, 0x05]])
    watch.policy.isWindowOpen = true
    watch.prepare(randomness: Sample.watchMaterial)
    watch.handle(Self.request, at: now)
    #expect(watch.isPairing)
  }

  /// Who keeps the policy up to date may set it as often as it likes.
  @Test func policySetAgainForgetsNoFailure() {
    var watch = makeWatch()
    watch.handle(Self.request)
    watch.handle([0x05, 0x08])
    watch.policy.isWindowOpen = true
    watch.policy = Sample.openWindow
    #expect(watch.attempts.failuresInWindow == 1)
  }

  @Test func backOffOutlivesTheLink() {
    var watch = makeWatch()
    watch.handle(Self.request)
    watch.handle(.disconnected, now: .start)
    watch.prepare(randomness: Sample.watchMaterial)
    watch.connect(Sample.link, now: .start)
    _ = watch.takePDUs()
    watch.handle(Self.request)
    #expect(watch.takePDUs() == [[0x05, 0x09]])
  }

  // MARK: The user

  @Test func answerOutsideTheComparisonChangesNothing() throws {
    for stage in Stage.allCases where ![.comparing, .checked, .confirmed].contains(stage) {
      for event in [PairingResponder.Event.userConfirmed, .userRejected] {
        if event == .userRejected, stage.showsPasskey { continue }
        var scene = try stage.makeScene()
        let state = scene.watch.state
        scene.watch.handle(event, now: scene.now)
        #expect(scene.watch.state == state)
        #expect(scene.watch.takePDUs().isEmpty && scene.watch.takeActions().isEmpty)
      }
    }
  }

  @Test(arguments: [Stage.comparing, .checked, .confirmed])
  func rejectionEndsThePairing(stage: Stage) throws {
    var scene = try stage.makeScene()
    scene.watch.handle(.userRejected, now: scene.now)
    #expect(scene.watch.takePDUs() == [[0x05, 0x0C]])
    #expect(scene.watch.takeActions().contains(.failed(.sent(.numericComparisonFailed))))
  }

  /// As long as the passkey stands on the glass, also when the phone has typed it already.
  @Test(arguments: Stage.allCases.filter(\.showsPasskey))
  func rejectedPasskeyEndsThePairing(stage: Stage) throws {
    var scene = try stage.makeScene()
    let isEncrypted = scene.watch.security == .encrypted
    scene.watch.handle(.userRejected, now: scene.now)
    #expect(scene.watch.takePDUs() == [[0x05, 0x01]])
    #expect(
      scene.watch.takeActions() == [.dismissCode, .failed(.sent(.passkeyEntryFailed))]
        + (isEncrypted ? [.disconnect(.authenticationFailure)] : []))
    #expect(scene.watch.longTermKey(for: .secureConnections, bond: nil) == nil)
  }

  @Test func checkValueIsNotAnsweredBeforeTheUser() throws {
    var scene = try Stage.checked.makeScene()
    #expect(scene.watch.takePDUs().isEmpty)
    scene.watch.handle(.userConfirmed, now: scene.now)
    #expect(scene.watch.takePDUs() == [octets(hex: "0d84949297aec32e4e488d9e292c6f789a")])
  }

  @Test func confirmingTwiceDoesNotBuyTime() throws {
    var scene = try Stage.confirmed.makeScene()
    scene.watch.handle(.userConfirmed, now: scene.now + .seconds(20))
    scene.watch.handleTimeout(now: scene.now + .seconds(30))
    #expect(scene.watch.takeActions().contains(.failed(.timeout)))
  }

  // MARK: Timers

  /// What is ignored does not keep a pairing alive.
  @Test func keypressesDoNotBuyTime() throws {
    var scene = try Stage.comparing.makeScene()
    for second: UInt32 in 1..<30 { scene.watch.handle([0x0E, 0x01], at: scene.now + .seconds(second)) }
    scene.watch.handleTimeout(now: scene.now + .seconds(30))
    #expect(scene.watch.takeActions().contains(.dismissCode))
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
    // Once on a link, and no pairing has begun by it.
    watch.requestSecurity()
    #expect(watch.takePDUs().isEmpty)
    #expect(!watch.isPairing)
  }

  @Test func strangerIsNotAskedOutsideTheWindow() {
    var watch = makeWatch(policy: PairingPolicy())
    watch.handleTimeout(now: .seconds(2))
    #expect(watch.takePDUs().isEmpty)
  }

  @Test func securityIsNotRequestedWhilePairingOrEncrypted() throws {
    for stage in Stage.allCases where stage != .idle {
      var scene = try stage.makeScene()
      scene.watch.requestSecurity()
      #expect(scene.watch.takePDUs().isEmpty)
    }
    var watch = makeWatch(isPeerBonded: true)
    _ = watch.longTermKey(for: .secureConnections, bond: Sample.bond())
    watch.handleTimeout(now: .seconds(2))
    #expect(watch.takePDUs().isEmpty)
  }

  /// Whoever has just said no is not asked again at once.
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

  @Test(arguments: [true, false])
  func linkThatStaysUnencryptedEnds(isPeerBonded: Bool) {
    var watch = makeWatch(policy: PairingPolicy(), isPeerBonded: isPeerBonded)
    watch.handleTimeout(now: .milliseconds(29_999))
    #expect(watch.takeActions().isEmpty)
    watch.handleTimeout(now: .seconds(30))
    #expect(watch.takeActions() == [.disconnect(.remoteUserTerminatedConnection)])
    #expect(watch.deadline == nil)
  }

  @Test func openWindowLetsAPhoneStay() {
    var watch = makeWatch()
    watch.handleTimeout(now: .seconds(30))
    #expect(watch.takeActions().isEmpty)
    watch.policy.isWindowOpen = false
    #expect(watch.deadline == .seconds(60))
    watch.handleTimeout(now: .seconds(60))
    #expect(watch.takeActions() == [.disconnect(.remoteUserTerminatedConnection)])
  }

  @Test func pairingUnderWayIsNotCutOff() {
    var watch = makeWatch(policy: PairingPolicy(), isPeerBonded: true)
    watch.handle(Self.request, at: .seconds(29))
    _ = watch.takeActions()
    watch.handleTimeout(now: .seconds(31))
    #expect(watch.isPairing)
    #expect(watch.takeActions().isEmpty)
  }

  // MARK: Links

  @Test func nextLinkStartsAfresh() throws {
    for stage in Stage.allCases {
      var scene = try stage.makeScene()
      scene.watch.connect(Sample.link, now: scene.now + .seconds(100))
      #expect(scene.watch.state == .idle)
      #expect(scene.watch.security == .unencrypted)
      #expect(scene.watch.takePDUs().isEmpty)
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

  /// Random PDUs, mutated honest ones, events in any order, a clock that leaps.
  @Test func nothingTrapsAndNoDishonestPhoneBonds() throws {
    var generator = SeededGenerator(seed: 7)
    for round in 0..<400 {
      // From the next stage on, an honest phone has proved that it knows the key.
      let stages = [Stage.idle, .awaitingPublicKey, .awaitingRandom, .comparing, .confirmed, .closing]
      let stage = stages[generator.number(in: 0..<stages.count)]
      var scene = try stage.makeScene()
      for _ in 0..<40 {
        scene.now = scene.now + .milliseconds(UInt32(generator.number(in: 0..<3000)))
        switch generator.number(in: 0..<12) {
        case 0: scene.watch.handle(.userConfirmed, now: scene.now)
        case 1: scene.watch.handle(.encryptionChanged(isEnabled: true), now: scene.now)
        case 2: scene.watch.handle(.encryptionFailed, now: scene.now)
        case 3: scene.watch.handleTimeout(now: scene.now)
        case 4: scene.watch.connect(Sample.link, now: scene.now)
        case 5: scene.watch.prepare(randomness: Sample.watchMaterial)
        case 6: #expect(scene.watch.longTermKey(for: .secureConnections, bond: nil) == nil)
        default: scene.watch.handle(randomPDU(&generator), at: scene.now)
        }
        for action in scene.watch.takeActions() {
          if case .bonded = action { Issue.record("bonded in round \(round)") }
        }
        for pdu in scene.watch.takePDUs() { #expect((try? SecurityManagerPDU(pdu)) != nil) }
        if scene.watch.isPairing { #expect(scene.watch.deadline != nil) }
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
