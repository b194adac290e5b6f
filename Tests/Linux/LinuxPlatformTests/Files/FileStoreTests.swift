import Foundation
import LinuxSupport
import Octets
import Peripherals
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite struct FileStoreTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(_ name: String = "state") throws -> FileStore {
    try FileStore(directory: StaticBytes(directory(name)))
  }

  private func load(_ store: inout FileStore, _ copy: RecordCopy = .first, capacity: Int = 100) throws -> [UInt8] {
    try output(capacity: capacity) { (output) throws(PlatformError) in try store.load(copy, into: &output) }
  }

  private func permissions(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: directory(name))
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func emptyStoreLoadsNothing() throws {
    var store = try open()
    #expect(try load(&store) == [])
    #expect(try permissions("state") == 0o700)
    #expect(directory.contents(of: "state/bonds.new") == nil)
  }

  @Test func savedRecordIsLoadedByTheNextProgram() throws {
    let old: [UInt8] = [1, 2, 3]
    let new: [UInt8] = [4, 5]
    do {
      var store = try open()
      try store.save(old.span, as: .first)
      #expect(try load(&store) == old)
      try store.save(new.span, as: .first)
    }
    var store = try open()
    #expect(try load(&store) == new)
    #expect(try permissions("state/bonds") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory("state")) == ["bonds"])
  }

  @Test func theCopiesAreTwoFiles() throws {
    let first: [UInt8] = [1, 2, 3]
    let second: [UInt8] = [4, 5]
    do {
      var store = try open()
      try store.save(first.span, as: .first)
      #expect(try load(&store, .second) == [])
      try store.save(second.span, as: .second)
    }
    var store = try open()
    #expect(try load(&store, .first) == first)
    #expect(try load(&store, .second) == second)
    for name in ["bonds", "bonds.copy"] { #expect(try permissions("state/\(name)") == 0o600) }
  }

  @Test(.enabled(if: geteuid() == 0)) func aRunByRootLeavesTheFilesToTheDirectorysOwner() throws {
    let octets: [UInt8] = [1]
    do {
      var store = try open()
      try store.save(octets.span, as: .first)
    }
    try #require(chown(directory("state"), 61_234, 61_235) == 0)
    var store = try open()
    try store.save(octets.span, as: .first)
    try store.save(octets.span, as: .second)
    for name in ["bonds", "bonds.copy"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: directory("state/\(name)"))
      #expect(attributes[.ownerAccountID] as? Int == 61_234 && attributes[.groupOwnerAccountID] as? Int == 61_235)
    }
  }

  @Test func halfWrittenTemporaryFileIsIgnored() throws {
    let old: [UInt8] = [1, 2, 3]
    do {
      var store = try open()
      try store.save(old.span, as: .first)
    }
    try Data([9]).write(to: URL(fileURLWithPath: directory("state/bonds.new")))
    var store = try open()
    #expect(try load(&store) == old)
  }

  @Test func damagedRecordIsSetAsideUnderANewName() throws {
    var store = try open()
    for number in 1...11 {
      try store.save([UInt8(number)].span, as: .first)
      try store.setAside(.first, because: .damaged)
      #expect(try load(&store) == [])
      #expect(directory.contents(of: "state/bonds.damaged-\(number)") == [UInt8(number)])
    }
  }

  @Test func tooManyDamagedRecordsAreAnError() throws {
    var store = try open()
    for number in 1...99 {
      try Data().write(to: URL(fileURLWithPath: directory("state/bonds.damaged-\(number)")))
    }
    let record: [UInt8] = [1]
    try store.save(record.span, as: .first)
    do throws(PlatformError) {
      try store.setAside(.first, because: .damaged)
      Issue.record("it was set aside")
    } catch {
      #expect(error.exitStatus == .inputOutput)
    }
    #expect(try load(&store) == record)
  }

  @Test func ofARecordThatIsTooLargeComesAsMuchAsThereIsRoomFor() throws {
    var store = try open()
    let record = [UInt8](repeating: 7, count: 100)
    try store.save(record.span, as: .first)
    #expect(try load(&store, capacity: 100) == record)
    #expect(try load(&store, capacity: 99) == [UInt8](repeating: 7, count: 99))
  }

  @Test func aCopyOfALaterVersionIsSetAsideUnderAnotherName() throws {
    var store = try open()
    let record: [UInt8] = [1]
    try store.save(record.span, as: .second)
    try store.setAside(.second, because: .laterVersion)
    #expect(directory.contents(of: "state/bonds.later-1") == [1])
    #expect(directory.contents(of: "state/bonds.copy") == nil)
  }

  @Test func theNumberOfAFileThatWasSetAsideIsThatOfTheFirstCopy() throws {
    var store = try open()
    try Data().write(to: URL(fileURLWithPath: directory("state/bonds.later-1")))
    let record: [UInt8] = [1]
    for copy in [.second, .first, .second] as [RecordCopy] {
      try store.save(record.span, as: copy)
      try store.setAside(copy, because: .laterVersion)
    }
    #expect(store.numberAside(because: .laterVersion) == 3 && store.numberAside(because: .damaged) == 0)
    try store.save(record.span, as: .choices, .second)
    try store.setAside(.choices, .second, because: .damaged)
    #expect(store.numberAside(of: .choices, because: .damaged) == 1 && store.numberAside(because: .damaged) == 0)
  }

  @Test func secondWatchIsRefused() throws {
    let first = try open()
    do throws(PlatformError) {
      _ = try FileStore(directory: StaticBytes(directory("state")))
      Issue.record("it was opened twice")
    } catch {
      #expect(error.exitStatus == .inputOutput)
      #expect(error.message.hasSuffix("end the other belfry that uses it, or choose another --state"))
    }
    _ = first
  }

  @Test func pathThatIsNotADirectoryIsAnError() throws {
    try Data().write(to: URL(fileURLWithPath: directory("file")))
    for name in ["file", "missing/state"] {
      do throws(PlatformError) {
        _ = try FileStore(directory: StaticBytes(directory(name)))
        Issue.record("it was opened")
      } catch {
        #expect(error.exitStatus == .inputOutput)
        #expect(error.message.contains(directory(name)))
      }
    }
  }

  @Test func placeThatCannotBeWrittenIsFoundOutAtStart() throws {
    do throws(PlatformError) {
      _ = try FileStore(directory: StaticBytes("/proc/self"))
      Issue.record("it was opened")
    } catch {
      #expect(error.exitStatus == .inputOutput)
    }
  }

  @Test func linkInTheStoresPlaceIsNotFollowed() throws {
    var store = try open()
    try Data([9]).write(to: URL(fileURLWithPath: directory("elsewhere")))
    #expect(symlink(directory("elsewhere"), directory("state/bonds.new")) == 0)
    let record: [UInt8] = [1]
    do throws(PlatformError) {
      try store.save(record.span, as: .first)
      Issue.record("it was followed")
    } catch {}
    #expect(directory.contents(of: "elsewhere") == [9])
  }

  // MARK: Files that are not regular

  @Test(arguments: ["bonds", "bonds.copy", "mutes", "choices", "choices.copy"]) func aFIFOIsNotRead(_ name: String)
    throws
  {
    var store = try open()
    try #require(mkfifo(directory("state/\(name)"), 0o600) == 0)
    do throws(PlatformError) {
      var record = OctetBuffer<16>()
      try record.append { (output) throws(PlatformError) in
        switch name {
        case "bonds": try store.load(.first, into: &output)
        case "bonds.copy": try store.load(.second, into: &output)
        case "mutes": try store.load(.mutes, .first, into: &output)
        case "choices": try store.load(.choices, .first, into: &output)
        default: try store.load(.choices, .second, into: &output)
        }
      }
      Issue.record("it was read")
    } catch {
      #expect(error.message.contains("\(directory("state"))/\(name): it is not a regular file; remove"))
    }
  }

  @Test func aDirectoryIsNotRead() throws {
    var store = try open()
    try FileManager.default.createDirectory(atPath: directory("state/bonds"), withIntermediateDirectories: false)
    #expect(throws: PlatformError.self) { _ = try load(&store) }
  }

  @Test func aFIFOInTheWayIsFoundOutAtStart() throws {
    _ = try open()
    try #require(mkfifo(directory("state/bonds.new"), 0o600) == 0)
    do throws(PlatformError) {
      _ = try FileStore(directory: StaticBytes(directory("state")))
      Issue.record("it was opened")
    } catch {
      #expect(error.message.contains("/bonds.new: it is not a regular file; remove what is there"))
    }
  }

  @Test func withoutAHelperASaveFailsAtOnce() throws {
    var store = try open()
    let record: [UInt8] = [1]
    do throws(PlatformError) {
      try store.startSaving(record.span)
      Issue.record("it was started")
    } catch {
      #expect(error.message.contains("the process that writes it has ended"))
    }
  }
}
