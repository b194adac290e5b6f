import CLinux
import Foundation
import LinuxSupport
import Octets
import Peripherals
import PhoneClient
import TestSupport
import Testing
import Timing
import Watch

@testable import Daemon
@testable import LinuxPlatform

/// A program at the control socket, and the answers it gets.
@Suite struct ControlServerTests {
  private let directory: TemporaryDirectory
  private let path: StaticBytes
  private let clock = Clock()

  init() throws {
    directory = try TemporaryDirectory()
    path = StaticBytes(directory("control"))
  }

  private func connect() throws -> Int32 {
    let descriptor = path.span.withPointer { belfry_unix_connect($0, $1) }
    try #require(descriptor >= 0)
    return descriptor
  }

  /// The answers to some lines of a program.
  private func answers(
    to requests: [String], _ application: inout WatchApplication, now: Instant = .start + .seconds(1)
  ) throws -> [[String: Any]] {
    var server = ControlServer()
    try server.open(path)
    var loop = try EventLoop(clock: clock)
    let program = try connect()
    defer { close(program) }
    writeAll(program, Array((requests.joined(separator: "\n") + "\n").utf8))
    for _ in 0..<4 {
      try server.watch(in: &loop)
      let ready = try loop.wait(until: .start)
      server.serve(ready, &application, now: now)
    }
    return lines(readAll(program))
  }

  private func answer(to request: String, _ application: inout WatchApplication) throws -> [String: Any] {
    let all = try answers(to: [request], &application)
    try #require(all.count == 1, "\(all)")
    return all[0]
  }

