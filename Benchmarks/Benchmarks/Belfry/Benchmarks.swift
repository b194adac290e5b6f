import Benchmark
import CAllocations
import Workloads

extension BenchmarkMetric {
  static var items: BenchmarkMetric { .custom("items") }
  static var octetsIn: BenchmarkMetric { .custom("octetsIn") }
  static var octetsOut: BenchmarkMetric { .custom("octetsOut") }
  /// The library's own count needs an interposer that is not built here.
  static var allocations: BenchmarkMetric { .custom("allocations") }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput, .items, .octetsIn, .octetsOut, .allocations], warmupIterations: 2,
    maxDuration: .milliseconds(1_500), maxIterations: 400)
  for session in Session.all { addSession(session) }
  if let session = Session.all.first(where: { $0.name == "MTU 185" }) {
    addScreens(session)
    addLengths(session)
  }
  addOthers()
}

/// Runs `body` against the clock, and keeps what it did.
private func measure(_ benchmark: Benchmark, _ body: () -> Tally) {
  let before = belfry_allocation_count()
  benchmark.startMeasurement()
  let tally = body()
  benchmark.stopMeasurement()
  let allocations = belfry_allocation_count() - before
  blackHole(tally.checksum)
  benchmark.measurement(.items, tally.items)
  benchmark.measurement(.octetsIn, tally.octetsIn)
  benchmark.measurement(.octetsOut, tally.octetsOut)
  benchmark.measurement(.allocations, Int(allocations))
}

private func addSession(_ session: Session) {
  var parse = ParseWorkload(verifies: true)
  session.check(parse.run(session.records.span).checksum, "parse")
  Benchmark("copy \(session.name)") { benchmark in
    var copy = CopyWorkload()
    measure(benchmark) { copy.run(session.records.span) }
  }
  Benchmark("parse \(session.name)") { benchmark in
    var parse = ParseWorkload()
    measure(benchmark) { parse.run(session.records.span) }
  }
  guard !session.transport.isEmpty else { return }
  var path = PathWorkload(verifies: true)
  session.check(path.run(session.transport.span).checksum, "path")
  Benchmark("path \(session.name)") { benchmark in
    var path = PathWorkload()
    measure(benchmark) { path.run(session.transport.span) }
  }
}

private func addScreens(_ session: Session) {
  var screen = ScreenWorkload(verifies: true)
  precondition(screen.run(session.records.span).items > 0, "the glass shows something else")
  Benchmark("screen", configuration: .init(maxIterations: 20)) { benchmark in
    var screen = ScreenWorkload()
    measure(benchmark) { screen.run(session.records.span) }
  }
  Benchmark("plan") { benchmark in
    var plan = PlanWorkload(session.records.span)
    measure(benchmark) { plan.run(plans: 100) }
  }
}

/// The whole way of 1 to 100,000 notifications. The library drops what takes longer than a second.
private func addLengths(_ session: Session) {
  var count = 1
  while count <= 100_000 {
    let length = count
    Benchmark("session \(length)", configuration: .init(maxIterations: length > 10_000 ? 5 : 100)) { benchmark in
      var path = PathWorkload()
      measure(benchmark) {
        var total = Tally()
        while total.items < length { total.add(path.run(session.transport.span, atMost: length - total.items)) }
        return total
      }
    }
    count *= 10
  }
}

private func addOthers() {
  for (name, script, isOffPage) in [
    ("latin", GlyphWorkload.Script.latin, false), ("han", .han, false), ("latin between pages", .latin, true),
  ] {
    Benchmark("glyphs \(name)") { benchmark in
      var glyphs = GlyphWorkload(script, isOffPage: isOffPage)
      measure(benchmark) { glyphs.run(rows: 1_000) }
    }
  }
  Benchmark("toolbox") { benchmark in
    var toolbox = CryptographyWorkload(.toolbox)
    measure(benchmark) { toolbox.run(times: 100) }
  }
  Benchmark("pairing") { benchmark in
    var pairing = CryptographyWorkload(.pairing)
    measure(benchmark) { pairing.run(times: 1) }
  }
}
