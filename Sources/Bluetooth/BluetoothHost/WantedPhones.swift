internal import Octets
internal import SecurityManager

/// How the bonded phones that may connect now recognise the device.
struct WantedPhones {
  /// The keys that resolve its private addresses, each once.
  private(set) var keys = PerPhone<Value128>()
  /// Whether every one of these phones is known to have its key.
  private(set) var areAllResolving = true

  /// Adds a phone. There are no more of them than bonds.
  mutating func add(_ key: Value128, hasReceivedIt: Bool) {
    areAllResolving = areAllResolving && hasReceivedIt
    if position(of: key) == nil { keys.append(key) }
  }

  func position(of key: Value128) -> Int? {
    for index in keys.indices where keys[index] == key { return index }
    return nil
  }
}
