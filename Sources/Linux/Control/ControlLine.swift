public import AMS
public import ANCS
public import Octets
public import WatchModel

/// A request of a program to the watch.
public enum ControlRequest: Equatable, Sendable {
  /// For how long an application alerts no more; `off` lets it alert again.
  public enum MuteTerm: Equatable, Sendable { case hour, today, always, off }

  /// Perform an action of a notification, if it is the one with that serial number.
  case action(uid: UInt32, serial: UInt32?, ActionID)
  /// Report every notification.
  case list
  /// Tell how things stand.
  case status
  /// Mute the application with that bundle identifier.
  case mute(application: BoundedText<128>, MuteTerm)
  /// Send a command to the phone's player.
  case music(MusicCommand)
  /// List the alarms.
  case alarms
  /// Set alarm 1...5. A value that is nil stays.
  case alarm(Int, AlarmChange)
  /// List the settings.
  case settings
  /// Change a setting, or remove choices; nil stands for all settings.
  case setting(WearerSetting?, SettingRequest)
}

/// The new values of an alarm; nil: the value stays.
public struct AlarmChange: Equatable, Sendable {
  public var time: TimeOfDay?
  public var weekdays: Weekdays?
  public var isOn: Bool?

  public init(time: TimeOfDay? = nil, weekdays: Weekdays? = nil, isOn: Bool? = nil) {
    self.time = time
    self.weekdays = weekdays
    self.isOn = isOn
  }
}

/// A field of a request.
public enum ControlField: UInt8, Equatable, Sendable {
  case request, id, uid, serial, action, application, term, command, alarm, time, days, isOn, key, value

  /// As it stands in the line.
  public var name: StaticString {
    switch self {
    case .request: "do"
    case .id: "id"
    case .uid: "uid"
    case .serial: "serial"
    case .action: "action"
    case .application: "app"
    case .term: "for"
    case .command: "command"
    case .alarm: "alarm"
    case .time: "time"
    case .days: "days"
    case .isOn: "on"
    case .key: "key"
    case .value: "value"
    }
  }

  fileprivate init?(name: BoundedText<128>) {
    var rawValue: UInt8 = 0
    while let field = ControlField(rawValue: rawValue) {
      if name.says(field.name) {
        self = field
        return
      }
      rawValue += 1
    }
    return nil
  }
}

/// The reason why a line is not a request.
public enum ControlDefect: Equatable, Sendable {
  /// It is no JSON object, or one in which something nests.
  case malformed
  case unknownRequest
  case missing(ControlField)
  /// The field's value is not allowed, or the field occurs twice.
  case invalid(ControlField)
  /// There is a field that this request does not have.
  case unknownField
  /// This watch was built without the part that carries it out.
  case notBuilt
}

/// One line of a program to the watch: a JSON object in which nothing nests.
///
///     {"do":"action","uid":7,"action":"negative","id":1}
///
/// All of the line is read whatever is wrong with it, so that the answer can carry its `id`.
public struct ControlLine: Equatable, Sendable {
  public enum Content: Equatable, Sendable {
    case request(ControlRequest)
    case defect(ControlDefect)
  }

  /// The `id` as in the line, a string with its quotes and escapes; empty if the line has no id.
  public let id: BoundedText<64>
  public let content: Content

  /// Reads a line, with or without its line end.
  public init(parsing line: Span<UInt8>) { self.init(parsing: line, for: BuiltParts()) }

  init(parsing line: Span<UInt8>, for parts: BuiltParts) {
    var fields = ControlFields()
    do throws(JSONDefect) {
      try fields.read(line)
      id = fields.id
      content = fields.content(for: parts)
    } catch {
      id = BoundedText()
      content = .defect(.malformed)
    }
  }
}

/// The fields of a line.
private struct ControlFields {
  private enum Verb { case action, list, status, mute, music, alarms, alarm, settings, setting, reset, unknown }

  private(set) var id = BoundedText<64>()
  private var verb: Verb?
  private var uid: UInt32?
  private var serial: UInt32?
  private var ordered: ActionID?
  private var application: BoundedText<128>?
  private var term: ControlRequest.MuteTerm?
  private var command: MusicCommand?
  private var alarm: Int?
  private var change = AlarmChange()
  private var setting = SettingFields()
  private var seen: UInt16 = 0
  /// The first value that is wrong.
  private var invalid: ControlField?
  private var hasUnknownField = false

  mutating func read(_ line: Span<UInt8>) throws(JSONDefect) {
    var rest = line
    guard rest.takeJSON("{") else { throw .malformed }
    if !rest.takeJSON("}") {
      repeat { try readField(&rest) } while rest.takeJSON(",")
      guard rest.takeJSON("}") else { throw .malformed }
    }
    rest.skipJSONBlanks()
    guard rest.count == 0 else { throw .malformed }
  }

  private mutating func readField(_ rest: inout Span<UInt8>) throws(JSONDefect) {
    let name = try rest.takeJSONString()
    guard rest.takeJSON(":") else { throw .malformed }
    rest.skipJSONBlanks()
    let before = rest
    let value = try rest.takeJSONValue()
    guard let field = ControlField(name: name) else {
      hasUnknownField = true
      return
    }
    let bit = Self.bit(field)
    let isFirst = seen & bit == 0
    seen |= bit
    let token = before.extracting(first: before.count - rest.count)
    if !isFirst || !set(field, value, token), invalid == nil { invalid = field }
  }

