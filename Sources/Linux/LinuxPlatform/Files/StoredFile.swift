internal import Peripherals

/// A file of the state directory.
enum StoredFile: UInt8, Sendable {
  case bonds, secondBonds, newBonds
  case mutes, newMutes, damagedMutes

  init(_ copy: RecordCopy) {
    switch copy {
    case .first: self = .bonds
    case .second: self = .secondBonds
    }
  }

  var name: StaticString {
    switch self {
    case .bonds: "bonds"
    case .secondBonds: "bonds.copy"
    case .newBonds: "bonds.new"
    case .mutes: "mutes"
    case .newMutes: "mutes.new"
    case .damagedMutes: "mutes.damaged"
    }
  }
}
