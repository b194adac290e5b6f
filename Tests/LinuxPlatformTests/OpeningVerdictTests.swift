import Foundation
import Testing

@testable import LinuxPlatform

@Suite struct OpeningVerdictTests {
  private func verdict(_ kind: HCIAddress.Kind, _ number: Int32, wasOpen: Bool) -> OpeningVerdict {
    OpeningVerdict(kind, SystemError(rawValue: number), wasOpen: wasOpen)
  }

  @Test(
    arguments: [
      (ENODEV, .mayPass, .mayPass), (EBUSY, .mayPass, .mayPass), (ETIMEDOUT, .mayPass, .mayPass),
      (EIO, .mayPass, .mayPass), (ERFKILL, .final, .needsPerson), (EUSERS, .final, .needsPerson),
      (EPERM, .final, .final), (EACCES, .final, .final), (EAFNOSUPPORT, .final, .final), (EINVAL, .final, .final),
      (ENETDOWN, .final, .mayPass), (ENOMEM, .final, .mayPass), (EPIPE, .final, .mayPass),
    ] as [(Int32, OpeningVerdict, OpeningVerdict)])
  func aUserChannelIsJudgedByItsError(_ number: Int32, _ atStart: OpeningVerdict, _ later: OpeningVerdict) {
    #expect(verdict(.userChannel(0), number, wasOpen: false) == atStart)
    #expect(verdict(.userChannel(0), number, wasOpen: true) == later)
  }

  @Test func aStreamFailsAtOnceAtStartAndIsWaitedForLater() {
    for number in [ECONNREFUSED, ENOENT, ETIMEDOUT, EHOSTUNREACH, EACCES] {
      for kind in [HCIAddress.Kind.unix, .tcp(port: 1)] {
        #expect(verdict(kind, number, wasOpen: false) == .final)
        #expect(verdict(kind, number, wasOpen: true) == .mayPass)
      }
    }
    #expect(verdict(.unix, EAGAIN, wasOpen: false) == .mayPass)
  }

  @Test func aSerialLineFailsAtOnceAtStartAndMayBePluggedInAgain() {
    for number in [ENOENT, EACCES, ENXIO, EIO] {
      #expect(verdict(.serial(baud: 115_200), number, wasOpen: false) == .final)
      #expect(verdict(.serial(baud: 115_200), number, wasOpen: true) == .mayPass)
    }
    #expect(verdict(.serial(baud: 115_200), ENOTTY, wasOpen: true) == .final)
  }
}
