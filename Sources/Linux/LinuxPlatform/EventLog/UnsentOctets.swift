internal import CLinux
internal import Octets

/// The part of a message that a descriptor did not take yet.
///
/// Messages go out whole and in order: while some of one is left, no other is begun.
struct UnsentOctets<let capacity: Int>: ~Copyable {
  private var octets = OctetBuffer<capacity>()
  /// Whether the descriptor was last seen to be full.
  private(set) var wantsRoom = false

  mutating func removeAll() {
    octets.removeAll()
    wantsRoom = false
  }

  /// Writes the remaining octets.
  ///
  /// - Returns: 0, also when some is left still, or a negative error number.
  mutating func flush(to descriptor: borrowing Descriptor) -> Int32 {
    wantsRoom = false
    guard !octets.isEmpty else { return 0 }
    let status = descriptor.write(octets.span)
    if status == -BELFRY_EAGAIN || status == -BELFRY_ENOBUFS {
      wantsRoom = true
      return 0
    }
    guard status >= 0 else { return status }
    octets.removeFirst(Int(status))
    wantsRoom = !octets.isEmpty
    return 0
  }

  /// Writes a message; octets that the descriptor does not accept are kept.
  ///
  /// - Returns: 1; 0 if the message must be offered again; or a negative error number.
  mutating func send(_ message: Span<UInt8>, to descriptor: borrowing Descriptor) -> Int32 {
    let flushed = flush(to: descriptor)
    guard flushed == 0, !wantsRoom else { return flushed }
    guard message.count <= capacity else { return -BELFRY_EMSGSIZE }
    let status = descriptor.write(message)
    if status == -BELFRY_EAGAIN || status == -BELFRY_ENOBUFS {
      wantsRoom = true
      return 0
    }
    guard status >= 0 else { return status }
    let rest = message.extracting(droppingFirst: Int(status))
    guard rest.count > 0 else { return 1 }
    wantsRoom = true
    return (try? octets.put(rest)) == nil ? -BELFRY_EMSGSIZE : 1
  }
}
