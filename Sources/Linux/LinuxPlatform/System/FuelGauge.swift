internal import CLinux
internal import Octets
internal import Peripherals

/// A MAX17048 fuel gauge by Linux's i2c-dev. The MAX17040, MAX17041, MAX17043, MAX17044 and MAX17049 have the same
/// register.
///
/// It only reads, so that the gauge keeps the model of the cell that it has learnt. MAX17048 data sheet: address 0x36;
/// register 0x04, SOC: the whole percent, then 1/256 percent.
struct FuelGauge {
  private static var address: UInt8 { 0x36 }
  private static var stateOfCharge: UInt8 { 0x04 }
  /// The value that is read if no device drives the data line.
  private static var undriven: UInt8 { 0xFF }

  /// The path of the bus, as /dev/i2c-1.
  let bus: StaticBytes

  /// 0...100; nil if the gauge does not answer, or a driver of the kernel has it.
  var percent: UInt8? {
    var register: (UInt8, UInt8) = (0, 0)
    let status = unsafe bus.span.withPointer { path, length in
      unsafe withUnsafeMutableBytes(of: &register) { octets in
        unsafe belfry_i2c_read(
          path, length, Self.address, Self.stateOfCharge, octets.baseAddress?.assumingMemoryBound(to: UInt8.self),
          octets.count)
      }
    }
    return status == 0 ? Self.percent(wholePercent: register.0) : nil
  }

  /// A full cell can count a little more than 100.
  static func percent(wholePercent: UInt8) -> UInt8? { wholePercent == undriven ? nil : min(wholePercent, 100) }
}
