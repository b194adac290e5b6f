import Foundation
import LinuxSupport
import Octets
import Testing
import Timing
import Watch

@testable import Daemon
@testable import LinuxPlatform

/// The stored list of mutes.
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
      try files.saveMutes(saved.span)
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
}
