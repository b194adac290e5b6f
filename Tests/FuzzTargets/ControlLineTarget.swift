import ANCS
import Control
import Foundation
import Octets
import TestSupport
import WatchModel

/// Lines of the control socket. A line that is accepted as a request is JSON, and another JSON reader reads the same
/// from it. A line that was written as a request is read as that request, however it is escaped and spaced.
///
/// Input: ` | mode: 1 | line | ` or ` | mode: 1 | choices | `.
public enum ControlLineTarget: FuzzTarget {
  public static var sources: [String] { ["Control/"] }

  public static var seeds: [[UInt8]] {
    [
      #"{"do":"action","uid":7,"serial":3,"action":"negative","id":1}"#, #"{"do":"list","id":"a\u00e9\ud83d\ude00"}"#,
      #" { "do" : "status" , "id" : -1.5 } "#, #"{"do":"mute","app":"com.example","for":"hour"}"#,
      #"{"do":"music","command":"next"}"#, #"{"do":"alarm","alarm":1,"time":"07:00","days":"mon","on":true}"#,
    ].map { [0] + Array($0.utf8) } + [[1] + Array(0..<200)]
  }

  public static func run(_ input: FuzzInput) {
    if input.flag() { runWritten(input) } else { runAny(input.rest) }
  }

  // MARK: Any octets

  private static func runAny(_ octets: [UInt8]) {
    let line = ControlLine(parsing: octets.span)
    require(line.id.count <= 64, "an id in a reply has at most 64 octets")
    guard line.content != .defect(.malformed) else { return require(line.id.isEmpty, "no id of what is no JSON") }
    require(String(validating: octets, as: UTF8.self) != nil, "accepted lines are UTF-8")
    requireBeginningsAreMalformed(octets)
    guard !hasOutlandishNumber(octets) else { return }
    let object = try? JSONSerialization.jsonObject(with: Data(octets)) as? [String: Any]
    guard let object else { return require(false, "what is read is a JSON object") }
    if !line.id.isEmpty { requireIsJSON(line.id.span.list) }
    guard case .request(let request) = line.content else { return }
    requireSays(object, request)
  }

  private static func requireBeginningsAreMalformed(_ octets: [UInt8]) {
    let end = octets.lastIndex(of: UInt8(ascii: "}")) ?? 0
    let line = ControlLine(parsing: octets.span.extracting(first: end))
    require(line.content == .defect(.malformed), "a malformed line is refused")
  }

  /// Whether the line has a number that Foundation refuses because a `Double` does not hold it.
  private static func hasOutlandishNumber(_ octets: [UInt8]) -> Bool {
    var digits = 0
    for octet in octets {
      let isDigit = (0x30...0x39).contains(octet)
      if digits > 0, octet | 0x20 == UInt8(ascii: "e") { return true }
      digits = isDigit ? digits + 1 : 0
      if digits > 15 { return true }
    }
    return false
  }

  private static func requireIsJSON(_ token: [UInt8]) {
    let answer = Array(#"{"id":"#.utf8) + token + Array("}".utf8)
    require((try? JSONSerialization.jsonObject(with: Data(answer))) != nil, "an id can be echoed")
  }

  private static func requireSays(_ object: [String: Any], _ request: ControlRequest) {
    let verb = object["do"] as? String
    switch request {
    case .list: require(verb == "list", "the request is list")
    case .status: require(verb == "status", "the request is status")
    case .alarms: require(verb == "alarms", "the request is alarms")
    case .alarm(let number, let change):
      require(verb == "alarm" && object["alarm"] as? Int == number, "the alarm is the one in the line")
      require((object["time"] is String) == (change.time != nil), "a time is set if the line has one")
      require(object["on"] as? Bool == change.isOn, "the alarm is on if the line says so")
    case .settings: require(verb == "settings", "the request is settings")
    case .setting(let setting, let change):
      require(verb == (change.isReset ? "reset" : "setting"), "the request is the one in the line")
      require(object["key"] as? String == setting.map { "\($0.key)" } ?? "all", "the setting is the one in the line")
      if case .choose(let chosen, let value) = change { require(chosen.isValid(value), "the value is valid") }
    case .music(let command):
      require(
        verb == "music" && object["command"] as? String == "\(command)", "the music command is the one in the line")
    case .mute(let application, let term):
      let name = String(decoding: application.span.list, as: UTF8.self)
      require(verb == "mute" && object["app"] as? String == name, "the application is the one in the line")
      require(object["for"] as? String == "\(term)", "the duration is the one in the line")
    case .action(let uid, let serial, let action):
      require(verb == "action" && object["uid"] as? UInt32 == uid, "the notification is the one in the line")
      require(object["serial"] as? UInt32 == serial, "the serial number is the one in the line")
      require(
        object["action"] as? String == (action == .positive ? "positive" : "negative"),
        "the action is the one in the line")
    }
  }

  // MARK: Lines written as requests

  private static func runWritten(_ input: FuzzInput) {
    let uid = UInt32(input.number()) << 16 | UInt32(input.number())
    let serial = input.flag() ? UInt32(input.number()) : nil
    let isPositive = input.flag()
    let id = String(decoding: input.block(below: 8), as: UTF8.self)
    var fields = [
      ("do", written("action", input)), ("uid", "\(uid)"),
      ("action", written(isPositive ? "positive" : "negative", input)), ("id", written(id, input)),
    ]
    if let serial { fields.append(("serial", "\(serial)")) }
    let first = input.number(below: fields.count)
    fields = Array(fields[first...] + fields[..<first])
    let parts = fields.map { blank(input) + written($0.0, input) + blank(input) + ":" + blank(input) + $0.1 }
    let text = blank(input) + "{" + parts.joined(separator: blank(input) + ",") + blank(input) + "}" + blank(input)
    let line = ControlLine(parsing: Array(text.utf8).span)
    let token = fields.first { $0.0 == "id" }?.1 ?? ""
    let isShort = token.utf8.count <= 64
    let expected = ControlRequest.action(uid: uid, serial: serial, isPositive ? .positive : .negative)
    require(line.content == (isShort ? .request(expected) : .defect(.invalid(.id))), "a request is read: \(text)")
    require(String(decoding: line.id.span.list, as: UTF8.self) == (isShort ? token : ""), "the id is kept unchanged")
  }

  private static func blank(_ input: FuzzInput) -> String {
    ["", "", "", " ", "\t", "\r\n", "  "][input.number(below: 7)]
  }

  /// A JSON string in which some characters are escaped without need.
  private static func written(_ text: String, _ input: FuzzInput) -> String {
    var line = "\""
    for scalar in text.unicodeScalars {
      let mustBeEscaped = scalar == "\"" || scalar == "\\" || scalar.value < 0x20
      guard mustBeEscaped || input.rarely(4) else {
        line.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16, uppercase: input.flag())
        line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return line + "\""
  }
}
