// Text on an OLED: `oled-text /dev/i2c-1 TEXT` shows TEXT on an SSD1306 panel at address 0x3C. With `-` in place of the
// device, the program prints the I2C messages: one a line, in hexadecimal.
import Displays
import Glibc
import Graphics
import Peripherals
import Typefaces

/// Prints the reason on standard error, and ends the program.
func endProgram(_ reason: String) -> Never {
  let line = Array((reason + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(1)
}

/// The I2C controller of a Linux device, or a list of messages on the standard output.
struct Bus: I2CController, ~Copyable {
  enum Failure: Error { case notSent }

  /// The file descriptor of the device; nil: the messages are printed.
  private let device: Int32?

  /// - Parameter path: the device, or `-`. Ends the program if the device cannot be opened.
  init(path: String) {
    guard path != "-" else {
      device = nil
      return
    }
    let number = open(path, O_RDWR)
    guard number >= 0 else { endProgram("\(path): cannot be opened: error \(errno)") }
    device = number
  }

  mutating func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(Failure) {
    guard let device else { return printMessage(octets) }
    // I2C_SLAVE of linux/i2c-dev.h.
    guard ioctl(device, 0x0703, Int32(address.rawValue)) >= 0 else { throw .notSent }
    let count = octets.withUnsafeBytes { Glibc.write(device, $0.baseAddress, $0.count) }
    guard count == octets.count else { throw .notSent }
  }

  private func printMessage(_ octets: Span<UInt8>) {
    var line = ""
    for index in octets.indices {
      let digits = String(octets[index], radix: 16)
      line += digits.count == 1 ? "0" + digits : digits
    }
    print(line)
  }
}

func run(path: String, text: String) throws {
  var picture = Bitmap()
  let utf8 = Array(text.utf8)
  picture.drawText(
    utf8.span, in: Rectangle(x: 0, y: 24, width: 128, height: 16), Unifont(), TextStyle(alignment: .centered))
  var panel = SSD1306(on: Bus(path: path), at: I2CAddress(rawValue: 0x3C)!)
  panel.show(picture.octets)
  // The first messages set the panel up, then each sends a part of the picture.
  while try panel.sendNext() {}
}

guard CommandLine.arguments.count == 3 else { endProgram("usage: oled-text DEVICE TEXT") }
let path = CommandLine.arguments[1]
do { try run(path: path, text: CommandLine.arguments[2]) } catch { endProgram("\(path): no panel answers at 0x3C") }
