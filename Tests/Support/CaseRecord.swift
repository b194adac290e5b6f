import Glibc

/// Reports to `make conformance` how many cases the calling test has run and checked.
///
/// A test that is called once per argument may call this each time: the numbers are added. `make unit` names the file
/// in `BELFRY_CASES`; without that variable, nothing is written.
public func recordCases(_ count: Int, of function: String = #function, in file: String = #fileID) {
  guard let path = getenv("BELFRY_CASES"), let output = fopen(path, "a") else { return }
  // One short line at the end of a file is one write, so that lines of parallel tests do not mix.
  fputs("\(file) \(function.prefix { $0 != "(" }) \(count)\n", output)
  fclose(output)
}
