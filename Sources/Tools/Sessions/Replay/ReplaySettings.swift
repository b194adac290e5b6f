import BluetoothHost
import Configuration
import Daemon
import Foundation
import Identifiers
import LinuxPlatform
import Octets
import SecurityManager
import WatchCore

extension Session {
  /// The configuration parser keeps texts in global storage, so only one thread may use it.
  private static let parser = NSLock()

  /// The settings of the watch, read by the watch's own parser.
  func makeSettings() throws(SessionDefect) -> WatchSettings {
    let folder = NSTemporaryDirectory()
    let path = URL(fileURLWithPath: folder).appendingPathComponent("belfry-replay-\(UUID().uuidString).ini").path
    guard FileManager.default.createFile(atPath: path, contents: Data(configuration.utf8)) else {
      throw SessionDefect("cannot write to \(folder)")
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    Self.parser.lock()
    defer { Self.parser.unlock() }
    return try readSettings(path)
  }

  private var configuration: String {
    settings.map { "[\($0.section)]\n\($0.name) = \($0.value)\n" }.joined()
  }

  private func readSettings(_ path: String) throws(SessionDefect) -> WatchSettings {
    var options = Options()
    // The path is kept because an error of the parser names it.
    let kept = strdup(path)!
    do throws(UsageError) {
      try options.readConfiguration(StaticBytes(cString: kept))
    } catch {
      error.report()
      throw SessionDefect("the settings of the bundle are wrong")
    }
    var settings = WatchSettings(options, hasMotor: false, hasLED: false)
    let octets = Array(version.utf8)
    settings.firmwareRevision = BoundedText(repairing: octets.span)
    return settings
  }

  /// The bonds at the start of the session.
  func makeBonds() -> BondTable {
    let identity = DeviceAddress(kind: .random, octets: [0x57, 0x41, 0x54, 0x43, 0x48, 0xC0])
    let key = Value128(octets: .init(repeating: 0x57))
    var table = BondTable(identity: LocalIdentity(address: identity, identityResolvingKey: key))
    let bonded = phones.filter(\.isBonded)
    for phone in bonded { _ = table.commit(bond(with: phone)) }
    // Bonded phones that did not connect during the session.
    for number in 0..<max(0, min(bondCount ?? 0, BondTable.capacity) - bonded.count) {
      _ = table.commit(
        bond(with: SessionPhone(number: 64 + number, isRandom: true, address: Self.absent(number), isBonded: true)))
    }
    return table
  }

  private static func absent(_ number: Int) -> [UInt8] { [UInt8(number), 0, 0, 0, 1, 0xC0] }

  private func bond(with phone: SessionPhone) -> Bond {
    Bond(
      identity: DeviceAddress(kind: phone.isRandom ? .random : .public, octets: inline(phone.address)),
      identityResolvingKey: Value128(octets: inline(SessionPhone.key(phone.number, of: .identityResolving))),
      longTermKey: Value128(octets: inline(SessionPhone.key(phone.number, of: .longTerm))), strength: .full,
      localKeyReceipt: startsWithPrivateAddress ? .received : .notReceived)
  }

  /// Whether the watch's first address is a private one.
  private var startsWithPrivateAddress: Bool {
    for element in ElementReader.elements(of: log).elements {
      guard case .command(let opcode, let places) = element.content else { continue }
      if opcode == 0x2005, places.count == 6 { return log.octets[places[places.startIndex + 5]] >> 6 == 1 }
      if opcode == 0x2006 { return false }
    }
    return false
  }
}
