internal import CBearSSL

/// The block cipher AES with a key of 128 bits.
///
/// FIPS 197.
public enum AES128 {
  /// `block` encrypted under `key`; both as FIPS 197 writes them, first octet first.
  public static func encrypt(_ block: [16 of UInt8], key: [16 of UInt8]) -> [16 of UInt8] {
    var encrypted = block
    var octets = encrypted.mutableSpan
    // Safe: both pointers are to 16 octets, as the function asks.
    unsafe octets.withUnsafeMutableBufferPointer { block in
      unsafe key.span.withUnsafeBufferPointer { key in
        unsafe belfry_aes128_encrypt(key.baseAddress, block.baseAddress)
      }
    }
    return encrypted
  }
}
