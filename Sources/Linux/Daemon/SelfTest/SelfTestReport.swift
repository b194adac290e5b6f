internal import HCI
internal import Identifiers
internal import LinuxPlatform
internal import Octets
internal import Peripherals

/// The results of the self-test as text.
struct SelfTestReport {
  enum Finding: Equatable {
    /// The part was not tested.
    case unknown
    case pressed
    case missing
    /// Another one was pressed instead.
    case another(Button)
  }

  static var buttonCount: Int { 6 }

  var hasPanelAnswered = false
  var hasNoButtons = false
  var hasNoHaptics = false
  var hasRunMotor = false
  var hasRunLED = false
  /// By `Button`'s raw value.
  var buttons: [6 of Finding] = .init(repeating: .unknown)

  /// Prints the facts that a working controller reports.
  static func send(_ information: ControllerInformation) {
    var line = StandardOutputLine()
    line.put("controller: ok: Bluetooth ")
    put(max(6, UInt32(information.version.hciVersion)), in: &line)
    line.put(", manufacturer ")
    line.put(hexadecimal: UInt32(information.version.manufacturer), digits: 4)
    if let address = information.publicAddress {
      line.put(", address ")
      var octets = address.octets
      for index in 0..<3 { octets.swapAt(index, 5 - index) }
      line.put(pairs: octets.span)
    } else {
      line.put(", no address of its own (the watch makes one)")
    }
    line.put(information.encryptsLowEnergy ? ", LE with Secure Connections" : ", LE without encryption")
    line.send()
  }

  /// Bluetooth Assigned Numbers, "Core Specification versions".
  private static func put(_ hciVersion: UInt32, in line: inout StandardOutputLine) {
    let isFour = hciVersion < 9
    // Versions that are not known here are assumed to continue from 6.0.
    line.put(isFour ? 4 : hciVersion < 14 ? 5 : 6)
    line.put(".")
    line.put(hciVersion &- (isFour ? 6 : hciVersion < 14 ? 9 : 14))
  }

  static func ask(for button: Button) {
    var line = StandardOutputLine()
    line.put("press ")
    line.put(button.name)
    line.send()
  }

  /// Prints the findings and the result.
  func send(hasPassed: Bool, isInterrupted: Bool) {
    if hasPanelAnswered {
      Self.send("panel: ok: it answers; it has shown a frame, a chessboard and a text, then the same inverted")
    }
    if hasNoButtons { Self.send("buttons: none: the board has none") }
    for index in buttons.indices {
      if let button = Button(rawValue: UInt8(index)) { Self.send(buttons[index], of: button) }
    }
    if hasNoHaptics {
      Self.send("motor and LED: none: --haptics is none, or [haptics] of the configuration has no line for them")
    }
    if hasRunMotor { Self.send("motor: ran for 0.5 s. If you did not feel it, check the transistor and [haptics].") }
    if hasRunLED { Self.send("LED: lit for 0.5 s. If you did not see it, check the resistor and [haptics].") }
    Self.send(isInterrupted ? "self-test: interrupted" : hasPassed ? "self-test: passed" : "self-test: failed")
  }

  private static func send(_ text: StaticString) {
    var line = StandardOutputLine()
    line.put(text)
    line.send()
  }

  private static func send(_ finding: Finding, of button: Button) {
    switch finding {
    case .unknown: break
    case .pressed:
      var line = StandardOutputLine()
      line.put("button ")
      line.put(button.name)
      line.put(": ok")
      line.send()
    case .missing:
      var line = StandardErrorLine()
      line.put("the button ")
      line.put(button.name)
      line.put(" was not pressed within 10 s; look at its wires with gpiomon, or correct its line in [buttons]")
      line.send()
    case .another(let other):
      var line = StandardErrorLine()
      line.put("the button ")
      line.put(button.name)
      line.put(" was not pressed within 10 s, but ")
      line.put(other.name)
      line.put(" was; if they are swapped, swap their lines in [buttons]")
      line.send()
    }
  }
}

extension ControllerInformation {
  /// Link Layer feature bit 0, LE Encryption: all that Secure Connections ask of a controller.
  ///
  /// Core Spec 5.4, Vol 6, Part B, 4.6.
  var encryptsLowEnergy: Bool { leFeatures & 0x01 != 0 }
}
