import HCI
import LinuxSupport
import Testing
import WatchCore

@testable import Daemon
@testable import LinuxPlatform

@Suite struct ControllerOutageTests {
  private let transport = ControllerLoss<PlatformError>.transport(
    PlatformError(.userChannel, .read, StaticBytes("hci0"), status: -19))

  @Test func lossesUntilTheControllerIsReadyAreOneOutage() {
    var outage = ControllerOutage()
    #expect(outage.begin(transport) == true)
    #expect(outage.begin(.framing) == false)
    #expect(outage.begin(.controller(.noCommandCredits)) == false)
    let cause = outage.end().map { "\($0.name)" }
    #expect(cause == "\(transport.name)", "the first loss is the cause")
    #expect(outage.begin(.framing) == true)
  }

  @Test func aFirstStartRecoversFromNothing() {
    var outage = ControllerOutage()
    #expect(outage.end() == nil)
  }

  @Test func eachLossHasItsName() {
    let failures: [(ControllerLoss<PlatformError>, String)] = [
      (.framing, "garbled"), (.controller(.noCommandCredits), "noCommandCredits"),
      (.controller(.hardwareError(7)), "hardwareError"), (.controller(.lowEnergyNotSupported), "noLowEnergy"),
      (.controller(.disconnectionTimeout), "disconnectionTimeout"), (.controller(.noData), "noData"),
      (.controller(.advertisingRefused), "advertisingRefused"),
    ]
    for (loss, name) in failures { #expect("\(loss.name)" == name) }
  }
}
