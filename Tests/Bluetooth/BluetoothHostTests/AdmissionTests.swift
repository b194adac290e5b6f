import BluetoothHost
import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// The watch's reactions to a peer that has proved nothing.
@Suite struct AdmissionTests {
  /// Requests before encryption.
  private static let questions: [(channel: UInt16, pdu: [UInt8])] = [
    (4, [0x0A, 0x03, 0x00]), (4, [0x0A, 0x1B, 0x00]), (4, [0x12, 0x1C, 0x00, 0x01, 0x00]), (4, [0x02, 0x17, 0x00]),
    (4, [0x0A, 0x05, 0x00]), (4, [0x08, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x2A]),
    (6, [0x03] + [UInt8](repeating: 1, count: 16)),
  ]

  private func answers(to address: DeviceAddress) -> [[UInt8]] {
    let harness = HostHarness.started(bonds: Sample.bonds(others: 1))
    harness.phone.connect(from: address)
    harness.run()
    var heard: [[UInt8]] = []
    for question in Self.questions {
      harness.phone.send(question.pdu, on: question.channel)
      harness.run()
      heard = harness.phone.heard(on: 4) + harness.phone.heard(on: 6)
    }
    return heard
  }

  /// - Conformance: Attacks | answers tell no address
  @Test func answersAreTheSameForEveryAddress() {
    let stranger = answers(to: DeviceAddress(.random, "c10000000001"))
    #expect(stranger.count == Self.questions.count)
    #expect(answers(to: Sample.phone) == stranger)
    #expect(answers(to: Sample.phoneIdentity) == stranger)
  }

  /// - Conformance: Attacks | name outside the window
  @Test func nameIsReadOnlyWhileANewPhoneMayPairOrAfterEncryption() {
    let harness = HostHarness.connected(bonds: Sample.bonds())
    func read() -> [UInt8]? {
      harness.phone.forgetFrames()
      harness.phone.send([0x0A, 0x03, 0x00], on: 4)
      harness.run()
      return harness.phone.heard(on: 4).last
    }
    #expect(read() == [0x01, 0x0A, 0x03, 0x00, 0x05])
    harness.host.openPairingWindow(now: harness.now)
    #expect(read() == [0x0B] + Array("Belfry".utf8))
    harness.host.closePairingWindow(now: harness.now)
    #expect(read() == [0x01, 0x0A, 0x03, 0x00, 0x05])
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    #expect(read() == [0x0B] + Array("Belfry".utf8))
  }

  private func harnessThatAdmitsAnyone() -> HostHarness {
    let harness = HostHarness(admission: .anyone)
    harness.start()
    return harness
  }

  @Test func withoutAdmissionACentralStaysAndIsNotAskedToPair() {
    let harness = harnessThatAdmitsAnyone()
    #expect(!harness.isWindowOpen)
    harness.phone.connect()
    harness.run()
    harness.wait(.seconds(60))
    #expect(harness.state == .connected)
    #expect(harness.phone.heard(on: 6).isEmpty)
    harness.phone.startPairing()
    harness.run()
    #expect(harness.pairingFailedReasons == [0x05])
    harness.wait(.seconds(60))
    #expect(harness.state == .connected)
  }

  @Test func withoutAdmissionTheDeviceIsDiscoverableAndItsNameIsReadable() {
    let harness = harnessThatAdmitsAnyone()
    // No window that opened at the start is open any more.
    harness.wait(.seconds(121))
    // Flags, the first field of the advertising data: general discoverable, no BR/EDR.
    let data = harness.phone.controller.commands.last { $0.starts(with: [0x01, 0x08, 0x20]) }
    #expect(data?[5...7] == [0x02, 0x01, 0x06])
    harness.phone.connect()
    harness.phone.send([0x0A, 0x03, 0x00], on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4).last == [0x0B] + Array("Belfry".utf8))
  }

  @Test func withoutAdmissionAPeerPairsWhileTheUserHasOpenedTheWindow() {
    let harness = harnessThatAdmitsAnyone()
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.run()
    harness.pair()
    #expect(harness.results == [.bonded])
  }

  @Test func openingTheWindowClearsTheLockOut() {
    let harness = HostHarness.connected()
    for _ in 0..<2 {
      harness.phone.startPairing()
      harness.run()
      harness.host.answerPairing(isConfirmed: false, now: harness.now)
      harness.run()
    }
    #expect(harness.pairingFailedReasons.last == 0x09)
    harness.host.openPairingWindow(now: harness.now)
    harness.pair()
    #expect(harness.results.last == .bonded)
  }

  /// - Conformance: Attacks | aborted pairings
  @Test func abortedPairingsNeitherCloseTheWindowNorLockPhonesOut() {
    let harness = HostHarness.started()
    for _ in 0..<7 {
      harness.phone.connect(from: DeviceAddress(.random, "c10000000001"))
      harness.phone.startPairing()
      harness.run()
      harness.phone.disconnect()
      harness.run()
    }
    #expect(harness.isWindowOpen)
    harness.phone.connect()
    harness.run()
    harness.pair()
    #expect(harness.results.last == .bonded)
  }

  /// - Conformance: Attacks | strangers do not delay the phone
  @Test func strangersThatAreRejectedDoNotDelayTheNextLink() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    for _ in 0..<20 {
      harness.phone.connect(from: DeviceAddress(.random, "c10000000001"))
      harness.run()
      harness.wait(.seconds(3))
      #expect(harness.phone.isAdvertising, "it advertises again at once")
    }
    harness.phone.connect()
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    #expect(harness.takeEvents().contains(.secured))
  }
}
