public import ATT
internal import Features
public import GAP
public import GATT
internal import HCI
public import Octets
public import WatchModel

/// The services of the watch: GAP, GATT, Device Information, Battery.
///
/// Handles are frozen: phones cache them per bond. Attributes may only be added behind the last one.
public enum WatchDatabase {
  /// The handle of the name: at most 29 octets of UTF-8.
  public static var deviceName: AttributeHandle { AttributeHandle(rawValue: 0x0003) ?? .first }
  /// The handle of the battery level: 0...100 per cent.
  public static var batteryLevel: AttributeHandle {
    AttributeHandle(rawValue: Features.hasAttributeCaching ? 0x001B : 0x0013) ?? .first
  }

  /// Bluetooth Assigned Numbers, 2.6.
  private static var smartwatchAppearance: UInt16 { 0x00C2 }

  /// The database of a watch with a full battery.
  ///
  /// The name can be read without encryption only while the watch is discoverable (Core Spec 5.4, Vol 3, Part C, 12.1).
  /// The battery level asks for encryption, because a phone outside its Bluetooth settings begins to pair only when an
  /// access was refused for lack of it.
  ///
  /// - Parameters:
  ///   - name: UTF-8, at most 29 octets. The phone shows it until the user renames the device.
  ///   - power: the timing of an idle connection, which the watch declares as its preferred one.
  public static func make(
    name: Span<UInt8>, firmwareRevision: BoundedText<40> = FirmwareVersion.number, power: PowerMode = .balanced
  ) -> AttributeDatabase {
    var database = AttributeDatabase()
    database.addGenericAccess(
      name: name, nameCapacity: 29, appearance: smartwatchAppearance, nameAccess: .discoverableOrEncrypted,
      preferredConnectionParameters: ConnectionParameterPolicy.parameters(for: .idle, power: power).octets)
    database.addGenericAttribute()  // 0x000A
    database.addService(.deviceInformation)  // 0x0012
    let manufacturer: StaticString = "Belfry"
    database.add(Characteristic(.manufacturerNameString, .read), value: manufacturer.utf8Span)
    let model: StaticString = "Notification watch"
    database.add(Characteristic(.modelNumberString, .read), value: model.utf8Span)
    database.add(Characteristic(.firmwareRevisionString, .read), value: firmwareRevision.span)
    database.addService(.battery)  // 0x0019
    let full: [1 of UInt8] = [100]
    let level = database.add(
      Characteristic(.batteryLevel, .read.union(.notify), access: .encrypted), value: full.span)
    precondition(level == batteryLevel)
    return database
  }
}
