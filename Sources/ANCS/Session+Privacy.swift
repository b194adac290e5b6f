// Two phases: which application it is, and what it says only if that is wanted.
extension Session {
  /// Lets all of a notification be asked for that came while `isDiscreet`, and asks for it.
  ///
  /// - Returns: whether it was not allowed before.
  @discardableResult
  public mutating func allowContent(of uid: NotificationUID) -> Bool {
    guard let index = notifications.index(of: uid), !notifications.notification(at: index).isContentAllowed else {
      return false
    }
    notifications.change(at: index) { notification in
      notification.isContentAllowed = true
      notification.wantsFetch = true
    }
    enqueueFetch(of: uid, isCall: false)
    return true
  }
}
