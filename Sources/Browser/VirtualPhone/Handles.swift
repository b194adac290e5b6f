/// The services that the phone publishes, and where their values are.
struct Handles {
  var notificationSource: UInt16 = 0
  var controlPoint: UInt16 = 0
  var dataSource: UInt16 = 0
  var currentTime: UInt16 = 0
  var localTime: UInt16 = 0
  var batteryLevel: UInt16 = 0
  var remoteCommand: UInt16 = 0
  var entityUpdate: UInt16 = 0
  var entityAttribute: UInt16 = 0

  init() {}

  init(publishingIn server: inout AttributeServer, name: [UInt8]) {
    _ = server.publish([0x00, 0x18], [.init(type: [0x00, 0x2A], properties: 0x02, value: name)])
    _ = server.publish([0x01, 0x18], [.init(type: [0x05, 0x2A], properties: 0x20)])
    let model = [UInt8]("iPhone17,1".utf8)
    let maker = [UInt8]("Apple Inc.".utf8)
    _ = server.publish(
      [0x0A, 0x18],
      [
        .init(type: [0x29, 0x2A], properties: 0x02, value: maker),
        .init(type: [0x24, 0x2A], properties: 0x02, value: model),
      ])
    batteryLevel = server.publish([0x0F, 0x18], [.init(type: [0x19, 0x2A], properties: 0x12, value: [80])])[0]
    let time = server.publish(
      [0x05, 0x18],
      [
        .init(type: [0x2B, 0x2A], properties: 0x12, value: []),
        .init(type: [0x0F, 0x2A], properties: 0x02, value: [0, 0]),
      ])
    (currentTime, localTime) = (time[0], time[1])
    let center = server.publish(
      Self.notificationCenter,
      [
        .init(type: Self.notificationSourceType, properties: 0x10),
        .init(type: Self.controlPointType, properties: 0x08),
        .init(type: Self.dataSourceType, properties: 0x10),
      ])
    (notificationSource, controlPoint, dataSource) = (center[0], center[1], center[2])
    let media = server.publish(
      Self.mediaService,
      [
        .init(type: Self.remoteCommandType, properties: 0x18),
        .init(type: Self.entityUpdateType, properties: 0x18),
        .init(type: Self.entityAttributeType, properties: 0x0A),
      ])
    (remoteCommand, entityUpdate, entityAttribute) = (media[0], media[1], media[2])
  }

  // ANCS specification, UUIDs, as on the wire.
  private static let notificationCenter: [UInt8] = [
    0xD0, 0x00, 0x2D, 0x12, 0x1E, 0x4B, 0x0F, 0xA4, 0x99, 0x4E, 0xCE, 0xB5, 0x31, 0xF4, 0x05, 0x79,
  ]
  private static let notificationSourceType: [UInt8] = [
    0xBD, 0x1D, 0xA2, 0x99, 0xE6, 0x25, 0x58, 0x8C, 0xD9, 0x42, 0x01, 0x63, 0x0D, 0x12, 0xBF, 0x9F,
  ]
  private static let controlPointType: [UInt8] = [
    0xD9, 0xD9, 0xAA, 0xFD, 0xBD, 0x9B, 0x21, 0x98, 0xA8, 0x49, 0xE1, 0x45, 0xF3, 0xD8, 0xD1, 0x69,
  ]
  private static let dataSourceType: [UInt8] = [
    0xFB, 0x7B, 0x7C, 0xCE, 0x6A, 0xB3, 0x44, 0xBE, 0xB5, 0x4B, 0xD6, 0x24, 0xE9, 0xC6, 0xEA, 0x22,
  ]

  // Apple Media Service specification, UUIDs, as on the wire.
  private static let mediaService: [UInt8] = [
    0xDC, 0xF8, 0x55, 0xAD, 0x02, 0xC5, 0xF4, 0x8E, 0x3A, 0x43, 0x36, 0x0F, 0x2B, 0x50, 0xD3, 0x89,
  ]
  private static let remoteCommandType: [UInt8] = [
    0xC2, 0x51, 0xCA, 0xF7, 0x56, 0x0E, 0xDF, 0xB8, 0x8A, 0x4A, 0xB1, 0x57, 0xD8, 0x81, 0x3C, 0x9B,
  ]
  private static let entityUpdateType: [UInt8] = [
    0x02, 0xC1, 0x96, 0xBA, 0x92, 0xBB, 0x0C, 0x9A, 0x1F, 0x41, 0x8D, 0x80, 0xCE, 0xAB, 0x7C, 0x2F,
  ]
  private static let entityAttributeType: [UInt8] = [
    0xD7, 0xD5, 0xBB, 0x70, 0xA8, 0xA3, 0xAB, 0xA6, 0xD8, 0x46, 0xAB, 0x23, 0x8C, 0xF3, 0xB2, 0xC6,
  ]
}
