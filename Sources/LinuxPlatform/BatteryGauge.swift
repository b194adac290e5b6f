internal import CLinux
internal import Octets

/// The charge of the watch's battery, as the kernel tells it.
///
/// The file holds a decimal number, 0...100, and a line feed. Linux, Documentation/ABI/testing/sysfs-class-power,
/// `capacity`.
public struct BatteryGauge: Sendable {
  private let path: LastingText?

  /// - Parameter path: nil without a battery.
  public init(path: LastingText?) { self.path = path }

  /// 0...100; nil without a battery, and while the file cannot be read or holds something else.
  public var percent: UInt8? {
    guard let path, let octets = try? Self.read(path) else { return nil }
    return Self.percent(in: octets.span)
  }

  private static func read(_ path: LastingText) throws(PlatformError) -> OctetBuffer<8> {
    let file = try Descriptor.open(path, BELFRY_OPEN_READ, for: .kernel)
    var octets = OctetBuffer<8>()
    octets.append { output in _ = file.read(into: &output) }
    return octets
  }

  private static func percent(in text: Span<UInt8>) -> UInt8? {
    var digits = text
    if digits.count > 0, digits[digits.count - 1] == UInt8(ascii: "\n") { digits = digits.extracting(droppingLast: 1) }
    guard let number = digits.number, number <= 100 else { return nil }
    return UInt8(truncatingIfNeeded: number)
  }
}
