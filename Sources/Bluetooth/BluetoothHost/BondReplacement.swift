internal import Identifiers

/// The bond to delete for a new one when the table is full, if the user agrees.
///
///     none → offered → accepted
///      ↑________|__________|____ the window closes, or the bond is made
struct BondReplacement {
  private enum State: Equatable {
    case none
    case offered(DeviceAddress)
    case accepted(DeviceAddress)
  }

  private var state = State.none

  /// The phone whose bond would make room.
  var offered: DeviceAddress? {
    switch state {
    case .none: nil
    case .offered(let phone), .accepted(let phone): phone
    }
  }

  /// The phone whose bond may be deleted.
  var accepted: DeviceAddress? { if case .accepted(let phone) = state { phone } else { nil } }

  /// - Parameter phone: nil if there is nothing to offer.
  mutating func offer(_ phone: DeviceAddress?) { state = phone.map { .offered($0) } ?? .none }

  mutating func accept() { if case .offered(let phone) = state { state = .accepted(phone) } }

  mutating func withdraw() { state = .none }
}
