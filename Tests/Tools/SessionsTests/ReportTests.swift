import Testing

@testable import Sessions

/// The choice of the run that belongs to a capture, in an event log of several runs.
@Suite struct ReportTests {
  /// The watch appends to its event log, and replaces its capture at each start.
  private struct Log {
    var text = ""

    mutating func start(_ version: Int, at time: Int) {
      text += #"{"t":0.0,"type":"start","version":"\#(version)","unixTime":\#(time),"bonds":0}"# + "\n"
    }

    mutating func state(_ time: Double) { text += #"{"t":\#(time),"type":"state","state":"advertising"}"# + "\n" }

    /// A line that a power cut left unended, and the line end of the next start.
    mutating func cut() { text += #"{"t":9.1,"type":"notifi"# + "\n" }
  }

  /// A capture of one packet. Times are in seconds since 1970.
  private func capture(at time: Double) -> [UInt8] {
    let packet: [UInt8] = [0x04, 0x13, 0x05, 0x01, 0x40, 0x00, 0x01, 0x00]
    let stamp = 0x00DC_DDB3_0F2F_8000 + Int(time * 1e6)
    let length: [UInt8] = [0, 0, 0, UInt8(packet.count)]
    let header = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
    return header + length + length + [0, 0, 0, 1, 0, 0, 0, 0]
      + (0..<8).map { UInt8(truncatingIfNeeded: stamp >> (56 - 8 * $0)) } + packet
  }

  private func session(_ log: Log, at time: Double) throws(SessionDefect) -> Session {
    try Session(capture: capture(at: time), events: log.text, configuration: nil)
  }

  @Test func theRunOfTheCaptureIsFound() throws {
    var log = Log()
    for (version, time) in [(1, 1_000), (2, 2_000), (3, 3_000)] {
      log.start(version, at: time)
      log.state(Double(version))
    }
    for (version, time) in [(1, 1_000.1), (2, 2_000.1), (3, 3_000.1), (1, 998.5)] {
      let session = try session(log, at: time)
      #expect(session.version == "\(version)" && session.events.map(\.time) == [0, version * 1_000_000])
    }
  }

  /// Without a clock that runs on, a power cut sets the time back.
  @Test func aClockThatWentBackStillFindsTheRunOfTheCapture() throws {
    var log = Log()
    for (version, time) in [(1, 1_000), (2, 2_000), (3, 1_500)] {
      log.start(version, at: time)
      log.state(Double(version))
    }
    let session = try session(log, at: 1_500.1)
    #expect(session.version == "3" && session.events.map(\.time) == [0, 3_000_000])
    #expect(session.log.packets.map(\.time) == [100_000])
  }

  @Test func aLineThatAnEarlierRunLeftUnendedIsPassedOver() throws {
    var log = Log()
    log.start(1, at: 1_000)
    log.cut()
    log.start(2, at: 2_000)
    log.state(2)
    log.start(3, at: 3_000)
    log.cut()
    #expect(try session(log, at: 2_000.1).version == "2")
    // The power was cut in the run of the capture, too.
    for (version, time) in [(1, 1_000.1), (3, 3_000.1)] {
      let session = try session(log, at: time)
      #expect(session.version == "\(version)" && session.events.map(\.time) == [0])
    }
  }

  @Test func aLineThatIsWrongWithinTheRunIsNamed() throws {
    var log = Log()
    log.start(1, at: 1_000)
    log.cut()
    log.state(1)
    log.start(2, at: 2_000)
    log.cut()
    log.cut()
    for (line, time) in [(2, 1_000.1), (5, 2_000.1)] {
      let error = #expect(throws: SessionDefect.self) { try session(log, at: time) }
      #expect(error?.description == "line \(line) of the event log is no event")
    }
  }

  @Test func theEventsOfAnotherClockAreRefused() throws {
    var log = Log()
    log.start(1, at: 0)
    let error = #expect(throws: SessionDefect.self) { try session(log, at: 1_795_429_562) }
    #expect(error?.description.contains("30 days") == true)
    log.state(2_592_001)
    #expect(throws: SessionDefect.self) { try session(log, at: 0.1) }
  }
}