  @Test func statusSaysHowTheWatchStands() throws {
    var application = makeApplication()
    let status = try answer(to: #"{"do":"status","id":7}"#, &application)
    #expect(status["type"] as? String == "answer" && status["do"] as? String == "status")
    #expect(status["id"] as? Int == 7 && status["result"] as? String == "ok")
    #expect(status["state"] as? String == "starting" && status["bonds"] as? Int == 0)
    #expect(status["notifications"] as? Int == 0 && status["unread"] as? Int == 0)
  }

  @Test func defectsAreNamed() throws {
    var application = makeApplication()
    let all = try answers(
      to: ["{", #"{"do":"dance","id":"x"}"#, #"{"do":"action","action":"negative"}"#, #"{"do":"list","uid":1}"#],
      &application)
    #expect(all.map { $0["error"] as? String } == ["malformed", "unknownRequest", "missingField", "unknownField"])
    #expect(all[1]["id"] as? String == "x" && all[2]["field"] as? String == "uid")
  }

  @Test func aLineThatIsTooLongIsRefused() throws {
    var application = makeApplication()
    let line = #"{"do":"list","id":""# + String(repeating: "x", count: 600) + #""}"#
    #expect(try answer(to: line, &application)["error"] as? String == "tooLong")
  }

  @Test func anEmptyListIsOnlyItsCount() throws {
    var application = makeApplication()
    let list = try answer(to: #"{"do":"list"}"#, &application)
    #expect(list["result"] as? String == "ok" && list["count"] as? Int == 0)
  }

  @Test func actionsAndCommandsThatCannotBeSentAreRefusedAtOnce() throws {
    var application = makeApplication()
    let all = try answers(
      to: [#"{"do":"action","uid":7,"action":"negative"}"#, #"{"do":"music","command":"next"}"#], &application)
    #expect(all[0]["uid"] as? Int == 7 && all[0]["action"] as? String == "negative")
    #expect(all[0]["error"] as? String == "notReady")
    #expect(all[1]["command"] as? String == "next" && all[1]["error"] as? String == "notReady")
  }

  @Test func mutingChangesTheMutesThatAreSaved() throws {
    var application = makeApplication()
    let mute = try answer(to: #"{"do":"mute","app":"com.example","for":"always"}"#, &application)
    let haveChanged = application.takeHasChanged(.mutes)
    #expect(mute["result"] as? String == "ok" && haveChanged)
    var record = OctetBuffer<2_080>()
    try record.append { (output) throws(EncodeError) in try application.watch.mutes.encode(into: &output) }
    #expect(String(decoding: record.span.array, as: UTF8.self).contains("com.example"))
  }

  @Test func alarmsAreSetAndListed() throws {
    var application = makeApplication()
    let all = try answers(
      to: [
        #"{"do":"alarm","alarm":2,"time":"06:45","days":"wed,mon"}"#, #"{"do":"alarm","alarm":5,"on":true}"#,
        #"{"do":"alarms","id":1}"#,
      ], &application)
    try #require(all.count == 3)
    #expect(all[0]["do"] as? String == "alarm" && all[0]["alarm"] as? Int == 2 && all[0]["result"] as? String == "ok")
    #expect(all[2]["do"] as? String == "alarms" && all[2]["waiting"] as? Bool == true)
    let alarms = (1...5).map { all[2]["alarm\($0)"] as? String }
    #expect(alarms == ["07:00 once off", "06:45 mon,wed on", "07:00 once off", "07:00 once off", "07:00 once on"])
    let hasChanged = application.takeHasChanged(.choices)
    #expect(hasChanged)
  }

  @Test func settingsAreListedAndChanged() throws {
    var application = makeApplication()
    let all = try answers(
      to: [
        #"{"do":"setting","key":"privacy","value":true,"id":1}"#, #"{"do":"setting","key":"name","value":"Anna"}"#,
        #"{"do":"setting","key":"name","value":"A\u0007"}"#, #"{"do":"settings"}"#, #"{"do":"reset","key":"privacy"}"#,
        #"{"do":"reset","key":"all"}"#, #"{"do":"settings"}"#,
      ], &application)
    try #require(all.count == 7)
    #expect(
      all.map { $0["do"] as? String } == ["setting", "setting", "setting", "settings", "reset", "reset", "settings"])
    #expect(all[0]["key"] as? String == "privacy" && all[0]["value"] as? String == "on" && all[0]["id"] as? Int == 1)
    #expect(all[2]["error"] as? String == "invalidField" && all[2]["field"] as? String == "value")
    #expect(all[3]["name"] as? String == "Anna" && all[3]["quietFrom"] as? String == "22:00")
    #expect(all[3]["chosen"] as? [String] == ["privacy", "name"])
    #expect(all[4]["value"] as? String == "off" && all[5]["key"] as? String == "all" && all[5]["value"] == nil)
    #expect(all[6]["name"] as? String == "Belfry" && all[6]["chosen"] as? [String] == [])
    let hasChanged = application.takeHasChanged(.choices)
    #expect(hasChanged)
  }

  @Test func aChangeKeepsTheOtherValuesOfAnAlarm() throws {
    var application = makeApplication()
    for (request, alarm) in [
      (#""days":"weekend""#, "07:00 sat,sun on"), (#""on":false"#, "07:00 sat,sun off"),
      (#""time":"21:05","on":false"#, "21:05 sat,sun off"), (#""time":"21:05""#, "21:05 sat,sun on"),
      (#""on":false"#, "21:05 sat,sun off"), (#""days":"once""#, "21:05 once on"),
    ] {
      let all = try answers(
        to: ["{\"do\":\"alarm\",\"alarm\":1,\(request)}", #"{"do":"alarms"}"#], &application)
      #expect(all.last?["alarm1"] as? String == alarm)
    }
  }

  @Test func anAlarmWithoutAValueIsRefused() throws {
    var application = makeApplication()
    let alarm = try answer(to: #"{"do":"alarm","alarm":1}"#, &application)
    #expect(alarm["error"] as? String == "missingField" && alarm["field"] as? String == "time")
    let hasChanged = application.takeHasChanged(.choices)
    #expect(!hasChanged)
  }

  @Test func tooManyMutesAreRefused() throws {
    var application = makeApplication()
    for index in 0..<MuteTable.capacity {
      let name = Array("com.example.\(index)".utf8)
      _ = application.mute(application: name.span, for: .always, now: .start)
    }
    let mute = try answer(to: #"{"do":"mute","app":"com.other","for":"always"}"#, &application)
    #expect(mute["error"] as? String == "noRoom" && mute["result"] == nil)
  }
}
