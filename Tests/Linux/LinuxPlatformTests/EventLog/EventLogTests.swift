import Foundation
import LinuxSupport
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct EventLogTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    signal(SIGPIPE, SIG_IGN)
  }

  private func lines(_ octets: [UInt8]?) -> [String] {
    String(decoding: octets ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func everyKindOfFieldIsWritten() throws {
    var log = try EventLog(path: StaticBytes(directory("events")))
    log.begin("notification", at: .milliseconds(2_100))
    log.field("op", "added")
    log.field("uid", number: 4_294_967_295)
    log.beginArray("flags")
    log.element("important")
    log.element("bit", number: 5)
    log.endArray()
    log.beginArray("none")
    log.endArray()
    log.field("category", "unknown(", number: 12, ")")
    log.field("complete", flag: false)
    log.field("title", text: Array("“Hi”\n".utf8).span)
    log.field("result", hexadecimal: 0xA2, digits: 2)
    log.field("code", code: 42_137)
    log.end()
    let attributes = try FileManager.default.attributesOfItem(atPath: directory("events"))
    #expect(attributes[.posixPermissions] as? Int == 0o600, "it holds messages")
    #expect(
      lines(directory.contents(of: "events")) == [
        #"{"t":2.100,"type":"notification","op":"added","uid":4294967295,"flags":["important","bit5"],"none":[],"#
          + #""category":"unknown(12)","complete":false,"title":"“Hi”\n","result":"0xa2","code":"042137"}"#
      ])
  }

  @Test func fileIsContinued() throws {
    for _ in 0..<2 {
      var log = try EventLog(path: StaticBytes(directory("events")))
      log.begin("state", at: .start)
      log.end()
    }
    #expect(lines(directory.contents(of: "events")).count == 2)
  }

  @Test func noLogTakesEverything() {
    var log = EventLog()
    log.begin("state", at: .start)
    log.field("state", "ready")
    log.end()
    log.flush()
    #expect(log.isEnabled == false)
    #expect(log.descriptor == nil)
  }

  @Test func fifoNeedsNoReader() throws {
    let path = directory("events")
    try #require(mkfifo(path, 0o600) == 0)
    var log = try EventLog(path: StaticBytes(path))
    log.begin("state", at: .start)
    log.end()
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(lines(readAll(reader)) == [#"{"t":0.000,"type":"state"}"#])
  }

  @Test func fullPipeNeverBlocksAndReportsMissingLines() throws {
    let path = directory("events")
    try #require(mkfifo(path, 0o600) == 0)
    var log = try EventLog(path: StaticBytes(path))
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let text = [UInt8](repeating: 0x78, count: 5_000)
    let count: UInt32 = 100
    for number in 0..<count {
      log.begin("x", at: .start)
      log.field("number", number: number)
      log.field("text", text: text.span)
      log.end()
    }
    #expect(log.interest == .write)
    var octets = readAll(reader)
    log.flush()
    #expect(log.interest == .none)
    log.begin("last", at: .milliseconds(1))
    log.end()
    octets += readAll(reader)
    let objects = try lines(octets).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let numbers = objects.compactMap { $0["number"] as? Int }
    #expect(numbers == Array(0..<numbers.count) && numbers.count > 5 && numbers.count < 30)
    let dropped = objects.first { $0["type"] as? String == "dropped" }
    #expect(dropped?["count"] as? Int == Int(count) - numbers.count)
    #expect(objects.last?["type"] as? String == "last")
  }

  @Test func theLoopWaitsUntilItCanWrite() throws {
    let path = directory("events")
    try #require(mkfifo(path, 0o600) == 0)
    var log = try EventLog(path: StaticBytes(path))
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    while log.interest == .none {
      log.begin("x", at: .start)
      log.end()
    }
    let clock = Clock()
    var loop = try EventLoop(clock: clock)
    try loop.watch(log.descriptor, for: log.interest, as: .events)
    #expect(try loop.wait(until: .start) == ReadySet())
    _ = readAll(reader)
    #expect(try loop.wait(until: clock.now + .seconds(5)).isWritable(.events))
    log.flush()
    #expect(log.interest == .none)
  }

  @Test func aFullDiskDoesNotEndTheLog() throws {
    var log = try EventLog(path: StaticBytes("/dev/full"))
    for _ in 0..<3 {
      log.begin("state", at: .start)
      log.end()
      #expect(log.isEnabled == true)
      #expect(log.interest == .none)
    }
  }

  @Test func missingDirectoryIsAnError() {
    let error = #expect(throws: PlatformError.self) { _ = try EventLog(path: StaticBytes("/nonexistent/events")) }
    #expect(error?.exitStatus == .unavailable)
    #expect(
      error?.message
        == "belfry: cannot open the event log /nonexistent/events: No such file or directory; correct --events")
  }
}
