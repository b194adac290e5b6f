import BluetoothHost
import Foundation
import GATT
import Identifiers
import LinuxSupport
import Octets
import Peripherals
import SecurityManager
import TestSupport
import Timing
import Watch

@testable import LinuxPlatform

/// A watch without a controller, and by default without a bond.
func makeApplication(bonds: [DeviceAddress] = []) -> WatchApplication {
  var entropy = SeededEntropy()
  var table = BondTable(identity: LocalIdentity(randomness: entropy.randomOctets())!)
  for phone in bonds {
    let key = Value128(octets: .init(repeating: 7))
    _ = table.commit(Bond(identity: phone, identityResolvingKey: nil, longTermKey: key, strength: .full))
  }
  return WatchApplication(name: BoundedText("Belfry"), configuration: HostConfiguration(), bonds: table)
}

/// The lines of JSON in `octets`.
func lines(_ octets: [UInt8]?) -> [[String: Any]] {
  String(decoding: octets ?? [], as: UTF8.self).split(separator: "\n").map { line in
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? ["broken": String(line)]
  }
}
