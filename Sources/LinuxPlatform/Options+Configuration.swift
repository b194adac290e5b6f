internal import CLinux
internal import Octets
internal import Peripherals

extension Options {
  /// Reads a configuration file: see `Options` for what it may say.
  mutating func readConfiguration(_ path: LastingText) throws(UsageError) {
    let file = try Self.open(path)
    var reader = ConfigurationReader(options: self, path: path)
    let status = unsafe withUnsafeMutablePointer(to: &reader) { pointer in
      unsafe belfry_settings_read(file.number, pointer) { reader, line, section, name, value in
        guard let section = unsafe section, let name = unsafe name, let value = unsafe value else { return }
        // They only last until this returns: what is kept of them is copied.
        unsafe reader?.assumingMemoryBound(to: ConfigurationReader.self).pointee.take(
          line: line, section: LastingText(cString: section), name: LastingText(cString: name),
          value: LastingText(cString: value))
      }
    }
    if status < 0 { throw UsageError(PlatformError(.configuration, .read, path, status: status)) }
    let malformed = UInt32(truncatingIfNeeded: status)
    if let error = reader.error, malformed == 0 || reader.errorLine < malformed { throw error }
    if malformed > 0 {
      throw UsageError(
        file: path, line: malformed,
        accepted: "expected [section], name = value or ; comment, in at most 198 octets")
    }
    self = reader.options
  }

  private static func open(_ path: LastingText) throws(UsageError) -> Descriptor {
    do throws(PlatformError) {
      return try Descriptor.open(path, BELFRY_OPEN_READ, for: .configuration)
    } catch {
      throw UsageError(error)
    }
  }
}

/// Takes the settings of a file, one by one, up to the first that is wrong.
private struct ConfigurationReader {
  var options: Options
  let path: LastingText
  var error: UsageError?
  var errorLine: UInt32 = 0

  init(options: Options, path: LastingText) {
    self.options = options
    self.path = path
  }

  mutating func take(line: UInt32, section: LastingText, name: LastingText, value: LastingText) {
    guard error == nil, let refusal = set(section.span, name.span, value) else { return }
    errorLine = line
    error =
      switch refusal {
      case .section:
        UsageError(
          file: path, line: line, word: keep(section, BELFRY_KEPT_WORD),
          accepted: "expected [watch], [display], [alerts], [buttons] or [haptics] above it")
      case .name(let accepted):
        UsageError(file: path, line: line, word: keep(name, BELFRY_KEPT_WORD), accepted: accepted)
      case .value(let accepted):
        UsageError(file: path, line: line, word: keep(value, BELFRY_KEPT_WORD), accepted: accepted)
      }
  }

  /// Copies text to where it lasts.
  private func keep(_ text: LastingText, _ place: Int32) -> LastingText {
    let octets = text.span
    let kept = unsafe octets.withUnsafeBufferPointer { unsafe belfry_settings_keep(place, $0.baseAddress, $0.count) }
    guard let kept = unsafe kept else { return LastingText() }
    return unsafe LastingText(cString: kept)
  }

  private enum Refusal {
    case section
    case name(StaticString)
    case value(StaticString)
  }

  private mutating func set(_ section: Span<UInt8>, _ name: Span<UInt8>, _ value: LastingText) -> Refusal? {
    if section.isEqual(to: "watch") { return setWatch(name, value) }
    if section.isEqual(to: "display") { return setDisplay(name, value) }
    if section.isEqual(to: "alerts") { return setAlerts(name, value) }
    if section.isEqual(to: "buttons") { return setButtons(name, value) }
    if section.isEqual(to: "haptics") { return setHaptics(name, value) }
    return .section
  }

