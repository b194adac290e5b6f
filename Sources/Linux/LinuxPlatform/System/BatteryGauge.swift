internal import CLinux
internal import Octets

/// The battery whose charge is shown.
public enum BatteryChoice: Sendable {
  case none
  /// The first one that the kernel reports, if there is one.
  case automatic
  /// The kernel's file with the charge in percent.
  case file(StaticBytes)
  /// A MAX17048 gauge on this bus, which no driver of the kernel has.
  case max17048(bus: StaticBytes)
}

/// The charge of the watch's battery: from the kernel, or from a gauge that the kernel has no driver for.
///
/// The kernel's file holds a decimal number, 0...100, and a line feed: Linux, Documentation/ABI/testing,
/// sysfs-class-power, `capacity`. The driver of the MAX17040 writes a little more while a full cell is charged. A
/// driver may be loaded after the watch has started, so the battery is looked for each time.
public struct BatteryGauge: Sendable {
  private let choice: BatteryChoice
  private let folder: StaticBytes

  /// - Parameter folder: where the kernel lists the batteries.
  public init(_ choice: BatteryChoice, in folder: StaticBytes = StaticBytes("/sys/class/power_supply")) {
    self.choice = choice
    self.folder = folder
  }

  /// 0...100; nil without a battery, and while it cannot be read.
  public var percent: UInt8? {
    if case .max17048(let bus) = choice { return FuelGauge(bus: bus).percent }
    guard let file = open(), file.isOpen else { return nil }
    var octets = OctetBuffer<8>()
    octets.append { output in _ = file.read(into: &output) }
    return Self.percent(in: octets.span)
  }

  private func open() -> Descriptor? {
    switch choice {
    case .none, .max17048: return nil
    case .automatic:
      return Descriptor(owning: unsafe folder.span.withPointer { unsafe belfry_battery_open($0, $1) })
    case .file(let path): return try? Descriptor.open(path, BELFRY_OPEN_READ, for: .kernel)
    }
  }

  /// A gauge that counts more is defective.
  private static var highestCharge: UInt32 { 0xFE }

  private static func percent(in text: Span<UInt8>) -> UInt8? {
    var digits = text
    if digits.count > 0, digits[digits.count - 1] == UInt8(ascii: "\n") { digits = digits.extracting(droppingLast: 1) }
    guard let number = digits.number, number <= highestCharge else { return nil }
    return UInt8(truncatingIfNeeded: min(number, 100))
  }
}
