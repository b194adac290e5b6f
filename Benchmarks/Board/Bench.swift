internal import CStopwatch
internal import Octets
internal import Workloads

/// What can be measured.
enum Workload: Int {
  case copy, parse
  /// `parse`, and `copy` in turn with it.
  case beside
  case path, screen, plan, latin, han
  /// `han`, three rows below where pages begin.
  case between
  case toolbox, pairing, updates

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
    case .screen: "screen"
    case .plan: "plan"
    case .latin: "latin"
    case .han: "han"
    case .between: "between"
    case .toolbox: "toolbox"
    case .pairing: "pairing"
    case .updates: "updates"
    }
  }
}

/// Runs one workload, and says how it went.
struct Bench: ~Copyable {
  private let workload: Workload
  private let turns: Int
  /// How many plans, or rows of text, make a turn.
  private static var batch: Int { 100 }

  init(_ workload: Workload, turns: Int) {
    self.workload = workload
    self.turns = turns
  }

  /// Runs it once, with everything summed that came out of it.
  func verify(_ session: Span<UInt8>) {
    switch workload {
    case .parse, .beside:
      var parse = ParseWorkload(verifies: true)
      report(parse.run(session))
    case .path:
      var path = PathWorkload(verifies: true)
      report(path.run(session))
    case .screen:
      var screen = ScreenWorkload(verifies: true)
      report(screen.run(session))
    case .updates: reportUpdates()
    case .copy, .plan, .latin, .han, .between, .toolbox, .pairing: break
    }
  }

  /// Measures the processor's time that it takes.
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
      repeated(samples, session) { path.run($0) }
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
    case .updates: break
    }
  }

  private func measure(_ glyphs: consuming GlyphWorkload, _ session: Span<UInt8>, _ samples: Int) {
    var glyphs = glyphs
    repeated(samples, session) { _ in glyphs.run(rows: Self.batch) }
  }

  /// Measures `body`, and the yardstick in turn with it, so that both see the same machine.
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

  private func report(_ tally: Tally, nanoseconds: UInt32? = nil, copy: UInt32? = nil) {
    Line.print { output throws(EncodeError) in
      try output.put("items", UInt32(truncatingIfNeeded: tally.items))
      try output.put("octetsIn", UInt32(truncatingIfNeeded: tally.octetsIn))
      try output.put("octetsOut", UInt32(truncatingIfNeeded: tally.octetsOut))
      try output.put("checksum", tally.checksum)
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
