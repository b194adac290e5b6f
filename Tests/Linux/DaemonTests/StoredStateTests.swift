import Foundation
import LinuxSupport
import Octets
import Peripherals
import Testing
import Timing
import Watch
import WatchCore
import WatchModel

@testable import Daemon
@testable import LinuxPlatform

/// The stored mutes and choices.
@Suite struct StoredStateTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func record(muting name: String) throws -> [UInt8] {
    var application = makeApplication()
    _ = application.mute(application: Array(name.utf8).span, for: .always, now: .start)
    return try encoded(application.watch.mutes)
  }

  private func encoded(_ mutes: MuteTable) throws -> [UInt8] {
    var record = OctetBuffer<2_080>()
    try record.append { (output) throws(EncodeError) in try mutes.encode(into: &output) }
    return record.span.array
  }

  @Test func mutesSurviveTheEndOfTheProgram() throws {
    let saved = try record(muting: "com.example")
    do {
      var files = try FileStore(directory: StaticBytes(directory.path))
      try files.save(saved.span, as: .mutes, .first)
    }
    var files = try FileStore(directory: StaticBytes(directory.path))
    #expect(try encoded(files.loadMutes()) == saved)
  }

  @Test func withoutAFileNothingIsMuted() throws {
    var files = try FileStore(directory: StaticBytes(directory.path))
    #expect(try encoded(files.loadMutes()) == encoded(MuteTable()))
  }

  @Test func aDamagedFileIsSetAside() throws {
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: directory("mutes")))
    var files = try FileStore(directory: StaticBytes(directory.path))
    #expect(try encoded(files.loadMutes()) == encoded(MuteTable()))
    #expect(directory.contents(of: "mutes") == nil && directory.contents(of: "mutes.damaged") == [1, 2, 3])
  }

  // MARK: Choices

  private func record(face: UInt16) throws -> [UInt8] {
    var choices = WearerRecord()
    choices.settings[.face] = face
    var record = OctetBuffer<512>()
    try record.append { (output) throws(EncodeError) in try choices.encode(into: &output) }
    return record.span.array
  }

  private func write(_ octets: [UInt8], _ name: String) throws {
    try Data(octets).write(to: URL(fileURLWithPath: directory(name)))
  }

  @Test func withoutFilesThereAreNoChoices() throws {
    var files = try FileStore(directory: StaticBytes(directory.path))
    let loaded = files.loadChoices()
    #expect(loaded.record.settings.isEmpty && loaded.finding == nil && loaded.failure == nil)
    #expect(directory.contents(of: "choices") == nil)
  }

  @Test func aDamagedCopyOfTheChoicesIsReplacedByTheOther() throws {
    let (old, new) = (try record(face: 1), try record(face: 2))
    for (first, second, face, finding) in [
      (new, old, 2, nil), (new, [1], 2, ChoicesFinding.copyDamaged(.second)), ([1], old, 1, .copyDamaged(.first)),
      (new, [], 2, nil), ([], old, 1, .copyDamaged(.first)),
    ] as [([UInt8], [UInt8], UInt16, ChoicesFinding?)] {
      try write(first, "choices")
      try write(second, "choices.copy")
      var files = try FileStore(directory: StaticBytes(directory.path))
      let loaded = files.loadChoices()
      #expect(loaded.record.settings[.face] == face && loaded.finding == finding && loaded.failure == nil)
      #expect(directory.contents(of: "choices") == directory.contents(of: "choices.copy"))
      #expect(directory.contents(of: "choices") == (face == 2 ? new : old))
    }
    #expect(directory.contents(of: "choices.damaged-1") == [1])
  }

  @Test func damagedChoicesAreSetAside() throws {
    try write([1], "choices")
    try write([2], "choices.copy")
    var files = try FileStore(directory: StaticBytes(directory.path))
    let loaded = files.loadChoices()
    #expect(loaded.record.settings.isEmpty && loaded.finding == .damaged)
    #expect(directory.contents(of: "choices.damaged-1") == [1] && directory.contents(of: "choices.damaged-2") == [2])
    #expect(directory.contents(of: "choices") == nil && directory.contents(of: "choices.copy") == nil)
  }

  @Test func aCopyThatCannotBeReadStaysInItsPlace() throws {
    try write(try record(face: 1), "choices.copy")
    try #require(mkfifo(directory("choices"), 0o600) == 0)
    var files = try FileStore(directory: StaticBytes(directory.path))
    let loaded = files.loadChoices()
    #expect(loaded.record.settings[.face] == 1 && loaded.finding == .copyDamaged(.first) && loaded.failure != nil)
  }
}
