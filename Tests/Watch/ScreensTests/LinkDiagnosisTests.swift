import Screens
import Testing
import WatchModel

/// The row of step icons.
@Suite struct LinkDiagnosisTests {
  private static let troubles = (UInt8.min...UInt8.max).compactMap { LinkTrouble(rawValue: $0) }

  /// The icons as text: `#` done, `?` in progress, `x` failed, `.` not reached.
  private func icons(_ connection: ConnectionState, _ trouble: LinkTrouble? = nil, hasEvents: Bool = true) -> String {
    let diagnosis = LinkDiagnosis(connection: connection, trouble: trouble, hasEvents: hasEvents)
    return (0..<LinkStep.count).map {
      switch diagnosis.light(of: LinkStep(rawValue: $0)!) {
      case .on: "#"
      case .awaited: "?"
      case .failed: "x"
      case .off: "."
      }
    }.joined()
  }

  @Test(
    arguments: [
      (ConnectionState.starting, "?......."), (.recovering, "?......."), (.advertising, "##?....."),
      (.connected, "###?...."), (.pairing, "###?...."), (.encrypted, "####?..."), (.discovering, "####?..."),
      (.ready, "########"),
    ] as [(ConnectionState, String)])
  func stepsAreLitAsTheyAreDone(connection: ConnectionState, expected: String) {
    #expect(icons(connection) == expected)
  }

  @Test(
    arguments: [
      (LinkTrouble.radioOff, "x......."), (.controllerFailed, "x......."), (.noPhone, "##x....."),
      (.phoneHeldOff, "##x....."), (.pairingWindowOpen, "##x....."), (.notBonded, "###x...."),
      (.pairingRequested, "###x...."), (.bondUnknownToPhone, "###x...."), (.bondUnknownToWatch, "###x...."),
      (.keyRequested, "###x...."), (.noService, "####x..."),
      (.notSubscribed, "#####x.."), (.notAuthorized, "######x."), (.silent, "#######x"),
    ] as [(LinkTrouble, String)])
  func theStepThatFailsIsMarkedAndThoseBehindItAreDark(trouble: LinkTrouble, expected: String) {
    #expect(icons(.advertising, trouble) == expected)
  }

  @Test func theLastStepIsPendingUntilAnEventArrives() {
    #expect(icons(.ready, hasEvents: false) == "#######?")
  }

  @Test func everyStepButOneHasATroubleThatFailsIt() {
    let failing = Set(Self.troubles.map { icons(.advertising, $0).firstIndex(of: "x")!.utf16Offset(in: "........") })
    #expect(failing == [0, 2, 3, 4, 5, 6, 7], "that the watch advertises is seen by the radio's icon")
  }
}