  /// - Returns: whether the field takes that value.
  private mutating func set(_ field: ControlField, _ value: JSONValue, _ token: Span<UInt8>) -> Bool {
    switch (field, value) {
    case (.request, .text(let text)):
      verb = Self.verb(text)
    case (.id, .text), (.id, .number):
      guard token.count <= 64 else { return false }
      id = BoundedText(repairing: token)
    case (.uid, .number(let number?)): uid = number
    case (.serial, .number(let number?)): serial = number
    case (.action, .text(let text)):
      let isPositive = text.says(ActionID.positive.name)
      ordered = isPositive ? .positive : text.says(ActionID.negative.name) ? .negative : nil
      return ordered != nil
    case (.application, .text(let text)):
      application = text
      return !text.isEmpty && !text.isTruncated
    case (.term, .text(let text)):
      term = Self.term(text)
      return term != nil
    case (.command, .text(let text)):
      command = MusicCommand(text)
      return command != nil
    case (.alarm, .number(let number?)):
      alarm = Int(exactly: number).flatMap { (1...5).contains($0) ? $0 : nil }
      return alarm != nil
    case (.time, .text(let text)):
      change.time = TimeOfDay(parsing: text)
      return change.time != nil
    case (.days, .text(let text)):
      change.weekdays = Weekdays(parsing: text)
      return change.weekdays != nil
    case (.isOn, .flag(let flag)): change.isOn = flag
    case (.key, .text(let text)): return setting.set(key: text)
    case (.value, let value): setting.set(value)
    case (.request, _), (.id, _), (.uid, _), (.serial, _), (.action, _), (.application, _), (.term, _), (.command, _),
      (.alarm, _), (.time, _), (.days, _), (.isOn, _), (.key, _):
      return false
    }
    return true
  }

  private static func verb(_ text: BoundedText<128>) -> Verb {
    if text.says("action") { return .action }
    if text.says("list") { return .list }
    if text.says("status") { return .status }
    if text.says("mute") { return .mute }
    if text.says("alarms") { return .alarms }
    if text.says("alarm") { return .alarm }
    if text.says("settings") { return .settings }
    if text.says("setting") { return .setting }
    if text.says("reset") { return .reset }
    return text.says("music") ? .music : .unknown
  }

  private static func term(_ text: BoundedText<128>) -> ControlRequest.MuteTerm? {
    if text.says("hour") { return .hour }
    if text.says("today") { return .today }
    if text.says("always") { return .always }
    return text.says("off") ? .off : nil
  }

  /// The result of the line. An unknown request is reported first, and a missing field last.
  var content: ControlLine.Content {
    if invalid == .request { return .defect(.invalid(.request)) }
    guard let verb else { return .defect(.missing(.request)) }
    if verb != .unknown {
      if let invalid { return .defect(.invalid(invalid)) }
      if hasUnknownField || seen & ~Self.fields(of: verb) != 0 { return .defect(.unknownField) }
    }
    switch verb {
    case .unknown: return .defect(.unknownRequest)
    case .mute: return mute
    case .music: return music
    case .list: return .request(.list)
    case .status: return .request(.status)
    case .action: return action
    case .alarms: return .request(.alarms)
    case .alarm: return alarmContent
    case .settings: return .request(.settings)
    case .setting: return setting.change
    case .reset: return setting.reset
    }
  }

  /// The same, unless the watch cannot carry the request out.
  func content(for parts: BuiltParts) -> ControlLine.Content {
    if case .request(let request) = content, !request.isPossible(with: parts) { return .defect(.notBuilt) }
    return content
  }

  /// The fields that a request may have, each a bit.
  private static func fields(of verb: Verb) -> UInt16 {
    let own: UInt16 =
      switch verb {
      case .list, .status, .alarms, .settings, .unknown: 0
      case .action: bit(.uid) | bit(.serial) | bit(.action)
      case .mute: bit(.application) | bit(.term)
      case .music: bit(.command)
      case .alarm: bit(.alarm) | bit(.time) | bit(.days) | bit(.isOn)
      case .setting: bit(.key) | bit(.value)
      case .reset: bit(.key)
      }
    return own | bit(.request) | bit(.id)
  }

  private static func bit(_ field: ControlField) -> UInt16 { UInt16(1) << UInt16(field.rawValue) }

  private var alarmContent: ControlLine.Content {
    guard let alarm else { return .defect(.missing(.alarm)) }
    guard change != AlarmChange() else { return .defect(.missing(.time)) }
    return .request(.alarm(alarm, change))
  }

  private var music: ControlLine.Content {
    guard let command else { return .defect(.missing(.command)) }
    return .request(.music(command))
  }

  private var mute: ControlLine.Content {
    guard let application else { return .defect(.missing(.application)) }
    guard let term else { return .defect(.missing(.term)) }
    return .request(.mute(application: application, term))
  }

  private var action: ControlLine.Content {
    guard let uid else { return .defect(.missing(.uid)) }
    guard let ordered else { return .defect(.missing(.action)) }
    return .request(.action(uid: uid, serial: serial, ordered))
  }
}

extension MusicCommand {
  fileprivate init?(_ text: BoundedText<128>) {
    var rawValue: UInt8 = 0
    while let command = MusicCommand(rawValue: rawValue) {
      if text.says(command.name) {
        self = command
        return
      }
      rawValue += 1
    }
    return nil
  }
}

extension BoundedText<128> {
  func says(_ word: StaticString) -> Bool { !isTruncated && span.isEqual(to: word.utf8Span) }
}
