internal import CConfiguration
package import LinuxPlatform
internal import Octets

extension Options {
  /// Reads a configuration file.
  package mutating func readConfiguration(_ path: StaticBytes) throws(UsageError) {
    var reader = ConfigurationReader(options: self, path: path)
    let status: Int32
    do throws(PlatformError) {
      status = try Program.readConfiguration(path, atMost: Int(BELFRY_SETTINGS_SIZE)) { Self.read($0, by: &reader) }
    } catch {
      throw UsageError(error)
    }
    let malformed = UInt32(truncatingIfNeeded: status)
    if let error = reader.error, malformed == 0 || reader.errorLine < malformed { throw error }
    if malformed > 0 {
      throw UsageError(
        file: path, line: malformed, accepted: .text("[section], name = value or ; comment, in at most 198 bytes"))
    }
    self = reader.options
  }

  /// Reads an open file with inih.
  ///
  /// - Returns: the result of `belfry_settings_read`.
  private static func read(_ descriptor: Int32, by reader: inout ConfigurationReader) -> Int32 {
    unsafe withUnsafeMutablePointer(to: &reader) { pointer in
      unsafe belfry_settings_read(descriptor, pointer) { reader, line, section, name, value in
        guard let section = unsafe section else { return }
        // The words stay only until this returns: `take` copies those that are kept.
        let words = unsafe StaticBytes(cString: section)
        guard let name = unsafe name, let value = unsafe value else {
          unsafe reader?.assumingMemoryBound(to: ConfigurationReader.self).pointee.take(line: line, section: words)
          return
        }
        unsafe reader?.assumingMemoryBound(to: ConfigurationReader.self).pointee.take(
          line: line, section: words, name: StaticBytes(cString: name), value: StaticBytes(cString: value))
      }
    }
  }
}

/// Takes the sections and settings of a file, one by one, up to the first that is wrong.
private struct ConfigurationReader {
  private(set) var options: Options
  private let path: StaticBytes
  private(set) var error: UsageError?
  private(set) var errorLine: UInt32 = 0

  init(options: Options, path: StaticBytes) {
    self.options = options
    self.path = path
  }

  /// Takes the first line of a section.
  mutating func take(line: UInt32, section: StaticBytes) {
    if SettingSection(section.span) == nil { refuse(section, at: line, .sections) }
  }

  /// Takes a setting.
  mutating func take(line: UInt32, section: StaticBytes, name: StaticBytes, value: StaticBytes) {
    guard error == nil else { return }
    guard let section = SettingSection(section.span) else { return refuse(section, at: line, .sections) }
    guard let setting = Setting(name.span, in: section) else { return refuse(name, at: line, .keys(of: section)) }
    // Beyond the last place for rules no text is kept, and the rule is refused.
    let kept = place(of: setting).map { keep(value, $0) } ?? value
    if let accepted = options.choose(setting, to: kept) { refuse(value, at: line, accepted) }
  }

  private mutating func refuse(_ word: StaticBytes, at line: UInt32, _ accepted: Accepted) {
    guard error == nil else { return }
    errorLine = line
    error = UsageError(file: path, line: line, word: keep(word, BELFRY_KEPT_WORD), accepted: accepted)
  }

  /// The place that keeps the text of a setting; nil if the value is not kept as text.
  private func place(of setting: Setting) -> Int32? {
    if setting == .pattern {
      let count = options.haptics.patternCount
      return options.haptics.isFull ? nil : BELFRY_KEPT_PATTERN + Int32(truncatingIfNeeded: count)
    }
    if setting.isRepeatable {
      return options.alerts.isFull ? nil : BELFRY_KEPT_RULE + Int32(truncatingIfNeeded: options.alerts.ruleCount)
    }
    switch setting {
    case .name: return BELFRY_KEPT_NAME
    case .chip: return BELFRY_KEPT_CHIP
    case .battery: return BELFRY_KEPT_BATTERY
    default: return nil
    }
  }

  /// Copies text to where it stays.
  private func keep(_ text: StaticBytes, _ place: Int32) -> StaticBytes {
    let octets = text.span
    let kept = unsafe octets.withUnsafeBufferPointer { unsafe belfry_settings_keep(place, $0.baseAddress, $0.count) }
    guard let kept = unsafe kept else { return StaticBytes() }
    return unsafe StaticBytes(cString: kept)
  }
}
