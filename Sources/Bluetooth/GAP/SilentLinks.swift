/// Suspects a controller that makes links and carries nothing over them.
///
/// A phone says something as soon as it has connected. After three links in a row that were rejected without having
/// carried any data, the controller is checked: it has to answer a command. A stranger's silence looks the same, so
/// silence alone proves nothing, and the number doubles each time, up to 48, until data arrives.
struct SilentLinks {
  static var firstLimit: Int { 3 }
  static var highestLimit: Int { 48 }

  private var count = 0
  private var limit = SilentLinks.firstLimit
  private var isSilent = false

  mutating func linkBegan() { isSilent = true }

  mutating func linkEnded() { isSilent = false }

  /// Data of the phone came over the link.
  mutating func noteData() {
    guard isSilent else { return }
    self = SilentLinks()
  }

  /// The link is rejected: counts it, once, if it was silent.
  ///
  /// - Returns: whether to check the controller now.
  mutating func linkRejected() -> Bool {
    guard isSilent else { return false }
    isSilent = false
    count += 1
    guard count >= limit else { return false }
    count = 0
    limit = min(limit * 2, Self.highestLimit)
    return true
  }
}
