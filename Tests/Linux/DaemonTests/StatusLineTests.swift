import BluetoothHost
import LinuxSupport
import SecurityManager
import Testing
import Watch

@testable import Daemon

@Suite struct StatusLineTests {
  private func text(_ line: StatusLine) -> String { line.span.string }

  @Test func itExplainsTheKeys() {
    #expect(text(StatusLine()).hasPrefix("a accept  d decline"))
  }

  @Test func itFollowsThePairing() {
    var line = StatusLine()
    #expect(line.update(after: .pairingCode(123_456)) == true)
    #expect(text(line).hasPrefix("Same code on the phone?"))
    #expect(line.update(after: .bondsChanged) == false)
    #expect(text(line).hasPrefix("Same code on the phone?"))
    #expect(line.update(after: .pairingPasskey(1)) == true)
    #expect(text(line).hasPrefix("Type the number on the phone."))
    #expect(line.update(after: .pairingEnded(.failed(.timeout))) == true)
    #expect(text(line) == text(StatusLine()))
  }

  @Test func eachTextFitsALineOfATerminal() {
    var line = StatusLine()
    #expect(text(line).count <= 90)
    for notice in [WatchNotice.pairingCode(1), .pairingPasskey(1)] {
      _ = line.update(after: notice)
      #expect(text(line).count <= 90)
    }
  }
}
