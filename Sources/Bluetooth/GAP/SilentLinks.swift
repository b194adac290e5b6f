/// Suspects a controller that makes links and carries nothing over them.
///
/// A phone says something as soon as it has connected. So the controller is suspected
///
/// - after three links in a row that were rejected without having carried any data: it has to answer a command. A
///   stranger's silence looks the same, so this silence alone proves nothing.
/// - after three links in a row that a bonded phone encrypted, and that carried no data for ten seconds: it is at
///   fault. A stranger cannot encrypt a link, and a phone at the limit of the range does not keep one for so long.
///
/// The number doubles each time, up to 48, until data arrives.
struct SilentLinks {
  private var rejected = FaultSeries(limit: 3)
  private var encrypted = FaultSeries(limit: 3)
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
    return rejected.add()
  }

  /// A link has ended that a bonded phone had encrypted, and that lasted long: counts it if it was silent.
  ///
  /// - Returns: whether the controller is at fault.
  mutating func encryptedLinkEnded() -> Bool { isSilent && encrypted.add() }
}
