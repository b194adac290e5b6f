internal import Configuration
internal import Daemon
internal import Graphics
internal import HCI
internal import LinuxPlatform
internal import Octets
internal import Peripherals
internal import PhoneClient
internal import SecurityManager
internal import Timing
internal import Watch
internal import WatchCore
internal import Workloads

/// The whole watch, which receives again what a recorded watch received: see `belfry-replay --trace`.
///
/// The trace replaces its devices: there are no system calls, and the panel's bus does nothing. It ends the program if
/// the watch sends or shows something else than in `belfry-replay`.
struct WatchWorkload: ~Copyable {
  typealias TracedWatch = WatchCore<
    TraceTransport, TracePanel, TraceButtons, TraceEntropy, TraceStorage, TraceSurroundings
  >

  /// The most turns at one time.
  private static var turnLimit: Int { 10_000 }

  private var options = Options()

  /// - Parameter configuration: the path of the configuration file; nil: all settings have their standard values.
  init(configuration: StaticBytes?) {
    guard let configuration else { return }
    do throws(UsageError) {
      try options.readConfiguration(configuration)
    } catch {
      error.report()
      Failure.end("the configuration is wrong", status: 64)
    }
  }

  /// - Returns: the number of steps and of octets, and the sum over the sent packets.
  func run(_ octets: Span<UInt8>) -> Tally {
    var trace = WatchTrace(octets)
    var watch = makeWatch(&trace)
    var tally = Tally()
    tally.octetsIn = octets.count
    watch.start()
    while let kind = trace.next() {
      if kind == .end {
        Self.compare(&watch, trace.octets)
        tally.octetsOut = watch.transport.sentOctets
        tally.checksum = watch.transport.sum
        return tally
      }
      tally.items += 1
      Self.take(kind, trace, &watch)
      Self.settle(&watch)
    }
    Failure.end("the trace has no end")
  }

  // Not inlined, so that its stack is free again before the first turn.
  @inline(never)
  private func makeWatch(_ trace: inout WatchTrace) -> TracedWatch {
    var settings = WatchSettings(options, hasMotor: false, hasLED: false)
    guard trace.next() == .version else { Failure.end("this is not a trace of belfry-replay") }
    settings.firmwareRevision = BoundedText(repairing: trace.octets)
    var bonds = BondRecord()
    guard trace.next() == .bonds, (try? bonds.put(trace.octets)) != nil, trace.next() == .randomness else {
      Failure.end("the trace does not begin with bonds and random octets")
    }
    var entropy = TraceEntropy(trace.octets)
    var store = BondStore(in: TraceStorage(bonds))
    var finding: BondStoreFinding?
    let table = TracedWatch.loadBonds(from: &store, entropy: &entropy, finding: &finding)
    return TracedWatch(
      settings, bonds: table, store: store, transport: TraceTransport(), boundaries: .datagrams, bus: TracePanel(),
      buttons: TraceButtons(), entropy: entropy, surroundings: TraceSurroundings())
  }

  private static func take(_ kind: WatchTrace.Kind, _ trace: borrowing WatchTrace, _ watch: inout TracedWatch) {
    watch.surroundings.move(to: trace.time)
    watch.store.storage.endSavings(trace.savings)
    let octets = trace.octets
    switch kind {
    case .packet:
      guard watch.transport.deliver(octets) else { Failure.end("the trace has a packet that is too long") }
    case .button:
      guard octets.count == 2, let button = Button(rawValue: octets[0]), let edge = ButtonEdge(rawValue: octets[1])
      else { Failure.end("the trace has an unknown button") }
      watch.buttons.press(ButtonEvent(button: button, edge: edge))
    case .clock:
      var reading = octets
      let local = try? reading.takeUInt64()
      watch.surroundings.setClock(local.map { Int64(bitPattern: $0) })
    case .transportLost: watch.transport.lose()
    case .controllerOpened: watch.startController()
    case .poweredOff: watch.powerOff()
    case .turn, .version, .bonds, .randomness, .end: break
    }
  }

  /// Runs the watch until it is idle. Ends the program if it does not become idle.
  private static func settle(_ watch: inout TracedWatch) {
    for _ in 0..<turnLimit {
      watch.turn()
      if !isBusy(watch) { return }
    }
    Failure.end("the watch does something else than in belfry-replay: it does not become idle")
  }

  private static func isBusy(_ watch: borrowing TracedWatch) -> Bool {
    // A watch that has lost its controller reads no packets.
    let hasPacket = watch.transport.hasPacket && !watch.isControllerLost
    if watch.hasWork || hasPacket || watch.buttons.event != nil { return true }
    guard let deadline = watch.deadline else { return false }
    return deadline <= watch.surroundings.now
  }

  /// - Parameter end: the sums of the recorded watch.
  private static func compare(_ watch: inout TracedWatch, _ end: Span<UInt8>) {
    var bitmap = Bitmap()
    watch.application.watch.draw(watch.application.client.phone, into: &bitmap)
    var sums = end
    do throws(DecodeError) {
      guard try sums.takeUInt32() == watch.transport.sentCount, try sums.takeUInt32() == watch.transport.sum else {
        Failure.end("the watch sends something else than in belfry-replay")
      }
      guard try sums.takeUInt32() == bitmap.octets.traceSum() else {
        Failure.end("the watch shows something else than in belfry-replay")
      }
    } catch {
      Failure.end("the end of the trace has no sums")
    }
  }
}
