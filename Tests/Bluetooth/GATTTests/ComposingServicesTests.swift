import ATT
import Cryptography
import Foundation
import GATT
import Octets
import TestSupport
import Testing

// Documentation
/// Sets the Database Hash with AES-CMAC. The key has 16 zeros.
func setDatabaseHash(of server: inout GATTServer, cmac: (_ message: Span<UInt8>) -> [16 of UInt8]) {
  // 23 octets for each of 40 attributes.
  var message = OctetBuffer<920>()
  var next: AttributeHandle? = .first
  while let handle = next {
    message.append { part in next = server.putHashPart(at: handle, into: &part) }
  }
  server.setDatabaseHash(cmac(message.span))
}
// Documentation

/// The example of `ComposingServices.md` for a server without `BluetoothHost`, word for word.
@Suite struct ComposingServicesTests {
  /// A server with one value of `type`, whose Database Hash is set as the article says.
  private func link(with type: UInt16) -> ServerLink {
    var database = AttributeDatabase()
    database.addGenericAccess(name: Array("Sensor".utf8).span, appearance: 0)
    database.addGenericAttribute()
    database.addService(ServiceType(rawValue: 0x180F))
    database.add(Characteristic(AttributeType(rawValue: type), .read), value: [100].span)
    let link = ServerLink()
    link.server = GATTServer(database: database)
    setDatabaseHash(of: &link.server) { message in
      var code = AESCMAC(key: .init(repeating: 0))
      code.update(message)
      return code.finalize()
    }
    return link
  }

  private func hash(of link: ServerLink) -> String { link.ask("08 0100 ffff 2a2b") }

  @Test func otherServicesHaveAnotherHash() {
    let hash = hash(of: link(with: 0x2A19))
    #expect(hash.hasPrefix("09 12 11 00 ") && hash == self.hash(of: link(with: 0x2A19)))
    #expect(hash != self.hash(of: link(with: 0x2A38)))
    #expect(hash != "09 12 11 00" + String(repeating: " 00", count: 16), "it is set")
  }

  @Test func theLongestMessageFits() {
    #expect(AttributeDatabase.attributeCapacity * GATTServer.longestHashPart == 920)
  }

  @Test func theArticleHasTheSameExample() throws {
    let file = URL(fileURLWithPath: #filePath)
    let root = file.deletingLastPathComponent().appendingPathComponent("../../..")
    let article = try String(
      contentsOf: root.appendingPathComponent("Sources/Bluetooth/GATT/GATT.docc/ComposingServices.md"), encoding: .utf8)
    let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n// Documentation\n")
    let example = try #require(parts.count == 3 ? parts[1] : nil)
    #expect(article.contains(example))
  }
}
