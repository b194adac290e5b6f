internal import CLinux
public import Peripherals

/// A two-wire bus by Linux's i2c-dev: one message for each transfer.
public struct I2CBus: I2CController, ~Copyable {
  private let file: Descriptor
  private let path: StaticBytes
  /// The device to which the kernel sends small messages: selecting it is a system call of its own.
  private var selected: I2CAddress?

  /// - Throws: if there is no such bus, or it only knows SMBus.
  public init(path: StaticBytes) throws(PlatformError) {
    let number = unsafe path.span.withPointer { pointer, count in unsafe belfry_i2c_open(pointer, count) }
    guard number >= 0 else { throw PlatformError(.panel, .open, path, status: number) }
    file = Descriptor(owning: number)
    self.path = path
  }

  /// - Throws: an error of the panel, also if no device acknowledges the address.
  public mutating func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(PlatformError) {
    try select(address)
    let status = unsafe octets.withPointer { pointer, count in
      unsafe belfry_i2c_write(file.number, address.rawValue, pointer, count)
    }
    guard status < 0 else { return }
    throw Self.failure(status, path, address)
  }

  private mutating func select(_ address: I2CAddress) throws(PlatformError) {
    guard address != selected else { return }
    let status = belfry_i2c_select(file.number, address.rawValue)
    guard status == 0 else { throw Self.failure(status, path, address) }
    selected = address
  }

  static func failure(_ status: Int32, _ path: StaticBytes, _ address: I2CAddress) -> PlatformError {
    PlatformError(.panel, .write, path, part: .busAddress(address.rawValue), status: status)
  }
}