  private mutating func setWatch(_ name: Span<UInt8>, _ value: LastingText) -> Refusal? {
    if name.isEqual(to: "name") { return refusal(options.setName(keep(value, BELFRY_KEPT_NAME))) }
    if name.isEqual(to: "pairing-window") { return refusal(options.setPairingWindow(value)) }
    if name.isEqual(to: "hold-time") { return refusal(options.setHoldTime(value)) }
    if name.isEqual(to: "private-address") { return refusal(options.setPrivateAddress(value)) }
    if name.isEqual(to: "battery") { return refusal(options.setBattery(keep(value, BELFRY_KEPT_BATTERY))) }
    if name.isEqual(to: "security") { return refusal(options.setSecurity(value)) }
    if name.isEqual(to: "set-system-clock") { return refusal(options.setSetsSystemClock(value)) }
    if name.isEqual(to: "trust-system-clock") { return refusal(options.setClockTrust(value)) }
    return .name(
      "expected name, pairing-window, hold-time, private-address, battery, set-system-clock, trust-system-clock or security"
    )
  }

  private mutating func setDisplay(_ name: Span<UInt8>, _ value: LastingText) -> Refusal? {
    if name.isEqual(to: "address") { return refusal(options.setPanelAddress(value)) }
    if name.isEqual(to: "brightness") { return refusal(options.setBrightness(value)) }
    if name.isEqual(to: "panel") { return refusal(options.setPanelKind(value)) }
    if name.isEqual(to: "rotation") { return refusal(options.setRotation(value)) }
    if name.isEqual(to: "dim-brightness") { return refusal(options.setDimBrightness(value)) }
    if name.isEqual(to: "dim-after") { return refusal(options.setDimAfter(value)) }
    if name.isEqual(to: "off-after") { return refusal(options.setOffAfter(value)) }
    return .name("expected panel, rotation, address, brightness, dim-brightness, dim-after or off-after")
  }

  private mutating func setButtons(_ name: Span<UInt8>, _ value: LastingText) -> Refusal? {
    if name.isEqual(to: "chip") { return refusal(options.setChip(keep(value, BELFRY_KEPT_CHIP))) }
    if name.isEqual(to: "active") { return refusal(options.setActiveLevel(value)) }
    if name.isEqual(to: "power-off") { return refusal(options.setEndingTime(value)) }
    if let button = Button(name: name) { return refusal(options.setPin(button, value)) }
    return .name("expected chip, active, power-off, accept, decline, up, down, select or back")
  }

  private mutating func setHaptics(_ name: Span<UInt8>, _ value: LastingText) -> Refusal? {
    if name.isEqual(to: "motor") { return refusal(options.setMotor(value)) }
    if name.isEqual(to: "led") { return refusal(options.setLamp(value)) }
    if name.isEqual(to: "active") { return refusal(options.setHapticsLevel(value)) }
    return .name("expected motor, led or active")
  }

  private mutating func setAlerts(_ name: Span<UInt8>, _ value: LastingText) -> Refusal? {
    if name.isEqual(to: "quiet-hours") { return refusal(options.setQuietHours(value)) }
    if name.isEqual(to: "quiet-calls") { return refusal(options.setQuietCalls(value)) }
    if name.isEqual(to: "mute") { return addRule(.muteApplication, value) }
    if name.isEqual(to: "mute-containing") { return addRule(.muteText, value) }
    if name.isEqual(to: "alert-containing") { return addRule(.alertText, value) }
    if name.isEqual(to: "privacy") { return refusal(options.setPrivacy(value)) }
    if name.isEqual(to: "show") { return addRule(.showApplication, value) }
    return .name("expected quiet-hours, quiet-calls, privacy, mute, mute-containing, alert-containing or show")
  }

  private mutating func addRule(_ kind: RuleChoice.Kind, _ value: LastingText) -> Refusal? {
    // Beyond the last place nothing is kept, and the rule is refused.
    let kept = keep(value, BELFRY_KEPT_RULE + Int32(truncatingIfNeeded: options.ruleCount))
    return refusal(options.addRule(kind, options.ruleCount < options.rules.count ? kept : value))
  }

  private func refusal(_ accepted: StaticString?) -> Refusal? { accepted.map { .value($0) } }
}
