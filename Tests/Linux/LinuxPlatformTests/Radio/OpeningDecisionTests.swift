import Foundation
import LinuxSupport
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite struct OpeningDecisionTests {
  private func decision(_ kind: HCIAddress.Kind, _ number: Int32, wasOpen: Bool) -> OpeningDecision {
    OpeningDecision(kind, SystemError(rawValue: number), wasOpen: wasOpen)
  }

  @Test(
    arguments: [
      (ENODEV, .mayPass, .mayPass), (EBUSY, .mayPass, .mayPass), (ETIMEDOUT, .mayPass, .mayPass),
      (EIO, .mayPass, .mayPass), (ERFKILL, .final, .needsPerson), (EUSERS, .final, .needsPerson),
      (EPERM, .final, .final), (EACCES, .final, .final), (EAFNOSUPPORT, .final, .final), (EINVAL, .final, .final),
      (ENETDOWN, .final, .mayPass), (ENOMEM, .final, .mayPass), (EPIPE, .final, .mayPass),
    ] as [(Int32, OpeningDecision, OpeningDecision)])
  func aUserChannelIsJudgedByItsError(_ number: Int32, _ atStart: OpeningDecision, _ later: OpeningDecision) {
    #expect(decision(.userChannel(0), number, wasOpen: false) == atStart)
    #expect(decision(.userChannel(0), number, wasOpen: true) == later)
  }

  @Test func aStreamFailsImmediatelyAtStartAndIsRetriedLater() {
    for number in [ECONNREFUSED, ENOENT, ETIMEDOUT, EHOSTUNREACH, EACCES] {
      for kind in [HCIAddress.Kind.unix, .tcp(port: 1)] {
        #expect(decision(kind, number, wasOpen: false) == .final)
        #expect(decision(kind, number, wasOpen: true) == .mayPass)
      }
    }
    #expect(decision(.unix, EAGAIN, wasOpen: false) == .mayPass)
  }

  @Test func aSerialLineFailsAtOnceAtStartAndMayBePluggedInAgain() {
    for number in [ENOENT, EACCES, ENXIO, EIO] {
      #expect(decision(.serial(baud: 115_200), number, wasOpen: false) == .final)
      #expect(decision(.serial(baud: 115_200), number, wasOpen: true) == .mayPass)
    }
    #expect(decision(.serial(baud: 115_200), ENOTTY, wasOpen: true) == .final)
  }
}
