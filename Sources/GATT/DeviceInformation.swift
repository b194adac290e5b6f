public import Octets

/// What the server says about the device. Fixed while the program runs.
public struct DeviceInformation: Sendable {
  /// Shown by the phone until the user renames the device.
  public let name: BoundedText<40>
  /// Bluetooth Assigned Numbers, 2.6: 0x00C2 is a smartwatch.
  public let appearance: UInt16
  public let manufacturerName: BoundedText<40>
  public let modelNumber: BoundedText<40>
  public let firmwareRevision: BoundedText<40>

  public static var smartwatchAppearance: UInt16 { 0x00C2 }

  public init(
    name: BoundedText<40>, appearance: UInt16 = smartwatchAppearance, manufacturerName: StaticString = "Belfry",
    modelNumber: StaticString = "Notification watch", firmwareRevision: StaticString
  ) {
    self.name = name
    self.appearance = appearance
    self.manufacturerName = BoundedText(manufacturerName)
    self.modelNumber = BoundedText(modelNumber)
    self.firmwareRevision = BoundedText(firmwareRevision)
  }
}
