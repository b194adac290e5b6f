import ANCS
import Foundation
import Octets
import TestSupport
import Testing
import WatchModel

@testable import Control

@Suite struct ControlLineTests {
  private func read(_ text: String) -> ControlLine { ControlLine(parsing: Array(text.utf8).span) }

  private func id(_ text: String) -> String {
    let line = read(text)
    return String(decoding: (0..<line.id.count).map { line.id.span[$0] }, as: UTF8.self)
  }

  @Test func requestsAreRead() {
    #expect(
      read(#"{"do":"action","uid":7,"action":"negative"}"#).content
        == .request(.action(uid: 7, serial: nil, .negative)))
    #expect(
      read(#" { "serial" : 3 , "action" : "positive" , "uid" : 0 , "do" : "action" } "#).content
        == .request(.action(uid: 0, serial: 3, .positive)))
    #expect(read(#"{"do":"list"}"#).content == .request(.list))
    for command in ["toggle", "next", "previous", "volumeUp", "volumeDown", "play", "pause"] {
      guard case .request(.music(let music)) = read("{\"do\":\"music\",\"command\":\"\(command)\"}").content else {
        Issue.record("\(command) is no command")
        continue
      }
      #expect("\(music)" == command)
    }
    #expect(read(#"{"do":"status","id":1}"#).content == .request(.status))
    #expect(
      read(#"{"do":"m\u0075te","app":"com.tencent.xin","for":"hour"}"#).content
        == .request(.mute(application: BoundedText("com.tencent.xin"), .hour)))
    #expect(
      read(#"{"for":"off","app":"a","do":"mute"}"#).content == .request(.mute(application: BoundedText("a"), .off)))
  }

  @Test func requestsForPartsThatWereLeftOutAreRefused() {
    let all = BuiltParts(hasTimeTools: true, hasMusic: true, hasMuting: true, hasChangingSettings: true)
    for (part, texts) in [
      (\.hasTimeTools, [#"{"do":"alarms"}"#, #"{"do":"alarm","alarm":1,"on":true}"#]),
      (\.hasMusic, [#"{"do":"music","command":"next"}"#]),
      (\.hasMuting, [#"{"do":"mute","app":"a","for":"hour"}"#]),
      (\.hasChangingSettings, [#"{"do":"setting","key":"hours","value":12}"#, #"{"do":"reset","key":"hours"}"#]),
    ] as [(WritableKeyPath<BuiltParts, Bool>, [String])] {
      var parts = all
      parts[keyPath: part] = false
      for text in texts {
        let octets = Array(text.utf8)
        let served = ControlLine(parsing: octets.span, for: all).content
        guard case .request = served else {
          Issue.record("\(text) is no request: \(served)")
          continue
        }
        #expect(ControlLine(parsing: octets.span, for: parts).content == .defect(.notBuilt), "\(text)")
      }
      #expect(ControlLine(parsing: Array(#"{"do":"status"}"#.utf8).span, for: parts).content == .request(.status))
    }
  }

  @Test func changesOfSettingsAreRead() {
    #expect(read(#"{"do":"settings"}"#).content == .request(.settings))
    for (key, value, setting, number) in [
      ("brightness", "7", .brightness, 7), ("brightness", "\"7\"", .brightness, 7),
      ("dimAfter", "\"none\"", .dimAfter, 0),
      ("offAfter", "60", .offAfter, 60), ("hours", "12", .hours, 12), ("seconds", "true", .seconds, 1),
      ("seconds", "\"off\"", .seconds, 0), ("face", "\"large\"", .face, 2),
      ("dateOrder", "\"month-day\"", .dateOrder, 1),
      ("textSize", "\"small\"", .textSize, 0), ("vibration", "false", .vibration, 0),
      ("quietHours", "\"on\"", .quiet, 1),
      ("quietFrom", "\"22:30\"", .quietFrom, 1_350), ("quietUntil", "\"00:00\"", .quietUntil, 0),
      ("privacy", "\"on\"", .privacy, 1), ("rotation", "180", .rotation, 180),
      ("pairingWindow", "300", .pairingWindow, 300),
    ] as [(String, String, WearerSetting, UInt16)] {
      let line = read("{\"do\":\"setting\",\"value\":\(value),\"key\":\"\(key)\"}")
      #expect(line.content == .request(.setting(setting, .choose(setting, number))), "\(key)")
      // A value is written as it is read.
      let text = output(capacity: 32) { try? setting.put(number, into: &$0) }
      let again = read("{\"do\":\"setting\",\"key\":\"\(key)\",\"value\":\"\(String(decoding: text, as: UTF8.self))\"}")
      #expect(again.content == line.content)
    }
    #expect(
      read(#"{"do":"setting","key":"name","value":"Ægir"}"#).content
        == .request(.setting(.name, .chooseName(BoundedText("Ægir")))))
    #expect(read(#"{"do":"reset","key":"privacy"}"#).content == .request(.setting(.privacy, .reset(.privacy))))
    #expect(read(#"{"do":"reset","key":"all","id":1}"#).content == .request(.setting(nil, .resetAll)))
  }

  @Test(
    arguments: [
      (#"{"do":"setting"}"#, .missing(.key)), (#"{"do":"setting","key":"hours"}"#, .missing(.value)),
      (#"{"do":"setting","key":"all","value":1}"#, .invalid(.key)), (#"{"do":"setting","key":"x"}"#, .invalid(.key)),
      (#"{"do":"setting","key":1,"value":1}"#, .invalid(.key)),
      (#"{"do":"setting","key":"hours","value":13}"#, .invalid(.value)),
      (#"{"do":"setting","key":"brightness","value":256}"#, .invalid(.value)),
      (#"{"do":"setting","key":"brightness","value":4294967303}"#, .invalid(.value)),
      (#"{"do":"setting","key":"brightness","value":"65543"}"#, .invalid(.value)),
      (#"{"do":"setting","key":"brightness","value":""}"#, .invalid(.value)),
      (#"{"do":"setting","key":"brightness","value":"1 "}"#, .invalid(.value)),
      (#"{"do":"setting","key":"privacy","value":null}"#, .invalid(.value)),
      (#"{"do":"setting","key":"privacy","value":1}"#, .invalid(.value)),
      (#"{"do":"setting","key":"face","value":0}"#, .invalid(.value)),
      (#"{"do":"setting","key":"face","value":"digital|analog"}"#, .invalid(.value)),
      (#"{"do":"setting","key":"quietFrom","value":"24:00"}"#, .invalid(.value)),
      (#"{"do":"setting","key":"name","value":""}"#, .invalid(.value)),
      (#"{"do":"setting","key":"name","value":"123456789012345678901234567890"}"#, .invalid(.value)),
      (#"{"do":"setting","key":"hours","value":12,"value":24}"#, .invalid(.value)),
      (#"{"do":"setting","key":"hours","value":12,"on":true}"#, .unknownField),
      (#"{"do":"settings","key":"hours"}"#, .unknownField), (#"{"do":"status","value":1}"#, .unknownField),
      (#"{"do":"reset"}"#, .missing(.key)), (#"{"do":"reset","key":"hours","value":24}"#, .unknownField),
    ] as [(String, ControlDefect)])
  func aWrongChangeOfASettingIsADefect(_ line: String, _ defect: ControlDefect) {
    #expect(read(line).content == .defect(defect), "\(line)")
  }

  @Test func alarmsAreRead() throws {
    #expect(read(#"{"do":"alarms"}"#).content == .request(.alarms))
    let time = try #require(TimeOfDay(hour: 23, minute: 59))
    let mondayAndSunday = Weekdays(.monday).union(Weekdays(.sunday))
    for (fields, change) in [
      (#""time":"23:59""#, AlarmChange(time: time)), (#""on":false"#, AlarmChange(isOn: false)),
      (#""days":"once""#, AlarmChange(weekdays: Weekdays.none)), (#""days":"daily""#, AlarmChange(weekdays: .all)),
      (#""days":"weekdays""#, AlarmChange(weekdays: .mondayToFriday)),
      (#""days":"weekend""#, AlarmChange(weekdays: .weekend)),
      (#""days":"sun,mon""#, AlarmChange(weekdays: mondayAndSunday)),
      (
        #""on":true,"time":"23:59","days":"mon,tue,wed,thu,fri,sat,sun""#,
        AlarmChange(time: time, weekdays: .all, isOn: true)
      ),
    ] as [(String, AlarmChange)] {
      #expect(read("{\"do\":\"alarm\",\"alarm\":5,\(fields)}").content == .request(.alarm(5, change)))
    }
  }

  @Test(
    arguments: [
      (#"{"do":"alarm"}"#, .missing(.alarm)), (#"{"do":"alarm","on":true}"#, .missing(.alarm)),
      (#"{"do":"alarm","alarm":1}"#, .missing(.time)), (#"{"do":"alarm","alarm":0,"on":true}"#, .invalid(.alarm)),
      (#"{"do":"alarm","alarm":6,"on":true}"#, .invalid(.alarm)),
      (#"{"do":"alarm","alarm":"1","on":true}"#, .invalid(.alarm)),
      (#"{"do":"alarm","alarm":1,"time":"24:00"}"#, .invalid(.time)),
      (#"{"do":"alarm","alarm":1,"time":"7:00"}"#, .invalid(.time)),
      (#"{"do":"alarm","alarm":1,"time":"07:60"}"#, .invalid(.time)),
      (#"{"do":"alarm","alarm":1,"time":"07-00"}"#, .invalid(.time)),
      (#"{"do":"alarm","alarm":1,"time":700}"#, .invalid(.time)),
      (#"{"do":"alarm","alarm":1,"days":""}"#, .invalid(.days)),
      (#"{"do":"alarm","alarm":1,"days":"mon,mon"}"#, .invalid(.days)),
      (#"{"do":"alarm","alarm":1,"days":"mon,"}"#, .invalid(.days)),
      (#"{"do":"alarm","alarm":1,"days":"mon tue"}"#, .invalid(.days)),
      (#"{"do":"alarm","alarm":1,"days":"day"}"#, .invalid(.days)),
      (#"{"do":"alarm","alarm":1,"on":1}"#, .invalid(.isOn)),
      (#"{"do":"alarm","alarm":1,"on":true,"on":true}"#, .invalid(.isOn)),
      (#"{"do":"alarm","alarm":1,"on":true,"uid":7}"#, .unknownField),
      (#"{"do":"alarms","alarm":1}"#, .unknownField), (#"{"do":"list","on":true}"#, .unknownField),
      (#"{"do":"mute","app":"a","for":"hour","time":"07:00"}"#, .unknownField),
    ] as [(String, ControlDefect)])
  func defectsOfAlarmsAreNamed(_ text: String, _ defect: ControlDefect) {
    #expect(read(text).content == .defect(defect))
  }

  /// The maximum length of an application's name from the phone.
  @Test func anApplicationMayHave128Octets() {
    let name = String(repeating: "x", count: 128)
    let application = BoundedText<128>(repairing: Array(name.utf8).span)
    #expect(
      read("{\"do\":\"mute\",\"for\":\"hour\",\"app\":\"\(name)\"}").content
        == .request(.mute(application: application, .hour)))
  }

  @Test func idIsEchoedAsItStands() {
    #expect(id(#"{"do":"list","id":-1.50e1}"#) == "-1.50e1")
    #expect(id(#"{"do":"list","id": "a\"\u00e9é" }"#) == #""a\"\u00e9é""#)
    #expect(id(#"{"do":"list"}"#) == "")
    #expect(id(#"{"id":9,"do":"dance"}"#) == "9" && id(#"{"uid":"x","id":9,"do":"action"}"#) == "9")
  }

  @Test(
    arguments: [
      ("{}", .missing(.request)), (#"{"uid":7}"#, .missing(.request)), (#"{"do":"dance"}"#, .unknownRequest),
      (#"{"do":1}"#, .invalid(.request)), (#"{"do":"list","do":"list"}"#, .invalid(.request)),
      (#"{"do":"action","action":"negative"}"#, .missing(.uid)), (#"{"do":"action","uid":7}"#, .missing(.action)),
      (#"{"do":"action","uid":-7,"action":"negative"}"#, .invalid(.uid)),
      (#"{"do":"action","uid":"7","action":"negative"}"#, .invalid(.uid)),
      (#"{"do":"action","uid":4294967296,"action":"negative"}"#, .invalid(.uid)),
      (#"{"do":"action","uid":7,"uid":8,"action":"negative"}"#, .invalid(.uid)),
      (#"{"do":"action","uid":7,"serial":null,"action":"negative"}"#, .invalid(.serial)),
      (#"{"do":"action","uid":7,"action":"Negative"}"#, .invalid(.action)),
      (#"{"do":"action","uid":7,"action":"negative","sure":true}"#, .unknownField),
      (#"{"do":"mute","for":"hour"}"#, .missing(.application)), (#"{"do":"mute","app":"a"}"#, .missing(.term)),
      (#"{"do":"mute","app":"","for":"hour"}"#, .invalid(.application)),
      (#"{"do":"mute","app":"a","for":"week"}"#, .invalid(.term)),
      (#"{"do":"mute","app":"a","for":"hour","uid":1}"#, .unknownField),
      ("{\"do\":\"mute\",\"for\":\"hour\",\"app\":\"\(String(repeating: "x", count: 129))\"}", .invalid(.application)),
      (#"{"do":"list","app":"a"}"#, .unknownField), (#"{"do":"action","uid":1,"for":"hour"}"#, .unknownField),
      (#"{"do":"music"}"#, .missing(.command)), (#"{"do":"music","command":"stop"}"#, .invalid(.command)),
      (#"{"do":"music","command":"play","uid":7}"#, .unknownField), (#"{"do":"list","command":"play"}"#, .unknownField),
      (#"{"do":"list","uid":7}"#, .unknownField), (#"{"do":"status","colour":1}"#, .unknownField),
      (#"{"do":"list","id":null}"#, .invalid(.id)), (#"{"do":"list","id":true}"#, .invalid(.id)),
      (#"{"do":"list","id":"0123456789012345678901234567890123456789012345678901234567890123"}"#, .invalid(.id)),
      ("{\"do\":\"\(String(repeating: "x", count: 90))\"}", .unknownRequest),
    ] as [(String, ControlDefect)])
  func defectsAreNamed(_ text: String, _ defect: ControlDefect) {
    #expect(read(text).content == .defect(defect))
  }

  @Test(
    arguments: [
      "", " ", "list", "[]", "[{}]", "\"do\"", "{", "}", "{,}", #"{"do"}"#, #"{"do":}"#, #"{"do":"list",}"#,
      #"{"do":"list"} x"#, #"{"do":"list"}{}"#, #"{do:"list"}"#, #"{"do":"list" "id":1}"#, #"{"do":{"do":"list"}}"#,
      #"{"do":["list"]}"#, "{\"do\":\"li\u{0}st\"}", "null",
    ])
  func anythingButAFlatObjectIsMalformed(_ text: String) {
    let line = read(text)
    #expect(line.content == .defect(.malformed) && line.id.isEmpty)
  }

  @Test func everyBeginningOfALineIsMalformed() {
    let whole = Array(#"{"do":"action","uid":7,"action":"negative","id":"aé\u00e9"}"#.utf8)
    for count in 0..<whole.count {
      #expect(ControlLine(parsing: whole.span.extracting(first: count)).content == .defect(.malformed))
    }
  }

  @Test func noOctetsTrap() {
    var generator = SeededGenerator(seed: 44)
    let whole = Array(#"{"do":"action","uid":7,"serial":12,"action":"negative","id":"\ud83d\ude00"}"#.utf8)
    for _ in 0..<20_000 {
      var octets = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        octets[Int.random(in: octets.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      let line = ControlLine(parsing: octets.span)
      #expect(line.id.count <= 64)
    }
  }
}
