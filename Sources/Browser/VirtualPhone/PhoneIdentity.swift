/// Names one phone for its whole life: a public address and the key that its private addresses are made with.
struct PhoneIdentity: Equatable {
  /// Six octets.
  var address: [UInt8]
  /// 16 octets.
  var resolvingKey: [UInt8]

  init(random: () -> UInt8) {
    address = (0..<5).map { _ in random() } + [0xA4]
    resolvingKey = (0..<16).map { _ in random() }
  }

  init(address: [UInt8], resolvingKey: [UInt8]) {
    self.address = address
    self.resolvingKey = resolvingKey
  }
}
