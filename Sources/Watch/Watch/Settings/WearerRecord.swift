public import Octets

/// The wearer's choices, alarms and experience, which outlive a restart.
public struct WearerRecord: Sendable {
  public var settings = WearerSettings()
  /// The alarms; nil if the record has no section for them.
  var alarms: AlarmClock?
  var experience = WearerExperience()
  /// The vibration patterns of applications.
  var vibrations = VibrationTable()

  public init() {}

  init(
    _ settings: WearerSettings, _ alarms: AlarmClock, _ experience: WearerExperience = WearerExperience(),
    _ vibrations: VibrationTable = VibrationTable()
  ) {
    self.settings = settings
    self.alarms = alarms
    self.experience = experience
    self.vibrations = vibrations
  }
}

/// The reason why a record of choices cannot be used.
public enum WearerRecordError: Error, Equatable {
  case damaged
  /// A later version of the program has written it.
  case laterVersion(UInt8)
}

// The stored record:
//
//     | "BWCH": 4 | version: 1 = 1 | (tag: 1 | length: 2 | content: length) … | FNV-1a of all before: 4 |
//
// A section with an unknown tag is ignored. So a later version can add a section without a new version of the record.
extension WearerRecord {
  /// The longest record.
  public static var capacity: Int { 512 }

  private static var magic: UInt32 { 0x4843_5742 }
  private static var version: UInt8 { 1 }

  private enum Section: UInt8 {
    case settings = 1
    case alarms = 2
    case experience = 3
    case vibrations = 4
  }

  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    let first = output.count
    try output.put(Self.magic)
    try output.put(Self.version)
    try Self.begin(.settings, settings.encodedCount, &output)
    try settings.encode(into: &output)
    if let alarms {
      try Self.begin(.alarms, AlarmClock.recordLength, &output)
      try alarms.encode(into: &output)
    }
    if !experience.isEmpty {
      try Self.begin(.experience, WearerExperience.recordLength, &output)
      try experience.encode(into: &output)
    }
    if !vibrations.isEmpty {
      try Self.begin(.vibrations, vibrations.encodedCount, &output)
      try vibrations.encode(into: &output)
    }
    let checksum = output.span.extracting(droppingFirst: first).fnv1a
    try output.put(checksum)
  }

  @_lifetime(output: copy output)
  private static func begin(_ section: Section, _ length: Int, _ output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(section.rawValue)
    try output.put(UInt16(truncatingIfNeeded: length))
  }

  /// - Throws: unless `record` is whole.
  public init(decoding record: Span<UInt8>) throws(WearerRecordError) {
    self.init()
    let version: UInt8
    do throws(DecodeError) {
      version = try Self.version(of: record)
      if version == Self.version { try decodeSections(of: record) }
    } catch {
      throw .damaged
    }
    guard version == Self.version else { throw .laterVersion(version) }
  }

  /// - Throws: if the record is damaged.
  private static func version(of record: Span<UInt8>) throws(DecodeError) -> UInt8 {
    guard record.count >= 9, record.count <= capacity else { throw .truncated }
    var rest = record.extracting(first: record.count - 4)
    var tail = record.extracting(droppingFirst: record.count - 4)
    guard try tail.takeUInt32() == rest.fnv1a, try rest.takeUInt32() == magic else { throw .invalidValue }
    let version = try rest.takeUInt8()
    guard version >= Self.version else { throw .invalidValue }
    return version
  }

  private mutating func decodeSections(of record: Span<UInt8>) throws(DecodeError) {
    var rest = record.extracting(first: record.count - 4).extracting(droppingFirst: 5)
    while !rest.isEmpty {
      let tag = try rest.takeUInt8()
      let content = try rest.take(Int(try rest.takeUInt16()))
      switch Section(rawValue: tag) {
      case .settings: settings = try WearerSettings(decoding: content)
      case .alarms: alarms = try AlarmClock(decoding: content)
      case .experience: experience = try WearerExperience(decoding: content)
      case .vibrations: vibrations = try VibrationTable(decoding: content)
      case nil: break
      }
    }
  }
}
