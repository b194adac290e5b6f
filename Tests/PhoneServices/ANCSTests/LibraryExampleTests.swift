import ANCS
import Foundation
import Identifiers
import Testing

/// The example of `Documentation/developer/ancs.md`, word for word. It uses only public API, and decodes a session.
@Suite struct LibraryExampleTests {
  // Documentation
  func decode(_ session: [(characteristic: BluetoothUUID, value: [UInt8])]) throws {
    var assembler = DataSourceAssembler()
    // Room for eight texts of 4,088 octets, the most that Belfry itself asks for.
    var reply = [UInt8](repeating: 0, count: 5 + 8 * (3 + 4_088))
    for (characteristic, value) in session {
      switch characteristic {
      case NotificationCenterService.notificationSource:
        let event = try NotificationSourceEvent(decoding: value.span)
        print(event.eventID, event.uid.rawValue, event.category, event.flags.contains(.positiveAction))
      case NotificationCenterService.controlPoint where value.first == CommandID.getNotificationAttributes.rawValue:
        // A reply repeats the front of its command, and is measured against what was asked for.
        let command = try GetNotificationAttributes(
          decoding: value.span, longestValue: 4_088, slotCount: reply.count)
        var slot = reply.mutableSpan
        assembler.expect(
          command.attributes, header: value.span.extracting(..<GetNotificationAttributes.headerCount), in: &slot)
      case NotificationCenterService.dataSource:
        var slot = reply.mutableSpan
        guard assembler.receive(value.span, into: &slot) == .complete else { continue }
        for id in [NotificationAttributeID.appIdentifier, .title, .message] {
          print(id, String(decoding: reply[assembler.texts[id].octets], as: UTF8.self))
        }
      default: break
      }
    }
  }
  // Documentation

  /// Replaces standard output of the example.
  private final class Printed {
    var lines: [String] = []
  }

  private let printed = Printed()

  private func print(_ items: Any...) { printed.lines.append(items.map { "\($0)" }.joined(separator: " ")) }

  @Test func itDecodesASession() throws {
    let texts = tuple(0, Array("a.b".utf8)) + tuple(1, Array("é".utf8)) + tuple(3, Array("Hello".utf8))
    let reply: [UInt8] = [0, 7, 0, 0, 0] + texts
    // The whole of a long message.
    let long = String(repeating: "long ", count: 800)
    try decode([
      (NotificationCenterService.notificationSource, sourceEvent(0, 7, flags: 0x18)),
      (NotificationCenterService.controlPoint, [0, 7, 0, 0, 0, 0, 1, 64, 0, 3, 0, 2]),
      (NotificationCenterService.dataSource, Array(reply[..<9])),
      (NotificationCenterService.dataSource, Array(reply[9...])),
      (NotificationCenterService.controlPoint, [2, 7, 0, 0, 0, 1]),
      (NotificationCenterService.controlPoint, [0, 7, 0, 0, 0, 3, 0xF8, 0x0F]),
      (NotificationCenterService.dataSource, [0, 7, 0, 0, 0] + tuple(3, Array(long.utf8))),
    ])
    #expect(printed.lines.prefix(4) == ["added 7 social true", "appIdentifier a.b", "title é", "message Hello"])
    #expect(printed.lines.dropFirst(4) == ["appIdentifier ", "title ", "message " + long])
  }

  @Test func documentationHasTheSameExample() throws {
    let file = URL(fileURLWithPath: #filePath)
    let root = file.deletingLastPathComponent().appendingPathComponent("../../..")
    let page = try String(
      contentsOf: root.appendingPathComponent("Documentation/developer/ancs.md"), encoding: .utf8)
    let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "  // Documentation\n")
    let example = try #require(parts.count == 3 ? parts[1] : nil)
    let lines = example.split(separator: "\n").map { $0.dropFirst(2) }
    #expect(page.contains(lines.joined(separator: "\n")))
  }
}
