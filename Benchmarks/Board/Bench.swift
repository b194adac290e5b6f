internal import CStopwatch
internal import LinuxPlatform
internal import Octets
internal import Workloads

/// The workloads that can be measured.
enum Workload: Int {
  case copy, parse
  /// `parse` and `copy`, alternating.
  case beside
  case path
  /// The client of `path` alone.
  case client
  case screen, plan, latin, han
  /// `han`, three rows below a page boundary.
  case between
  case toolbox, pairing, updates
  /// The whole watch, with a trace of `belfry-replay`.
  case watch

  init?(_ name: Span<UInt8>) {
    var index = 0
    while let workload = Workload(rawValue: index) {
      if name.isEqual(to: workload.name.utf8Span) {
        self = workload
        return
      }
      index += 1
    }
    return nil
  }

  private var name: StaticString {
    switch self {
    case .copy: "copy"
    case .parse: "parse"
    case .beside: "beside"
    case .path: "path"
    case .client: "client"
    case .screen: "screen"
    case .plan: "plan"
    case .latin: "latin"
    case .han: "han"
    case .between: "between"
    case .toolbox: "toolbox"
    case .pairing: "pairing"
    case .updates: "updates"
    case .watch: "watch"
    }
  }
}

/// Runs one workload and prints the result.
struct Bench: ~Copyable {
  private let workload: Workload
  private let turns: Int
  private let configuration: StaticBytes?
  /// The number of plans, or rows of text, per turn.
  private static var batch: Int { 100 }

  /// - Parameter configuration: the path of the configuration file of `watch`.
  init(_ workload: Workload, turns: Int, configuration: StaticBytes?) {
    self.workload = workload
    self.turns = turns
    self.configuration = configuration
  }

  /// Runs the workload once, with a checksum over all of its output.
  func verify(_ session: Span<UInt8>) {
    switch workload {
    case .parse, .beside:
      var parse = ParseWorkload(verifies: true)
      report(parse.run(session))
    case .path:
      var path = PathWorkload(verifies: true)
      let start = path.prepare(session)
      report(path.run(part(of: session, behind: start)))
    case .client:
      var client = ClientWorkload(verifies: true)
      let start = client.prepare(session)
      report(client.run(part(of: session, behind: start)))
    case .screen:
      var screen = ScreenWorkload(verifies: true)
      report(screen.run(session))
    case .updates: reportUpdates()
    case .watch: report(WatchWorkload(configuration: configuration).run(session))
    case .copy, .plan, .latin, .han, .between, .toolbox, .pairing: break
    }
  }

  /// Measures the processor time that the workload takes.
  func measure(_ session: Span<UInt8>, samples: Int) {
    guard samples > 0 else { return }
    switch workload {
    case .copy:
      var copy = CopyWorkload()
      repeated(samples, session) { copy.run($0) }
    case .parse, .beside:
      var parse = ParseWorkload()
      repeated(samples, session, besideCopy: workload == .beside) { parse.run($0) }
    case .path:
      var path = PathWorkload()
      let start = path.prepare(session)
      repeated(samples, part(of: session, behind: start)) { path.run($0) }
    case .client:
      var client = ClientWorkload()
      let start = client.prepare(session)
      repeated(samples, part(of: session, behind: start)) { client.run($0) }
    case .screen:
      var screen = ScreenWorkload()
      repeated(samples, session) { screen.run($0) }
    case .plan:
      var plan = PlanWorkload(session)
      repeated(samples, session) { _ in plan.run(plans: Self.batch) }
    case .latin: measure(GlyphWorkload(.latin), session, samples)
    case .han: measure(GlyphWorkload(.han), session, samples)
    case .between: measure(GlyphWorkload(.han, isOffPage: true), session, samples)
    case .toolbox, .pairing:
      var cryptography = CryptographyWorkload(workload == .toolbox ? .toolbox : .pairing)
      repeated(samples, session) { _ in cryptography.run(times: 1) }
    case .watch:
      let watch = WatchWorkload(configuration: configuration)
      repeated(samples, session) { watch.run($0) }
    case .updates: break
    }
  }

  /// Returns the parts after the first one; ends the program if the client stopped in the first part.
  @_lifetime(copy session)
  private func part(of session: Span<UInt8>, behind start: Int?) -> Span<UInt8> {
    guard let start else { Failure.end("this is not a script of phone.py, or the client stops in its first part") }
    return session.extracting(droppingFirst: start)
  }

  private func measure(_ glyphs: consuming GlyphWorkload, _ session: Span<UInt8>, _ samples: Int) {
    var glyphs = glyphs
    repeated(samples, session) { _ in glyphs.run(rows: Self.batch) }
  }

  /// Measures `body` and the reference workload alternately, so that both run under the same conditions.
  private func repeated(
    _ samples: Int, _ session: Span<UInt8>, besideCopy: Bool = false, _ body: (Span<UInt8>) -> Tally
  ) {
    var yardstick = CopyWorkload()
    for _ in 0..<samples {
      var total = Tally()
      let time = nanoseconds { for _ in 0..<turns { total.add(body(session)) } }
      var copy: UInt32?
      if besideCopy {
        var copied = Tally()
        copy = nanoseconds { for _ in 0..<turns { copied.add(yardstick.run(session)) } }
        total.checksum ^= copied.checksum
      }
      report(total, nanoseconds: time, copy: copy)
    }
  }

  private func nanoseconds(_ body: () -> Void) -> UInt32 {
    let start = belfry_stopwatch_nanoseconds()
    body()
    return UInt32(truncatingIfNeeded: belfry_stopwatch_nanoseconds() - start)
  }

  /// Prints the tally of a run; ends the program if the run stopped before its end.
  private func report(_ tally: Tally, nanoseconds: UInt32? = nil, copy: UInt32? = nil) {
    if let failure = tally.failure { Failure.end(failure.message, at: tally.added) }
    Line.print { output throws(EncodeError) in
      try output.put("items", UInt32(truncatingIfNeeded: tally.items))
      try output.put("octetsIn", UInt32(truncatingIfNeeded: tally.octetsIn))
      try output.put("octetsOut", UInt32(truncatingIfNeeded: tally.octetsOut))
      try output.put("checksum", tally.checksum)
      if nanoseconds == nil { try output.put("codes", UInt32(truncatingIfNeeded: tally.codes)) }
      if let nanoseconds { try output.put("nanoseconds", nanoseconds) }
      if let copy { try output.put("copy", copy) }
      if nanoseconds != nil { try output.put("resident", ResidentMemory.kibibytes) }
      try output.put(text: "}")
    }
  }

  private func reportUpdates() {
    var updates = UpdateWorkload()
    var index = 0
    while let update = UpdateWorkload.Update(rawValue: index) {
      let octets = updates.run(update)
      Line.print { output throws(EncodeError) in
        try output.put("octets", UInt32(truncatingIfNeeded: octets ?? -1))
        try output.put("full", UInt32(truncatingIfNeeded: UpdateWorkload.fullFlush))
        try output.put(text: ", \"update\": \"")
        try output.put(text: update.name)
        try output.put(text: "\"}")
      }
      index += 1
    }
  }
}
