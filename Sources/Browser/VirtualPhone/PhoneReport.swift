/// An event of the phone that its user can see.
public enum PhoneReport: Equatable {
  case connected
  case disconnected
  /// The code that the phone shows, 0 to 999999. Answer with `VirtualPhone.answerCode`.
  case code(UInt32)
  case bonded
  case pairingFailed
  /// The watch has no key for this phone.
  case keyRefused
  /// The watch gets notifications from now on.
  case subscribed
  /// The watch's wearer has performed an action.
  case action(uid: UInt32, isPositive: Bool)
  /// The wearer has sent a RemoteCommandID of Apple Media Service. `VirtualPhone.setMusic` reports its effect.
  case mediaCommand(UInt8)
  /// The user wants to pair, but the watch is not discoverable, so the phone does not list it.
  case notListed
  /// The user wants to pair, but the phone's Bluetooth is off, or the watch is out of range.
  case notReached
}
