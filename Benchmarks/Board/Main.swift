internal import CLinux
internal import Octets
internal import Workloads

/// The workloads as a board runs them: Embedded Swift, without a heap.
///
///     belfry-bench WORKLOAD FILE [SAMPLES [TURNS [CONFIGURATION]]]
///     belfry-bench talk
///
/// Without `SAMPLES`, runs the workload over a file of `session.py` or `phone.py` once and verifies it. Otherwise takes
/// `SAMPLES` samples of `TURNS` runs each and measures processor time; a sample may take four seconds. Each run prints
/// a line of JSON, which `run.py` and `instructions.py` read. A workload that does not reach the end of its file ends
/// the program with status 1. `talk` is for `phone.py`; see `Talk`. The file of `watch` is a trace of
/// `belfry-replay`, and CONFIGURATION the watch's configuration.
@main
struct Main {
  static func main() {
    let arguments = CommandLine()
    let name = arguments.word(1)
    if name.span.isEqual(to: Talk.name.utf8Span) { Talk.run() }
    guard let workload = Workload(name.span) else { Failure.end("which workload?", status: 64) }
    var session = OctetBlock<2_097_152>()
    let count = arguments.read(2, into: &session)
    guard count > 0 else { Failure.end("no session", status: 64) }
    guard count < 2_097_152 else { Failure.end("the session is too long", status: 64) }
    let turns = arguments.number(4) ?? 1
    let bench = Bench(workload, turns: turns, configuration: arguments.path(5))
    if let samples = arguments.number(3) {
      bench.measure(session[0..<count], samples: samples)
    } else {
      bench.verify(session[0..<count])
    }
    belfry_exit(0)
  }
}
