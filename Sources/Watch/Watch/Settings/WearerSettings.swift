public import Octets
public import WatchModel

/// Values of settings, each of which may be missing: the wearer's choices, where the others have their default.
public struct WearerSettings: Equatable, Sendable {
  private var values: [18 of UInt16] = .init(repeating: 0)
  /// Bit n is set if the setting with the raw value n has a value.
  private var present: UInt32 = 0
  /// The advertised name; empty if it is missing.
  public private(set) var name = BoundedText<29>()

  /// Creates settings without any value.
  public init() {}

  public var isEmpty: Bool { present == 0 && name.isEmpty }

  /// The value of a setting; nil if it is missing, and for the name. Ignores a new value that is not valid.
  public subscript(_ setting: WearerSetting) -> UInt16? {
    get { present & Self.bit(of: setting) == 0 ? nil : values.span[Int(setting.rawValue)] }
    set {
      guard setting != .name else { return }
      guard let newValue else {
        present &= ~Self.bit(of: setting)
        values[Int(setting.rawValue)] = 0
        return
      }
      guard setting.isValid(newValue) else { return }
      values[Int(setting.rawValue)] = newValue
      present |= Self.bit(of: setting)
    }
  }

  /// Sets the name, or removes it if the text is empty.
  ///
  /// - Returns: false if the name is longer than 29 octets, no UTF-8, or has a control character or a mark of the
  ///   writing direction; it is unchanged then.
  public mutating func setName(_ text: Span<UInt8>) -> Bool {
    let name = BoundedText<29>(repairing: text)
    guard name.span.isEqual(to: text) else { return false }
    var rest = text
    while let scalar = UTF8Scalar(decoding: &rest) { if scalar.isSteering { return false } }
    self.name = name
    return true
  }

  /// Sets the name of the configuration, which may have characters that the wearer's choice may not have.
  public mutating func setConfigured(name: BoundedText<29>) { self.name = name }

  /// 0 for the name, whose value is not a number.
  private static func bit(of setting: WearerSetting) -> UInt32 {
    setting == .name ? 0 : 1 << UInt32(setting.rawValue)
  }

  public static func == (one: WearerSettings, other: WearerSettings) -> Bool {
    guard one.present == other.present, one.name == other.name else { return false }
    for index in 0..<WearerSetting.count where one.values.span[index] != other.values.span[index] { return false }
    return true
  }
}

// The section of the record of the choices: a list of values.
//
//     (key: 1 | length: 1 | value: length) …     a number has 2 octets
extension WearerSettings {
  /// The octets that `encode` writes: at most 103.
  var encodedCount: Int {
    4 * present.nonzeroBitCount + (name.isEmpty ? 0 : 2 + name.count)
  }

  @_lifetime(output: copy output)
  func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    for key in 0..<UInt8(WearerSetting.count) {
      guard let setting = WearerSetting(rawValue: key), let value = self[setting] else { continue }
      try output.put(key)
      try output.put(UInt8(2))
      try output.put(value)
    }
    guard !name.isEmpty else { return }
    try output.put(WearerSetting.name.rawValue)
    try output.put(UInt8(truncatingIfNeeded: name.count))
    try output.put(name.span)
  }

  /// Ignores the keys and values of a later version.
  ///
  /// - Throws: if `section` is not a list of values.
  init(decoding section: Span<UInt8>) throws(DecodeError) {
    self.init()
    var rest = section
    while !rest.isEmpty {
      let key = try rest.takeUInt8()
      let length = Int(try rest.takeUInt8())
      var value = try rest.take(length)
      guard let setting = WearerSetting(rawValue: key) else { continue }
      if setting == .name {
        _ = setName(value)
      } else if length == 2 {
        self[setting] = try value.takeUInt16()
      }
    }
  }
}
