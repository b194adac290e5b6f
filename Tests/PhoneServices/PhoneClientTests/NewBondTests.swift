import ANCS
import Testing
import Timing

@testable import PhoneClient

@Suite struct NewBondTests {
  private let start = Instant.start + .minutes(1)

  /// A first link, authorized at `start`.
  private func authorized() -> NewBond {
    var bond = NewBond()
    bond.begin(now: start)
    bond.follow(.ready, lastEventAt: nil, now: start)
    return bond
  }

  @Test(arguments: [SessionState.ready, .sourceOnly]) func thirtySecondsOfSilenceAreTooLong(_ state: SessionState) {
    var bond = NewBond()
    bond.begin(now: start)
    bond.follow(.probing, lastEventAt: nil, now: start)
    #expect(bond.deadline == nil)
    bond.follow(state, lastEventAt: nil, now: start + .seconds(9))
    bond.follow(state, lastEventAt: nil, now: start + .seconds(20))
    #expect(bond.deadline == start + .seconds(39))
    bond.handleTimeout(now: start + .milliseconds(38_999))
    #expect(!bond.isDue)
    bond.handleTimeout(now: start + .seconds(39))
    #expect(bond.isDue)
    #expect(bond.deadline == nil)
  }

  @Test func anEventEndsIt() {
    var bond = authorized()
    bond.follow(.ready, lastEventAt: start, now: start)
    #expect(bond.deadline == nil)
    bond.follow(.ready, lastEventAt: start, now: start + .minutes(1))
    #expect(bond.deadline == nil)
  }

  @Test func anEventOfAnEarlierLinkDoesNot() {
    var bond = NewBond()
    bond.begin(now: start)
    bond.follow(.ready, lastEventAt: .start, now: start)
    #expect(bond.deadline != nil)
  }

  @Test func aWithdrawnPermissionRestartsTheWait() {
    var bond = authorized()
    bond.handleTimeout(now: start + .seconds(30))
    #expect(bond.isDue)
    bond.follow(.unauthorized, lastEventAt: nil, now: start + .seconds(30))
    #expect(!bond.isDue)
    bond.follow(.ready, lastEventAt: nil, now: start + .seconds(50))
    #expect(bond.deadline == start + .seconds(80))
  }

  @Test func withoutABondThereIsNothingToWatch() {
    var bond = NewBond()
    bond.follow(.ready, lastEventAt: nil, now: start)
    #expect(bond.deadline == nil)
    bond = authorized()
    bond.end()
    bond.handleTimeout(now: start + .minutes(5))
    bond.follow(.ready, lastEventAt: nil, now: start)
    #expect(bond.deadline == nil && !bond.isDue)
  }
}
