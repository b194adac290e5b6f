import Foundation
import Octets
import Testing

@testable import LinuxPlatform

@Suite struct FileStoreTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(_ name: String = "state") throws -> FileStore {
    try FileStore(directory: LastingText(directory(name)))
  }

  private func load(_ store: inout FileStore, capacity: Int = 100) throws -> [UInt8] {
    var storage = [UInt8](repeating: 0, count: capacity)
    var count = 0
    try storage.withUnsafeMutableBufferPointer { buffer in
      var output = OutputSpan(buffer: buffer, initializedCount: 0)
      try store.load(into: &output)
      count = output.finalize(for: buffer)
    }
    return Array(storage[..<count])
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
      try store.save(old.span)
      #expect(try load(&store) == old)
      try store.save(new.span)
    }
    var store = try open()
    #expect(try load(&store) == new)
    #expect(try permissions("state/bonds") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory("state")) == ["bonds"])
  }

  /// Ends after the first `steps` of saving, and finds what the next program would find.
  @Test(arguments: 0...3)
  func saveThatIsCutOffLeavesTheOldRecordOrTheNew(_ steps: Int) throws {
    let old: [UInt8] = [1, 2, 3]
    let new: [UInt8] = [4, 5, 6, 7]
    do {
      var store = try open()
      try store.save(old.span)
      for step in 0..<steps { try store.perform(step, new.span) }
    }
    var store = try open()
    #expect(try load(&store) == (steps < 2 ? old : new))
    try store.save(old.span)
    #expect(try load(&store) == old)
  }

  @Test func halfWrittenTemporaryFileIsNoRecord() throws {
    let old: [UInt8] = [1, 2, 3]
    do {
      var store = try open()
      try store.save(old.span)
    }
    try Data([9]).write(to: URL(fileURLWithPath: directory("state/bonds.new")))
    var store = try open()
    #expect(try load(&store) == old)
  }

  @Test func damagedRecordIsSetAsideUnderANewName() throws {
    var store = try open()
    for number in 1...11 {
      try store.save([UInt8(number)].span)
      try store.setAside()
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
    try store.save(record.span)
    do throws(PlatformError) {
      try store.setAside()
      Issue.record("it was set aside")
    } catch {
      #expect(error.exitStatus == .inputOutput)
    }
    #expect(try load(&store) == record)
  }

  @Test func recordThatIsTooLargeIsAnErrorAndStays() throws {
    var store = try open()
    let record = [UInt8](repeating: 7, count: 100)
    try store.save(record.span)
    #expect(try load(&store, capacity: 100) == record)
    do {
      _ = try load(&store, capacity: 99)
      Issue.record("it was cut")
    } catch let error as PlatformError {
      #expect(error.message.hasPrefix("belfry: cannot read from the bond store \(directory("state")): "))
    }
    #expect(try load(&store, capacity: 100) == record)
  }

  @Test func secondWatchIsRefused() throws {
    let first = try open()
    do throws(PlatformError) {
      _ = try FileStore(directory: LastingText(directory("state")))
      Issue.record("it was opened twice")
    } catch {
      #expect(error.exitStatus == .inputOutput)
      #expect(error.message.hasSuffix("end the other belfry that uses it, or choose another --state"))
    }
    _ = first
  }

  @Test func placeThatIsNoDirectoryIsAnError() throws {
    try Data().write(to: URL(fileURLWithPath: directory("file")))
    for name in ["file", "missing/state"] {
      do throws(PlatformError) {
        _ = try FileStore(directory: LastingText(directory(name)))
        Issue.record("it was opened")
      } catch {
        #expect(error.exitStatus == .inputOutput)
        #expect(error.message.contains(directory(name)))
      }
    }
  }

  @Test func placeThatCannotBeWrittenIsFoundOutAtStart() throws {
    do throws(PlatformError) {
      _ = try FileStore(directory: LastingText("/proc/self"))
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
      try store.save(record.span)
      Issue.record("it was followed")
    } catch {}
    #expect(directory.contents(of: "elsewhere") == [9])
  }
}
