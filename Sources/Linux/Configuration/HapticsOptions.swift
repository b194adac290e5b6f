public import LinuxPlatform

/// The motor and the LED, and their lines.
public struct HapticsOptions: Sendable {
  public internal(set) var output = HapticsChoice.gpio(chip: nil)
  public private(set) var pins = HapticsPins()
  public private(set) var patternCount = 0
  private var patterns: [16 of PatternChoice?] = .init(repeating: nil)

  /// - Precondition: `index` is in `0..<patternCount`.
  public func pattern(at index: Int) -> PatternChoice { patterns[index]! }

  /// Whether there is no room for another pattern.
  var isFull: Bool { patternCount == patterns.count }

  mutating func addPattern(_ text: StaticBytes) -> Accepted? {
    guard !isFull else { return .text("at most 16 vibration patterns") }
    guard let pattern = PatternChoice(text) else {
      return .text("a category or a bundle identifier, then none, short, long, double or triple")
    }
    patterns[patternCount] = pattern
    patternCount += 1
    return nil
  }

  mutating func set(_ setting: Setting, to value: SettingValue) {
    switch setting {
    case .motor: pins.motor = value.number
    case .led: pins.led = value.number
    case .activeHaptics: pins.isActiveLow = value.isFirstWord
    // The settings of other groups.
    default: break
    }
  }
}
