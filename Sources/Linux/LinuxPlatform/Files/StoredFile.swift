internal import Peripherals

/// A record of the state directory.
enum StoredRecord: UInt8, Sendable {
  case bonds, mutes, choices

  init(_ record: SideRecord) {
    switch record {
    case .mutes: self = .mutes
    case .choices: self = .choices
    }
  }

  /// The file of a copy. Both copies of the mutes are one file.
  func file(_ copy: RecordCopy) -> StoredFile {
    switch (self, copy) {
    case (.bonds, .first): .bonds
    case (.bonds, .second): .secondBonds
    case (.mutes, _): .mutes
    case (.choices, .first): .choices
    case (.choices, .second): .secondChoices
    }
  }

  /// The file that is written, and then renamed.
  var newFile: StoredFile {
    switch self {
    case .bonds: .newBonds
    case .mutes: .newMutes
    case .choices: .newChoices
    }
  }

  var hasTwoCopies: Bool { self != .mutes }

  /// The subject of an error.
  var subject: PlatformError.Subject {
    switch self {
    case .bonds: .bondStore
    case .mutes: .mutes
    case .choices: .choices
    }
  }

  /// The request to write it.
  var job: SavingHelper.Job {
    switch self {
    case .bonds: .bonds
    case .mutes: .mutes
    case .choices: .choices
    }
  }
}

/// A file of the state directory.
enum StoredFile: UInt8, Sendable {
  case bonds, secondBonds, newBonds
  case mutes, newMutes, damagedMutes
  case choices, secondChoices, newChoices

  var name: StaticString {
    switch self {
    case .bonds: "bonds"
    case .secondBonds: "bonds.copy"
    case .newBonds: "bonds.new"
    case .mutes: "mutes"
    case .newMutes: "mutes.new"
    case .damagedMutes: "mutes.damaged"
    case .choices: "choices"
    case .secondChoices: "choices.copy"
    case .newChoices: "choices.new"
    }
  }
}
