internal import Identifiers
internal import WatchModel

/// The phone whose notifications are in the list: the last one that was connected.
struct ListOwner {
  private var phone: DeviceAddress?

  /// - Returns: whether `phone`, which has connected, is another one.
  mutating func noteConnected(_ phone: DeviceAddress?) -> Bool {
    let isAnother = phone != self.phone
    self.phone = phone
    return isAnother
  }

  /// - Parameter linked: the phone that has a link.
  /// - Returns: whether the owner is not among `phones`, the bonded ones, and its link has ended. Returned once.
  mutating func takeIsForgotten(_ phones: PhoneList, linked: DeviceAddress?) -> Bool {
    guard let phone, phone != linked, phones.index(of: phone) == nil else { return false }
    self.phone = nil
    return true
  }
}
