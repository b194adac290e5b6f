import Octets
import Text

/// A file of Unicode test cases: scalars, with `÷` at a boundary and `×` between scalars without one.
struct BreakTestFile {
  struct Case {
    let line: Int
    let scalars: [CharacterProperties]
    /// Whether there is a boundary before each scalar except the first.
    let boundaries: [Bool]
  }

  let cases: [Case]

  init(_ path: String) {
    cases = UnicodeFile.text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        let words = (line.split(separator: "#", omittingEmptySubsequences: false).first ?? "").split {
          " \t".contains($0)
        }
        let scalars = words.compactMap { UInt32($0, radix: 16).flatMap { UTF8Scalar(value: $0)?.properties } }
        let marks = words.filter { $0 == "÷" || $0 == "×" }.map { $0 == "÷" }
        guard !scalars.isEmpty, marks.count == scalars.count + 1 else { return nil }
        return Case(line: index + 1, scalars: scalars, boundaries: Array(marks.dropFirst().dropLast()))
      }
  }

  /// Returns the lines for which `find` gives other boundaries, and prints their number.
  func failures(_ name: String, _ find: ([CharacterProperties]) -> [Bool]) -> [Int] {
    let failures = cases.filter { find($0.scalars) != $0.boundaries }.map(\.line)
    print("\(name): \(cases.count - failures.count) of \(cases.count) cases passed")
    return failures
  }
}
