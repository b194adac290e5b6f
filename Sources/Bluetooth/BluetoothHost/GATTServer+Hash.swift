internal import ATT
internal import Cryptography
internal import Features
internal import GATT
internal import Octets
internal import SecurityManager

extension GATTServer {
  /// Returns the Database Hash: AES-CMAC with the key 0 over the server's attributes. It is zero in a build without
  /// attribute caching.
  ///
  /// Core Spec 5.4, Vol 3, Part G, 7.3.1.
  borrowing func makeDatabaseHash() -> Value128 {
    guard Features.hasAttributeCaching else { return .zero }
    var code = AESCMAC(key: .init(repeating: 0))
    var part = OctetBuffer<23>()
    var next: AttributeHandle? = .first
    while let handle = next {
      part.removeAll()
      part.append { output in next = putHashPart(at: handle, into: &output) }
      code.update(part.span)
    }
    return Value128(octets: code.finalize())
  }
}
