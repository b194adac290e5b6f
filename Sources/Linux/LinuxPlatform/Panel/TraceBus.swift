internal import CLinux
internal import Octets
public import Peripherals
internal import Timing

/// A two-wire bus that only logs its messages, one line for each:
///
///     <microseconds since start> <address, two hexadecimal digits> <octets, hexadecimal>
public struct TraceBus: I2CController, ~Copyable {
  /// The longest message, in octets: more than a full picture.
  public static var longestMessage: Int { 2_048 }

  private let file: Descriptor
  private let path: StaticBytes
  private let clock: Clock

  /// Begins a file, in place of one that is there.
  public init(path: StaticBytes, clock: Clock) throws(PlatformError) {
    file = try Descriptor.open(path, BELFRY_OPEN_REPLACE, for: .trace)
    self.path = path
    self.clock = clock
  }

  public mutating func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(PlatformError) {
    var line = OctetBuffer<4_200>()
    let time = clock.now.microseconds
    let isWritten: Void? = try? line.append { (output) throws(EncodeError) in
      try output.put(decimal64: time)
      try output.put(text: " ")
      try output.put(hexadecimal: UInt32(address.rawValue), digits: 2)
      try output.put(text: " ")
      for index in octets.indices { try output.put(hexadecimal: UInt32(octets[index]), digits: 2) }
      try output.put(text: "\n")
    }
    guard isWritten != nil else { throw PlatformError(.trace, .write, path, status: -BELFRY_EMSGSIZE) }
    let status = file.write(line.span)
    guard status != line.count else { return }
    throw PlatformError(.trace, .write, path, status: status < 0 ? status : -BELFRY_ENOSPC)
  }
}
