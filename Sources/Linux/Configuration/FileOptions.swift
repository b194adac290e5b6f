public import LinuxPlatform

/// Files and sockets.
public struct FileOptions: Sendable {
  /// The directory of the bonds, the mutes and the choices.
  public internal(set) var state = StaticBytes()
  /// `-` is standard output.
  public internal(set) var events: StaticBytes?
  public internal(set) var capture: StaticBytes?
  /// The path of the control socket: at most 107 bytes, the capacity of a Unix socket's address.
  public internal(set) var control: StaticBytes?
}
