internal import CLinux

/// The file of a Unix socket, removed when this ends, if it still is the same.
///
/// `@usableFromInline` for the reason given at `Descriptor`.
@usableFromInline
struct SocketFile: ~Copyable {
  private let path: StaticBytes
  private let device: UInt64
  private let inode: UInt64

  init(_ path: StaticBytes = StaticBytes(), device: UInt64 = 0, inode: UInt64 = 0) {
    self.path = path
    self.device = device
    self.inode = inode
  }

  deinit { Self.remove(path, device, inode) }

  private static func remove(_ path: StaticBytes, _ device: UInt64, _ inode: UInt64) {
    let octets = path.span
    guard octets.count > 0 else { return }
    unsafe octets.withUnsafeBufferPointer { unsafe belfry_control_remove($0.baseAddress, $0.count, device, inode) }
  }
}

/// The listening socket, or none.
@usableFromInline
struct ControlListener: ~Copyable {
  let descriptor: Descriptor
  private let file: SocketFile

  /// None.
  init() {
    descriptor = Descriptor()
    file = SocketFile()
  }

  /// Makes the socket; replaces one without a listener.
  init(path: StaticBytes) throws(PlatformError) {
    var identity = belfry_file_identity()
    let octets = path.span
    let number = unsafe octets.withUnsafeBufferPointer { buffer in
      unsafe belfry_control_listen(buffer.baseAddress, buffer.count, &identity)
    }
    guard number >= 0 else { throw PlatformError(.control, .open, path, status: number) }
    descriptor = Descriptor(owning: number)
    file = SocketFile(path, device: identity.device, inode: identity.inode)
  }

  /// The next program that has connected: a descriptor, or a negative error number.
  func accept() -> Int32 { belfry_control_accept(descriptor.number) }
}
