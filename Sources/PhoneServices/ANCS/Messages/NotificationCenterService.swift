public import Identifiers

/// The UUIDs of the Apple Notification Center Service, which the iPhone publishes.
///
/// ANCS specification, "Service", "Characteristics".
public enum NotificationCenterService {
  /// The primary service. At most one; it may appear and vanish at any time.
  public static let uuid = BluetoothUUID(0x7905_F431_B5CE_4E99, 0xA40F_4B1E_122D_00D0)
  /// Notify; mandatory. Its values are `NotificationSourceEvent`s.
  public static let notificationSource = BluetoothUUID(0x9FBF_120D_6301_42D9, 0x8C58_25E6_99A2_1DBD)
  /// Write with response; optional. Its values are `GetNotificationAttributes`, `GetAppAttributes` and
  /// `PerformNotificationAction`.
  public static let controlPoint = BluetoothUUID(0x69D1_D8F3_45E1_49A8, 0x9821_9BBD_FDAA_D9D9)
  /// Notify; optional. Its values are the fragments of the replies.
  public static let dataSource = BluetoothUUID(0x22EA_C6E9_24D6_4BB5, 0xBE44_B36A_CE7C_7BFB)
}
