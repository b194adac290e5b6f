import Benchmark
import CAllocations
import Workloads

extension BenchmarkMetric {
  static var items: BenchmarkMetric { .custom("items") }
  static var octetsIn: BenchmarkMetric { .custom("octetsIn") }
  static var octetsOut: BenchmarkMetric { .custom("octetsOut") }
  /// The library's own allocation count needs an interposer that is not built here.
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

/// Measures the time of `body` and records its tally.
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
  session.check(parse.run(session.records.span), "parse")
  Benchmark("copy \(session.name)") { benchmark in
    var copy = CopyWorkload()
    measure(benchmark) { copy.run(session.records.span) }
  }
  Benchmark("parse \(session.name)") { benchmark in
    var parse = ParseWorkload()
    measure(benchmark) { parse.run(session.records.span) }
  }
  guard !session.transport.isEmpty else { return }
  session.check(playPath(session, verifies: true), "path")
  Benchmark("path \(session.name)") { benchmark in playPath(session, benchmark) }
  for (name, script) in [("client", session.client), ("client live", session.live)] {
    session.check(playClient(script, verifies: true), name)
    Benchmark("\(name) \(session.name)") { benchmark in playClient(script, benchmark) }
  }
}

/// Measures the client with a script of `phone.py`.
@discardableResult
private func playClient(_ script: [UInt8], _ benchmark: Benchmark? = nil, verifies: Bool = false) -> Tally {
  var client = ClientWorkload(verifies: verifies)
  guard let start = client.prepare(script.span) else { fatalError("not a script of phone.py") }
  let session = script.span.extracting(droppingFirst: start)
  guard let benchmark else { return client.run(session) }
  measure(benchmark) { client.run(session) }
  return Tally()
}

/// Measures whole sessions, `count` at a time.
@discardableResult
private func playPath(
  _ session: Session, _ benchmark: Benchmark? = nil, times: Int = 1, verifies: Bool = false
) -> Tally {
  var path = PathWorkload(verifies: verifies)
  guard let start = path.prepare(session.transport.span) else { fatalError("not a script of phone.py") }
  let transport = session.transport.span.extracting(droppingFirst: start)
  guard let benchmark else { return path.run(transport) }
  measure(benchmark) {
    var total = Tally()
    for _ in 0..<times { total.add(path.run(transport)) }
    return total
  }
  return Tally()
}

private func addScreens(_ session: Session) {
  var screen = ScreenWorkload(verifies: true)
  precondition(screen.run(session.records.span).items > 0, "the panel shows another picture")
  Benchmark("screen", configuration: .init(maxIterations: 20)) { benchmark in
    var screen = ScreenWorkload()
    measure(benchmark) { screen.run(session.records.span) }
  }
  Benchmark("plan") { benchmark in
    var plan = PlanWorkload(session.records.span)
    measure(benchmark) { plan.run(plans: 100) }
  }
}

/// Measures 1 to 100,000 notifications from the transport to the slot. The library drops samples that take longer than
/// a second.
private func addLengths(_ session: Session) {
  var count = 1
  while count <= 100_000 {
    let isWhole = count > 1_000
    let part = isWhole ? session : Session.ofLength(count)
    let times = isWhole ? count / 2_000 : 1
    if let part, !part.transport.isEmpty {
      Benchmark("session \(count)", configuration: .init(maxIterations: count > 10_000 ? 5 : 100)) { benchmark in
        playPath(part, benchmark, times: times)
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
