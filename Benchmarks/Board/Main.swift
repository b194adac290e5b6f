internal import CLinux
internal import Octets
internal import Workloads

/// The workloads as a board runs them: Embedded Swift, without a heap.
///
///     belfry-bench WORKLOAD FILE [SAMPLES [TURNS]]
///
/// Runs the workload over a session of `Benchmarks/session.py` once and verifies it, then `SAMPLES` times `TURNS` times
/// against the processor's time, of which a sample may take four seconds. Each prints a line of JSON. `run.py` reads
/// them.
@main
struct Main {
  static func main() {
    let arguments = CommandLine()
    let name = arguments.word(1)
    guard let workload = Workload(name.span) else { fail("which workload?") }
    var session = OctetBlock<2_097_152>()
    let count = arguments.read(2, into: &session)
    guard count > 0 else { fail("no session") }
    let samples = arguments.number(3) ?? 0
    let turns = arguments.number(4) ?? 1
    let bench = Bench(workload, turns: turns)
    bench.verify(session[0..<count])
    bench.measure(session[0..<count], samples: samples)
    belfry_exit(0)
  }

  private static func fail(_ what: StaticString) -> Never {
    Line.print { output throws(EncodeError) in
      try output.put(text: "belfry-bench: ")
      try output.put(text: what)
    }
    belfry_exit(64)
  }
}
