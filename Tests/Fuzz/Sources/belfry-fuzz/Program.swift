import FuzzTargets
import Glibc

// libFuzzer provides `main` and calls the two functions below.
//
//     belfry-fuzz --list                       the names of the targets, and their sources
//     belfry-fuzz --seeds=TARGET               inputs to start from, one in hexadecimal on each line
//     belfry-fuzz --target=TARGET [OPTION …]   fuzzes one; libFuzzer's options begin with one hyphen

/// The fuzzed target. Set once, before the first input.
nonisolated(unsafe) private var target: any FuzzTarget.Type = fuzzTargets[0]

@_cdecl("LLVMFuzzerInitialize")
func initialize(
  _ count: UnsafePointer<CInt>, _ arguments: UnsafePointer<UnsafePointer<UnsafePointer<CChar>>>
) -> CInt {
  for index in 1..<max(1, Int(count.pointee)) {
    let words = String(cString: arguments.pointee[index]).split(separator: "=", maxSplits: 1).map(String.init)
    switch words.first {
    case "--list": list()
    case "--seeds": printSeeds(of: named(words.last))
    case "--target":
      target = named(words.last)
      return 0
    default: break
    }
  }
  fatalError("say --target=NAME, --seeds=NAME or --list")
}

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ octets: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: octets, count: count)))
  return 0
}

private func named(_ name: String?) -> any FuzzTarget.Type {
  guard let found = fuzzTargets.first(where: { $0.name == name }) else {
    fatalError("there is no target \(name ?? ""); --list names them")
  }
  return found
}

private func list() -> Never {
  for target in fuzzTargets { print(target.name, target.sources.joined(separator: ",")) }
  exit(0)
}

private func printSeeds(of target: any FuzzTarget.Type) -> Never {
  for seed in target.seeds {
    print(seed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }
  exit(0)
}
