import Identifiers
import TestSupport
import Testing

@testable import GAP
@testable import HCI

@Suite struct PoweringOffTests {
  private let handle = ConnectionHandle(rawValue: 0x0040)!

  private func disconnect(_ handle: UInt16) -> [UInt8] { [0x06, 0x04, 0x03, UInt8(handle), 0x00, 0x15] }

  /// The command as octets, without the packet indicator.
  private func next(_ machine: inout PoweringOff) -> [UInt8]? {
    guard let command = machine.nextCommand() else { return nil }
    return output(capacity: 264) { try? command.encode(into: &$0) }.dropFirst().map { $0 }
  }

  @Test func withoutALinkItOnlyStopsAdvertising() {
    var machine = PoweringOff()
    machine.begin(nil, isAdvertising: true, isEnablePending: false)
    #expect(next(&machine) == [0x0A, 0x20, 0x01, 0x00])
    #expect(next(&machine) == nil)
    #expect(!machine.isFinished)
    machine.handle(.commandSucceeded(.leSetAdvertisingEnable))
    #expect(machine.isFinished && next(&machine) == nil)
  }

  /// The controller may report the link behind its answer.
  @Test func aPhoneThatHasJustConnectedIsDisconnected() {
    var machine = PoweringOff()
    machine.begin(nil, isAdvertising: true, isEnablePending: false)
    _ = next(&machine)
    machine.handle(.commandFailed(.leSetAdvertisingEnable, .commandDisallowed))
    #expect(!machine.isFinished && next(&machine) == nil)
    var source = EventSource()
    machine.handle(source.connected(0x40))
    #expect(next(&machine) == disconnect(0x40))
    machine.handle(.disconnected(handle, reason: .connectionTerminatedByLocalHost))
    #expect(machine.isFinished)
  }

  @Test func withoutAdvertisingARefusalIsTheEnd() {
    var machine = PoweringOff()
    machine.begin(nil, isAdvertising: false, isEnablePending: false)
    _ = next(&machine)
    machine.handle(.commandFailed(.leSetAdvertisingEnable, .commandDisallowed))
    #expect(machine.isFinished)
  }

  @Test func theLinkEndsWithThePower() {
    var machine = PoweringOff()
    machine.begin(handle, isAdvertising: false, isEnablePending: false)
    _ = next(&machine)
    // Advertising is off while there is a link, so the refusal makes no difference.
    machine.handle(.commandFailed(.leSetAdvertisingEnable, .commandDisallowed))
    #expect(next(&machine) == disconnect(0x40))
    machine.handle(.commandSucceeded(.disconnect))
    #expect(!machine.isFinished)
    machine.handle(.disconnected(handle, reason: .connectionTerminatedByLocalHost))
    #expect(machine.isFinished)
  }

  @Test func anAnswerToAnEarlierCommandIsNotTakenForItsOwn() {
    var machine = PoweringOff()
    machine.begin(nil, isAdvertising: true, isEnablePending: true)
    _ = next(&machine)
    machine.handle(.commandSucceeded(.leSetAdvertisingEnable))
    #expect(!machine.isFinished)
    machine.handle(.commandSucceeded(.leSetAdvertisingEnable))
    #expect(machine.isFinished)
  }

  @Test func aLinkThatEndsMeanwhileNeedsNoEnd() {
    var machine = PoweringOff()
    machine.begin(handle, isAdvertising: false, isEnablePending: false)
    _ = next(&machine)
    machine.handle(.disconnected(handle, reason: .remoteUserTerminatedConnection))
    machine.handle(.commandSucceeded(.leSetAdvertisingEnable))
    #expect(machine.isFinished && next(&machine) == nil)
  }

  @Test func aControllerThatFailsOrRefusesIsLeft() {
    let events: [ControllerEvent] = [
      .failed(.commandTimeout(.disconnect)), .commandFailed(.disconnect, .commandDisallowed),
    ]
    for event in events {
      var machine = PoweringOff()
      machine.begin(handle, isAdvertising: false, isEnablePending: false)
      _ = next(&machine)
      machine.handle(.commandSucceeded(.leSetAdvertisingEnable))
      _ = next(&machine)
      machine.handle(event)
      #expect(machine.isFinished)
    }
  }
}
