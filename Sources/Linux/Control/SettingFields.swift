internal import Octets
internal import WatchModel

/// The key and the value of a request about settings, in either order.
struct SettingFields {
  private enum Subject: Equatable {
    case all
    case one(WearerSetting)
  }

  private var subject: Subject?
  private var value: JSONValue?

  /// - Returns: whether there is such a key. `all` stands for all settings.
  mutating func set(key: BoundedText<128>) -> Bool {
    subject = key.says("all") ? .all : WearerSetting(key: key).map { .one($0) }
    return subject != nil
  }

  mutating func set(_ value: JSONValue) { self.value = value }

  /// A line that changes a setting.
  var change: ControlLine.Content {
    guard let subject else { return .defect(.missing(.key)) }
    guard case .one(let setting) = subject else { return .defect(.invalid(.key)) }
    guard let value else { return .defect(.missing(.value)) }
    guard let request = setting.request(value) else { return .defect(.invalid(.value)) }
    return .request(.setting(setting, request))
  }

  /// A line that removes one choice or all.
  var reset: ControlLine.Content {
    switch subject {
    case .all: return .request(.setting(nil, .resetAll))
    case .one(let setting): return .request(.setting(setting, .reset(setting)))
    case nil: return .defect(.missing(.key))
    }
  }
}
