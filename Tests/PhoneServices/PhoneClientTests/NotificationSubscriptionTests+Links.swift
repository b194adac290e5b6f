import Testing
import Timing

@testable import PhoneClient
@testable import PhoneSupport

// Several links, one after the other.
extension NotificationSubscriptionTests {
  @Test func failuresOfAnEarlierLinkDoNotDelayTheSearch() {
    let harness = SubscriptionHarness.begun([NotificationCenterServer.genericAttribute])
    harness.wait(.seconds(60))
    harness.reconnect()
    harness.phone.services = [NotificationCenterServer.genericAttribute, NotificationCenterServer.whole]
    harness.wait(.seconds(5))
    #expect(harness.phase == .subscribed)
  }
}
