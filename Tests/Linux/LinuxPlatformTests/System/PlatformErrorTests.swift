import Foundation
import LinuxSupport
import Octets
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite struct PlatformErrorTests {
  private static let subjects = (0...UInt8.max).compactMap(PlatformError.Subject.init(rawValue:))

  @Test func everyErrorIsOneLineThatNamesTheDevice() {
    for subject in Self.subjects {
      for number in 0...140 {
        let error = PlatformError(subject, .open, StaticBytes("DEVICE"), SystemError(rawValue: Int32(number)))
        let text = error.message
        #expect(text.hasPrefix("belfry: cannot open the "))
        #expect(text.contains(" DEVICE: ") && text.contains("; ") && !text.contains("\n"))
        #expect(!text.hasSuffix("; "))
      }
    }
  }

  @Test(arguments: [
    (EPERM, "run as root, or give the program CAP_NET_ADMIN"),
    (EBUSY, "end what uses it: another belfry, or systemctl disable --now bluetooth"),
    (EUSERS, "stop the other program that is using it"),
    (ERFKILL, "it is switched off: rfkill unblock bluetooth"),
    (ENODEV, "there is no such controller: list them with hciconfig, and see dmesg for its driver"),
    (ENETDOWN, "it was switched off: see rfkill, and end what else uses it"),
    (EPIPE, "it was unplugged, or its driver ended: plug it in again, or see the kernel's log (dmesg)"),
    (EAFNOSUPPORT, "this kernel has no Bluetooth: modprobe bluetooth, or use another --hci"),
  ])
  func controllerErrorsSayWhatToDo(_ number: Int32, _ advice: String) {
    let error = PlatformError(.userChannel, .open, StaticBytes("hci0"), status: -number)
    let description = String(cString: strerror(number))
    #expect(error.message == "belfry: cannot open the Bluetooth controller hci0: \(description); \(advice)")
  }

  @Test func aLossHasANameForTheEventStream() {
    func names(_ subject: PlatformError.Subject, _ numbers: [Int32]) -> Set<String> {
      Set(numbers.map { "\(PlatformError(subject, .read, StaticBytes("hci0"), status: -$0).lossName)" })
    }
    #expect(names(.controllerStream, [0, EPIPE, ECONNRESET]) == ["closed"])
    #expect(names(.userChannel, [0, EPIPE, ENODEV]) == ["unplugged"])
    #expect(names(.serialController, [0, EIO, ENXIO]) == ["unplugged"])
    #expect(names(.userChannel, [ENETDOWN]) == ["switchedOff"])
    #expect(names(.userChannel, [EMSGSIZE]) == ["garbled"])
    #expect(names(.userChannel, [EINVAL, EIO, ENOMEM]) == ["inputOutput"])
  }

  @Test func exitStatusFollowsTheSubject() {
    for subject in Self.subjects {
      let error = PlatformError(subject, .write, StaticBytes(), status: -ENOSPC)
      let expected: LinuxPlatform.ExitStatus =
        switch subject {
        case .bondStore, .standardOutput: .inputOutput
        case .configuration: .configuration
        default: .unavailable
        }
      #expect(error.exitStatus == expected)
    }
  }

  @Test func userTextCannotControlTheTerminal() {
    var message = MessageText()
    message.put(quoted: Array("a\u{1B}[2J\n\u{9B}é".utf8).span)
    #expect(message.span.string == "\"a?[2J??é\"")
  }
}
