internal import CLinux
internal import Octets
internal import Peripherals

extension Options {
  /// Reads a configuration file: see `Options` for what it may say.
  mutating func readConfiguration(_ path: PathText) throws(UsageError) {
    let file = try Self.open(path)
    var reader = ConfigurationReader(options: self, path: path)
    let status = unsafe withUnsafeMutablePointer(to: &reader) { pointer in
      unsafe belfry_settings_read(file.number, pointer) { reader, line, section, name, value in
        guard let section = unsafe section, let name = unsafe name, let value = unsafe value else { return }
        unsafe reader?.assumingMemoryBound(to: ConfigurationReader.self).pointee.take(
          line: line, section: BoundedText<64>(cString: section), name: BoundedText<64>(cString: name),
          value: PathText(cString: value))
      }
    }
    if status < 0 { throw UsageError(PlatformError(.configuration, .read, path, status: status)) }
    let malformed = UInt32(truncatingIfNeeded: status)
    if let error = reader.error, malformed == 0 || reader.errorLine < malformed { throw error }
    if malformed > 0 {
      throw UsageError(
        file: path, line: malformed, word: PathText().span,
        accepted: "expected [section], name = value or ; comment, in at most 198 octets")
    }
    self = reader.options
  }

  private static func open(_ path: PathText) throws(UsageError) -> Descriptor {
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
  let path: PathText
  var error: UsageError?
  var errorLine: UInt32 = 0

  init(options: Options, path: PathText) {
    self.options = options
    self.path = path
  }

  mutating func take(line: UInt32, section: BoundedText<64>, name: BoundedText<64>, value: PathText) {
    guard error == nil else { return }
    let refusal = set(section.span, name.span, value.span)
    guard let refusal else { return }
    errorLine = line
    error =
      switch refusal {
      case .section:
        UsageError(
          file: path, line: line, word: section.span, accepted: "expected [watch], [display] or [buttons] above it")
      case .name(let accepted): UsageError(file: path, line: line, word: name.span, accepted: accepted)
      case .value(let accepted): UsageError(file: path, line: line, word: value.span, accepted: accepted)
      }
  }

  private enum Refusal {
    case section
    case name(StaticString)
    case value(StaticString)
  }

  private mutating func set(_ section: Span<UInt8>, _ name: Span<UInt8>, _ value: Span<UInt8>) -> Refusal? {
    if section.isEqual(to: "watch") { return setWatch(name, value) }
    if section.isEqual(to: "display") { return setDisplay(name, value) }
    if section.isEqual(to: "buttons") { return setButtons(name, value) }
    return .section
  }

  private mutating func setWatch(_ name: Span<UInt8>, _ value: Span<UInt8>) -> Refusal? {
    if name.isEqual(to: "name") { return refusal(options.setName(value)) }
    if name.isEqual(to: "pairing-window") { return refusal(options.setPairingWindow(value)) }
    if name.isEqual(to: "hold-time") { return refusal(options.setHoldTime(value)) }
    if name.isEqual(to: "security") { return refusal(options.setSecurity(value)) }
    return .name("expected name, pairing-window, hold-time or security")
  }

  private mutating func setDisplay(_ name: Span<UInt8>, _ value: Span<UInt8>) -> Refusal? {
    if name.isEqual(to: "address") { return refusal(options.setPanelAddress(value)) }
    if name.isEqual(to: "brightness") { return refusal(options.setBrightness(value)) }
    return .name("expected address or brightness")
  }

  private mutating func setButtons(_ name: Span<UInt8>, _ value: Span<UInt8>) -> Refusal? {
    if name.isEqual(to: "chip") { return refusal(options.setChip(value)) }
    if name.isEqual(to: "active") { return refusal(options.setActiveLevel(value)) }
    if let button = Button(name: name) { return refusal(options.setPin(button, value)) }
    return .name("expected chip, active, accept, decline, up, down, select or back")
  }

  private func refusal(_ accepted: StaticString?) -> Refusal? { accepted.map { .value($0) } }
}
