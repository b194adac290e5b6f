internal import ATT
internal import GATT
internal import Octets
internal import Screens

// What the way to the notifications is made of.
extension ProviderLink {
  enum Stage: Equatable {
    case idle
    case exchangingMTU
    case findingGATT
    case configuringServiceChanged(AttributeHandle)
    case findingANCS
    case configuringDataSource
    case configuringNotificationSource
    case subscribed
    /// Subscribed, and about to give the subscriptions up in order to make them anew.
    case pausingNotificationSource
    case pausingDataSource
    /// Nothing to do until `retry` is due.
    case waiting
  }

  /// What its owner has to do next.
  enum Step {
    case start(Procedure)
    /// Let the values of this handle through.
    case accept(AttributeHandle)
    case serviceFound(hasControlPoint: Bool, hasDataSource: Bool)
    case subscribed
    /// The subscriptions are about to be given up: the session is over, the next one follows.
    case sessionOver
    /// The services are gone: forget the session and every accepted handle.
    case vanished
    case disconnect(Recovery.Cause)
  }

  /// What keeps it from the subscription, until that is overcome.
  enum Obstacle: Equatable {
    /// The phone has no such service.
    case absence
    /// The phone refused the subscription, and not only because it was early.
    case refusal
  }

  /// The handles of ANCS on this link.
  struct Handles: Equatable {
    /// Where the service begins.
    var service: AttributeHandle
    var notificationSource: AttributeHandle
    var notificationSourceConfiguration: AttributeHandle
    var dataSource: AttributeHandle?
    var dataSourceConfiguration: AttributeHandle?
    var controlPoint: AttributeHandle?
  }
}

extension ProviderLink.Handles {
  /// - Returns: nil if there is no Notification Source that can be subscribed.
  init?(_ service: DiscoveredService) {
    guard service.characteristics.count == 3, let source = service.characteristics[0],
      let configuration = source.configurationHandle
    else { return nil }
    self.service = service.range.first
    notificationSource = source.valueHandle
    notificationSourceConfiguration = configuration
    let dataSource = service.characteristics[2]
    dataSourceConfiguration = dataSource?.configurationHandle
    self.dataSource = dataSourceConfiguration == nil ? nil : dataSource?.valueHandle
    controlPoint = service.characteristics[1]?.valueHandle
  }
}
