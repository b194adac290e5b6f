public import LinuxPlatform
internal import Octets
public import Peripherals

/// The device or file that receives the picture.
public enum DisplayChoice: Sendable {
  case i2c(StaticBytes, I2CAddress)
  case terminal
  case trace(StaticBytes)
}

/// The types of panel. The cases have the order of the words in the table `Setting.row`, as in the enumerations below.
public enum PanelChoice: UInt8, Sendable {
  case ssd1306, ssd1306Half, sh1106, ssd1309
}

/// The ways to pair.
public enum SecurityChoice: UInt8, Sendable {
  /// Numeric comparison with LE Secure Connections.
  case secureConnections
  /// Also passkeys, and phones without Secure Connections.
  case compatible
  /// Pairing without a confirmation. Only for a board without buttons.
  case noneConfirm
}

/// When the watch advertises with private addresses.
public enum AddressChoice: UInt8, Equatable, Sendable {
  case auto, on, off
}

/// How the watch weighs energy against speed.
public enum PowerChoice: UInt8, Equatable, Sendable {
  case fast, balanced, saving
}

/// How soon a phone that returns finds the watch, at the cost of power.
public enum ReconnectChoice: UInt8, Equatable, Sendable {
  case fast, balanced, saving
}

/// The parts that `--self-test` tests.
public enum SelfTestChoice: UInt8, Equatable, Sendable {
  case all, controller, panel, buttons, haptics
}

/// A rule for some notifications.
public struct RuleChoice: Sendable {
  /// The effect of a rule, and the text that it compares.
  public enum Kind: Sendable {
    /// No alert for an application, by its bundle identifier.
    case muteApplication
    /// No alert for a notification that contains a text.
    case muteText
    /// A strong alert for a notification that contains a text.
    case alertText
    /// Privacy does not apply to an application.
    case showApplication
  }

  public let kind: Kind
  /// 1...64 bytes.
  public let text: StaticBytes
}

extension BatteryChoice {
  /// Comes before the bus of a gauge.
  static var gaugePrefix: StaticString { "max17048:" }

  /// - Parameter text: nil for `none`.
  init(_ text: StaticBytes?) {
    guard let text else {
      self = .none
      return
    }
    if text.span.isEqual(ignoringCase: "auto") {
      self = .automatic
    } else if let bus = text.dropping(prefix: Self.gaugePrefix) {
      self = .max17048(bus: bus)
    } else {
      self = .file(text)
    }
  }
}
