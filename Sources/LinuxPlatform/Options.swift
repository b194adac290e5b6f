public import Peripherals
public import Timing

/// Where the picture goes.
public enum DisplayChoice: Sendable {
  case i2c(LastingText, I2CAddress)
  case terminal
  case trace(LastingText)
}

/// Where the buttons are.
public enum ButtonsChoice: Sendable {
  /// A chip's path, name or label.
  case gpio(chip: LastingText)
  case keyboard
  case pipe(LastingText)
  /// A board without any.
  case none
}

/// Which ways to pair the user admits.
public enum SecurityChoice: Sendable {
  /// Numbers are compared, with LE Secure Connections.
  case secureConnections
  /// Also passkeys, also of phones without Secure Connections.
  case compatible
  /// What can be had without a button to confirm with. Belongs to a board without buttons, and to no other.
  case noneConfirm
}

/// What is to be done with some notifications.
public struct RuleChoice: Sendable {
  public enum Kind: Sendable {
    /// No alert for an application, by its bundle identifier.
    case muteApplication
    /// No alert for what contains a text.
    case muteText
    /// A strong alert for what contains a text.
    case alertText
    /// What an application says is shown though everything else waits for a button.
    case showApplication
  }

  public let kind: Kind
  /// 1...64 octets.
  public let text: LastingText
}

/// What `--self-test` tries.
public enum SelfTestChoice: Equatable, Sendable {
  case all, controller, panel, buttons, haptics
}

/// All that the user can choose, by the command line or by the configuration file.
///
/// The file is INI text; the command line wins over it.
///
///     [watch]
///     name = Belfry              ; 1...29 octets
///     pairing-window = 120       ; seconds, 0...3600
///     hold-time = 800            ; milliseconds, 200...5000
///     private-address = off      ; off or on: advertise with addresses that only bonded phones recognise
///     battery = none             ; a file of the kernel's with the charge in percent
///     set-system-clock = off     ; off or on: set the system's clock by the phone's, if that is permitted
///     trust-system-clock = auto  ; auto, on, off: whether the system's clock is shown while the phone's is not known
///     security = compatible      ; secure-connections (unless said otherwise), compatible, none-confirm
///     [display]
///     panel = ssd1306            ; ssd1306, ssd1306-128x32, sh1106, ssd1309
///     rotation = 0               ; 0 or 180 degrees: the way round the panel is mounted
///     address = 0x3c             ; 0x08...0x77
///     brightness = 207           ; 0...255
///     dim-brightness = 16        ; 0...255
///     dim-after = 5              ; seconds that nobody needs the glass, 1...3600, or none
///     off-after = 15             ; the same
///     [alerts]
///     quiet-hours = 22:00-07:00  ; nothing alerts then but calls; none unless said
///     quiet-calls = off          ; off or on: calls do not ring then either
///     mute = com.example.game    ; a bundle identifier; this and the next two as often as wanted, 16 in all
///     mute-containing = Sale     ; a text in title, subtitle or message
///     alert-containing = code    ; the same, for a strong alert at any time
///     privacy = off              ; off or on: what a notification says is asked for when a button is pressed
///     show = com.apple.MobileSMS ; a bundle identifier that privacy does not concern; one of the 16 rules
///     [buttons]
///     chip = pinctrl-bcm2835     ; path, name or label; none: the board has no buttons
///     accept = 5                 ; a line of the chip, or none; also decline, up, down, select, back
///     active = low               ; low or high: the level of a pressed button
///     power-off = none           ; milliseconds that decline is held to end the program, 2000...20000, or none
///     [haptics]
///     motor = none               ; a line of the buttons' chip that switches a vibration motor
///     led = none                 ; one that switches a lamp
///     active = high              ; low or high: the level of their lines while they run
public struct Options: Sendable {
  public var controller = HCIAddress()
  public var display: DisplayChoice
  public var buttons = ButtonsChoice.gpio(chip: LastingText("pinctrl-bcm2835"))
  public var pins = ButtonPins()
  public var stateDirectory = LastingText("/var/lib/belfry")
  /// `-` is standard output.
  public var events: LastingText?
  public var capture: LastingText?
  /// At most 107 octets: what a Unix socket's address holds.
  public var control: LastingText?
  /// 1...29 octets.
  public var name = LastingText("Belfry")
  public var pairingWindow = Interval.seconds(120)
  public var security = SecurityChoice.secureConnections
  public var holdTime = Interval.milliseconds(800)
  /// How long `decline` is held to end the program; nil: it does not end it.
  public var endingTime: Interval?
  public var usesPrivateAddress = false
  public var setsSystemClock = false
  public var clockTrust = ClockTrust.automatic
  /// Where the kernel tells the charge; nil without a battery.
  public var battery: LastingText?
  /// The first and the last minute, exclusive, of the quiet hours, since midnight; nil: there are none.
  public var quietHours: (start: Int, end: Int)?
  public var areCallsQuiet = false
  public var isDiscreet = false
  public internal(set) var ruleCount = 0
  var rules: [16 of RuleChoice?] = .init(repeating: nil)
  /// What to try instead of running; nil: run.
  public var selfTest: SelfTestChoice?
  public var haptics = HapticsChoice.gpio(chip: nil)
  public var hapticsPins = HapticsPins()
  public var panel = PanelChoice.ssd1306
  /// Whether the panel is mounted with its top at the bottom.
  public var isRotated = false
  /// The panel's contrast: 0, the dimmest, to 255.
  public var brightness: UInt8 = 0xCF
  /// The same, when nobody has needed the glass for a while.
  public var dimBrightness: UInt8 = 0x10
  /// How long nobody needs the glass until it is dimmed, and until it is dark; nil: never.
  public var dimAfter: Interval? = .seconds(5)
  public var offAfter: Interval? = .seconds(15)
  /// Whether the user has said so.
  public var isOffAfterTold = false

  /// What a `--display i2c:DEVICE` without an address means.
  var panelAddress: I2CAddress

  /// - Precondition: `index` is in `0..<ruleCount`.
  public func rule(at index: Int) -> RuleChoice { rules[index]! }

  init() {
    // 0x3C is an address: most panels have it.
    panelAddress = I2CAddress(rawValue: 0x3C)!
    display = .i2c(LastingText("/dev/i2c-1"), panelAddress)
  }
}

/// What the command line asks for.
public enum Command: Sendable {
  case run(Options)
  case showVersion
  case showHelp
}
