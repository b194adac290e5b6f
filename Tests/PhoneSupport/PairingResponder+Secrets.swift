import TestSupport

@testable import SecurityManager

extension PairingResponder {
  /// Whether one of these secrets is anywhere in the responder's memory.
  func holds(any secrets: PairingSecrets) -> Bool {
    holds(secrets.sharedSecret.list) || holds(secrets.macKey.octets.list) || holds(secrets.encryptionKey.octets.list)
  }

  /// Zeros do not count as a secret.
  private func holds(_ secret: [UInt8]) -> Bool {
    guard secret.contains(where: { $0 != 0 }) else { return false }
    return withUnsafeBytes(of: self) { memory in
      (0...memory.count - secret.count).contains { memory[$0..<$0 + secret.count].elementsEqual(secret) }
    }
  }
}
