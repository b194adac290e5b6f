import Foundation
import LinuxSupport
import Peripherals
import Testing

@testable import Configuration
@testable import LinuxPlatform

// Each key of the table belongs to an option.
extension OptionsTests {
  @Test func everySettingChangesTheOptions() {
    Setting.visitAll { setting in
      var options = Options()
      let before = options.text
      #expect(options.set(setting, to: setting.otherValue) == nil)
      #expect(options.text != before, "\(setting)")
    }
  }
}

extension Options {
  /// All options, as a value that a test can compare.
  fileprivate var text: String {
    "\(self)" + (0..<ButtonPins.count).map { "\(String(describing: buttons.pins.lines[$0]))" }.joined(separator: " ")
  }
}

extension Setting {
  /// A value that is not the default.
  fileprivate var otherValue: StaticBytes {
    let other =
      switch row.values {
      case .words(let words): "\(words)".split(separator: "|").map(String.init).first { $0 != "\(row.standard)" } ?? ""
      case .number(let range, _), .optionalNumber(let range, _): "\(range.upperBound)"
      case .line: "9"
      case .address: "0x20"
      case .times: "01:00-02:00"
      case .text: self == .pattern ? "other long" : self == .mute || self == .show ? "com.example.other" : "other"
      case .place, .battery: "/other"
      }
    // Never freed: the options keep it as long as the program.
    return StaticBytes(cString: strdup(other))
  }
}
