import GAP
import HCI
import Testing

@Suite struct ConnectionParameterPolicyTests {
  private func parameters(_ minimum: UInt16, _ maximum: UInt16, _ latency: UInt16, _ timeout: UInt16)
    -> ConnectionParameters
  {
    ConnectionParameters(
      intervalMinimum: minimum, intervalMaximum: maximum, latency: latency, supervisionTimeout: timeout)
  }

  /// The rules of all editions of the Accessory Design Guidelines together.
  @Test(arguments: [LinkActivity.busy, .idle], [PowerMode.fast, .balanced, .saving])
  func theRequestedParametersAreLegalInAllEditions(activity: LinkActivity, power: PowerMode) {
    let asked = ConnectionParameterPolicy.parameters(for: activity, power: power)
    #expect(asked.isValid)
    #expect(asked.latency <= 4)
    #expect(asked.supervisionTimeout == 600)
    // The minimum is a multiple of 15 ms. The maximum is at least 15 ms more, in the oldest edition 20 ms more.
    #expect(asked.intervalMinimum % 12 == 0 && asked.intervalMinimum >= 16)
    #expect(asked.intervalMaximum >= asked.intervalMinimum + 16)
    // The product is at most 2 s, and a third of the timeout is larger than it.
    #expect(UInt32(asked.intervalMaximum) * UInt32(asked.latency + 1) <= 1_600)
    #expect(UInt32(asked.intervalMaximum) * UInt32(asked.latency + 1) * 3 < UInt32(asked.supervisionTimeout) * 8)
  }

  /// The time between the events that the watch cannot skip, in units of 1.25 ms.
  @Test func lessPowerListensLessOften() {
    let silences = [PowerMode.fast, .balanced, .saving].map { power in
      let idle = ConnectionParameterPolicy.parameters(for: .idle, power: power)
      return idle.intervalMaximum * (idle.latency + 1)
    }
    #expect(silences == [160, 540, 1_320])
  }

  @Test func reasonableProposalsAreAccepted() {
    #expect(ConnectionParameterPolicy.accepts(parameters(24, 24, 0, 72)))
    #expect(ConnectionParameterPolicy.accepts(parameters(12, 36, 30, 600)))
    #expect(ConnectionParameterPolicy.accepts(parameters(6, 1_600, 0, 600)))
  }

  @Test func invalidAndSluggishProposalsAreNot() {
    #expect(!ConnectionParameterPolicy.accepts(parameters(0, 0, 0, 0)))
    #expect(!ConnectionParameterPolicy.accepts(parameters(.max, .max, .max, .max)))
    #expect(!ConnectionParameterPolicy.accepts(parameters(40, 24, 0, 600)))
    #expect(!ConnectionParameterPolicy.accepts(parameters(6, 1_601, 0, 3_200)))
    #expect(!ConnectionParameterPolicy.accepts(parameters(24, 40, 40, 3_200)))
  }
}
